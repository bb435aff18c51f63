/** The configuration as the rest of the kit reads it: validated, defaults filled in. Described by schemas/kit/config.schema.json. */
import type { Tenant } from './exchange.ts';
import type { CreationLimits } from './left-behind.ts';
import type { Operation } from './operation.ts';

/** Which failures fail a run: `gate`, those of every level but advisory; `advisory`, those of every level. */
export type FailOn = 'gate' | 'advisory';
export type Depth = 'quick' | 'standard' | 'deep';
export const timeFormats = [
  'rfc3339',
  'date',
  'epoch-seconds',
  'epoch-milliseconds',
  'epoch-microseconds',
  'epoch-nanoseconds',
  'local-date-time',
  'iso8601-basic',
  'iso8601-minutes',
  'rfc5322',
] as const;
export type TimeFormat = (typeof timeFormats)[number];
export type RangeBounds = '[]' | '[)' | '(]' | '()';

export interface WebhookFixture {
  readonly id: string;
  /** What the log holds, read from the file that the configuration names. */
  readonly truth?: readonly TruthEntry[];
}

/** One log entry as the owner of the target knows it. `at` is RFC 3339. */
export interface TruthEntry {
  readonly item: string;
  readonly status?: 'succeeded' | 'failed';
  readonly at?: string;
}

export interface VerificationCode {
  readonly url?: string;
  /** A program with its words, started without a shell; `{email}` in a word is the address. */
  readonly command?: readonly string[];
  readonly mailpit?: string;
  /** `host:port` at which cawl receives the mails of the target; once it does, `url` asks for them. */
  readonly smtp?: string;
  readonly value?: number | string;
  /** A regular expression whose one group matches the code in what the source returns. */
  readonly pattern?: string;
  /** How long to wait for a code, ms. */
  readonly waitMs: number;
  /** URL of the HTTP proxy through which `url` or `mailpit` is reached; none unless given. */
  readonly proxy?: string;
  /** How `url` or `mailpit` is trusted: as the target is. */
  readonly tls?: { readonly insecure?: boolean; readonly ca?: string };
}

export interface Declares {
  readonly successStatus?: { readonly [op in Operation]?: number };
  readonly refusalStatus?: number;
  readonly endOfLog?: 'absent' | 'empty' | 'null' | 'cursor';
  readonly cursorCarriesFilters?: boolean;
  readonly timeFormat?: TimeFormat;
  readonly rangeBounds?: RangeBounds;
  readonly sortBy?: readonly string[];
  readonly defaultOrder?: 'asc' | 'desc';
  readonly limit?: 'page-size';
  readonly itemsUnique?: boolean;
  readonly item?: { readonly encoding: 'opaque' | 'json'; readonly status?: string; readonly time?: string };
  readonly unknownWebhook?: number;
  readonly requiredFields?: { readonly [op in Exclude<Operation, 'logs'>]?: readonly string[] };
}

export interface Waiver {
  /** An id, in which `*` stands for any characters. */
  readonly requirement: string;
  readonly reason: string;
  /** A message of the failure that it accepts, whose numbers and items may differ; any failure unless given. */
  readonly symptom?: string;
  /** The last day on which it holds, YYYY-MM-DD. */
  readonly until: string;
}

/** Where a token is read again when it expires: a program with its arguments, started without a shell, or a file. */
export interface TokenSource {
  readonly command?: readonly [program: string, ...words: string[]];
  /** An absolute path. */
  readonly file?: string;
  /** A token older than that, in seconds, is read again; otherwise one that is rejected, or a JWT that expires. */
  readonly refreshSeconds?: number;
}

export interface Settings {
  /** Without a trailing slash; a path prefix is kept. */
  readonly baseUrl: string;
  /** As they are at the start of the run. */
  readonly tokens: { readonly valid: string; readonly otherTenant?: string; readonly expired?: string };
  readonly tokenSources?: { readonly [tenant in Tenant]?: TokenSource };
  readonly fixtures: {
    readonly webhooks: readonly WebhookFixture[];
    readonly profileIds: readonly string[];
    readonly calendarIds: readonly string[];
    readonly limit: number;
    /** `email` holds `{unique}` where a fresh part goes; the names may. */
    readonly register: {
      readonly firstName: string;
      readonly lastName: string;
      readonly email: string;
      readonly password: string;
    };
    readonly verificationCode?: VerificationCode;
  };
  /** Where the owner sees the traces of the target: a URL with `{traceId}`. */
  readonly traceLink?: string;
  /** The owner agrees that the run registers users and creates events on a target that is not on this machine. */
  readonly allowWrites?: boolean;
  readonly declares: Declares;
  readonly waivers: readonly Waiver[];
  readonly run: RunSettings;
}

/** Reads of a target of which nothing else is known settle within this time, ms. */
export const defaultSettleMs = 2000;
/** Entries older than this multiple of the settling time are in every reading. */
export const lagFactor = 5;

/** How many times as long as the time-out a request is waited for before it counts as hanging. */
export const longWaitFactor = 3;

/** `index` from 0, less than `of`. */
export interface SamplePart {
  readonly index: number;
  readonly of: number;
}

export interface RunSettings {
  readonly depth: Depth;
  readonly concurrency: number;
  /** Requests a second; 0 for no limit. */
  readonly rate: number;
  readonly timeoutMs: number;
  readonly maxRequests: number;
  /** How many users and events the run may create; any number unless given. */
  readonly maxCreations?: CreationLimits;
  /** How long the checks may take, ms; no limit unless given. */
  readonly maxTimeMs?: number;
  /** How much longer they may take, ms, for the time that a target that throttles makes them wait; no longer unless given. */
  readonly throttledTimeMs?: number;
  /** Time that the run spends on what decides most, ms; it is told what it leaves out. All is decided unless given. */
  readonly budgetMs?: number;
  /** How long a target that throttles everything at the start is waited for, ms. */
  readonly maxWaitMs?: number;
  readonly seed: number;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly headers: readonly (readonly [string, string])[];
  readonly insecure: boolean;
  /** Path of a PEM file with certificate authorities to trust. */
  readonly ca?: string;
  /** Paths of PEM files: the certificate by which the kit identifies itself, and its key. */
  readonly cert?: string;
  readonly key?: string;
  /** URL of the HTTP proxy through which requests go; none unless given. */
  readonly proxy?: string;
  /** Whether PUT, PATCH and DELETE are sent with the valid token; default false. */
  readonly methods?: boolean;
  /**
   * What the fresh parts of e-mails are drawn from, if the server lives no longer than the run, so that they may be the
   * same in the next; else they are random.
   */
  readonly freshKey?: string;
  /**
   * How long reads of the target may lag, ms: caches, replicas and indexes settle within it. Findings are confirmed after
   * such a pause; 0 for a server that is known to have none. Default 2,000.
   */
  readonly settleMs?: number;
  /**
   * The ids of the fixtures are known to exist, since the server was started for this run. Elsewhere a target that rejects
   * them all may simply not have them.
   */
  readonly fixturesExist?: true;
  /** What the run observes will be declared. A wrong choice would fail later runs, so it may take more requests to be sure. */
  readonly learns?: true;
  /** The configured event was created before the run: a target may refuse it as a repetition. */
  readonly eventExists?: true;
  /** Of several runs that share the samples of every property, the one that this is; each draws its own. */
  readonly samplePart?: SamplePart;
  /** Sends searches of logs (GET) and nothing else: whatever needs more ends undecided. */
  readonly readOnly?: boolean;
  /** Whether requests carry `traceparent`; default true. */
  readonly trace?: boolean;
}
