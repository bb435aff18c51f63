/** How a check of a gap ends: the choice is recorded in any case, and judged if the configuration declares it. */
import {
  type CheckContext,
  type Conclusion,
  type DeclareKey,
  type Exchange,
  fail,
  inconclusive,
  notApplicable,
  pass,
  responses,
  undeclared,
} from '../../src/suite.ts';

type Declares = CheckContext['settings']['declares'];
/** A choice that is declared once for the whole interface, not per operation. */
type ChoiceKey = DeclareKey & keyof Declares;

/** The choice that a check observed, with the exchange that shows it; or why it observed none. */
export type Finding<Value> =
  | {
      readonly value: Value;
      readonly shownBy: readonly [exchange: Exchange, note: string];
      /** Further proof of a wrong declaration. */
      readonly alsoShownBy?: readonly (readonly [exchange: Exchange, note: string])[];
    }
  | { readonly unknown: string; readonly wouldDecide: string };

/** Records a choice and compares it with the declared one. Without a declaration the requirement is not applicable. */
export function concludeChoice<Key extends ChoiceKey>(
  t: CheckContext,
  key: Key,
  found: Finding<NonNullable<Declares[Key]>>,
): Conclusion {
  const declared = t.settings.declares[key];
  const finding = unlessLimited(found);
  if ('unknown' in finding) {
    if (declared === undefined) undeclared(key, finding.unknown);
    inconclusive(finding.unknown, finding.wouldDecide);
  }
  const { value, shownBy, alsoShownBy = [] } = finding;
  t.observations.record(key, value, shownBy[0]);
  if (declared === undefined) undeclared(key, `observed ${print(value)}`);
  if (JSON.stringify(declared) !== JSON.stringify(value))
    fail(`observed ${key} ${print(value)}; declared ${print(declared)}`, [shownBy, ...alsoShownBy]);
  return pass({ message: `observed ${print(value)}` });
}

/** A limit that answered in place of the operation does not show the choice. */
function unlessLimited<Value>(found: Finding<Value>): Finding<Value> {
  if ('unknown' in found) return found;
  const [exchange, note] = found.shownBy;
  if (exchange.response === null || !responses.isLimit(exchange)) return found;
  return {
    unknown: `${note} met a limit (${responseValue(exchange)})`,
    wouldDecide: 'a lower --rate or --concurrency, or a higher limit on the target',
  };
}

/** The end of a check that only observes: reports the gaps of its requirement that the run has seen. */
export function concludeObserved(t: CheckContext): never {
  const seen = t.observations.observedBy(t.requirement.id).map(({ about, value }) => `${about}: ${print(value)}`);
  notApplicable(seen.length === 0 ? 'nothing was observed' : `observed: ${seen.join('; ')}`);
}

/** A value in a message: text as it is, anything else as JSON. */
export function print(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A response as the value of a gap: "accepted", the status of a rejection, or "no response". */
export function responseValue({ response }: Exchange): string | number {
  const status = response?.status;
  if (status === undefined) return 'no response';
  return status >= 200 && status < 300 ? 'accepted' : status;
}
