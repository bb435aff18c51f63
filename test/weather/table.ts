/** The table of docs/weather.md, in Markdown. */
import { type Kind, mostMegabytes, mostSeconds } from './kind.ts';
import type { Measured } from './run-kind.ts';

/** What docs/weather.md holds: each kind and how a run against it must end. */
export function expectationsOf(kinds: readonly Kind[]): string {
  const rows = kinds.map(
    (kind) => `| ${kind.name} | ${kind.does} | ${kind.ends.join(', ')} | ${mostSeconds(kind)} |\n`,
  );
  return `| kind | the server | exit | seconds at most |\n| --- | --- | --- | --- |\n${rows.join('')}`;
}

export const header = `| kind | the server | at most | exit | verdict | seconds | MB |\n| --- | --- | --- | --- | --- | --- | --- |\n`;

export function rowOf(kind: Kind, { status, verdict, seconds, megabytes }: Measured): string {
  const most = `exit ${kind.ends.join(', ')}; ${mostSeconds(kind)} s; ${mostMegabytes} MB`;
  return `| ${kind.name} | ${kind.does} | ${most} | ${status} | ${verdict ?? '–'} | ${seconds.toFixed(1)} | ${megabytes} |\n`;
}

export function footer(kinds: number, wrong: number): string {
  return `\n${kinds} kinds, ${wrong === 0 ? 'all as expected' : `${wrong} not as expected`}.\n`;
}
