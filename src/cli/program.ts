/**
 * The program: a command line in, an exit status out. Only this file uses yargs. The file of a
 * command is loaded when the command is called, so `cawl --help` stays quick.
 */
import yargs from 'yargs';
import type { Flags } from '../config/options.ts';
import { withoutControls } from '../report/visible-text.ts';
import { kitVersion } from '../version.ts';
import { commands, describeOptions } from './commands.ts';
import { errorMessage, parseError, parserStrings, rejectRepeated } from './error-message.ts';
import type { ExitCode, Io } from './io.ts';

/** Runs one command line and returns its exit status. Does not end the process. */
export async function main(words: readonly string[], given: Io): Promise<ExitCode> {
  // Whatever is printed, no terminal acts on what a target sent. Escape sequences are the kit's own colors.
  const io: Io = {
    ...given,
    out: (text) => given.out(withoutControls(text)),
    err: (text) => given.err(withoutControls(text)),
  };
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
  // Before it runs a command, yargs lays out its help in any case, which takes longer than the reading of the command line.
  const mayWantHelp = words.some((word) => /^--?h/.test(word));
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
        describeOptions(argv, options, mayWantHelp);
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
