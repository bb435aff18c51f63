/** The report document, `conformance.json`: see schemas/kit/report.schema.json. Changed only by adding. */
import type { Place } from './causes/place.ts';
import type { FailOn, SamplePart, Waiver } from './config.ts';
import type { Evidence } from './evidence.ts';
import type { Operation } from './operation.ts';
import type { Area, Level } from './requirement.ts';
import type { Source } from './source.ts';
import type {
  Assumption,
  Counterexample,
  Illustration,
  Reproduced,
  Reproducer,
  Samples,
  Undeclared,
  VerdictKind,
} from './verdict.ts';

/** What a run as a whole comes to; see gate.ts for how it is decided. */
export const runVerdicts = ['conformant', 'incomplete', 'nonConformant', 'undecided'] as const;
export type RunVerdict = (typeof runVerdicts)[number];

/** A waiver that expired, matches no requirement or is no longer needed: it fails the gate. */
export interface WaiverProblem {
  readonly requirement: string;
  readonly problem: string;
}

export type ReportedVerdict = VerdictKind | 'waived';
export type Summary = { readonly [level in Level]: { readonly [verdict in ReportedVerdict]: number } };

export interface ReportedRequirement {
  readonly id: string;
  readonly level: Level;
  readonly area: Area;
  /** `4.4`, `intro, 7`, `RFC 9110 §15.5.6`; {@link source} has the same as data. */
  readonly section: string;
  readonly source?: readonly Source[];
  readonly operation: Operation | null;
  readonly statement: string;
  readonly because?: string;
  readonly decidedBy?: string;
  /** It only records what the server chose, so that no declaration makes it testable. */
  readonly observes?: true;
  readonly verdict: ReportedVerdict;
  readonly message?: string;
  readonly wouldDecide?: string;
  /** The option or key of the configuration that left it open; absent if the target did. */
  readonly setting?: string;
  readonly exchanges: number;
  /** Situations that the check met, which give a pass its weight. */
  readonly reached?: readonly string[];
  readonly samples?: Samples;
  readonly counterexample?: Counterexample;
  readonly illustrations?: readonly Illustration[];
  readonly evidence?: readonly Evidence[];
  readonly capsule?: Reproducer;
  readonly reproduced?: Reproduced;
  /** Why the check of a failure did not run again, if it did not. */
  readonly notRepeated?: string;
  /** How an earlier run decided it, if this one decided it again (`run --again`). */
  readonly before?: { readonly verdict: ReportedVerdict; readonly message?: string };
  /** Of a failure: where the mistake probably is. */
  readonly place?: Place;
  readonly assumptions?: readonly Assumption[];
  readonly replay?: string;
  readonly undeclared?: Undeclared;
  readonly waiver?: { readonly reason: string; readonly until: string; readonly symptom?: string };
}

/** Ids of failures that one cause explains. */
export interface ReportedGroup {
  /** The most specific one. */
  readonly head: string;
  /** The same at other operations. */
  readonly same: readonly string[];
  readonly also: readonly string[];
}

/** Which part of a plan a run was: one of several that share the requirements of a target, or one target of a fleet. */
export interface ReportedJob {
  /** Digest of the plan, the same in all its jobs. */
  readonly plan: string;
  /** Place among the jobs of the same target, from 0, and their number. */
  readonly index: number;
  readonly of: number;
  readonly implementation?: string;
  readonly version?: string;
  /** Which part of the samples it drew, if several jobs decide the same requirements. */
  readonly samples?: SamplePart;
  /** What all jobs of the target decide together: globs as in `--only` and `--skip`. */
  readonly selection: { readonly only: readonly string[]; readonly skip: readonly string[] };
  /** Those of the configuration, for the gate over all jobs. */
  readonly waivers?: readonly Waiver[];
}

/** A shard that a merged report does not rest on as a whole. */
export interface ShardProblem {
  /** `shard 3 of 4`, or the folder it was read from. */
  readonly shard: string;
  /** `missing`, `partial`, `duplicate`, or what is foreign about it. */
  readonly kind: 'missing' | 'partial' | 'duplicate' | 'foreign';
  readonly problem: string;
}

/** What the target chose in a gap of the specification. */
export interface Observation {
  /** Such as `successStatus.register`. */
  readonly gap: string;
  readonly section: string;
  /** What is open, in words. */
  readonly about?: string;
  readonly value: unknown;
  readonly seen: number;
  /** Other values seen for the same gap, with how often. */
  readonly otherwise?: readonly { readonly value: unknown; readonly seen: number }[];
  /** The line for the configuration, such as `declares.successStatus.register: 201`; absent if nothing can be declared. */
  readonly declare?: string;
  readonly evidence?: readonly Evidence[];
}

/** Times of one operation's answers, ms. */
/** Requests that got no response: how many, and over which connections, as far as that is known. */
export interface LostRequest {
  readonly requests: number;
  /** Over connections that had served other requests before. */
  readonly kept: number;
  /** Over connections that were opened for them. */
  readonly fresh: number;
}

export interface Latency {
  readonly count: number;
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
  /** Counts per bucket: [upper bound in ms, or null for the rest, count]. */
  readonly buckets: readonly (readonly [number | null, number])[];
}

/** A row of the self-proof table: a server broken in one named way, and the row that caught it. */
export interface SelfProofRow {
  readonly fault: string;
  readonly breaks: string;
  readonly level: Level;
  readonly owner: string;
  readonly caught: boolean;
  readonly caughtBy: readonly string[];
  readonly requests: number;
  readonly ms: number;
}

/** What the kit said of a server that keeps the specification: nothing may be blamed. */
export interface ConformingServerResult {
  readonly server: string;
  /** Requirements that passed. */
  readonly passed: number;
  /** Situations that checks met there. */
  readonly reached?: readonly string[];
  /** Requirements that failed at a level that no correct server may fail, and those in which the kit failed. */
  readonly blamed: readonly { readonly id: string; readonly message: string }[];
  readonly requests: number;
  readonly ms: number;
}

/** One run in the history of a target. */
export interface HistoryEntry {
  /** RFC 3339. */
  readonly startedAt: string;
  readonly target: string;
  readonly depth: 'quick' | 'standard' | 'deep';
  readonly verdict: RunVerdict;
  readonly passed: number;
  /** What the gate counted; the rest is `advice`. */
  readonly failed: number;
  readonly undecided: number;
  readonly advice: number;
  readonly requests: number;
  readonly durationMs: number;
}

export interface ConformanceReport {
  readonly schemaVersion: 1;
  readonly kit: { readonly name: string; readonly version: string };
  readonly target: { readonly baseUrl: string; readonly embedded?: boolean; readonly fault?: string };
  readonly run: {
    readonly seed: number;
    readonly depth: 'quick' | 'standard' | 'deep';
    readonly startedAt: string;
    readonly durationMs: number;
    readonly requests: number;
    readonly retries: number;
    readonly shard: string | null;
    readonly job?: ReportedJob;
    /** Of a report merged from those of several jobs. */
    readonly merged?: { readonly shards: number; readonly of: number; readonly problems: readonly ShardProblem[] };
    readonly interrupted?: boolean;
    /** Why the target could not be judged at all, and what may help. */
    readonly unjudged?: { readonly reason: string; readonly hint?: string };
    /** TLS certificates were not checked, so that nothing shows which server answered. */
    readonly insecure?: true;
    /** Nothing but searches was sent. */
    readonly readOnly?: true;
    readonly node?: string;
    readonly failOn?: FailOn;
    /** Suspicions that were excused, each for another cause that it may have: number by kind. */
    readonly excused?: Readonly<Record<string, number>>;
    /** Ids of the requirements with a finding that was excused, since further runs of the check did not show it. */
    readonly unconfirmed?: readonly string[];
    /** Number of the request from which on the target rejected the valid token, which it had accepted before. */
    readonly tokenRejectedFrom?: number;
    /** This run decided only that many requirements, which an earlier one had left failing or undecided. */
    readonly again?: { readonly startedAt: string; readonly requirements: number };
    /** When each check began, ms after `startedAt`, by id of its requirement. */
    readonly starts?: Readonly<Record<string, number>>;
    /** How long each check took, ms, by id of its requirement; checks run beside each other. */
    readonly times?: Readonly<Record<string, number>>;
    /** Valid requests whose connection was closed before a response came. */
    readonly lost?: { readonly [op in Operation]?: LostRequest };
    readonly latency?: { readonly [op in Operation]?: Latency };
    /** How many users and events the run created. */
    readonly created?: { readonly users: number; readonly events: number };
    /** Requests in flight on average while any was, and the limit. */
    readonly inFlight?: { readonly average: number; readonly limit: number };
  };
  readonly verdict: RunVerdict;
  readonly summary: Summary;
  readonly requirements: readonly ReportedRequirement[];
  /** Failures by their cause, in the order in which one would fix them. */
  readonly groups?: readonly ReportedGroup[];
  readonly observations: readonly Observation[];
  readonly waiverProblems?: readonly WaiverProblem[];
  /** The last runs of the target, this one included (`--history`). */
  readonly history?: readonly HistoryEntry[];
  readonly selfProof?: readonly SelfProofRow[];
  /** Beside the self-proof: correct servers of other makes. */
  readonly correctServers?: readonly ConformingServerResult[];
}
