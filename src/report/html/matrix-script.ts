/** The one script of the matrix page: query, details of a cell, arrow keys. It reads the page and never writes markup. */
import { matchesQuery } from '../../core/matrix-query.ts';

export const matrixScript = `'use strict';
${matchesQuery.toString()}
(() => {
  const byId = (id) => document.getElementById(id);
  const { words, names, heads, rows } = JSON.parse(byId('data').textContent);
  for (const row of rows) row.cells = row.cells.map((cell) => (typeof cell === 'string' ? { verdict: cell } : cell));
  const lines = [...document.querySelectorAll('tr[data-row]')];
  const query = byId('query'), panel = byId('panel'), areas = [...document.querySelectorAll('tbody.area')];
  byId('search').hidden = false;
  document.documentElement.classList.add('js');
  const show = () => {
    let shown = 0;
    for (const line of lines) {
      line.hidden = !matchesQuery(query.value, rows[line.dataset.row], names);
      if (!line.hidden) shown += 1;
    }
    for (const area of areas) area.hidden = !area.querySelector('tr[data-row]:not([hidden])');
    for (const group of document.querySelectorAll('details.group')) if (query.value !== '') group.open = true;
    byId('count').textContent = shown === rows.length ? rows.length + ' requirements' : shown + ' of ' + rows.length;
  };
  query.addEventListener('input', show);
  byId('search').addEventListener('submit', (event) => event.preventDefault());
  for (const button of document.querySelectorAll('button[data-query]')) button.addEventListener('click', () => { query.value = button.dataset.query; show(); query.focus(); });
  try { const given = new URLSearchParams(location.hash.slice(1)).get('q'); if (given) { query.value = given; show(); } } catch {}
  let selected = null;
  const line = (term, text, link) => {
    if (!text) return;
    const dt = document.createElement('dt'), dd = document.createElement('dd');
    dt.textContent = term;
    if (link) { const a = document.createElement('a'); a.href = link; a.textContent = text; dd.append(a); } else dd.textContent = text;
    byId('facts').append(dt, dd);
  };
  const tell = (cell) => {
    const row = rows[cell.parentNode.dataset.row], at = cell.cellIndex - 1, one = row.cells[at], head = heads[at];
    if (selected) selected.removeAttribute('aria-selected');
    selected = cell;
    cell.setAttribute('aria-selected', 'true');
    byId('panel-title').textContent = names[at] + ' · ' + row.id;
    byId('facts').replaceChildren();
    line('Requirement', row.statement);
    line('Verdict', words[one.verdict]);
    line('Actual', one.message || head.why && one.verdict === 'missing' && head.why || '');
    line('Last time', words[one.before]);
    line('Tracked', one.bug, one.bug);
    line('Version', one.version || head.version);
    line('Judged', one.at || head.at);
    line('Freshness', one.fresh || head.fresh);
    line('Report', head.report ? 'report of ' + names[at] : '', head.report ? head.report + '#' + encodeURIComponent(row.id) : '');
    panel.hidden = false;
  };
  const focusCell = (cell) => {
    if (!cell) return;
    for (const other of document.querySelectorAll('td[tabindex="0"]')) other.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus();
  };
  const visible = () => lines.filter((one) => !one.hidden && one.offsetParent !== null);
  document.addEventListener('click', (event) => {
    const cell = event.target.closest('tr[data-row]>td');
    if (cell) { focusCell(cell); tell(cell); }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !panel.hidden) { panel.hidden = true; if (selected) selected.focus(); return; }
    const cell = event.target.closest && event.target.closest('tr[data-row]>td');
    if (!cell) return;
    const row = cell.parentNode, all = visible(), at = all.indexOf(row), last = row.cells.length - 1;
    const moves = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0], PageDown: [10, 0], PageUp: [-10, 0] };
    const move = moves[event.key];
    if (event.key === 'Enter' || event.key === ' ') tell(cell);
    else if (event.key === 'Home') focusCell(row.cells[1]);
    else if (event.key === 'End') focusCell(row.cells[last]);
    else if (move) focusCell(all[Math.min(Math.max(at + move[0], 0), all.length - 1)].cells[Math.min(Math.max(cell.cellIndex + move[1], 1), last)]);
    else return;
    event.preventDefault();
  });
  byId('close').addEventListener('click', () => { panel.hidden = true; if (selected) selected.focus(); });
  const first = document.querySelector('tr[data-row]>td');
  if (first) first.tabIndex = 0;
})();
`;
