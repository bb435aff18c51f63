/** Splits the line of a command into a program and its words. No shell reads it, so no character but quotes means anything. */

/** Parts of one word: `--header="X: y"` is a single one. */
const wordPattern = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
/** What a shell would act on outside of quotes: a pipe, a redirection, a variable, another command. */
const shellSyntax = /[|&;<>`$]/;

export type CommandWords = { readonly words: readonly string[] } | { readonly problem: string };

export function splitCommand(line: string): CommandWords {
  const bare = withoutQuoted(line);
  if (/["']/.test(bare)) return { problem: 'has a quote that is not closed' };
  const words = (line.match(wordPattern) ?? []).map((word) =>
    word.replace(
      /"([^"]*)"|'([^']*)'/g,
      (_, double: string | undefined, single: string | undefined) => double ?? single!,
    ),
  );
  return words.length === 0 ? { problem: 'is empty' } : { words };
}

const withoutQuoted = (line: string): string => line.replace(/"[^"]*"|'[^']*'/g, '');

/** What a line seems to expect from a shell, and what to write instead; undefined if it expects nothing. */
export function shellProblem(line: string): string | undefined {
  const [sign] = shellSyntax.exec(withoutQuoted(line)) ?? [];
  if (sign === undefined) return undefined;
  return `has ${sign}, and no shell reads it; put it into a script, or give a list: [sh, -c, '… "$1" …', sh, '{email}']`;
}
