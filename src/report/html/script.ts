/** The page's one script: filter, copy, open what is linked to. It reads the page and never writes markup. */
export const script = `'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const rows = [...document.querySelectorAll('details.row')].map((row) => ({ row, text: row.id.toLowerCase() + ' ' + row.querySelector('summary').textContent.toLowerCase() }));
  const areas = [...document.querySelectorAll('.area')];
  const form = byId('filter'), text = byId('text'), level = byId('level'), operation = byId('operation'), chips = [...form.querySelectorAll('.chip')];
  form.hidden = false;
  document.documentElement.classList.add('js');
  const show = () => {
    const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const verdicts = chips.filter((chip) => chip.getAttribute('aria-pressed') === 'true').map((chip) => chip.dataset.verdict);
    let shown = 0;
    for (const { row, text: own } of rows) {
      const fits = (verdicts.length === 0 || verdicts.includes(row.dataset.shown)) && (level.value === '' || row.dataset.level === level.value) && (operation.value === '' || row.dataset.operation === operation.value) && words.every((word) => own.includes(word));
      row.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const area of areas) {
      const left = area.querySelectorAll('details.row:not([hidden])').length;
      area.hidden = left === 0;
      area.querySelector('.total').textContent = String(left) === area.dataset.rows ? left : left + ' of ' + area.dataset.rows;
    }
    byId('count').textContent = shown === rows.length ? rows.length + ' requirements' : shown + ' of ' + rows.length;
    byId('nothing').hidden = shown > 0;
  };
  const clear = () => { text.value = ''; level.value = ''; operation.value = ''; for (const chip of chips) chip.setAttribute('aria-pressed', 'false'); show(); };
  form.addEventListener('submit', (event) => event.preventDefault());
  text.addEventListener('input', show);
  level.addEventListener('change', show);
  operation.addEventListener('change', show);
  byId('clear').addEventListener('click', () => { clear(); text.focus(); });
  for (const chip of chips) chip.addEventListener('click', () => { chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true')); show(); });
  const reveal = () => {
    let id = '';
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const row = id === '' ? null : byId(id);
    if (row === null || !row.matches('details.row')) return;
    if (row.hidden) clear();
    row.open = true;
    row.scrollIntoView({ block: 'start' });
    row.querySelector('summary').focus({ preventScroll: true });
  };
  addEventListener('hashchange', reveal);
  reveal();
  document.addEventListener('click', async (event) => {
    const square = event.target.closest('.squares rect');
    if (square) { location.hash = '#' + square.dataset.id; return; }
    const link = event.target.closest('a[href^="#"]');
    if (link && link.dataset.operation) { clear(); operation.value = link.dataset.operation; show(); }
    if (link && link.getAttribute('href') === location.hash) reveal();
    const button = event.target.closest('button.copy');
    if (!button) return;
    const before = button.dataset.label || (button.dataset.label = button.textContent);
    let done = false;
    try { await navigator.clipboard.writeText(button.dataset.copy); done = true; } catch {
      const area = document.createElement('textarea');
      area.value = button.dataset.copy;
      area.className = 'unseen';
      document.body.append(area);
      area.select();
      done = document.execCommand('copy');
      area.remove();
      button.focus();
    }
    button.textContent = done ? 'Copied' : 'Select and copy';
    byId('told').textContent = done ? 'Copied' : 'Could not copy; select the text instead';
    setTimeout(() => { button.textContent = before; byId('told').textContent = ''; }, 1600);
  });
  let opened = [];
  addEventListener('beforeprint', () => { opened = rows.map(({ row }) => row).filter((row) => !row.open && row.dataset.verdict === 'fail' && row.dataset.advice === undefined && row.dataset.also === undefined); for (const row of opened) row.open = true; });
  addEventListener('afterprint', () => { for (const row of opened) row.open = false; opened = []; });
})();
`;
