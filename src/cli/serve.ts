/** `cawl serve`: runs the reference server, for client developers and for trying the kit, until it is stopped. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { Flags } from '../config/options.ts';
import { defined } from '../core/defined.ts';
import { UsageError } from '../core/errors.ts';
import { pathOf } from '../interface/operations.ts';
import { type ReferenceOptions, type ReferenceServer, startReference } from '../reference/index.ts';
import { faultNamed } from '../session/faults.ts';
import type { ExitCode, Io } from './io.ts';
import { wholeNumber } from './whole-number.ts';

/** The first words of every configuration written here: the next server may replace such a file. */
const mark = '# Written by cawl serve';

export async function serve(flags: Flags, io: Io): Promise<ExitCode> {
  if (flags['list-faults'] === true) return listFaults(io);
  const named = flags['write-config'] as string | undefined;
  if (named !== undefined) rejectForeignFile(resolve(io.cwd, named), named);
  const server = await startReference(await optionsOf(flags)).catch((error: unknown) => {
    if (!(error instanceof UsageError) || error.code !== 'PORT_IN_USE') throw error;
    const hint = 'name another with --port, or leave it out for a free one';
    throw new UsageError(`port ${flags['port']} is in use`, hint, 'PORT_IN_USE');
  });
  const config =
    named === undefined ? join(tmpdir(), `cawl-serve-${new URL(server.baseUrl).port}.yaml`) : resolve(io.cwd, named);
  try {
    writeFileSync(config, configOf(server.settings), { mode: 0o600 });
  } catch (error) {
    await server.close();
    throw new UsageError(`${named ?? config} cannot be written: ${(error as Error).message}`, undefined, 'FILE_ERROR');
  }
  const stopped = new Promise<void>((done) => io.onStop(() => done()));
  io.out(welcome(server, named ?? config, flags['fault'] as string | undefined));
  await stopped;
  io.err('stopping\n');
  await server.close();
  if (named === undefined) rmSync(config, { force: true });
  return 0;
}

async function listFaults(io: Io): Promise<ExitCode> {
  const { faults } = await import('../reference/faults/index.ts');
  const wide = Math.max(0, ...faults.map((fault) => fault.name.length));
  for (const fault of faults) io.out(`${fault.name.padEnd(wide)}  ${fault.defect}\n`);
  return 0;
}

async function optionsOf(flags: Flags): Promise<ReferenceOptions> {
  const fault = flags['fault'] as string | undefined;
  return {
    port: wholeNumber(flags, 'port', 0, 65_535) ?? 0,
    ...defined({
      logs: wholeNumber(flags, 'logs', 0, 1_000_000),
      pageSize: wholeNumber(flags, 'page-size', 1, 1000),
      latencyMs: wholeNumber(flags, 'latency', 0, 600_000),
      smtp: mailServer(flags['smtp'] as string | undefined),
    }),
    faults: fault === undefined ? [] : [await faultNamed(fault)],
  };
}

function mailServer(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const address = text.includes('://') ? text : `smtp://${text}`;
  if (URL.canParse(address) && /^smtps?:\/\/[^/]/.test(address)) return text;
  throw new UsageError(`--smtp is "${text}"; it takes HOST:PORT, such as localhost:1025`);
}

function rejectForeignFile(path: string, shown: string): void {
  let text = mark;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new UsageError(
        `--write-config ${shown} cannot be written: ${(error as Error).message}`,
        undefined,
        'FILE_ERROR',
      );
  }
  if (!text.startsWith(mark))
    throw new UsageError(
      `--write-config ${shown} exists, and cawl serve did not write it`,
      'name another file, or remove that one',
      'FILE_ERROR',
    );
}

function configOf({ baseUrl, tokens, fixtures, declares }: ReferenceServer['settings']): string {
  return `${mark}: the reference server at ${baseUrl}.\n${stringify({ baseUrl, tokens, fixtures, declares })}`;
}

function welcome(server: ReferenceServer, config: string, fault: string | undefined): string {
  const { tokens, fixtures } = server.settings;
  const { baseUrl, inspectUrl } = server;
  const lines: [string, string][] = [
    ['base URL', baseUrl],
    ...(fault === undefined ? [] : ([['fault', fault]] as [string, string][])),
    ['token', tokens.valid],
    ...(tokens.otherTenant === undefined ? [] : ([['other tenant', tokens.otherTenant]] as [string, string][])),
    ...(tokens.expired === undefined ? [] : ([['expired', tokens.expired]] as [string, string][])),
    ['webhooks', fixtures.webhooks.map(({ id }) => id).join(', ')],
    ['profiles', fixtures.profileIds.join(', ')],
    ['calendars', fixtures.calendarIds.join(', ')],
    ['codes', inspectUrl === undefined ? 'sent by mail' : `${inspectUrl}/codes?email=…`],
  ];
  const logs = `${baseUrl}${pathOf('logs', { webhookId: fixtures.webhooks[0]?.id })}`;
  return [
    'The reference server is listening.',
    '',
    ...lines.map(([name, value]) => `  ${name.padEnd(13)} ${value}`),
    '',
    'Send it a request:',
    `  curl -H 'Authorization: Bearer ${tokens.valid}' ${logs}`,
    'Judge it from another terminal:',
    `  cawl run --config ${config}`,
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}
