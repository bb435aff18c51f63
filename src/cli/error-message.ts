/**
 * From an error to its message on stderr and the exit status: 2 for wrong usage, 3 if the target could not be judged. The
 * errors of yargs have no codes, so {@link parserStrings} replaces their texts with the kit's codes.
 */
import { TargetError, UsageError } from '../core/errors.ts';
import { nearest } from '../schema/nearest.ts';
import { type Command, commands } from './commands.ts';
import type { ExitCode } from './io.ts';

/** What yargs finds wrong with a command line. */
const parserErrors = ['unknown', 'value-missing', 'word-missing'] as const;
type ParserError = (typeof parserErrors)[number];

const pluralOf = (text: string) => ({ one: text, other: text });

/** For `yargs.updateStrings`: each text of the errors above, by its key, becomes the code of the error and what it is about. */
export const parserStrings = {
  'Unknown argument: %s': pluralOf('unknown: %s'),
  'Unknown command: %s': pluralOf('unknown: %s'),
  'Not enough arguments following: %s': 'value-missing: %s',
  'Not enough non-option arguments: got %s, need at least %s': pluralOf('word-missing: %s of %s'),
} as const satisfies Readonly<Record<string, `${ParserError}: ${string}` | ReturnType<typeof pluralOf>>>;

/** The code and the rest of a message that {@link parserStrings} has made; undefined for any other. */
function parserErrorOf(message: string): readonly [code: ParserError, about: string] | undefined {
  const code = parserErrors.find((one) => message.startsWith(`${one}: `));
  return code === undefined ? undefined : [code, message.slice(code.length + 2)];
}

/** The command that the words name; undefined for an unknown one or none. */
export function commandOf(words: readonly string[]): Command | undefined {
  const first = words.find((word) => !word.startsWith('-'));
  return commands.find((command) => command.usage.split(' ')[0] === first);
}

/** An error of yargs in our words, with what was probably meant and where help is. */
export function parseError(message: string, words: readonly string[]): UsageError {
  const command = commandOf(words);
  const name = command?.usage.split(' ')[0];
  const first = words.find((word) => !word.startsWith('-'));
  const hint = `see cawl ${name === undefined ? '' : `${name} `}--help`;
  if (command === undefined && first !== undefined) {
    const names = commands.map(({ usage }) => usage.split(' ')[0]!);
    const suggestion = suggest(first, names, '');
    return new UsageError(
      `unknown command ${first}${suggestion === '' ? `; there are ${names.join(', ')}` : suggestion}`,
      hint,
    );
  }
  if (command === undefined) return new UsageError('no command given', 'start with cawl run, or see cawl --help');
  const [code, about = ''] = parserErrorOf(message) ?? [];
  switch (code) {
    case 'unknown': {
      const flags = command.options.map((option) => option.flag);
      const problems = about
        .split(', ')
        .map((word) =>
          words.includes(word) ? `unexpected word "${word}"` : `unknown option --${word}${suggest(word, flags, '--')}`,
        );
      return new UsageError(problems.join('; '), hint);
    }
    case 'value-missing':
      return new UsageError(valueMissing(command, about), hint);
    case 'word-missing':
      return new UsageError(`it takes cawl ${command.usage}`, hint);
    default:
      return new UsageError(message, hint);
  }
}

function valueMissing({ options }: Command, flag: string): string {
  const option = options.find((one) => one.flag === flag);
  return `--${flag} takes a value: --${flag} ${option?.takes ?? 'VALUE'}`;
}

function suggest(word: string, known: readonly string[], dashes: string): string {
  const close = nearest(word, known);
  const longer = known.filter((one) => word.length >= 4 && one.startsWith(word.slice(0, Math.max(4, word.length - 3))));
  const suggestion = close ?? (longer.length === 1 ? longer[0] : undefined);
  return suggestion === undefined ? '' : `; did you mean ${dashes}${suggestion}?`;
}

/**
 * Rejects what yargs accepts: a flag with one value given twice, and a switch with a value that is neither true nor false.
 * @throws UsageError
 */
export function rejectRepeated(
  command: Command,
  flags: Readonly<Record<string, unknown>>,
  words: readonly string[],
): void {
  for (const { flag, kind } of command.options) {
    const value = flags[flag];
    if (kind !== 'list' && Array.isArray(value))
      throw new UsageError(`--${flag} is given ${value.length} times; it takes one value`, 'keep one of them');
    const odd = words.map((word) => new RegExp(`^--${flag}=(?!true$|false$)(.*)$`, 's').exec(word)?.[1]).find(Boolean);
    if (kind === 'switch' && odd !== undefined)
      throw new UsageError(`--${flag} is "${odd}"; it takes no value, or true or false`);
  }
}

/** The message of an error, in lines of at most `width` columns if spaces allow it, and the exit status. */
export function errorMessage(error: unknown, width = 80): { readonly text: string; readonly code: ExitCode } {
  if (error instanceof UsageError || error instanceof TargetError) {
    const hint = error.hint === undefined ? '' : `\n  → ${error.hint}`;
    const lines = `cawl: ${error.message}${hint}`.split('\n').map((line) => fold(line, width));
    return { text: `${lines.join('\n')}\n`, code: error instanceof UsageError ? 2 : 3 };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { text: `cawl: internal error; please report this:\n${stack}\n`, code: 3 };
}

/** Breaks a line at spaces, never inside a word: users copy paths and commands from it. */
function fold(line: string, width: number): string {
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
