/**
 * The one way to the target: builds requests of the four operations, waits out throttling, repeats what may safely be
 * repeated. It decides nothing about conformance. A client is a view: whoever sends on another account (a requirement's,
 * everybody's, alone) has another view of the same line.
 */
import { createHash, getRandomValues } from 'node:crypto';
import type { Settings } from '../core/config.ts';
import {
  type Exchange,
  headerValue,
  type OperationRequest,
  type SentRequest,
  type Session,
  type Tenant,
} from '../core/exchange.ts';
import { endpoints, type Operation } from '../core/operation.ts';
import { fillToken, nameTenant } from '../core/placeholders.ts';
import { judgeOwn } from './own-request.ts';
import type { Recorder } from './recorder.ts';
import type { Secrets } from './secrets.ts';
import { type ExchangeCounter, NotSent, type RequestScope, SharedConnection } from './shared-connection.ts';

/** Longest wait for one throttled request in all, ms. */
const throttlePatienceMs = 45_000;
const letters = 'abcdefghijklmnopqrstuvwxyz';
const encoder = new TextEncoder();
/** The request that nearly all are: its template is not read each time. */
const usual = 'Bearer {token}';

const nobody: RequestScope = { counters: [], requirement: '', shared: false, exclusive: false };

export class Client {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly recorder: Recorder;
  readonly #line: SharedConnection;
  readonly #whose: RequestScope;

  constructor(settings: Settings, line = new SharedConnection(settings), whose = nobody) {
    this.settings = settings;
    this.secrets = line.secrets;
    this.recorder = line.recorder;
    this.#line = line;
    this.#whose = whose;
  }

  get sent(): number {
    return this.#line.sent;
  }

  get retries(): number {
    return this.#line.retries;
  }

  get budgetLeft(): number {
    return this.settings.run.maxRequests - this.sent;
  }

  /** Requests in flight, averaged over the time in which any was. */
  get inFlight(): { average: number; limit: number } {
    return this.#line.inFlight;
  }

  listen(listener: (exchange: Exchange) => void): void {
    this.#line.listen(listener);
  }

  #view(change: Partial<RequestScope>): Client {
    return new Client(this.settings, this.#line, { ...this.#whose, ...change });
  }

  /** A view whose exchanges the ledger counts too; `row` is the requirement that it decides. */
  counting(ledger: ExchangeCounter, requirement = this.#whose.requirement): Client {
    return this.#view({ counters: [...this.#whose.counters, ledger], requirement });
  }

  /** A view for what several requirements share: it counts for none of them, whichever came first. */
  sharing(name: string): Client {
    return this.#view({ counters: [], requirement: name, shared: true });
  }

  /** Notes that the check of this view relies on exchanges that were sent for another one. Nothing is counted yet. */
  noteUse(_exchanges: readonly Exchange[]): void {}

  /**
   * Runs `work` with nothing else of ours in flight. What it sends must go through the view that it is given: anything
   * else waits until it has ended.
   */
  exclusively<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (this.#whose.exclusive) return work(this);
    return this.#line.quiet.alone(() => work(this.#view({ exclusive: true })));
  }

  /**
   * Twelve letters that no user's e-mail has yet: no digits, so that none is taken for a code. Never drawn from the seed
   * for a server that outlives the run, since the next run needs fresh e-mails too.
   */
  fresh(): string {
    const { requirement } = this.#whose;
    const count = this.#line.draw(requirement);
    const { freshKey } = this.settings.run;
    const octets =
      freshKey === undefined
        ? randomOctets(12)
        : createHash('sha256')
            .update(JSON.stringify([freshKey, requirement, count]))
            .digest()
            .subarray(0, 12);
    let fresh = '';
    for (const octet of octets) fresh += letters[octet % letters.length];
    return fresh;
  }

  /** Sends nothing more: whoever asks hears that the run was stopped. What is in flight comes to its end. */
  stop(): void {
    this.#line.stop();
  }

  session(): Session {
    return this.#line.session();
  }

  close(): Promise<void> {
    return this.#line.close();
  }

  /** Whether the operation hung so often that nothing more is asked of it. */
  givenUp(operation: Operation): boolean {
    return this.#line.givenUp(operation);
  }

  /** Sends one request of an operation. An answer of any kind, and a failed transport, is an exchange; see {@link NotSent}. */
  async send(request: OperationRequest): Promise<Exchange> {
    const built = this.#build(request);
    judgeOwn(request, built);
    if (this.settings.run.readOnly === true && !(built.operation === 'logs' && built.method === 'GET'))
      throw new NotSent('read-only', `${built.operation} is not sent: --read-only sends searches of logs alone`);
    let how = request;
    let waited = 0;
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await this.#line.once(built, how, this.#whose);
      const pause = request.throttle === 'accept' ? undefined : throttlePause(exchange, attempt);
      if (pause !== undefined) {
        if (waited + pause > throttlePatienceMs)
          throw new NotSent('throttled', `the target throttles: ${exchange.response?.status} after ${attempt} tries`);
        waited += pause;
        this.#line.retries += 1;
        this.#line.hold(pause);
        continue;
      }
      // A GET that lost its connection may be asked again (RFC 9110 §9.2.2); a POST may have had its effect.
      if (exchange.failure?.kind !== 'cut' || exchange.request.method !== 'GET' || how.connection !== undefined)
        return exchange;
      this.#line.retries += 1;
      how = { ...request, connection: 'fresh' };
    }
  }

  #build(request: OperationRequest): SentRequest {
    const { operation } = request;
    const own = endpoints[operation];
    const webhook = operation === 'logs' ? (request.webhook ?? this.settings.fixtures.webhooks[0]?.id ?? '') : null;
    const path = own.path.replace('{webhookId}', webhook === null ? '' : encodeURIComponent(webhook));
    const query = (request.query ?? []).map(
      ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
    );
    const target = this.#line.prefix + (request.target ?? path + (query.length === 0 ? '' : `?${query.join('&')}`));
    const raw = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const body = raw === undefined ? null : typeof raw === 'string' ? encoder.encode(raw) : raw;
    const authorization = request.authorization === undefined ? usual : request.authorization;
    const tenant = request.tenant ?? 'valid';
    const headers: (readonly [string, string])[] = [...this.settings.run.headers];
    if (authorization !== null) {
      const token = this.settings.tokens[tenant] ?? '';
      headers.push(['Authorization', authorization === usual ? `Bearer ${token}` : fillToken(authorization, token)]);
    }
    if (body !== null && request.contentType !== null)
      headers.push(['Content-Type', request.contentType ?? 'application/json']);
    headers.push(...(request.headers ?? []));
    return {
      operation,
      method: request.method ?? own.method,
      target,
      headers,
      body,
      authorization: authorization === null ? null : shown(authorization, tenant),
      tenant,
      typed: request.typed ?? true,
      canonical: request.canonical ?? false,
      proper: request.target === undefined && (request.method ?? own.method) === own.method,
      webhook,
    };
  }
}

/** The template with whose token it is. */
function shown(template: string, tenant: Tenant): string {
  if (template === usual && tenant === 'valid') return usual;
  return nameTenant(template, tenant);
}

/** Octets drawn a few hundred at a time, and each given out once. */
let drawn = new Uint8Array(0);
function randomOctets(count: number): Uint8Array {
  if (drawn.length < count) drawn = getRandomValues(new Uint8Array(512 * count));
  const octets = drawn.subarray(0, count);
  drawn = drawn.subarray(count);
  return octets;
}

/** How long to wait before asking again, ms, if the answer is throttling (429, or 503 with Retry-After). */
function throttlePause(exchange: Exchange, attempt: number): number | undefined {
  const answer = exchange.response;
  if (answer === null || !isThrottling(exchange)) return undefined;
  const after = headerValue(answer, 'retry-after');
  if (after === undefined) return Math.min(250 * 2 ** attempt, 8000);
  const seconds = Number(after);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 20) : 1000;
}

/** 429, and 503 with Retry-After (soundness rule of transport failures). */
export function isThrottling(exchange: Exchange): boolean {
  const answer = exchange.response;
  if (answer === null) return false;
  return answer.status === 429 || (answer.status === 503 && headerValue(answer, 'retry-after') !== undefined);
}
