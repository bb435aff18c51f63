import { expect, test } from 'vitest';
import { exceptionFor, type Outcome, outcomeOf, scoreOf } from './classify.mjs';
import { allCombinations, combinationOf } from './combinations.mjs';
import type { Mutant } from './instrument.mjs';
import { describeSurvivors, describeTable, pageInMarkdown } from './table.mjs';
import type { ScopeJudgement } from './worker.mjs';

const mutant: Mutant = {
  ...{
    id: '7',
    key: 'unknown.ts:3',
    server: 'reference',
    file: 'src/reference/unknown.ts',
    line: 3,
    mutator: 'BooleanLiteral',
  },
  ...{ context: 'return true;', original: 'true', replacement: 'false' },
};
const judged: ScopeJudgement = { scope: 'logs', ms: 5, open: [], advice: [], observed: {} };
const baseline = new Map([['logs', { ...judged, open: ['logs/range-far'], observed: { limit: '"page-size"' } }]]);
const outcome = (change: Partial<ScopeJudgement>) => outcomeOf(mutant, [{ ...judged, ...change }], baseline);

test.each([
  [{ killedBy: 'logs/walk-complete' }, 'killed', 'logs/walk-complete'],
  [{ crashed: 'it does not start' }, 'killed', 'the server did not live: it does not start'],
  [{ undecided: true, open: ['logs/accepts-valid'] }, 'killed', 'undecided: logs/accepts-valid'],
  [{ open: ['logs/range-far', 'logs/page-shape'], advice: ['logs/null-cursor'] }, 'open', 'logs/page-shape'],
  [{ advice: ['logs/null-cursor'] }, 'advice', 'logs/null-cursor'],
  [{ open: ['logs/range-far'], observed: { limit: '"total"' } }, 'survived', 'limit "total"'],
  [{}, 'survived', ''],
])('a mutant with %j counts as %s', (change, kind, why) => {
  expect(outcome(change)).toEqual({ mutant, kind, why });
});

test('mutants that nobody can see do not count', () => {
  const all: Outcome[] = [
    outcome({ killedBy: 'logs/walk-complete' }),
    outcome({ observed: { limit: '"total"' } }),
    outcome({ advice: ['logs/null-cursor'] }),
    { mutant, kind: 'explained', why: 'the same behaviour' },
    { mutant, kind: 'unreached', why: '' },
    { mutant, kind: 'untried', why: '' },
  ];
  expect(scoreOf(all)).toEqual({ visible: 2, killed: 1, score: 0.5 });
  expect(pageInMarkdown(all, ['from next'])).toContain('| all | 6 | 0 | 1 | 1 | 1 | 1 | 1 | 0 | 1 | 50.0 % |');
  expect(pageInMarkdown(all, ['from next'])).toContain('- the same behaviour (1)\n\n## Never sent\n');
  expect(describeTable(all)).toMatch(/^all +6/m);
  expect(describeSurvivors(all)).toBe(`survived src/reference/unknown.ts:3 BooleanLiteral
    true
  → false
    limit "total"`);
});

test('an exception names its mutant by the code, so that it holds when lines move', () => {
  expect(exceptionFor(mutant)).toBeUndefined();
});

test.each([
  ['/v2/webhooks/w/logs/search', 'nothing'],
  ['/v2/webhooks/w/logs/search?next=abc&status=failed', 'status=failed next'],
  ['/v2/webhooks/w/logs/search?to=1&from=0&sortBy=x&sortDirection=asc', 'from to sortBy sortDirection=asc'],
])('%s is the combination "%s"', (target, combination) => {
  expect(combinationOf(target)).toBe(combination);
  expect(allCombinations()).toContain(combination);
});
