/** Reads the tokens of a configuration: written there, printed by a command, or in a file. */
import { resolve } from 'node:path';
import type { Settings, TokenSource } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { readTokenNow, tokenProblem } from '../core/token-source.ts';
import { splitCommand } from './command-words.ts';
import type { Problems } from './problems.ts';
import type { RawConfiguration, RawTokenSource } from './raw.ts';

type RawTokens = NonNullable<RawConfiguration['tokens']>;

/** Adds to `problems` what cannot be read. A file is relative to `folder`, where commands run too. */
export function tokensOf(
  tokens: RawTokens,
  problems: Problems,
  folder: string,
): Pick<Settings, 'tokens' | 'tokenSources'> {
  const sources: { valid?: TokenSource; otherTenant?: TokenSource } = {};
  const read = (tenant: 'valid' | 'otherTenant'): string | undefined => {
    const given = tokens[tenant];
    if (given === null || typeof given !== 'object') return given;
    const path = `/tokens/${tenant}`;
    const subject = `tokens.${tenant}`;
    const source = sourceOf(given, folder);
    if ('problem' in source) {
      problems.add({ path, subject, predicate: source.problem });
      return undefined;
    }
    sources[tenant] = source;
    try {
      const token = readTokenNow(source);
      const problem = tokenProblem(token);
      if (problem === undefined) return token;
      problems.add({ path, subject, predicate: `: ${describe(given)} gave a text that ${problem}` });
    } catch (error) {
      problems.add({ path, subject, predicate: `: ${describe(given)} failed: ${(error as Error).message}` });
    }
    return undefined;
  };
  const [valid = '', otherTenant] = [read('valid'), read('otherTenant')];
  return {
    tokens: { valid, ...defined({ otherTenant, expired: tokens.expired }) },
    ...(Object.keys(sources).length === 0 ? {} : { tokenSources: sources }),
  };
}

const describe = ({ file }: RawTokenSource): string => (file === undefined ? 'its command' : `its file ${file}`);

function sourceOf(
  { command, file, refreshSeconds }: RawTokenSource,
  folder: string,
): TokenSource | { readonly problem: string } {
  if ((command === undefined) === (file === undefined)) return { problem: ' must have exactly one of command, file' };
  if (file !== undefined) return { file: resolve(folder, file), ...defined({ refreshSeconds }) };
  const split = typeof command === 'string' ? splitCommand(command) : { words: command! };
  if ('problem' in split) return { problem: `.command ${split.problem}` };
  const [program, ...words] = split.words;
  if (program === undefined || program === '') return { problem: '.command is empty' };
  // A program beside the configuration is found from wherever cawl is started.
  const place = /^\.{1,2}[\\/]/.test(program) ? resolve(folder, program) : program;
  return { command: [place, ...words], ...defined({ refreshSeconds }) };
}
