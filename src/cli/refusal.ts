/** From an error to what is said on stderr and the exit status: 2 for wrong use, 3 for what could not be judged. */
import { TargetError, UsageError } from '../core/errors.ts';
import { nearest } from '../schema/nearest.ts';
import { type Command, commands } from './commands.ts';
import type { ExitCode } from './io.ts';

/** The command that the words name; undefined for none or an unknown one. */
export function commandOf(words: readonly string[]): Command | undefined {
  const first = words.find((word) => !word.startsWith('-'));
  return commands.find((command) => command.usage.split(' ')[0] === first);
}

/** yargs' objections in our words: what was meant, and where help is. */
export function refused(message: string, words: readonly string[]): UsageError {
  const command = commandOf(words);
  const name = command?.usage.split(' ')[0];
  const first = words.find((word) => !word.startsWith('-'));
  const hint = `see cawl ${name === undefined ? '' : `${name} `}--help`;
  if (command === undefined && first !== undefined) {
    const names = commands.map(({ usage }) => usage.split(' ')[0]!);
    const meant = meaning(first, names, '');
    return new UsageError(`unknown command ${first}${meant === '' ? `; there are ${names.join(', ')}` : meant}`, hint);
  }
  if (command === undefined) return new UsageError('no command is given', 'start with cawl run, or see cawl --help');
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/.exec(message)?.[1]?.split(', ') ?? [];
  const flags = command.options.map((option) => option.flag);
  if (unknown.length > 0) {
    const said = unknown.map((word) =>
      words.includes(word) ? `unexpected word "${word}"` : `unknown option --${word}${meaning(word, flags, '--')}`,
    );
    return new UsageError(said.join('; '), hint);
  }
  const bare = /^Not enough arguments following: (.*)$/.exec(message)?.[1];
  if (bare !== undefined) return new UsageError(valueMissing(command, bare), hint);
  if (/^Not enough non-option arguments/.test(message)) return new UsageError(`it takes cawl ${command.usage}`, hint);
  return new UsageError(message, hint);
}

function valueMissing({ options }: Command, flag: string): string {
  const option = options.find((one) => one.flag === flag);
  return `--${flag} takes a value: --${flag} ${option?.takes ?? 'VALUE'}`;
}

function meaning(word: string, known: readonly string[], dashes: string): string {
  const close = nearest(word, known);
  const longer = known.filter((one) => word.length >= 4 && one.startsWith(word.slice(0, Math.max(4, word.length - 3))));
  const meant = close ?? (longer.length === 1 ? longer[0] : undefined);
  return meant === undefined ? '' : `; did you mean ${dashes}${meant}?`;
}

/**
 * What yargs lets pass: a single-valued flag given twice, and a switch with a value that is neither true nor false.
 * @throws UsageError
 */
export function refuseRepeated(
  command: Command,
  flags: Readonly<Record<string, unknown>>,
  words: readonly string[],
): void {
  for (const { flag, kind } of command.options) {
    const value = flags[flag];
    if (kind !== 'list' && Array.isArray(value))
      throw new UsageError(
        `--${flag} is given ${value.length} times; it takes one value`,
        'keep the one that is meant',
      );
    const odd = words.map((word) => new RegExp(`^--${flag}=(?!true$|false$)(.*)$`, 's').exec(word)?.[1]).find(Boolean);
    if (kind === 'switch' && odd !== undefined)
      throw new UsageError(`--${flag} is "${odd}"; it takes no value, or true or false`);
  }
}

/** What is said of an error, in lines of at most `width` columns where blanks allow it, and the exit status. */
export function refusal(error: unknown, width = 80): { readonly text: string; readonly code: ExitCode } {
  if (error instanceof UsageError || error instanceof TargetError) {
    const hint = error.hint === undefined ? '' : `\n  → ${error.hint}`;
    const lines = `cawl: ${error.message}${hint}`.split('\n').map((line) => folded(line, width));
    return { text: `${lines.join('\n')}\n`, code: error instanceof UsageError ? 2 : 3 };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { text: `cawl: the kit itself failed; please report this:\n${stack}\n`, code: 3 };
}

/** Broken at blanks, never within a word: paths and commands are copied from here. */
function folded(line: string, width: number): string {
  const indent = /^ */.exec(line)![0].length;
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const first = /\S/.exec(rest)?.index ?? 0;
    const before = rest.lastIndexOf(' ', width);
    const at = before > first ? before : rest.indexOf(' ', width);
    if (at < 0) break;
    lines.push(rest.slice(0, at).trimEnd());
    rest = ' '.repeat(indent + (indent === 0 ? 6 : 4)) + rest.slice(at).trimStart();
  }
  return [...lines, rest].join('\n');
}
