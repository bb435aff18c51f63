/**
 * The negative requests that targets received on the wire. Each is wrong in one way only: beside it, the target accepted
 * a request that differs in nothing else. A sample takes two targets.
 */
import { expect, test } from 'vitest';
import { failsGate } from '../../src/core/gate.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { isFull } from '../extent.ts';
import { conformingTargets } from '../targets/index.ts';
import type { TargetDefinition } from '../targets/support/target.ts';
import { judgeTarget } from './judged-target.ts';
import { differences, isSuccess, recording, type SentRequest } from './recorded.ts';

const sample = ['express-sessions', 'python-tables'];
const targets = conformingTargets.filter(({ name, skip }) => skip === undefined && (isFull || sample.includes(name)));

/** Requirements that report an accepted request. Advisory ones may move the token or break the body as well. */
const requirementsMatching = (ids: RegExp) =>
  new Set(catalogue.filter(({ id, level }) => ids.test(id) && failsGate(level)).map(({ id }) => id));

const tokenRequirements = requirementsMatching(/^auth\//);
const codeRequirements = requirementsMatching(/^verify\/.*(code|email)/);

interface Recording {
  readonly requests: readonly SentRequest[];
  /** The `Authorization` header that must be accepted. */
  readonly valid: string;
}

async function recorded(target: TargetDefinition, rows: ReadonlySet<string>): Promise<Recording> {
  let found: Recording | undefined;
  const recordingTarget = recording(target, (requests, { tokens }) => {
    found = { requests, valid: `Bearer ${tokens.valid}` };
  });
  await judgeTarget(recordingTarget, { seed: 1, choices: target.choices, rows });
  return found!;
}

/** A creation that the target already has is answered 409: its token was accepted. */
const isAccepted = ({ status, features }: SentRequest): boolean =>
  isSuccess(status) || (status === 409 && features.get('path')!.endsWith('/v2/calendars/common-events'));

/** Whether two requests are for the same operation, on whatever webhook. */
const isOfSameOperation = (one: SentRequest, other: SentRequest): boolean =>
  operationPath(one) === operationPath(other);
const operationPath = ({ features }: SentRequest): string =>
  features.get('path')!.replace(/webhooks\/[^/]+/, 'webhooks/{id}');

/** Headers that a form of the message adds or, as the trace, leaves out: only its acceptance counts, and a rejection proves nothing. */
const formHeaders =
  /^header (x-|expect|upgrade|origin|forwarded|via|from|remote|referer|true-client-ip|client-ip|cf-|fastly-|sec-|purpose|user-agent|access-control-|accept|content-type|cookie|te$|trailer|traceparent)/;
const formQueries = ['unknown=1', 'x=.css', 'x=/health', '/health/login/public/docs/favicon.ico', 'status=bogus'];

/** Whether a search has every filter at once, where the target may know no other than the status. */
const triesSeveral = (query: string): boolean => /status=.*&sortDirection=|^\??status=[a-z]+$/.test(query);

function isForm(name: string, { features, url }: SentRequest): boolean {
  // A cursor that nobody issued: some logs issue none, so that no accepted request has one.
  if (name === 'query' && url.endsWith('next=made-up')) return true;
  // A webhook that does not exist may have no log to show: only that the search is accepted counts.
  if (name === 'path') return /^http:|\/webhooks\/cawl-made-up\//.test(features.get(name)!);
  // What is tried at once counts only if it is rejected as the plain request is: nobody knows whether it would be accepted.
  if (name === 'query' && triesSeveral(features.get(name)!)) return true;
  if (name === 'query') return formQueries.some((query) => features.get(name)!.endsWith(query));
  // A creation of nothing may be answered before the token is looked at.
  if (name === 'body' && features.get(name)!.includes('"profileIds":[],"calendarIds":[]')) return true;
  // So may one of more events than the target allows.
  if (name === 'body' && features.get('body')!.includes('"cawl-many-0"')) return true;
  if (name === 'body') return features.get('query')!.endsWith('unknown=1');
  return name === 'method' || formHeaders.test(name);
}

/** Whether a negative request may differ from each accepted one in more than the token. */
function isPermitted(negative: SentRequest, { requests, valid }: Recording): boolean {
  // A control: the response if nothing is.
  if (negative.features.get('path')!.endsWith('/v2/nothing-is-here')) return true;
  const isControl = (other: SentRequest) => other.authorization === valid && isAccepted(other);
  if (
    requests.some((other) => isControl(other) && differences(negative, other).every((name) => isForm(name, negative)))
  )
    return true;
  // Another spelling of the path, or a spoofed origin, is compared with the same request without a token.
  return requests.some(
    (other) =>
      other.authorization !== valid && ['path', 'header x-forwarded-for'].includes(differences(negative, other).join()),
  );
}

/**
 * Whether the same request with the valid token is rejected too: filters beside a cursor that carries them, or left out
 * beside one that does not. The kit tries both forms, and this one decides nothing.
 */
const decidesNothing = (negative: SentRequest, { requests, valid }: Recording): boolean =>
  /[?&](next|prev)=/.test(negative.url) &&
  requests.some((other) => other.url === negative.url && other.authorization === valid && !isAccepted(other));

for (const target of targets) {
  test(`requests to ${target.name} with a wrong token differ from accepted ones only in the token`, async () => {
    const record = await recorded(target, tokenRequirements);
    const { requests, valid } = record;
    const accepted = requests.flatMap((request, index) =>
      request.authorization === valid && isAccepted(request) ? [{ request, index }] : [],
    );
    const uncontrolled: SentRequest[] = [];
    const controlled: SentRequest[] = [];
    const isControlled = (negative: SentRequest) =>
      controlled.some((one) => one.authorization === negative.authorization && differences(one, negative).length === 0);
    for (const [index, negative] of requests.entries()) {
      if (negative.authorization === valid || isAccepted(negative) || decidesNothing(negative, record)) continue;
      const controls = accepted.filter(({ request }) => differences(negative, request).length === 0);
      if (controls.length === 0) uncontrolled.push(negative);
      else {
        // Afterwards the operation accepts the token: no outage, no throttling, no expired token in between. Of a rejection
        // that was seen before, only how it is answered counts.
        const after = accepted.some((control) => control.index > index && isOfSameOperation(control.request, negative));
        expect(after || isControlled(negative), `accepted after ${describe(negative)}`).toBe(true);
        controlled.push(negative);
      }
    }
    expect(controlled.length).toBeGreaterThan(120);
    expect(uncontrolled.filter((negative) => !isPermitted(negative, record)).map(describe)).toEqual([]);
  });

  test(`verifications sent to ${target.name} have a wrong code or a wrong e-mail, never both`, async () => {
    const { requests, valid } = await recorded(target, codeRequirements);
    const verifications = requests.filter(({ features }) => features.get('path')!.endsWith('/v2/auth/verify-user'));
    const accepted = verifications.filter(({ status }) => isSuccess(status));
    const negative = verifications.filter(({ wrong }) => wrong.length > 0);
    expect(verifications.filter(({ authorization }) => authorization !== valid)).toEqual([]);
    for (const one of negative) {
      const control = accepted.some((other) => differences(one, other).join() === 'body');
      expect(control, `accepted beside ${describe(one)}`).toBe(true);
    }
    expect(negative.filter(({ wrong }) => wrong.length === 1).length).toBeGreaterThan(50);
    const bothWrong = negative.filter(({ wrong, features }) => wrong.length > 1 && !isOfNobody(features.get('body')!));
    expect(bothWrong.map(describe)).toEqual([]);
  });
}

/** Whether a body names neither e-mail nor code, or those of nobody. */
function isOfNobody(body: string): boolean {
  return ['{}', '{"email":null,"code":null}'].includes(body) || /"\(a fresh e-mail\)","code":(0|123456)\}/.test(body);
}

function describe({ features, authorization, status }: SentRequest): string {
  return `${[...features.values()].join(' ').slice(0, 600)} with ${authorization ?? 'no Authorization header'} → ${status}`;
}
