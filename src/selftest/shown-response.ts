/** Whether the response that a finding shows is one of those that its message tells of. */
import { decisiveEvidence } from '../core/evidence.ts';
import type { Verdict } from '../core/verdict.ts';

/** How the shown response contradicts the message, for the output of the self-test; undefined if it does not. */
export function shownContradiction({ message, evidence }: Extract<Verdict, { verdict: 'fail' }>): string | undefined {
  const status = decisiveEvidence(evidence)?.response?.status;
  const told = [...message.matchAll(/\banswered (\d{3})\b/g)].map(([, digits]) => Number(digits));
  if (status === undefined || told.length === 0 || told.includes(status)) return undefined;
  return `the finding shows a response of status ${status}, but its message says: ${message}`;
}
