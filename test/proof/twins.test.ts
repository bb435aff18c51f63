/**
 * Soundness on the wire: what a target was really sent. A request that must be refused is wrong in one thing; put right in
 * that thing, everything else the same, it is accepted. Six targets of different makes; all with CAWL_PROOF=full.
 */
import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { conformingTargets } from '../targets/index.ts';
import type { TargetDefinition } from '../targets/support/target.ts';
import { differences, isSuccess, observed, type Sent } from './recorded.ts';
import { judged } from './targets.ts';

const makes = ['express-sessions', 'fastify-strict', 'hono-ring', 'koa-days', 'plain-keyset', 'python-tables'];
const targets = conformingTargets.filter(({ name }) => process.env['CAWL_PROOF'] === 'full' || makes.includes(name));

/** Rows that blame an acceptance. What is advisory may put the token elsewhere, or break the body as well. */
const blaming = (ids: RegExp) =>
  new Set(catalogue.filter(({ id, level }) => ids.test(id) && level !== 'advisory').map(({ id }) => id));

const tokens = blaming(/^auth\//);
const codes = blaming(/^verify\/.*(code|email)/);

interface Record {
  readonly sent: readonly Sent[];
  /** The one header that must be accepted. */
  readonly good: string;
}

async function recorded(target: TargetDefinition, rows: ReadonlySet<string>): Promise<Record> {
  let record: Record | undefined;
  const watched = observed(target, (sent, { tokens }) => {
    record = { sent, good: `Bearer ${tokens.valid}` };
  });
  await judged(watched, { seed: 1, choices: target.choices, rows });
  return record!;
}

/** Where the target has that creation already, 409 says that the token was good. */
const accepted = ({ status, things }: Sent): boolean =>
  isSuccess(status) || (status === 409 && things.get('path')!.endsWith('/v2/calendars/common-events'));

/** Why a request without the good token differs from each accepted one in more than that. */
function excuse(bad: Sent, others: readonly Sent[], good: string): string | undefined {
  const near = (other: Sent) => differences(bad, other);
  if (bad.things.get('path')!.endsWith('/v2/nothing-is-here')) return 'a control: what is answered where nothing is';
  if (others.some((other) => other.authorization !== good && near(other).join() === 'path'))
    return 'another spelling of the path, beside the proper one without token';
  if (others.some((other) => other.authorization !== good && near(other).join() === 'header x-forwarded-for'))
    return 'said to come from the machine itself, beside the same without token';
  return undefined;
}

/**
 * Refused when it is put right, too: filters beside a cursor that carries them, or not beside one that does not. The kit
 * tries both, and what this one decides is nothing.
 */
const decidesNothing = (bad: Sent, others: readonly Sent[], good: string): boolean =>
  others.some((other) => other.url === bad.url && other.authorization === good && !accepted(other)) &&
  /[?&](next|prev)=/.test(bad.url);

for (const target of targets) {
  test.skipIf(target.skip !== undefined)(`${target.name}: without the good token, and otherwise the same`, async () => {
    const { sent, good } = await recorded(target, tokens);
    const taken = sent.flatMap((one, at) => (one.authorization === good && accepted(one) ? [{ one, at }] : []));
    const unlike: Sent[] = [];
    let twins = 0;
    for (const [at, bad] of sent.entries()) {
      if (bad.authorization === good || accepted(bad) || decidesNothing(bad, sent, good)) continue;
      const same = taken.filter(({ one }) => differences(bad, one).length === 0);
      if (same.length === 0) unlike.push(bad);
      else {
        twins += 1;
        // No outage, no throttle, no token that ran out: it is accepted later, too.
        expect(
          same.some((other) => other.at > at),
          `accepted after ${said(bad)}`,
        ).toBe(true);
      }
    }
    expect(twins).toBeGreaterThan(300);
    expect(unlike.filter((bad) => excuse(bad, sent, good) === undefined).map(said)).toEqual([]);
  });

  test.skipIf(target.skip !== undefined)(`${target.name}: a wrong code or a wrong e-mail, never both`, async () => {
    const { sent, good } = await recorded(target, codes);
    const verifications = sent.filter(({ things }) => things.get('path')!.endsWith('/v2/auth/verify-user'));
    const taken = verifications.filter(({ status }) => isSuccess(status));
    const wrong = verifications.filter(({ wrong }) => wrong.length > 0);
    expect(verifications.filter(({ authorization }) => authorization !== good)).toEqual([]);
    for (const bad of wrong)
      expect(
        taken.some((one) => differences(bad, one).join() === 'body'),
        `accepted beside ${said(bad)}`,
      ).toBe(true);
    expect(wrong.filter(({ wrong }) => wrong.length === 1).length).toBeGreaterThan(50);
    expect(wrong.filter(({ wrong, things }) => wrong.length > 1 && !ofNothing(things.get('body')!)).map(said)).toEqual(
      [],
    );
  });
}

/** Neither e-mail nor code, or those of nobody at all. */
function ofNothing(body: string): boolean {
  return ['{}', '{"email":null,"code":null}'].includes(body) || /"\(a fresh e-mail\)","code":(0|123456)\}/.test(body);
}

function said({ things, authorization, status }: Sent): string {
  return `${[...things.values()].slice(0, 4).join(' ')} with ${authorization ?? 'no header'} → ${status}`;
}
