/**
 * What a server chose is learnt; then it chooses otherwise in one gap: exactly the rows of that choice fail, and say both.
 * The rows that learn and those of every choice here; all rows with CAWL_PROOF=full.
 */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { learned } from '../../src/cli/learned.ts';
import { declare } from '../../src/config/declare.ts';
import type { Declares, Settings } from '../../src/core/config.ts';
import { learnRequirements } from '../../src/core/gaps.ts';
import { type Fault, startReference } from '../../src/reference/index.ts';
import { type RunResult, runInProcess } from '../../src/selftest/in-process-run.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runOf } from '../settings.ts';
import { flips } from './altered-choices.ts';
import { blamed } from './targets.ts';

const full = process.env['CAWL_PROOF'] === 'full';
const neighbours = [
  'create/limit',
  'logs/no-duplicates',
  'logs/status-truth',
  'logs/sort-truth',
  'auth/*/refusal-status',
  'verify/missing-code',
];
const rows = new Set(
  catalogue
    .map(({ id }) => id)
    .filter((id) => learnRequirements.includes(id) || neighbours.includes(id.replace(/^auth\/\w+/, 'auth/*'))),
);

let declares: Declares;

test('what the unchanged server chose is learnt, and kept', { timeout: 120_000 }, async () => {
  const { observations } = await judgedWith([], {}, new Set(learnRequirements));
  const { choices, unseen } = learned({ observations, requirements: [] }, learnRequirements);
  expect(unseen).toEqual([]);
  declares = parse(declare('', choices, false).text).declares;
  expect([...new Set(flips.map(({ key }) => key))].sort()).toEqual(choices.map(({ path }) => path.join('.')).sort());
  const kept = await judgedWith([], declares, rows);
  expect(failing(kept)).toEqual([]);
  for (const id of new Set(flips.flatMap((flip) => flip.rows)))
    expect([id, kept.verdicts.get(id)?.verdict]).toEqual([id, 'pass']);
});

for (const flip of flips)
  test(`${flip.key}: ${flip.to}`, { timeout: full ? 300_000 : 60_000 }, async () => {
    const result = await judgedWith([faultOf(flip)], declares, full ? undefined : rows);
    expect(failing(result), blamed(result, ['stated', 'derived', 'declared']).join('\n')).toEqual(
      [...flip.rows].sort(),
    );
    expect(result.verdicts.get(flip.rows[0]!)?.message).toContain(flip.says);
  });

function failing({ verdicts }: RunResult): string[] {
  const levels = new Map(catalogue.map((row) => [row.id, row.level]));
  return [...verdicts]
    .filter(
      ([id, { verdict, level = levels.get(id) }]) =>
        verdict === 'error' || (verdict === 'fail' && level !== 'advisory'),
    )
    .map(([id]) => id)
    .sort();
}

async function judgedWith(
  faults: readonly Fault[],
  declares: Declares,
  only?: ReadonlySet<string>,
): Promise<RunResult> {
  const server = await startReference({ faults });
  try {
    return await runInProcess(settings(server.settings, declares), only);
  } finally {
    await server.close();
  }
}

const faultOf = (flip: (typeof flips)[number]): Fault => ({
  name: 'flip',
  owner: flip.rows[0]!,
  defect: 'makes another choice where the specification is silent',
  apply: flip.apply,
});

function settings(server: Pick<Settings, 'baseUrl' | 'tokens' | 'fixtures'>, declares: Declares): Settings {
  return { ...server, declares, waivers: [], run: runOf({ timeoutMs: 10_000, maxRequests: 10_000 }) };
}
