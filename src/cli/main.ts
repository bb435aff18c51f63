#!/usr/bin/env node
/**
 * The program: a command line in, an exit status out. Only this file uses yargs, and only it ends the process. The file of a
 * command is loaded when the command is called, so `cawl --help` stays quick.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import yargs from 'yargs';
import type { Flags } from '../config/options.ts';
import { kitVersion } from '../version.ts';
import { commands, describeOptions } from './commands.ts';
import { errorMessage, parseError, parserStrings, rejectRepeated } from './error-message.ts';
import type { ExitCode, Io } from './io.ts';
import { processIo } from './process-io.ts';

/** Runs one command line and returns its exit status. Does not end the process. */
export async function main(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(words, io);
  } catch (error) {
    const { text, code } = errorMessage(error, Math.max(io.width, 60));
    io.err(text);
    return code;
  }
}

async function dispatch(words: readonly string[], io: Io): Promise<ExitCode> {
  let chosen: (() => Promise<ExitCode>) | undefined;
  const parser = yargs()
    .scriptName('cawl')
    .locale('en')
    // Typed for texts alone, but a text of yargs that counts has two forms.
    .updateStrings(parserStrings as unknown as Record<string, string>)
    .usage(
      'cawl <command>\n\nTells which requirements of the Calendar, Auth and Webhook-Log interface a\nserver meets, and proves each violation.',
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
      'Exit status: 0 conformant, 1 not conformant, 2 invalid usage or configuration,\n3 the target could not be judged, 130 interrupted.',
    )
    .fail((message, error) => {
      throw error === undefined || error === null || error.name === 'YError'
        ? parseError(message ?? error?.message, words)
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
        rejectRepeated(command, flags, words);
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

/** The description of an option names its value, so the `[string]` of yargs adds nothing. */
function withoutTypes(help: string): string {
  const type = '\\[(?:string|array|boolean|required)\\]';
  return help.replace(new RegExp(`(?:\\n +|[ \\t]*)(?:${type} *)+(?=\\n|$)`, 'g'), '');
}

/** Whether this file was started as the program and not imported by a test; npm starts it through a link. */
function isProgram(): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url);
}

/** The oldest version that the kit runs on, as package.json names it. */
const oldestNode = [20, 19] as const;

function isOldNode(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
}

if (isProgram() && isOldNode()) {
  console.error(`cawl: it needs Node ${oldestNode.join('.')} or later; this is ${process.versions.node}`);
  process.exitCode = 2;
} else if (isProgram()) {
  // Most objects of a run are short-lived. A small young generation (MB) of the heap of the checks, which start later, and an
  // old one that is collected before it has grown by a third save about 40 MB and cost no time.
  for (const flag of ['--max-semi-space-size=4', '--heap-growing-percent=30']) setFlagsFromString(flag);
  const code = await main(
    process.argv.slice(2),
    processIo((status) => process.exit(status)),
  );
  process.exitCode = code;
  // A worker that is still being stopped would keep the process for seconds.
  if (code === 130) process.exit();
}
