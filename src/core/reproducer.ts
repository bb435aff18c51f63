/** What a reproducer needs: whose e-mail and codes a step of a reproducer uses. */
import { decisiveEvidence } from './evidence.ts';
import { placeholdersIn } from './placeholders.ts';
import type { ReportedRequirement } from './report.ts';
import type { Reproducer, ReproducerStep } from './verdict.ts';

/**
 * Whether the request of the decisive exchange shows the failure when it is sent alone: without the code or the cursor that an
 * earlier step gets, and without a connection or a walk that a comparison needs.
 */
export function showsByItself({ capsule, evidence }: Pick<ReportedRequirement, 'capsule' | 'evidence'>): boolean {
  const wrong = decisiveEvidence(evidence);
  if (capsule === undefined || capsule.connection === 'same' || wrong === undefined) return false;
  if (hasCursor(wrong.request.url)) return false;
  if (capsule.symptom.kind !== 'check')
    return capsule.steps.slice(-1).every((step) => !hasEarlierValue(step) && !hasEarlierUser(step, capsule.steps));
  const others = evidence?.filter(({ role }) => role !== 'control') ?? [];
  return others.every(({ request }) => request.method === wrong.request.method && request.url === wrong.request.url);
}

/** The command that sends the case of a report again; {@link scriptCommand} prints a script instead. */
export const replayCommand = (reportFile: string, id: string): string => `cawl replay ${reportFile} ${id}`;

/** The command that prints the script of a failure; undefined if no report holds it. */
export function scriptCommand({ id, replay }: Pick<ReportedRequirement, 'id' | 'replay'>): string | undefined {
  return replay?.endsWith(` ${id}`) === true ? `${replay.slice(0, -id.length)}--script ${id}` : undefined;
}

/** Whether the body has a code, or the e-mail of a user that an earlier step registers. */
function hasEarlierUser(step: ReproducerStep, steps: readonly ReproducerStep[]): boolean {
  const user = userOf(emailIn(step));
  const isSame = (other: ReproducerStep) => other !== step && userOf(emailIn(other)) === user;
  return codeUsersIn(step).length > 0 || (user !== undefined && steps.some(isSame));
}

/** Whether a header holds the e-mail of a user that an earlier step registers, or a cursor that it gets. */
const hasEarlierValue = ({ headers }: ReproducerStep): boolean =>
  headers.some(([, value]) => placeholdersIn(value, 'unique').length + placeholdersIn(value, 'cursor').length > 0);

const hasCursor = (url: string): boolean => /[?&](?:next|prev)=/.test(url);

/**
 * How often the steps are sent before they show no failure. Each run draws other users and codes, and a defect may show with
 * some of them only: a comparison of the first digits does not show with a code that begins with 0.
 */
export function attemptsOf({ steps }: Reproducer): number {
  const text = steps.map(({ target, body, headers }) => `${target}\n${body}\n${headers.join('\n')}`).join('\n');
  return placeholdersIn(text, 'unique').length + placeholdersIn(text, 'code').length > 0 ? 5 : 1;
}

/** How many users an attempt draws until a wrong code that is derived from the right one differs from it. */
export const mostDraws = 8;

/** The e-mail in a body, with placeholders, as it is written in JSON. */
export function emailIn({ body }: ReproducerStep): string | undefined {
  return /"email"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body ?? '')?.[1];
}

/** The number of the user whom an e-mail belongs to; undefined for an e-mail without a fresh part. */
export function userOf(email: string | undefined): number | undefined {
  return placeholdersIn(email ?? '', 'unique')[0]?.user;
}

/** Numbers of the users whose codes a body contains. */
export function codeUsersIn({ body }: ReproducerStep): readonly number[] {
  return [...new Set(placeholdersIn(body ?? '', 'code').map(({ user }) => user))];
}
