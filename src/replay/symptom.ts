/** Whether a response shows the symptom of a reproducer. The oracles are those that judged it first. */
import { isThrottling } from '../client/index.ts';
import { describeResponse, type Exchange, type HttpResponse, isFailureStatus } from '../core/exchange.ts';
import type { Symptom } from '../core/verdict.ts';
import { contentTypeProblem, jsonProblem, shapeProblem } from '../oracles/response.ts';

export type ReplayVerdict = 'still fails' | 'no longer fails' | 'cannot tell';

export interface SymptomVerdict {
  readonly verdict: ReplayVerdict;
  /** Follows the verdict: "still fails: answered 500". */
  readonly why: string;
  /** The target cannot be reached, or throttles: the requirement's own check would not get further. */
  readonly outage?: boolean;
}

/** 2xx, also for a path that is spelled differently from the specified one. */
export function hasSuccessStatus({ response }: Exchange): boolean {
  return response !== null && response.status >= 200 && response.status < 300;
}

type DirectSymptom = Exclude<Symptom, { kind: 'check' }>;

/** @param exchange the deciding one; for a lost connection, the second attempt */
export function judgeSymptom(symptom: DirectSymptom, exchange: Exchange): SymptomVerdict {
  const { response, failure } = exchange;
  const why = describeResponse(exchange);
  if (failure?.kind === 'refused') return { verdict: 'cannot tell', why, outage: true };
  if (response !== null && isThrottling(exchange))
    return { verdict: 'cannot tell', why: `${why}: the target throttles`, outage: true };
  const accepted = hasSuccessStatus(exchange);
  const broken = response === null || isFailureStatus(response.status);
  switch (symptom.kind) {
    case 'accepted':
      if (accepted) return { verdict: 'still fails', why: `${why}; expected a refusal` };
      if (broken) return { verdict: 'cannot tell', why: `${why}, which is not a refusal` };
      return { verdict: 'no longer fails', why };
    case 'refused':
      return { verdict: accepted ? 'no longer fails' : 'still fails', why };
    case 'server-error':
      return { verdict: broken ? 'still fails' : 'no longer fails', why };
    case 'shape': {
      if (!accepted || response === null)
        return { verdict: 'cannot tell', why: `${why}: there is no 2xx response to check` };
      const problem = shapeSymptom(symptom.schema, response);
      if (problem !== undefined) return { verdict: 'still fails', why: problem };
      return { verdict: 'no longer fails', why: `${why}, without the problem` };
    }
  }
}

function shapeSymptom(
  schema: Extract<Symptom, { kind: 'shape' }>['schema'],
  response: HttpResponse,
): string | undefined {
  if (schema === 'content-type') return contentTypeProblem(response);
  return schema === 'json' ? jsonProblem(response) : shapeProblem(response, schema);
}
