/**
 * From flags, environment and file to settings: flags win over `CAWL_*` variables, these over the file, the file over
 * the defaults. Everything that is wrong is said at once, each with its place. Reads files; sends and prints nothing.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Declares, RunSettings, Settings, Waiver } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import { nearest } from '../schema/nearest.ts';
import { type SchemaProblem, validator } from '../schema/validator.ts';
import { readBaseUrl } from './base-url.ts';
import { type ConfigDocument, readDocument, stepsOf } from './document.ts';
import type { Flags } from './options.ts';
import { coerce, type Override, overridesOf, schemaAt, textOf } from './overrides.ts';
import { readTruth } from './truth.ts';
import { type Environment, fillVariables } from './variables.ts';

export interface Sources {
  readonly cwd: string;
  readonly env: Environment;
  readonly flags: Flags;
  /** The configuration as a value with the keys of the file; then no file is looked for, unless `--config` names one. */
  readonly value?: Readonly<Record<string, unknown>>;
}

/** The target as the user describes it. */
export type GivenTarget = Pick<Settings, 'baseUrl' | 'tokens' | 'fixtures' | 'declares' | 'waivers'>;

export interface Configuration {
  /** The file that was read, relative to the current folder where it lies below it. */
  readonly file: string | undefined;
  /** Undefined: the embedded reference server. */
  readonly target: GivenTarget | undefined;
  /** The fault of the embedded server. */
  readonly fault: string | undefined;
  readonly run: RunSettings;
  readonly output: {
    readonly reportDir: string;
    readonly reporters: readonly string[];
    readonly failOn: 'gate' | 'advisory';
    readonly requireComplete: boolean;
    readonly quiet: boolean;
    readonly compareTo: string | undefined;
  };
}

/** Looked for in the current folder, in this order. */
export const configNames = ['cawl.config.yaml', 'cawl.config.yml', 'cawl.config.json'] as const;
export const defaultReporters = ['console', 'html', 'json', 'junit'] as const;

const defaultRegister = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'cawl+{unique}@example.com',
  password: 'Correct-Horse-9-Battery',
};

/** @throws UsageError naming every problem with its file, line and column, its flag or its variable */
export function loadConfiguration({ cwd, env, flags, value }: Sources): Configuration {
  const fault = textOf('fault', flags, env);
  const named = textOf('config', flags, env);
  const overrides = overridesOf(flags, env, cwd).filter(
    (one) => fault === undefined || one.source.startsWith('--') || one.path.startsWith('/run/'),
  );
  const addressed = overrides.find((one) => one.path === '/baseUrl');
  if (fault !== undefined && addressed !== undefined)
    throw new UsageError(
      `${fault.source} and ${addressed.source} exclude each other: a fault is one of the embedded server's`,
      'leave one of them out',
    );
  const file = value !== undefined && named === undefined ? undefined : findFile(cwd, named);
  const document = file === undefined ? undefined : readDocument(shownPath(cwd, file), read(file, named?.source));
  const raw = document === undefined ? { ...value } : plainMap(document);
  const embedded = fault !== undefined || (addressed === undefined && raw['baseUrl'] === undefined);
  const loading = new Loading(document, overrides);
  if (embedded && fault === undefined) refuseHalfTarget(raw, document, overrides);
  // What the file says of another target does not hold for the embedded server.
  const relevant: Record<string, unknown> = embedded
    ? { ...(raw['run'] === undefined ? {} : { run: raw['run'] }) }
    : raw;
  if (embedded) for (const key of Object.keys(raw)) if (!knownKeys.includes(key)) relevant[key] = raw[key];

  const merged = loading.merge(relevant, env);
  loading.judge(merged);
  const folder = file === undefined ? cwd : dirname(file);
  const target = embedded ? undefined : readTarget(merged, loading, folder);
  const run = readRun(merged['run'] ?? {}, loading, { cwd, folder, embedded });
  loading.refuse();
  return {
    file: document?.name,
    target,
    fault: fault?.value,
    run: run.settings,
    output: { ...run.output, compareTo: textOf('compare-to', flags, env)?.value },
  };
}

const knownKeys = ['$schema', 'baseUrl', 'tokens', 'fixtures', 'declares', 'run', 'waivers'];

/** The configuration as its schema describes it, everything optional. */
interface Raw {
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
    reporters?: string[];
    failOn?: 'gate' | 'advisory';
    requireComplete?: boolean;
    quiet?: boolean;
    headers?: Record<string, string>;
  };
  waivers?: Waiver[];
}

/** One loading: knows where each value came from, and gathers what is wrong. */
class Loading {
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

function findFile(cwd: string, named: { value: string; source: string } | undefined): string | undefined {
  if (named === undefined) {
    const found = configNames.map((name) => join(cwd, name)).filter((path) => existsSync(path));
    if (found.length > 1)
      throw new UsageError(
        `there are ${found.length} configurations here: ${found.map((path) => shownPath(cwd, path)).join(', ')}`,
        'keep one, or name one with --config',
      );
    return found[0];
  }
  const path = resolve(cwd, named.value);
  if (!existsSync(path))
    throw new UsageError(
      `${named.source} ${named.value} does not exist`,
      'cawl init writes a configuration to start from',
    );
  if (statSync(path).isDirectory()) throw new UsageError(`${named.source} ${named.value} is a folder; it takes a file`);
  return path;
}

function read(path: string, source: string | undefined): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UsageError(`${source ?? 'the configuration'} ${path} cannot be read: ${(error as Error).message}`);
  }
}

function shownPath(cwd: string, path: string): string {
  const below = relative(cwd, path);
  return below.startsWith('..') || isAbsolute(below) ? path : below;
}

function plainMap(document: ConfigDocument): Record<string, unknown> {
  const { value } = document;
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new UsageError(
      `${document.place('')}  the configuration is ${Array.isArray(value) ? 'a list' : 'a single value'}; it takes keys such as baseUrl, tokens and fixtures`,
      'cawl init writes one to start from',
    );
  return value as Record<string, unknown>;
}

/** A configuration that describes a target but does not say where it is must not quietly judge another server. */
function refuseHalfTarget(
  raw: Record<string, unknown>,
  document: ConfigDocument | undefined,
  overrides: readonly Override[],
): void {
  const half = ['tokens', 'fixtures', 'declares', 'waivers'].find((key) => raw[key] !== undefined);
  if (half !== undefined)
    throw new UsageError(
      `${document === undefined ? '' : `${document.place(`/${half}`)}  `}there is \`${half}\`, but baseUrl is missing, so there is no target`,
      'add baseUrl to the file, or give --base-url or CAWL_BASE_URL',
    );
  const token = overrides.find((one) => one.path === '/tokens/valid' && one.source.startsWith('--'));
  if (token !== undefined)
    throw new UsageError(`${token.source} is given, but no target`, 'add --base-url, or baseUrl in the configuration');
}

function readTarget(merged: Raw, loading: Loading, folder: string): GivenTarget {
  const address = readBaseUrl(typeof merged.baseUrl === 'string' ? merged.baseUrl : '');
  if ('problem' in address && typeof merged.baseUrl === 'string' && !loading.isUnfilled('/baseUrl'))
    loading.add('/baseUrl', `baseUrl ${address.problem}`);
  const fixtures = merged.fixtures ?? {};
  const missing: string[] = [];
  if (merged.tokens?.valid === undefined)
    missing.push('tokens.valid is missing: a token that the target accepts; set CAWL_TOKEN or give --token-file');
  if (fixtures.webhooks === undefined)
    missing.push('fixtures.webhooks is missing: the webhooks whose logs may be searched, such as [{id: wh_1}]');
  if (fixtures.profileIds === undefined)
    missing.push('fixtures.profileIds is missing: ids of profiles that exist, such as [p1]');
  if (fixtures.calendarIds === undefined)
    missing.push('fixtures.calendarIds is missing: ids of calendars that exist, such as [c1]');
  for (const line of missing) {
    const place = line.startsWith('tokens') ? '/tokens' : '/fixtures';
    if (loading.document === undefined) loading.raw([line]);
    else loading.line(loading.document.place(place), line);
  }
  if (missing.length > 0 && loading.document === undefined)
    loading.hint = 'there is no configuration here: cawl init writes one with all of these to fill in';

  const webhooks = Array.isArray(fixtures.webhooks) ? fixtures.webhooks : [];
  const ids = webhooks.map((webhook) => webhook?.id);
  ids.forEach((id, index) => {
    if (typeof id === 'string' && ids.indexOf(id) < index)
      loading.add(
        `/fixtures/webhooks/${index}/id`,
        `fixtures.webhooks[${index}].id is "${id}" a second time; each webhook is named once`,
      );
  });
  const waivers = Array.isArray(merged.waivers) ? merged.waivers : [];
  const waived = waivers.map((waiver) => waiver?.requirement);
  waived.forEach((id, index) => {
    if (typeof id === 'string' && waived.indexOf(id) < index)
      loading.add(
        `/waivers/${index}/requirement`,
        `waivers[${index}].requirement is "${id}" a second time; one waiver is enough`,
      );
  });

  const code = fixtures.verificationCode;
  return {
    baseUrl: 'url' in address ? address.url : '',
    tokens: { ...merged.tokens, valid: merged.tokens?.valid ?? '' },
    fixtures: {
      webhooks: webhooks.map((webhook, index) => ({
        id: webhook?.id,
        ...(typeof webhook?.truth === 'string' ? { truth: truthOf(webhook.truth, index, loading, folder) } : {}),
      })),
      profileIds: fixtures.profileIds ?? [],
      calendarIds: fixtures.calendarIds ?? [],
      limit: fixtures.limit ?? 10,
      register: { ...defaultRegister, ...fixtures.register },
      ...(code === undefined ? {} : { verificationCode: { ...code, waitMs: code.waitMs ?? 5000 } }),
    },
    declares: merged.declares ?? {},
    waivers,
  };
}

function truthOf(name: string, index: number, loading: Loading, folder: string) {
  const problems: string[] = [];
  const place = loading.document?.place(`/fixtures/webhooks/${index}/truth`);
  const truth = readTruth(name, folder, problems, place === undefined ? '' : `${place}  `);
  loading.raw(problems);
  return truth;
}

/** Requests of a run unless said otherwise. With the look at the target before it a quick run stays under 300. */
const budget = { quick: 290, standard: 5000, deep: 100_000 } as const;

function readRun(
  run: NonNullable<Raw['run']>,
  loading: Loading,
  { cwd, folder, embedded }: { cwd: string; folder: string; embedded: boolean },
): { settings: RunSettings; output: Omit<Configuration['output'], 'compareTo'> } {
  const depth = run.depth ?? 'standard';
  const fromFlag = typeof run.ca === 'string' && !existsSync(resolve(folder, run.ca));
  const ca = typeof run.ca === 'string' ? resolve(fromFlag ? cwd : folder, run.ca) : undefined;
  if (ca !== undefined && !existsSync(ca))
    loading.add('/run/ca', `run.ca ${run.ca} does not exist; it takes a PEM file`);
  return {
    settings: {
      depth,
      concurrency: run.concurrency ?? (embedded ? 16 : 8),
      rate: run.rate ?? 0,
      timeoutMs: run.timeoutMs ?? 10_000,
      maxRequests: run.maxRequests ?? budget[depth],
      seed: run.seed ?? Math.floor(Math.random() * 2 ** 31),
      only: run.only ?? [],
      skip: run.skip ?? [],
      headers: headersOf(run.headers ?? {}, loading),
      insecure: run.insecure ?? false,
      ...(ca === undefined ? {} : { ca }),
    },
    output: {
      reportDir: run.reportDir ?? 'reports',
      reporters: run.reporters ?? defaultReporters,
      failOn: run.failOn ?? 'gate',
      requireComplete: run.requireComplete ?? false,
      quiet: run.quiet ?? false,
    },
  };
}

/** Those that the kit sets itself, request by request: a second one would make every request wrong. */
const ownHeaders = ['authorization', 'content-type', 'content-length', 'transfer-encoding', 'connection'];

function headersOf(given: Record<string, string>, loading: Loading): [string, string][] {
  const byName = new Map<string, [string, string]>();
  // Flags come after the file's and win, however the name is written.
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    byName.set(lower, [name, value]);
    if (ownHeaders.includes(lower))
      loading.add(
        `/run/headers/${name}`,
        `run.headers.${name} is set by the kit itself${lower === 'authorization' ? '; the token goes to tokens.valid or CAWL_TOKEN' : ''}`,
      );
  }
  return [...byName.values()];
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
