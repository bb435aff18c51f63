/** Proves one fault: a reference server with it, and the verdicts of the checks on that server. */
import type { Depth } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import type { SelfProofRow } from '../core/report.ts';
import type { Level, Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';
import { type Fault, startReference } from '../reference/index.ts';
import { type RunResult, runInProcess } from './in-process-run.ts';
import { referenceSettings } from './reference-settings.ts';
import { mustBeCaught, type ProofScope, requirementsInScope } from './scope.ts';
import { shownContradiction } from './shown-response.ts';

export interface ProofOptions {
  readonly depth: Depth;
  readonly seed: number;
  readonly scope: ProofScope;
}

export interface FaultProof {
  readonly row: SelfProofRow;
  /** Verdict and message of the owner, if it did not fail. */
  readonly ownerVerdict?: string;
  /** Why no client can observe the fault; nothing is expected of the checks then. */
  readonly unseen?: string;
  /** Requirements whose check threw an unexpected error, or whose finding shows another response than it tells of. */
  readonly errors: readonly string[];
}

/**
 * Timeouts of a request, ms. The reference server answers in about one: a request that hangs must not take the ten
 * seconds of a real target. A slow answer on a loaded machine must not look like one that hangs, hence the second try.
 */
const timeoutMs = 1500;
const patientTimeoutMs = 10_000;

/** @param requirements all requirements that have a check */
export async function prove(
  fault: Fault,
  requirements: readonly Requirement[],
  options: ProofOptions,
): Promise<FaultProof> {
  const first = await attempt(fault, requirements, options, { scope: options.scope, requestMs: timeoutMs });
  if (first.decided) return first.proof;
  // What is counted over a whole run shows only beside the other requirements of the operation.
  const scope = options.scope === 'owner' ? 'operation' : options.scope;
  return (await attempt(fault, requirements, options, { scope, requestMs: patientTimeoutMs })).proof;
}

async function attempt(
  fault: Fault,
  requirements: readonly Requirement[],
  { depth, seed, scope: asked }: ProofOptions,
  { scope, requestMs }: { readonly scope: ProofScope; readonly requestMs: number },
) {
  const level = levelOf(requirements, fault);
  const server = await startReference({ faults: [fault] });
  try {
    const ids = requirementsInScope(scope, requirements, fault.owner);
    const settings = referenceSettings(server, { depth, seed, timeoutMs: requestMs });
    // A proof by owners needs no other verdict.
    const isEnough = (id: string, verdict: Verdict) =>
      asked === 'owner' && id === fault.owner && catches(verdict, level);
    const result = await runInProcess(settings, ids, isEnough);
    const proof = proofOf(fault, level, result);
    const isOpen = result.verdicts.get(fault.owner)?.verdict === 'inconclusive';
    return { proof, decided: fault.unseen !== undefined || proof.row.caught || (scope !== 'owner' && !isOpen) };
  } finally {
    await server.close();
  }
}

/** The proof of a fault that could not be finished. */
export function unfinishedProof(fault: Fault, requirements: readonly Requirement[], reason: string): FaultProof {
  const { name, defect, owner, unseen } = fault;
  const level = levelOf(requirements, fault);
  return defined({
    row: { fault: name, breaks: defect, level, owner, caught: false, caughtBy: [], requests: 0, ms: 0 },
    ownerVerdict: `not decided: ${reason}`,
    unseen,
    errors: [`${name}: ${reason}`],
  });
}

/** Advice does not fail a run: a violation that must fail it is not caught by it. */
function catches(verdict: Verdict, level: Level): boolean {
  return verdict.verdict === 'fail' && !(isAdvice(verdict) && mustBeCaught(level));
}

function isAdvice(verdict: Verdict): boolean {
  return verdict.verdict === 'fail' && verdict.level === 'advisory';
}

function described(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'no verdict';
  return `${isAdvice(verdict) ? 'advice' : verdict.verdict}: ${verdict.message ?? ''}`;
}

function levelOf(requirements: readonly Requirement[], { name, owner, level }: Fault): Level {
  const requirement = requirements.find(({ id }) => id === owner);
  if (requirement === undefined) throw new Error(`fault ${name}: its owner ${owner} is not in the catalogue`);
  return level ?? requirement.level;
}

/** Why the verdict shows a defect of the kit, whatever the target does. */
function errorIn(verdict: Verdict): string | undefined {
  if (verdict.verdict === 'error') return verdict.stack ?? verdict.message;
  return verdict.verdict === 'fail' ? shownContradiction(verdict) : undefined;
}

function proofOf(fault: Fault, level: Level, { verdicts, requests, untilFailure, ms }: RunResult): FaultProof {
  const { name, defect, owner, unseen } = fault;
  const caughtBy = [...verdicts].filter(([, { verdict }]) => verdict === 'fail').map(([id]) => id);
  const verdict = verdicts.get(owner);
  const caught = verdict !== undefined && catches(verdict, level);
  return defined({
    row: {
      ...{ fault: name, breaks: defect, level, owner, caught, caughtBy },
      ...{ requests: untilFailure ?? requests, ms },
    },
    ownerVerdict: caught ? undefined : described(verdict),
    unseen,
    errors: [...verdicts].flatMap(([id, verdict]) => {
      const error = errorIn(verdict);
      return error === undefined ? [] : [`${id}: ${error}`];
    }),
  });
}
