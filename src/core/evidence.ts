import type { Trace } from './trace.ts';

/** One exchange as the report shows it: secrets masked, long bodies truncated, header names and values as on the wire. */
export interface Evidence {
  /** Number of the exchange in its run, from 1: the same in every format. */
  readonly number?: number;
  /** `wrong`: it shows the finding; `control`: what it is compared with. Without `wrong`, the last one that is not a control shows it. */
  readonly role?: EvidenceRole;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  /** Null if there was no response; `failure` then says why. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    /** Bytes of the body as received. */
    readonly bytes: number;
  } | null;
  readonly failure?: string;
  readonly ms: number;
  /** A line for a POSIX shell, which takes secrets from variables such as `CAWL_TOKEN`. */
  readonly curl: string;
  /** What the exchange proves: "page 4, reached by next from page 3". */
  readonly note?: string;
  /** Absent if the request carried no `traceparent` of the kit. */
  readonly trace?: Trace;
}

export type EvidenceRole = 'wrong' | 'control';

/** The exchange that shows the finding: the last one that is marked, or else the last one that is not a control. */
export function decisiveEvidence(evidence: readonly Evidence[] | undefined): Evidence | undefined {
  return (
    evidence?.findLast(({ role }) => role === 'wrong') ??
    evidence?.findLast(({ role }) => role !== 'control') ??
    evidence?.at(-1)
  );
}

/** What it is compared with: the last marked control, or else the last of the same path that ended the other way. */
export function controlEvidence(evidence: readonly Evidence[] | undefined): Evidence | undefined {
  const marked = evidence?.findLast(({ role }) => role === 'control');
  const decisive = decisiveEvidence(evidence);
  if (marked !== undefined || decisive === undefined) return marked;
  const path = (one: Evidence) => `${one.request.method} ${one.request.url.split('?')[0]}`;
  const isAccepted = ({ response }: Evidence) => response !== null && response.status < 300;
  return evidence?.findLast((one) => path(one) === path(decisive) && isAccepted(one) !== isAccepted(decisive));
}
