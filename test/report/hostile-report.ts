/** The report of a target that attacks its reader: markup, terminal escapes, direction overrides, a megabyte of text. */
import type { ConformanceReport } from '../../src/core/report.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { type Change, exchange, sampleReport } from './samples.ts';

const markup = '<img src=x onerror="document.title=\'pwned\'"></script><script>document.title="pwned"</script>';
const attack = `${markup}\u001b[31mred\u001b[0m\u001b]0;title\u0007\u202egnp.exe\u2066\u200b\ufffd\ufffd\u0000\u0008\ud800]]>&amp;"'\`|$\{7*7}`;

const attackedPage = {
  ...{ place: 1, reachedBy: 'first' as const, items: 1, total: null, wrong: true },
  ...{ first: attack, last: attack.repeat(400), note: attack },
};

/** An exchange whose body repeats the attack. */
const attackedExchange = (times: number) => {
  const body = JSON.stringify({ data: [attack.repeat(times), '<!--', 'x'.repeat(40_000)] });
  const response = { status: 200, headers: { 'x-evil': attack, [attack]: 'y' }, body, bytes: 4_000_000 };
  return exchange(`/v2/${attack}`, '', { note: attack, response, curl: `curl '${attack}'` });
};
const evidence = Array.from({ length: 30 }, () => attackedExchange(1));

const failure: Change = {
  ...{ verdict: 'fail', exchanges: 3, message: `the answer was ${attack}`, evidence },
  counterexample: { input: { value: attack, list: [attack] }, shrinks: 0, seed: 1, path: '0' },
  samples: { count: 3, kinds: { [attack]: 3 } },
  illustrations: [
    { kind: 'walk', title: attack, pages: [attackedPage] },
    {
      ...{ kind: 'bags', left: attack, right: attack },
      ...{ missing: [attack, 'x'.repeat(200_000)], surplus: [attack], missingCount: 2, surplusCount: 1 },
    },
  ],
  replay: 'cawl replay reports/conformance.json x',
};

/** Sixty failures; the first one repeats megabytes. */
export const hostile: ConformanceReport = sampleReport(
  Object.fromEntries(
    catalogue
      .slice(0, 60)
      .map(({ id }, index) => [
        id,
        index === 0 ? { ...failure, evidence: [attackedExchange(20_000), ...evidence] } : failure,
      ]),
  ),
  {
    verdict: 'nonConformant',
    target: { baseUrl: `https://example.com/${attack}` },
    observations: [
      {
        ...{ gap: 'endOfLog', section: '2', about: attack, value: attack, seen: 1, declare: attack },
        otherwise: [{ value: { [attack]: attack }, seen: 1 }],
      },
    ],
    waiverProblems: [{ requirement: attack, problem: attack }],
  },
);
