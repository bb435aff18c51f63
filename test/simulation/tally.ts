/** Counts what the runs showed: runs, false alarms and undecided requirements, in all and by axis. */
import { checks } from '../../src/checks/registry.ts';
import { failsGate } from '../../src/core/gate.ts';
import type { RunResult } from '../../src/selftest/in-process-run.ts';
import type { RunRecord } from './judge-seed.ts';
import { axes, axisNames, liberties, type Server } from './server/axes.ts';

interface Counts {
  runs: number;
  alarms: number;
  judged: number;
  undecided: number;
}

const nothing = (): Counts => ({ runs: 0, alarms: 0, judged: 0, undecided: 0 });

export class Tally {
  readonly all = nothing();
  requests = 0;
  readonly #byAxis = new Map<string, Counts>(axisNames.map((name) => [name, nothing()]));

  add(server: Server, { requests, judged, undecided, alarms }: RunRecord): void {
    this.requests += requests;
    for (const counts of [this.all, ...liberties(server).map((name) => this.#byAxis.get(name)!)]) {
      counts.runs += 1;
      counts.alarms += alarms.length > 0 ? 1 : 0;
      counts.judged += judged;
      counts.undecided += undecided;
    }
  }

  /** A table of all axes, those that leave most undecided first. */
  render(): string {
    const rows = [...this.#byAxis]
      .filter(([, { runs }]) => runs > 0)
      .sort(([, a], [, b]) => share(b) - share(a))
      .map(([name, counts]) => row([`\`${name}\``, axes[name as keyof typeof axes].kind, ...cells(counts)]));
    const head = ['axis that is not neutral', 'kind', 'runs', 'with a false alarm', 'undecided, %'];
    return [
      row(head),
      row(['---', '---', '---:', '---:', '---:']),
      row(['(all runs)', '', ...cells(this.all)]),
      ...rows,
    ].join('\n');
  }
}

const share = ({ judged, undecided }: Counts): number => (judged === 0 ? 0 : undecided / judged);
const cells = (counts: Counts): string[] => [
  String(counts.runs),
  String(counts.alarms),
  (100 * share(counts)).toFixed(1),
];
const row = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;

/** How many requirements of the gate were to be decided, and how many of them were not. */
export function decided({ verdicts }: RunResult): { readonly judged: number; readonly undecided: number } {
  let judged = 0;
  let undecided = 0;
  for (const { requirement } of checks()) {
    const verdict = verdicts.get(requirement.id)?.verdict;
    if (verdict === undefined || verdict === 'notApplicable' || !failsGate(requirement.level)) continue;
    judged += 1;
    if (verdict === 'inconclusive') undecided += 1;
  }
  return { judged, undecided };
}
