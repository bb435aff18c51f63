// @ts-check
/** Which combinations of search parameters a run sent, and which are left. */

/** What each parameter can be: left out, present, or one of its allowed values. */
const factors = {
  status: ['', 'succeeded', 'failed'],
  from: ['', 'given'],
  to: ['', 'given'],
  sortBy: ['', 'given'],
  sortDirection: ['', 'asc', 'desc'],
  cursor: ['', 'next', 'prev'],
};

/** Every combination, as text: `status=failed from next`. */
export function allCombinations() {
  /** @type {Record<string, string>[]} */
  let rows = [{}];
  for (const [name, values] of Object.entries(factors))
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value })));
  return rows.map(describe);
}

/**
 * @param {string} target the request target of a search: path and query
 * @returns {string} one of {@link allCombinations}; another text if a value is not allowed
 */
export function combinationOf(target) {
  const parameters = new URLSearchParams(target.slice(target.indexOf('?') + 1));
  const given = (/** @type {string} */ name) => (parameters.has(name) ? 'given' : '');
  return describe({
    status: parameters.get('status') ?? '',
    from: given('from'),
    to: given('to'),
    sortBy: given('sortBy'),
    sortDirection: parameters.get('sortDirection') ?? '',
    cursor: parameters.has('next') ? 'next' : parameters.has('prev') ? 'prev' : '',
  });
}

/** @param {Readonly<Record<string, string>>} row */
function describe(row) {
  const parts = Object.entries(row).map(([name, value]) => {
    if (value === '') return '';
    if (name === 'cursor') return value;
    return value === 'given' ? name : `${name}=${value}`;
  });
  return parts.filter((part) => part !== '').join(' ') || 'nothing';
}
