/** One server with one fault, and what the kit says of it. What catches nothing proves nothing. */
import type { Depth, Settings } from '../core/config.ts';
import type { SelfProofRow } from '../core/report.ts';
import type { Level, Requirement } from '../core/requirement.ts';
import { type Fault, type ReferenceServer, startReference } from '../reference/index.ts';
import { type RunResult, runInProcess } from './in-process-run.ts';

export interface ProofOptions {
  readonly depth: Depth;
  readonly seed: number;
  readonly rows: ProofRows;
}

/**
 * Which requirements are decided on a broken server: the owner of its fault alone, with those that it needs; all that
 * concern the broken operation, which is the matrix, since no other operation behaves differently; or each and every one.
 */
export type ProofRows = 'owner' | 'operation' | 'all';

export interface Proven {
  readonly row: SelfProofRow;
  /** What the owner said, where it should have failed and did not. */
  readonly said?: string;
  /** Why no client can see the fault, where that is so: nothing is asked of the kit then. */
  readonly unseen?: string;
  /** Rows in which the kit itself failed, with what it said. */
  readonly errors: readonly string[];
}

/**
 * An answer takes about a millisecond here. One that hangs must not cost the ten seconds of a real target, and one that
 * is only late, on a loaded machine, must not look as if it hung.
 */
const timeoutMs = 1500;
const patientMs = 10_000;
/** A code is there before the registration is answered. */
const codeWaitMs = 100;

export async function prove(fault: Fault, catalogue: readonly Requirement[], options: ProofOptions): Promise<Proven> {
  const first = await attempt(fault, catalogue, options, timeoutMs);
  // Not decided is what a machine under load gives too: once more, with the patience of a real run.
  return first.undecided ? (await attempt(fault, catalogue, options, patientMs)).proven : first.proven;
}

async function attempt(fault: Fault, catalogue: readonly Requirement[], options: ProofOptions, limitMs: number) {
  const server = await startReference({ faults: [fault] });
  try {
    const rows = rowsOf[options.rows](catalogue, fault.owner);
    const result = await runInProcess(proofSettings(server, options, limitMs), rows);
    const undecided = fault.unseen === undefined && result.verdicts.get(fault.owner)?.verdict === 'inconclusive';
    return { proven: judged(fault, levelOf(catalogue, fault), result), undecided };
  } finally {
    await server.close();
  }
}

/** The result for a fault whose proof did not finish; `failed` says why. */
export function lost(fault: Fault, catalogue: readonly Requirement[], failed: string): Proven {
  const { name, defect, owner, unseen } = fault;
  const level = levelOf(catalogue, fault);
  return {
    row: { fault: name, breaks: defect, level, owner, caught: false, caughtBy: [], requests: 0, ms: 0 },
    said: `not decided: ${failed}`,
    ...(unseen === undefined ? {} : { unseen }),
    errors: [`${name}: ${failed}`],
  };
}

/** How the embedded server is judged in a proof. */
function proofSettings(server: ReferenceServer, options: ProofOptions, limitMs: number): Settings {
  const { fixtures } = server.settings;
  const { verificationCode } = fixtures;
  return {
    ...server.settings,
    fixtures: {
      ...fixtures,
      ...(verificationCode && { verificationCode: { ...verificationCode, waitMs: codeWaitMs } }),
    },
    waivers: [],
    run: {
      depth: options.depth,
      seed: options.seed,
      concurrency: 16,
      rate: 0,
      timeoutMs: limitMs,
      maxRequests: 20_000,
      only: [],
      skip: [],
      headers: [],
      insecure: false,
    },
  };
}

function levelOf(catalogue: readonly Requirement[], { name, owner }: Fault): Level {
  const requirement = catalogue.find(({ id }) => id === owner);
  if (requirement === undefined) throw new Error(`fault ${name}: its owner ${owner} is not in the catalogue`);
  return requirement.level;
}

function judged(fault: Fault, level: Level, result: RunResult): Proven {
  const { verdicts, requests, untilFailure, ms } = result;
  const caughtBy = [...verdicts].filter(([, { verdict }]) => verdict === 'fail').map(([id]) => id);
  const caught = caughtBy.includes(fault.owner);
  const owner = verdicts.get(fault.owner);
  return {
    row: {
      fault: fault.name,
      breaks: fault.defect,
      level,
      owner: fault.owner,
      caught,
      caughtBy,
      requests: untilFailure ?? requests,
      ms,
    },
    ...(caught
      ? {}
      : { said: owner === undefined ? 'no check decided it' : `${owner.verdict}: ${owner.message ?? ''}` }),
    ...(fault.unseen === undefined ? {} : { unseen: fault.unseen }),
    errors: [...verdicts].flatMap(([id, outcome]) =>
      outcome.verdict === 'error' ? [`${id}: ${outcome.stack ?? outcome.message}`] : [],
    ),
  };
}

const rowsOf: Record<ProofRows, (catalogue: readonly Requirement[], owner: string) => ReadonlySet<string> | undefined> =
  { owner: requirementsForOwner, operation: requirementsOfOperation, all: () => undefined };

/** Registering and verifying are one story: a fault of one may show in the other. */
export function requirementsOfOperation(catalogue: readonly Requirement[], owner: string): ReadonlySet<string> {
  const operation = catalogue.find((row) => row.id === owner)?.operation ?? null;
  const accounts = new Set<Requirement['operation']>(['register', 'verify']);
  const beside = (row: Requirement) => accounts.has(operation) && accounts.has(row.operation);
  const rows = catalogue.filter((row) => operation === null || row.operation === operation || beside(row));
  return new Set(rows.map((row) => row.id));
}

/** What a proof of one owner needs: the valid request, and the whole operation for a requirement that watches traffic. */
export function requirementsForOwner(catalogue: readonly Requirement[], owner: string): ReadonlySet<string> {
  const { operation, watches } = catalogue.find((row) => row.id === owner) ?? {};
  const ids = catalogue
    .filter((row) => row.operation === operation && (watches === true || row.id === `${operation}/accepts-valid`))
    .map((row) => row.id);
  return new Set([owner, ...ids]);
}
