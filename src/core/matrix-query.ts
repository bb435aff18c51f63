/**
 * The query of a matrix. Words that all have to fit a row: `different`, `same`, `changed`; `fail` or `server:fail`;
 * `passed→failed`, also as `->` and also with a name; `level:stated`, `area:logs`; and any other text of the requirement.
 */

/** What a query sees of a row. */
export interface QueriedRow {
  readonly id: string;
  readonly level: string;
  readonly area: string;
  readonly statement: string;
  readonly different: boolean;
  readonly cells: readonly { readonly verdict: string; readonly before?: string }[];
}

/**
 * Whether a row fits. The page runs the text of this function as well, so that it uses nothing from outside.
 * @param names of the implementations, in the order of the cells
 */
export function matchesQuery(query: string, row: QueriedRow, names: readonly string[]): boolean {
  const spoken: Readonly<Record<string, string>> = {
    failed: 'fail',
    passed: 'pass',
    undecided: 'inconclusive',
    open: 'inconclusive',
    'n/a': 'notApplicable',
  };
  const verdicts = ['fail', 'error', 'advice', 'inconclusive', 'waived', 'pass', 'notApplicable', 'missing'];
  const verdictOf = (word: string) => {
    const meant = spoken[word] ?? word;
    return verdicts.find((verdict) => verdict.toLowerCase() === meant.toLowerCase());
  };
  const someCell = (name: string, fits: (cell: QueriedRow['cells'][number]) => boolean) =>
    row.cells.some((cell, index) => (name === '' || names[index]!.toLowerCase().includes(name)) && fits(cell));
  const text = `${row.id} ${row.statement}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => {
      if (word === 'different') return row.different;
      if (word === 'same') return !row.different;
      if (word === 'changed') return someCell('', ({ before }) => before !== undefined);
      const colon = word.lastIndexOf(':');
      const name = word.slice(0, Math.max(colon, 0));
      const value = word.slice(colon + 1);
      if (name === 'level') return row.level === value;
      if (name === 'area') return row.area === value;
      const [from = '', to] = value.split(/→|->/);
      if (to !== undefined)
        return someCell(name, ({ verdict, before }) => before === verdictOf(from) && verdict === verdictOf(to));
      const wanted = verdictOf(value);
      if (wanted !== undefined) return someCell(name, ({ verdict }) => verdict === wanted);
      return text.includes(word);
    });
}
