/** What `cawl learn` saw, in words and as choices: what can be declared, what varied, what nothing showed, and why. */

import { type Choice, choiceOf, type Declared } from '../config/declare.ts';
import { observedGaps } from '../core/gaps.ts';
import type { ConformanceReport, Observation } from '../core/report.ts';
import { visible } from '../report/visible-text.ts';

export interface Learned {
  /** Seen the same each time. */
  readonly choices: readonly Choice[];
  /** Not the same each time: for the owner to judge. */
  readonly unsure: readonly Observation[];
  /** Nothing showed it. */
  readonly unseen: readonly { readonly key: string; readonly why: string }[];
}

/** @param probed ids of the rows that were carried out; a key whose row is not among them was not looked for */
export function learned(
  { observations, requirements }: Pick<ConformanceReport, 'observations' | 'requirements'>,
  probed: readonly string[],
): Learned {
  const choices: Choice[] = [];
  const unsure: Observation[] = [];
  for (const seen of observations) {
    if (seen.declare === undefined) continue;
    const count = seen.seen === 1 ? 'seen once' : `seen ${seen.seen} times`;
    const choice = choiceOf(seen.declare, seen.about === undefined ? count : `${seen.about}; ${count}`);
    if (choice === undefined) continue;
    if ((seen.otherwise ?? []).length > 0) unsure.push(seen);
    else choices.push(choice);
  }
  const known = new Set<string>(observations.map(({ gap }) => gap));
  const rows = new Map(requirements.map((row) => [row.id, row]));
  const unseen = observedGaps
    .filter(({ id, declarable }) => declarable === true && !known.has(id))
    .map(({ id, probe }) => ({
      key: id,
      why: probed.includes(probe)
        ? reason(rows.get(probe)?.message ?? '')
        : 'not looked for, since --read-only sends searches alone',
    }));
  return { choices, unsure, unseen };
}

/** A row's message without what the heading says already. */
function reason(message: string): string {
  const said = message.replace(/^declares\.\S+ is not declared(; )?/, '').replace(/^observed: .*$/s, '');
  return said === '' ? 'nothing that was sent showed it' : said;
}

/** Everything that was seen, declarable or not: gap, value, how often, and what it is. */
export function table(observations: readonly Observation[]): string {
  const rows = observations.map(({ gap, value, seen, otherwise = [], about = '' }) => {
    const others = otherwise.length === 0 ? '' : ` (also ${otherwise.map((other) => shown(other.value)).join(', ')})`;
    return [visible(gap), `${shown(value)}${others}`, `${seen}×`, visible(about)] as const;
  });
  const wide = [0, 1, 2].map((column) => Math.min(Math.max(...rows.map((row) => row[column]!.length), 0), 44));
  const lines = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(wide[column] ?? 0)).join('  ')}`.trimEnd(),
  );
  return rows.length === 0 ? '' : `Observed:\n${lines.join('\n')}\n\n`;
}

/** What became of it: what is declared now, what was declared otherwise, what could not be. */
export function told({ added, contradicted }: Declared, { unsure, unseen }: Learned, file: string, dry: boolean) {
  const parts: string[] = [];
  const part = (head: string, lines: readonly string[]) => {
    if (lines.length > 0) parts.push(`${head}\n${lines.map((line) => `  ${line}\n`).join('')}`);
  };
  if (added.length === 0) parts.push(`Nothing new to declare in ${file}.\n`);
  part(
    `${dry ? 'To be declared' : 'Declared'} in ${file}; each is tested from now on, so take out what is no promise:`,
    added.map(({ path, value }) => `declares.${path.join('.')}: ${shown(value)}`),
  );
  part(
    'Declared otherwise than seen, and left as it is:',
    contradicted.map(
      ({ path, value, declared }) => `declares.${path.join('.')} is ${shown(declared)}, seen was ${shown(value)}`,
    ),
  );
  part(
    'Not the same each time, so not declared:',
    unsure.map(
      ({ gap, value, otherwise = [] }) =>
        `${visible(gap)}: ${[value, ...otherwise.map((other) => other.value)].map(shown).join(', ')}`,
    ),
  );
  const reasons = [...new Set(unseen.map(({ why }) => why))];
  const keysOf = (wanted: string) => unseen.filter(({ why }) => why === wanted).map(({ key }) => key);
  part(
    'Not learned:',
    reasons.map((why) => `${keysOf(why).join(', ')}: ${visible(why)}`),
  );
  return parts.join('\n');
}

const shown = (value: unknown): string => visible(JSON.stringify(value) ?? String(value));
