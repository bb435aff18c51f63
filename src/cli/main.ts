#!/usr/bin/env node
/**
 * The program: one command line in, an exit status out. yargs is used here alone, and no command's own file is loaded
 * before that command is called, so that `cawl --help` stays quick. The one place that ends the process.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import yargs from 'yargs';
import type { Flags } from '../config/options.ts';
import { kitVersion } from '../version.ts';
import { commands, describeOptions } from './commands.ts';
import type { ExitCode, Io } from './io.ts';
import { processIo } from './process-io.ts';
import { refusal, refused, refuseRepeated } from './refusal.ts';

/** Runs one command line. Ends no process: gives the exit status. */
export async function main(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(words, io);
  } catch (error) {
    const { text, code } = refusal(error, Math.max(io.width, 60));
    io.err(text);
    return code;
  }
}

async function dispatch(words: readonly string[], io: Io): Promise<ExitCode> {
  let chosen: (() => Promise<ExitCode>) | undefined;
  const parser = yargs()
    .scriptName('cawl')
    .locale('en')
    .usage(
      'cawl <command>\n\nSays which sentences of the Calendar, Auth and Webhook-Log interface a server\nkeeps, and shows its proof.',
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
    .version(kitVersion())
    .alias({ h: 'help', V: 'version' })
    .epilogue(
      'Exit status: 0 conformant, 1 not, 2 wrong use or configuration,\n3 the target could not be judged, 130 interrupted.',
    )
    .fail((message, error) => {
      throw error === undefined || error === null || error.name === 'YError'
        ? refused(message ?? error?.message, words)
        : error;
    });
  for (const command of commands) {
    const { usage, describe, options, load, examples = [] } = command;
    parser.command(
      usage,
      describe,
      (argv) => {
        describeOptions(argv, options);
        if (examples.length > 0) argv.epilogue(`Examples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
      },
      (flags: Flags) => {
        refuseRepeated(command, flags, words);
        chosen = async () => (await load())(flags, io);
      },
    );
  }
  let printed = '';
  await parser.parseAsync([...words], {}, (_error: unknown, _argv: unknown, output: string) => {
    printed = output;
  });
  if (printed !== '') io.out(`${withoutTypes(printed)}\n`);
  return chosen === undefined ? 0 : await chosen();
}

/** The help names what each option takes in its own words: yargs' `[string]` beside it says nothing more. */
function withoutTypes(help: string): string {
  const type = '\\[(?:string|array|boolean|required)\\]';
  return help.replace(new RegExp(`(?:\\n +|[ \\t]*)(?:${type} *)+(?=\\n|$)`, 'g'), '');
}

/** Whether this file is the program, and not imported by a test; npm starts it through a link. */
function isProgram(): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url);
}

if (isProgram()) {
  // Most of what a run makes is short-lived. A small young generation (MB) of the checks' heap, which starts later, and an old
  // one that is collected before it has grown by a third, save some forty MB, and no time is lost.
  for (const flag of ['--max-semi-space-size=4', '--heap-growing-percent=30']) setFlagsFromString(flag);
  process.exitCode = await main(
    process.argv.slice(2),
    processIo((code) => process.exit(code)),
  );
}
