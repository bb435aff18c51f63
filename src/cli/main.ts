#!/usr/bin/env node
/**
 * The command line: which commands and flags there are. Each command's own file is imported when it is called, so that
 * `cawl --help` loads yargs and nothing else. The one place that ends the process.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import yargs, { type Argv } from 'yargs';
import { type Flags, runOptions } from '../config/options.ts';
import type { ExitCode, Io } from './io.ts';
import { processIo } from './process-io.ts';
import { Refusal, refusal } from './refusal.ts';
import { kitVersion } from './version.ts';

type Handler = (flags: Flags, io: Io) => Promise<ExitCode> | ExitCode;

/** Runs one command line. Ends no process: gives the exit status. */
export async function main(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(words, io);
  } catch (error) {
    const { text, code } = refusal(error);
    io.err(text);
    return code;
  }
}

async function dispatch(words: readonly string[], io: Io): Promise<ExitCode> {
  let chosen: (() => Promise<ExitCode> | ExitCode) | undefined;
  const to = (load: () => Promise<Handler>) => (flags: Flags) => {
    chosen = async () => (await load())(flags, io);
  };
  const parser = yargs()
    .scriptName('cawl')
    .locale('en')
    .usage(
      '$0 <command>\n\nSays which sentences of the Calendar, Auth and Webhook-Log interface a server\nkeeps, and shows its proof.',
    )
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'boolean-negation': false,
    })
    .wrap(Math.min(Math.max(io.width, 60), 100))
    .exitProcess(false)
    .strict()
    .demandCommand(1, 1)
    .recommendCommands()
    .version(kitVersion())
    .alias('h', 'help')
    .alias('V', 'version')
    .epilogue(
      'Exit status: 0 conformant, 1 not, 2 wrong use or configuration,\n3 the target could not be judged, 130 interrupted.',
    )
    .fail((message, error) => {
      throw error ?? new Refusal(message, words);
    })
    .command(
      'run',
      'decide every requirement and write the reports',
      withRunOptions,
      to(async () => (await import('./run.ts')).run),
    )
    .command(
      'serve',
      'the reference server, to try the kit or a client on',
      withServeOptions,
      to(async () => (await import('./serve.ts')).serve),
    );
  let printed = '';
  await parser.parseAsync([...words], {}, (_error: unknown, _argv: unknown, output: string) => {
    printed = output;
  });
  if (printed !== '') io.out(`${printed}\n`);
  return chosen === undefined ? 0 : await chosen();
}

function withRunOptions(command: Argv): Argv {
  for (const { flag, kind, takes, describe, group } of runOptions)
    command.option(flag, {
      describe: takes === undefined ? describe : `${takes}: ${describe}`,
      group,
      ...(kind === 'switch'
        ? { boolean: true }
        : { string: true, requiresArg: true, array: kind === 'list', nargs: 1 }),
    });
  return command
    .example('CAWL_TOKEN=… $0 run --base-url https://staging.example.com', 'judge a server')
    .example('$0 run', 'judge the embedded reference server');
}

function withServeOptions(command: Argv): Argv {
  const text = { string: true, requiresArg: true, nargs: 1 } as const;
  return command
    .option('port', { ...text, describe: 'N: the port; a free one by default' })
    .option('fault', { ...text, describe: 'NAME: wrong in this one way' })
    .option('list-faults', { boolean: true, describe: 'name the faults and end' })
    .option('latency', { ...text, describe: 'MS: added to every answer' })
    .option('logs', { ...text, describe: 'N: entries of the first log; default 173' })
    .option('page-size', { ...text, describe: 'N: items of a page; default 20' })
    .option('smtp', { ...text, describe: 'HOST:PORT: send codes by mail instead of showing them' })
    .option('write-config', { ...text, describe: 'FILE: write the configuration that judges it' });
}

/** Whether this file is the program, and not imported by a test; npm starts it through a link. */
function isProgram(): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url);
}

if (isProgram()) {
  process.exitCode = await main(
    process.argv.slice(2),
    processIo((code) => process.exit(code)),
  );
}
