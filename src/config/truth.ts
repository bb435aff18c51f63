/** Reads truth files: the content of a log, as the owner of the target knows it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TruthEntry } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import { validator } from '../schema/validator.ts';
import { formatPlace, readDocument } from './document.ts';

/** Reads one file, relative to `folder`. Problems are added as sentences that start with their place. */
export function readTruth(name: string, folder: string, problems: string[]): readonly TruthEntry[] {
  let text: string;
  try {
    text = readFileSync(resolve(folder, name), 'utf8');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : (error as Error).message;
    problems.push(`the truth file ${name} ${why} (looked for in ${folder})`);
    return [];
  }
  try {
    const document = readDocument(name, text);
    const wrong = validator('kit/truth')(document.value);
    for (const problem of wrong.slice(0, 5))
      problems.push(`${formatPlace(document.place(problem.path))}  ${problem.message}`);
    if (wrong.length > 5) problems.push(`${name}  and ${wrong.length - 5} more`);
    return wrong.length === 0 ? (document.value as TruthEntry[]) : [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    problems.push(error.message);
    return [];
  }
}
