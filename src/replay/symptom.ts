/** Whether an answer shows the symptom of a failing case: the same oracles that judged it first. */
import { isThrottling } from '../client/index.ts';
import type { Exchange } from '../core/exchange.ts';
import { describeResponse } from '../core/exchange.ts';
import type { Symptom } from '../core/verdict.ts';
import { contentTypeProblem, jsonProblem, shapeProblem } from '../oracles/response.ts';

export type ReplayVerdict = 'still fails' | 'no longer fails' | 'cannot tell';

export interface Seen {
  readonly verdict: ReplayVerdict;
  /** Ends "still fails: …". */
  readonly why: string;
  /** The target could not be asked at all: asking in another way would not help. */
  readonly outage?: boolean;
}

/** @param exchange the answer that decides; for a lost connection, the second one that was lost */
export function seen(symptom: Exclude<Symptom, { kind: 'check' }>, exchange: Exchange): Seen {
  const { response, failure } = exchange;
  const why = describeResponse(exchange);
  if (failure?.kind === 'refused') return { verdict: 'cannot tell', why, outage: true };
  if (response !== null && isThrottling(exchange))
    return { verdict: 'cannot tell', why: `${why}: the target throttles`, outage: true };
  const status = response?.status ?? 0;
  const success = status >= 200 && status < 300;
  const broken = response === null || status >= 500;
  switch (symptom.kind) {
    case 'accepted':
      if (success) return { verdict: 'still fails', why: `${why}; it must be refused` };
      return broken
        ? { verdict: 'cannot tell', why: `${why}, which is no refusal` }
        : { verdict: 'no longer fails', why };
    case 'refused':
      return success ? { verdict: 'no longer fails', why } : { verdict: 'still fails', why };
    case 'server-error':
      return broken ? { verdict: 'still fails', why } : { verdict: 'no longer fails', why };
    case 'shape': {
      if (!success || response === null)
        return { verdict: 'cannot tell', why: `${why}: there is no success to look at` };
      const problem =
        symptom.schema === 'content-type'
          ? contentTypeProblem(response)
          : symptom.schema === 'json'
            ? jsonProblem(response)
            : shapeProblem(response, symptom.schema);
      return problem === undefined
        ? { verdict: 'no longer fails', why: `${why}, and nothing is wrong with it` }
        : { verdict: 'still fails', why: problem };
    }
  }
}
