// @ts-check
/** What each request of a run is for, as Markdown: who asked for how many, and which faults the requests show. */

/** @typedef {import('./observe.mjs').FaultCost} FaultCost */

/** @param {readonly number[]} values @param {number} share from 0 to 1 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/**
 * One row for each asker, those with the most requests first.
 * @param {ReadonlyMap<string, number>} counts requests of a run without a fault, by who asked for them
 * @param {readonly FaultCost[]} faults
 */
export function describeCost(counts, faults) {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let sum = 0;
  const owned = [...new Set([...counts.keys(), ...faults.map(({ owner }) => owner)])];
  const rows = owned
    .map((id) => ({ id, count: counts.get(id) ?? 0 }))
    .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
    .map(({ id, count }) => {
      sum += count;
      const own = faults.filter(({ owner }) => owner === id);
      const shown = faults.filter(({ shownBy }) => shownBy === id).map(({ index = 0 }) => index);
      const cells = [`\`${id}\``, count, percent(sum / all), own.length, own.filter(({ caught }) => caught).length];
      return `| ${[...cells, shown.length, shown.sort((a, b) => a - b).join(' ')].join(' | ')} |`;
    });
  return [
    '| asked for by | requests | of all, so far | faults that it owns | caught | faults that its requests show | at its request number |',
    '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...rows,
  ].join('\n');
}

/**
 * The module from which a run knows what each requirement costs.
 * @param {ReadonlyMap<string, number>} counts requests by who asked for them
 * @param {ReadonlyMap<string, number>} rounds requests that wait for each other, of each requirement that has a check
 */
export function describeRequirementCosts(counts, rounds) {
  const rows = [...rounds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, waits]) => `  '${id}': { requests: ${counts.get(id) ?? 0}, rounds: ${waits} },`);
  return `/**
 * What each requirement costs at depth standard on the embedded reference server: requests that it asks for, and how many of
 * them wait for each other. Written by \`npm run cost -- --write\`.
 */
export interface RequirementCost {
  readonly requests: number;
  readonly rounds: number;
}

export const requirementCosts: Readonly<Record<string, RequirementCost>> = {
${rows.join('\n')}
};
`;
}

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;
