/**
 * The choices of the reference server are learned and declared. Then the server changes one of them: exactly the
 * requirements of that choice must fail: those that judge a choice, and for every fourth one all requirements.
 */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { declare } from '../../src/config/declare.ts';
import { learnChoices } from '../../src/config/learn.ts';
import type { Declares } from '../../src/core/config.ts';
import { learnRequirements } from '../../src/core/gaps.ts';
import { type Fault, startReference } from '../../src/reference/index.ts';
import { falseAlarmsIn } from '../../src/selftest/conforming.ts';
import { type RunResult, runInProcess } from '../../src/selftest/in-process-run.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runOf } from '../settings.ts';
import { type AlteredChoice, alteredChoices } from './altered-choices.ts';
import { falseAlarms } from './judged-target.ts';

/** Requirements that judge a choice beside those that learn it. */
const judging = [
  'create/limit',
  'logs/no-duplicates',
  'logs/status-truth',
  'logs/sort-truth',
  'auth/*/refusal-status',
  'verify/missing-code',
];
const concerned = new Set(
  catalogue
    .map(({ id }) => id)
    .filter((id) => learnRequirements.includes(id) || judging.includes(id.replace(/^auth\/\w+/, 'auth/*'))),
);

let declares: Declares;

test('the choices of the unchanged server are learned, and hold once they are declared', async () => {
  const { observations } = await judge([], {}, new Set(learnRequirements));
  const { choices, unknown } = learnChoices({ observations, requirements: [] }, learnRequirements);
  expect(unknown).toEqual([]);
  declares = parse(declare('', choices, false).text).declares;
  const altered = new Set(alteredChoices.map(({ key }) => key));
  expect([...altered].sort()).toEqual(choices.map(({ path }) => path.join('.')).sort());
  const { verdicts } = await judge([], declares, concerned);
  for (const id of new Set(alteredChoices.flatMap(({ rows }) => rows)))
    expect([id, verdicts.get(id)?.verdict]).toEqual([id, 'pass']);
});

for (const [index, altered] of alteredChoices.entries())
  test(`with ${altered.key} changed to ${altered.to}, ${altered.rows[0]} fails`, {
    timeout: 300_000,
  }, async () => {
    const result = await judge([faultOf(altered)], declares, index % 4 === 0 ? undefined : concerned);
    const failed = falseAlarmsIn(result, catalogue).map(({ id }) => id);
    expect(failed.sort(), falseAlarms(result).join('\n')).toEqual([...altered.rows].sort());
    expect(result.verdicts.get(altered.rows[0]!)?.message).toContain(altered.message);
  });

async function judge(faults: readonly Fault[], declares: Declares, only?: ReadonlySet<string>): Promise<RunResult> {
  const server = await startReference({ faults });
  try {
    const run = runOf({ timeoutMs: 10_000, maxRequests: 10_000, settleMs: 0 });
    return await runInProcess({ ...server.settings, declares, waivers: [], run }, only);
  } finally {
    await server.close();
  }
}

const faultOf = ({ rows, apply }: AlteredChoice): Fault => ({
  name: 'altered-choice',
  owner: rows[0]!,
  defect: 'makes another choice where the specification is silent',
  apply,
});
