/** Validates a merged configuration against its schema, and says what a key takes or what was probably meant. */
import { defined } from '../core/defined.ts';
import { nearest } from '../schema/nearest.ts';
import { describeInvalidValue, type InvalidValue } from '../schema/sentences.ts';
import { type SchemaProblem, validator } from '../schema/validator.ts';
import { stepsOf } from './document.ts';
import { schemaAt } from './overrides.ts';
import type { ConfigProblem } from './problems.ts';
import type { RawConfiguration } from './raw.ts';

/** @param unfilled places whose variable is not set: their emptiness is reported already */
export function validateConfiguration(merged: RawConfiguration, unfilled: ReadonlySet<string>): ConfigProblem[] {
  return (
    validator('kit/config')(merged)
      .filter(({ path }) => !unfilled.has(path))
      // readBaseUrl says more about an address than its schema can.
      .filter(({ path }) => path !== '/baseUrl' || typeof merged.baseUrl !== 'string')
      .map((problem) => inWords(problem, merged))
  );
}

function inWords(problem: SchemaProblem, merged: RawConfiguration): ConfigProblem {
  const { path, kind } = problem;
  if (kind === 'unknown-key') return { path, part: 'key', subject: '', predicate: problem.message };
  if (kind !== 'invalid-value') return { path, subject: '', predicate: problem.message };
  const { subject, type, ...parts } = problem.parts;
  const predicate = (shown: typeof parts & { readonly type?: string }) => ` ${describe(shown, path, merged)}`;
  // The type of a value from a flag or a variable says nothing: it is always a text.
  return {
    path,
    subject,
    predicate: predicate({ ...parts, ...defined({ type }) }),
    overridePredicate: predicate(parts),
  };
}

function describe(parts: Omit<InvalidValue, 'subject'>, path: string, merged: RawConfiguration): string {
  const value = valueAt(merged, path);
  const choices = (schemaAt(path)?.enum ?? []).filter((choice) => typeof choice === 'string');
  const closest = typeof value === 'string' ? nearest(value, choices) : undefined;
  const { takes, ...others } = parts;
  if (closest !== undefined) return `${describeInvalidValue(others)}; did you mean "${closest}"?`;
  return `${describeInvalidValue(parts)}${noteOn(path, value)}`;
}

/** Mistakes that are common at one place. */
function noteOn(path: string, value: unknown): string {
  if (path === '/tokens/valid' && typeof value === 'string' && /^bearer\s/i.test(value))
    return ' (leave out the word Bearer)';
  if (path === '/declares/endOfLog' && value === null) return ' (in quotes: "null")';
  return '';
}

function valueAt(root: unknown, path: string): unknown {
  return stepsOf(path).reduce<unknown>((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], root);
}
