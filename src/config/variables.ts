/** `${NAME}` in the texts of a configuration: taken from the environment after parsing, so that no value can add a key. */
import { named } from '../schema/sentences.ts';
import type { ConfigProblem } from './problems.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const slot = /\$(\$?)\{([^}]*)\}/g;
/** Without these there is no run: advice to remove their line would be wrong. */
const required: ReadonlySet<string> = new Set(['/baseUrl', '/tokens/valid']);
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Copies a value with every `${NAME}` filled in; `$${NAME}` becomes `${NAME}`. Places in `overridden` (JSON Pointers) are
 * skipped, since another source gives their value. Variables that are not set are added to `problems`.
 */
export function fillVariables(
  value: unknown,
  env: Environment,
  overridden: ReadonlySet<string>,
  problems: ConfigProblem[],
  path = '',
): unknown {
  if (overridden.has(path)) return value;
  if (typeof value === 'string') return fill(value, env, problems, path);
  if (Array.isArray(value))
    return value.map((item, index) => fillVariables(item, env, overridden, problems, `${path}/${index}`));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [
      key,
      fillVariables(below, env, overridden, problems, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
  );
}

function fill(text: string, env: Environment, problems: ConfigProblem[], path: string): string {
  return text.replace(slot, (all, dollar: string, name: string) => {
    if (dollar === '$') return all.slice(1);
    if (!variableName.test(name)) {
      problems.push({
        path,
        subject: named(path),
        predicate: `: ${all} is not the name of an environment variable: it takes letters, digits and _ ; write $${all} for the text itself`,
      });
      return '';
    }
    const found = env[name];
    if (found === undefined || found === '') {
      const how = found === undefined ? 'is not set' : 'is set but empty';
      const remedy = required.has(path) ? 'set it' : 'set it, or remove this line';
      problems.push({
        path,
        subject: named(path),
        predicate: `: the environment variable ${name} ${how}; ${remedy}`,
      });
      return '';
    }
    return found;
  });
}
