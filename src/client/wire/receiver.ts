/** Receives one response from undici: its headers, and its body up to a cap and within a time. */
import type { Dispatcher } from 'undici';
import { longBody } from '../../core/body.ts';
import type { ExchangeFailure, WireResult } from '../../core/exchange.ts';
import { whenAborted } from './abort-listeners.ts';
import { IncomingBody } from './incoming-body.ts';
import type { LongBodies } from './long-bodies.ts';
import { classify } from './transport-failures.ts';

/** Bytes of a body that are read; beyond that the connection is closed, and nothing is judged about the body. */
export const bodyCap = 16 * 1024 * 1024;
/** The cap for a response other than a 2xx, of which the beginning tells enough. */
export const errorBodyCap = 64 * 1024;
/** Bytes of one response that are held while others are read. */
const heldAtOnce = longBody / 2;
export const bodyCapOf = (status: number): number => (status >= 200 && status < 300 ? bodyCap : errorBodyCap);

interface Receiving {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly longBodies: LongBodies;
  resolve(result: WireResult): void;
}

/**
 * Takes what undici reads. Uses `dispatch` instead of `request`, which makes a stream, an async iterator and an abort signal
 * for each response: together they cost more than everything else that a request costs.
 */
export class Receiver implements Dispatcher.DispatchHandler {
  readonly #resolve: (result: WireResult) => void;
  readonly #longBodies: LongBodies;
  #timer: NodeJS.Timeout;
  readonly #leave: (() => void) | undefined;
  readonly #timeoutMs: number;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: (readonly [string, string])[] = [];
  /** Undefined until the headers are here. */
  #body: IncomingBody | undefined;
  #turn: 'none' | 'waiting' | 'taken' = 'none';
  settled = false;

  constructor({ signal, timeoutMs, longBodies, resolve }: Receiving) {
    this.#resolve = resolve;
    this.#timeoutMs = timeoutMs;
    this.#longBodies = longBodies;
    this.#timer = this.#startTimer();
    if (signal === undefined) return;
    const stop = () => this.#giveUp({ kind: 'cut', message: 'the request was aborted' });
    if (signal.aborted) stop();
    else this.#leave = whenAborted(signal, stop);
  }

  /** undici's timers are coarse (about a second), and this limits the total. */
  #startTimer(): NodeJS.Timeout {
    const giveUp = () =>
      this.#giveUp({ kind: 'timeout', message: `no complete response within ${this.#timeoutMs} ms` });
    return setTimeout(giveUp, this.#timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.settled) controller.abort(new Error('given up'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // Informational responses precede the final one (RFC 9110 §15.2).
    if (status < 200) return;
    this.#status = status;
    this.#headers = pairs(controller.rawHeaders);
    this.#body = new IncomingBody(this.#headers, this.#longBodies);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const body = this.#body;
    if (this.settled || body === undefined) return;
    body.take(chunk);
    if (body.size > bodyCapOf(this.#status) || body.isBeyondLimit) this.#complete(true);
    else if (body.held > heldAtOnce && this.#turn === 'none') this.#takeTurn(controller);
  }

  /** Waits until no other long body is being read; the target must not pay for that time. */
  #takeTurn(controller: Dispatcher.DispatchController): void {
    this.#turn = 'waiting';
    const isFree = this.#longBodies.take(() => {
      this.#turn = 'taken';
      if (this.settled) return this.#longBodies.leave();
      this.#timer = this.#startTimer();
      controller.resume();
    });
    if (isFree) {
      this.#turn = 'taken';
      return;
    }
    clearTimeout(this.#timer);
    controller.pause();
  }

  onResponseEnd(): void {
    if (!this.settled) this.#complete(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (!this.settled) this.#settle({ failure: classify(error, this.#timeoutMs) });
  }

  #complete(truncated: boolean): void {
    const body = this.#body ?? new IncomingBody(this.#headers, this.#longBodies);
    this.#settle({ response: body.response(this.#status, this.#headers, truncated) });
    if (truncated) this.#controller?.abort(new Error('too long'));
  }

  #giveUp(failure: ExchangeFailure): void {
    if (this.settled) return;
    this.#settle({ failure });
    // A request that still waits for a connection is aborted when it gets one.
    this.#controller?.abort(new Error('given up'));
  }

  #settle(result: WireResult): void {
    this.settled = true;
    clearTimeout(this.#timer);
    this.#leave?.();
    this.#resolve(result);
    if (this.#turn === 'taken') this.#longBodies.leave();
  }
}

/** undici's raw headers as pairs: they come as a flat list of names and values, as octets or text. */
function pairs(raw: Dispatcher.DispatchController['rawHeaders']): [string, string][] {
  const flat = (raw ?? []) as (Buffer | string)[];
  const list: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) list.push([text(flat[at]!), text(flat[at + 1]!)]);
  return list;
}

function text(value: Buffer | string): string {
  return typeof value === 'string' ? value : value.toString('latin1');
}
