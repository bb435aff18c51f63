/**
 * Requests with the valid token that were rejected and accepted again just as they were, though they are not the canonical ones;
 * and right codes of fresh users that were rejected. Each may have met a limit. It is a reason to look again.
 */
import type { Client } from '../../client/index.ts';
import { type Exchange, hasValidToken, isAccepted } from '../../core/exchange.ts';
import { jsonOfSent } from '../../core/sent-body.ts';
import { textOf } from '../../core/text.ts';
import { type Operation, operationTable } from '../../interface/operations.ts';
import { follow, type Series } from './canonical-traffic.ts';
import { namesLimit } from './limit-responses.ts';

/** Requests that are remembered. */
const remembered = 4000;
/** A longer request is not remembered, bytes. */
const longest = 4096;

interface Repeated extends Series {
  /** The first one, if it was rejected and no other followed. */
  readonly once: Exchange | undefined;
}

interface SeenUser {
  registrations: number;
  tries: number;
  wrong: number;
  isVerified: boolean;
  readonly rejected: Exchange[];
}

export class RepeatedRequests {
  /** By all of a request that the target sees. */
  readonly #series = new Map<string, Repeated>();
  readonly #flips: Exchange[] = [];
  /** By e-mail, in whatever spelling. */
  readonly #users = new Map<string, SeenUser>();
  /** Of each rejected verification of a pending user: the rejected ones before it. */
  readonly #triesBefore = new WeakMap<Exchange, number>();
  /** Most rejected verifications, well-typed and with the valid token, after which a user was still verified: they do not lock. */
  #harmlessTries = 0;

  constructor(client: Client) {
    client.listen((exchange) => {
      const { consumes } = operationTable[exchange.request.operation];
      if (consumes === 'email') this.#noteRegistration(exchange);
      else if (consumes === 'code') this.#noteVerification(exchange);
      else if (exchange.response !== null && isRepeatable(exchange)) this.#record(exchange);
    });
  }

  /** Rejections between two acceptances of the same request, or before its first one. Those that name a limit are left out. */
  flips(operation: Operation): readonly Exchange[] {
    return this.#flips.filter(({ request }) => request.operation === operation);
  }

  /** Requests whose fields have the stated types and that were rejected, each sent once only. */
  rejectedOnce(operation: Operation): readonly Exchange[] {
    return [...this.#series.values()].flatMap(({ once }) =>
      once !== undefined && once.request.operation === operation && once.request.typed && !namesLimit(once)
        ? [once]
        : [],
    );
  }

  /** Whether the right code might have been expected to verify its user, whom nothing before had verified or locked. */
  isOfPendingUser(verification: Exchange): boolean {
    return (this.#triesBefore.get(verification) ?? Number.POSITIVE_INFINITY) <= this.#harmlessTries;
  }

  #noteRegistration(exchange: Exchange): void {
    const user = this.#userOf(exchange);
    if (user !== undefined) user.registrations += 1;
  }

  #noteVerification(exchange: Exchange): void {
    const user = this.#userOf(exchange);
    if (user === undefined || user.registrations !== 1 || user.isVerified) return;
    user.isVerified = isAccepted(exchange);
    if (user.isVerified) {
      this.#harmlessTries = Math.max(this.#harmlessTries, user.wrong);
      // Of two at once, the one that is rejected may be read first.
      for (const one of user.rejected) if (areAtOnce(one, exchange)) this.#triesBefore.delete(one);
    } else {
      this.#triesBefore.set(exchange, user.tries);
      user.rejected.push(exchange);
    }
    user.tries += 1;
    // A target may count only what it can compare: codes that are numbers.
    if (hasValidToken(exchange.request) && exchange.request.typed) user.wrong += 1;
  }

  #userOf(exchange: Exchange): SeenUser | undefined {
    const email = emailOf(exchange);
    if (email === undefined) return undefined;
    const user = this.#users.get(email) ?? { registrations: 0, tries: 0, wrong: 0, isVerified: false, rejected: [] };
    this.#users.set(email, user);
    return user;
  }

  #record(exchange: Exchange): void {
    const key = allOf(exchange);
    const before = this.#series.get(key);
    if (before === undefined && this.#series.size >= remembered) return;
    const once = before === undefined && !isAccepted(exchange) ? exchange : undefined;
    if (before?.once !== undefined && isAccepted(exchange) && !namesLimit(before.once)) this.#flips.push(before.once);
    this.#series.set(key, { ...follow(before, exchange, this.#flips), once });
  }
}

/** Whether the second of two exchanges, in the order of their responses, began before the first had ended. */
function areAtOnce(first: Exchange, second: Exchange): boolean {
  return second.startedAt < first.startedAt + first.ms;
}

/** Whether the same request may be expected to be accepted again: nothing in it is used up. */
function isRepeatable(exchange: Exchange): boolean {
  const { proper, canonical, target, body } = exchange.request;
  if (!proper || canonical || !hasValidToken(exchange.request)) return false;
  return !/[?&](next|prev)=/.test(target) && (body?.length ?? 0) + target.length <= longest;
}

function allOf({ request: { target, headers, body, shape } }: Exchange): string {
  return JSON.stringify([target, headers, body && textOf(body), shape ?? null]);
}

/** The e-mail of the body, in one spelling for all that differ in case and surrounding spaces. */
function emailOf({ request: { body } }: Exchange): string | undefined {
  const { email } = (jsonOfSent(body) ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
}
