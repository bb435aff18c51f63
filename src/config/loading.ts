/** One loading of a configuration: where each value came from, and everything that is wrong, each with its place. */
import type { Declares, RunSettings, Settings, Waiver } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import type { ReporterName } from '../report/reporters.ts';
import { nearest } from '../schema/nearest.ts';
import { type SchemaProblem, validator } from '../schema/validator.ts';
import { type ConfigDocument, stepsOf } from './document.ts';
import { coerce, type Override, schemaAt } from './overrides.ts';
import { type Environment, fillVariables } from './variables.ts';

/** The configuration as its schema describes it, everything optional. */
export interface Raw {
  baseUrl?: string;
  tokens?: { valid?: string; otherTenant?: string; expired?: string };
  fixtures?: {
    webhooks?: { id: string; truth?: string }[];
    profileIds?: string[];
    calendarIds?: string[];
    limit?: number;
    register?: Partial<Settings['fixtures']['register']>;
    verificationCode?: { url?: string; command?: string; mailpit?: string; value?: number | string; waitMs?: number };
  };
  declares?: Declares;
  run?: Partial<Omit<RunSettings, 'headers'>> & {
    reportDir?: string;
    reporters?: ReporterName[];
    failOn?: 'gate' | 'advisory';
    requireComplete?: boolean;
    quiet?: boolean;
    headers?: Record<string, string>;
  };
  waivers?: Waiver[];
}

/** One loading: knows where each value came from, and gathers what is wrong. */
export class Loading {
  readonly document: ConfigDocument | undefined;
  readonly #overrides: readonly Override[];
  readonly #lines: string[] = [];
  /** Advice shown once below the problems. */
  hint: string | undefined;

  constructor(document: ConfigDocument | undefined, overrides: readonly Override[]) {
    this.document = document;
    this.#overrides = overrides;
  }

  merge(raw: Record<string, unknown>, env: Environment): Raw {
    const problems: SchemaProblem[] = [];
    const overridden = new Set(this.#overrides.map((one) => one.path));
    const merged = coerced(fillVariables(structuredClone(raw), env, overridden, problems), raw) as Record<
      string,
      unknown
    >;
    for (const problem of problems) this.add(problem.path, problem.message);
    for (const { path, value } of this.#overrides) put(merged, stepsOf(path), value);
    const tokens = merged['tokens'];
    if (tokens !== null && typeof tokens === 'object')
      for (const [key, value] of Object.entries(tokens))
        if (typeof value === 'string') (tokens as Record<string, unknown>)[key] = value.trim();
    this.#unfilled = new Set(problems.map((problem) => problem.path));
    return merged as Raw;
  }

  #unfilled: ReadonlySet<string> = new Set();

  judge(merged: Raw): void {
    for (const { path, message } of validator('kit/config')(merged)) {
      // A variable that is not set leaves a hole that was named already; the address has a judge of its own.
      if (this.#unfilled.has(path) || (path === '/baseUrl' && typeof merged.baseUrl === 'string')) continue;
      this.add(path, advised(message.replace(/, must match \S+; it takes /, '; it takes '), path, merged));
    }
  }

  /** Whether a variable that was not set left a hole there. */
  isUnfilled(path: string): boolean {
    return this.#unfilled.has(path);
  }

  add(path: string, message: string): void {
    const override = this.#overrides.find((one) => path === one.path || path.startsWith(`${one.path}/`));
    if (override !== undefined) {
      const dotted = stepsOf(override.path).join('.');
      const rest = message.startsWith(dotted) ? message.slice(dotted.length).replace(/^\[\d+\]/, '') : ` ${message}`;
      this.#lines.push(`${override.source}${rest.replace(/ \((string|integer|number)\),/, ',')}`);
    } else if (this.document !== undefined)
      this.line(this.document.place(path, message.startsWith('unknown key') ? 'key' : 'value'), message);
    else this.#lines.push(message);
  }

  line(place: string, message: string): void {
    this.#lines.push(`${place}  ${message}`);
  }

  raw(lines: readonly string[]): void {
    this.#lines.push(...lines);
  }

  /** @throws UsageError if anything was wrong */
  refuse(): void {
    if (this.#lines.length === 0) return;
    const [first] = this.#lines;
    if (this.#lines.length === 1) throw new UsageError(first!, this.hint);
    // As the file is read; what the file does not hold comes first.
    const place = (line: string) => Number(/^\S+?:(\d+):\d+ {2}/.exec(line)?.[1] ?? 0);
    const lines = [...this.#lines]
      .sort((a, b) => place(a) - place(b))
      .map((line) => `  ${line}`)
      .join('\n');
    throw new UsageError(`${this.#lines.length} things are wrong with what you gave:\n${lines}`, this.hint);
  }
}

/** The message with what only this configuration shows: what was probably meant. */
function advised(message: string, path: string, merged: Raw): string {
  if (path === '/tokens/valid' && /^bearer\s/i.test(merged.tokens?.valid ?? ''))
    return `${message} (leave out the word Bearer)`;
  if (path === '/declares/endOfLog' && merged.declares?.endOfLog === null) return `${message} (in quotes: "null")`;
  const choices = (schemaAt(path)?.enum ?? []).filter((choice) => typeof choice === 'string');
  const value = stepsOf(path).reduce<unknown>(
    (at, step) => (at as Record<string, unknown> | null | undefined)?.[step],
    merged,
  );
  const meant = typeof value === 'string' ? nearest(value, choices) : undefined;
  return meant === undefined ? message : `${message.replace(/; it takes .*$/s, '')}; did you mean "${meant}"?`;
}

/** Texts that came out of a variable become the number or truth value that their place takes. */
function coerced(filled: unknown, before: unknown, path = ''): unknown {
  if (typeof filled === 'string') return filled === before ? filled : coerce(filled, path);
  if (Array.isArray(filled)) return filled.map((item, at) => coerced(item, (before as unknown[])[at], `${path}/${at}`));
  if (filled === null || typeof filled !== 'object') return filled;
  return Object.fromEntries(
    Object.entries(filled).map(([key, value]) => [
      key,
      coerced(value, (before as Record<string, unknown>)[key], `${path}/${key}`),
    ]),
  );
}

function put(root: Record<string, unknown>, steps: readonly string[], value: unknown): void {
  let place = root;
  for (const step of steps.slice(0, -1)) {
    const below = place[step];
    if (below === null || typeof below !== 'object' || Array.isArray(below)) place[step] = {};
    place = place[step] as Record<string, unknown>;
  }
  place[steps.at(-1)!] = value;
}
