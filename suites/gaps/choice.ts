/** What a gap's check does with what it saw: observes it, and judges it where it is declared. */
import {
  type CheckContext,
  type Conclusion,
  type DeclareKey,
  type Exchange,
  fail,
  notApplicable,
  type Proof,
  pass,
} from '../../src/suite.ts';

/**
 * Compares a declared choice with the observed one. Throws `fail` where they differ, `notApplicable` where nothing is
 * declared.
 * @param key below `declares`
 */
export function choice(
  t: CheckContext,
  key: DeclareKey,
  declared: unknown,
  observed: unknown,
  proof: readonly Proof[],
  restsOn = proof.length,
): Conclusion {
  const [first] = proof;
  t.observations.record(key, observed, exchangeOf(first));
  if (declared === undefined) throw notApplicable(`declares.${key} is not declared; observed ${word(observed)}`);
  if (JSON.stringify(declared) !== JSON.stringify(observed))
    throw fail(`declares ${key} ${word(declared)}, observed ${word(observed)}`, proof);
  return pass({ message: `observed ${word(observed)}`, restsOn });
}

/** The end of a check that only looks. */
export function looked(...seen: readonly string[]): never {
  throw notApplicable(seen.length === 0 ? 'nothing was to be seen' : `observed: ${seen.join('; ')}`);
}

export function word(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function exchangeOf(proof: Proof | undefined): Exchange | undefined {
  return Array.isArray(proof) ? (proof as readonly [Exchange, string])[0] : (proof as Exchange | undefined);
}

/** "accepted", or the status of what was refused. */
export function outcome({ response }: Exchange): string | number {
  const status = response?.status;
  if (status === undefined) return 'no answer';
  return status >= 200 && status < 300 ? 'accepted' : status;
}
