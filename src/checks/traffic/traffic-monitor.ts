/**
 * Judges every exchange of the run, whichever check caused it: some requirements hold for every success, and a 5xx counts in
 * each of them. Keeps the first few violations of each requirement and counts what it judged; the requirements' own checks
 * read both at the end (traffic-verdicts.ts).
 */
import { ExchangeTally, traitsOf } from '../../client/index.ts';
import { longBody } from '../../client/limits/operation-timeouts.ts';
import { isBeyondLimit, parseJsonBody } from '../../core/body.ts';
import { type Exchange, hasValidToken, headerValue, isAccepted } from '../../core/exchange.ts';
import { isGatewayError } from '../../core/outage.ts';
import { textOfSent } from '../../core/sent-body.ts';
import { type Operation, operationTable, returnsPage } from '../../interface/operations.ts';
import { contentTypeProblem, jsonProblem, shapeProblem } from '../../oracles/response.ts';
import { parsePage } from '../../schema/page.ts';
import { GatewayErrors } from './gateway-errors.ts';
import type { Latencies } from './latency.ts';
import type { Observations } from './observations.ts';
import { OutageErrors } from './outage-errors.ts';
import { isServerError } from './server-errors.ts';
import { mayBeStopped } from './stopped-attacks.ts';

export interface Violation {
  readonly message: string;
  readonly exchange: Exchange;
}

/** What was seen of one requirement. */
export interface WatchedTraffic {
  /** The exchanges that were judged, without those that were sent for several requirements. */
  readonly judged: ExchangeTally;
  /** The first that was judged of those that were sent for several requirements. */
  readonly shared?: Exchange;
  readonly violations: readonly Violation[];
}

/** The same, while it is being gathered. */
interface Watched {
  readonly judged: ExchangeTally;
  shared?: Exchange;
  readonly violations: Violation[];
}

/** Violations kept of each requirement: one proves it, a few show the pattern. */
const keptViolations = 3;

/** Requests without a response that are kept of each operation, to be sent again; and of those that have the same traits. */
const keptSuspicions = 12;
const keptAlike = 2;

/** Made once: each exchange is noted for several of them, and a text that is put together must be hashed again. */
const idsOf: { readonly [op in Operation]: ReturnType<typeof idsFor> } = {
  create: idsFor('create'),
  register: idsFor('register'),
  verify: idsFor('verify'),
  logs: idsFor('logs'),
};

function idsFor(operation: Operation) {
  return {
    noServerError: `${operation}/no-server-error`,
    survivesMalformed: `${operation}/survives-malformed`,
    successStatus: `${operation}/success-status`,
    contentType: `${operation}/content-type`,
    json: `${operation}/json`,
    pageShape: `${operation}/page-shape`,
    emptyObject: `${operation}/empty-object`,
    nullCursor: `${operation}/null-cursor`,
    errorJson: `${operation}/error-json`,
  };
}

const successGaps = {
  create: 'successStatus.create',
  register: 'successStatus.register',
  verify: 'successStatus.verify',
  logs: 'successStatus.logs',
} as const;

/** Also a problem document (RFC 9457) and others that are JSON. */
const jsonType = /^application\/(json|[^;]+\+json)$/;

const noServerErrorOf = ({ request }: Exchange): string =>
  idsOf[request.operation][request.typed ? 'noServerError' : 'survivesMalformed'];

const violationOf = (error: Exchange): Violation => ({
  message: `answered ${error.response?.status}`,
  exchange: error,
});

/** The types that the request accepts, if that is not JSON alone. */
function describeAccept({ request }: Exchange): string {
  const accepted = headerValue(request, 'Accept');
  if (accepted === 'application/json') return '';
  return accepted === undefined ? ' (the request has no Accept header)' : ` (the request has Accept: ${accepted})`;
}

/** Whether no response tells of a defect. How a request without the valid token is rejected is a gap: by a closed connection, too. */
function isJudgedForSilence({ request, failure }: Exchange): boolean {
  const mustRespond = hasValidToken(request) || failure?.kind === 'timeout';
  return request.typed && (request.body?.length ?? 0) < longBody && mustRespond;
}

export class TrafficMonitor {
  readonly #watched = new Map<string, Watched>();
  /** Accepted exchanges that requirements share, one for each status. */
  readonly #sharedSuccesses = new Map<Operation, Map<number, Exchange>>();
  #onShown: (() => void)[] = [];
  readonly #suspicions: { readonly traits: string; readonly exchange: Exchange }[] = [];
  readonly gatewayErrors = new GatewayErrors();
  readonly outage = new OutageErrors();
  readonly #observations: Observations;
  readonly #latencies: Latencies;

  constructor(observations: Observations, latencies: Latencies) {
    this.#observations = observations;
    this.#latencies = latencies;
  }

  /** What was judged for a requirement, and what was found. */
  findingsFor(id: string): WatchedTraffic {
    const watched = this.#watched.get(id) ?? { judged: new ExchangeTally(), violations: [] };
    const errors = this.outage.unexcused.filter((error) => noServerErrorOf(error) === id).map(violationOf);
    return { ...watched, violations: [...watched.violations, ...errors].slice(0, keptViolations) };
  }

  /** The errors of a requirement that the only outage of the run excuses, unless the same requests fail again. */
  excusedErrorsOf(id: string): readonly Exchange[] {
    return this.outage.excused.filter((error) => noServerErrorOf(error) === id);
  }

  /** Whether a requirement has as many violations as a report shows, so that later ones change nothing. */
  hasShown(id: string): boolean {
    return (this.#watched.get(id)?.violations.length ?? 0) >= keptViolations;
  }

  /** Ends when the next requirement has as many. */
  nextShown(): Promise<void> {
    return new Promise((end) => {
      this.#onShown.push(end);
    });
  }

  /** Typed requests that got no answer at all; they count if it happens again (at most a few are kept). */
  unconfirmedTimeouts(operation: Operation): readonly Exchange[] {
    return this.#suspicions.map(({ exchange }) => exchange).filter(({ request }) => request.operation === operation);
  }

  record(exchange: Exchange): void {
    const { operation } = exchange.request;
    this.#latencies.add(operation, exchange);
    if (exchange.request.proper && exchange.request.typed) this.gatewayErrors.record(exchange);
    if (exchange.request.proper) {
      this.#server(operation, exchange);
      if (isAccepted(exchange)) this.#success(operation, exchange);
      else this.#refusal(operation, exchange);
    }
  }

  #note(id: string, exchange: Exchange, message: string | undefined): void {
    const watched = this.#watch(id);
    if (exchange.shared === true) watched.shared ??= exchange;
    else watched.judged.add(exchange);
    if (message !== undefined) this.#violate(id, { message, exchange });
  }

  #violate(id: string, violation: Violation): void {
    if (this.hasShown(id)) return;
    this.#watch(id).violations.push(violation);
    if (this.hasShown(id)) for (const end of this.#onShown.splice(0)) end();
  }

  #watch(id: string): Watched {
    let watched = this.#watched.get(id);
    if (watched === undefined) {
      watched = { judged: new ExchangeTally(), violations: [] };
      this.#watched.set(id, watched);
    }
    return watched;
  }

  #server(operation: Operation, exchange: Exchange): void {
    const { response, failure } = exchange;
    if (response !== null) {
      const isOwnError = isServerError(exchange) && !isGatewayError(exchange);
      this.#note(noServerErrorOf(exchange), exchange, undefined);
      if (isOwnError) this.outage.add(exchange);
      else if (!isGatewayError(exchange)) this.#countErrors(this.outage.countingAt(exchange));
    } else if (failure !== undefined && isJudgedForSilence(exchange)) this.#suspect(operation, exchange);
  }

  #countErrors(errors: readonly Exchange[]): void {
    for (const error of errors) this.#violate(noServerErrorOf(error), violationOf(error));
  }

  #suspect(operation: Operation, exchange: Exchange): void {
    const traits = traitsOf(exchange.request).join();
    // What a firewall stops must not take the place of ordinary requests.
    const isAttack = mayBeStopped(exchange);
    const known = this.#suspicions.filter(
      (one) => one.exchange.request.operation === operation && mayBeStopped(one.exchange) === isAttack,
    );
    const isNew = known.filter((one) => one.traits === traits).length < keptAlike;
    if (isNew && known.length < keptSuspicions) this.#suspicions.push({ traits, exchange });
  }

  #success(operation: Operation, exchange: Exchange): void {
    const answer = exchange.response!;
    const ids = idsOf[operation];
    this.#note(ids.successStatus, exchange, undefined);
    const problem = contentTypeProblem(answer);
    this.#note(ids.contentType, exchange, problem && `${problem}${describeAccept(exchange)}`);
    if (isBeyondLimit(answer)) return;
    this.#note(ids.json, exchange, jsonProblem(answer));
    if (returnsPage(operation)) {
      this.#note(ids.pageShape, exchange, shapeProblem(answer, 'page'));
      this.#page(operation, exchange);
    } else {
      this.#note(ids.emptyObject, exchange, shapeProblem(answer, 'empty-object'));
    }
    this.#noteStatus(operation, exchange);
  }

  /** How many exchanges are shared depends on timing: of these, only a status that the others do not have is recorded. */
  #noteStatus(operation: Operation, exchange: Exchange): void {
    const gap = successGaps[operation];
    const record = (one: Exchange) => this.#observations.record(gap, one.response!.status, one);
    const { status } = exchange.response!;
    const shared = this.#sharedSuccesses.get(operation) ?? new Map<number, Exchange>();
    if (exchange.shared !== true) record(exchange);
    else if (!shared.has(status)) this.#sharedSuccesses.set(operation, shared.set(status, exchange));
    if (!this.#observations.isSeen(gap)) return;
    for (const [known, one] of shared) if (!this.#observations.hasSeen(gap, known)) record(one);
  }

  #page(operation: 'create' | 'logs', exchange: Exchange): void {
    const page = parsePage(exchange.response);
    if (page === undefined) return;
    const nulls = (['next', 'prev'] as const).filter((name) => page.forms[name] === 'null');
    this.#note(
      idsOf[operation].nullCursor,
      exchange,
      nulls.length === 0
        ? undefined
        : `cursor.${nulls.join(' and cursor.')} ${nulls.length === 1 ? 'is' : 'are'} null; expected a string or no member`,
    );
    if (operation === 'create')
      this.#note(
        'create/counts-agree',
        exchange,
        page.data.length > page.totalItems
          ? `data has ${page.data.length} items; expected at most ${page.totalItems}, its totalItems`
          : undefined,
      );
  }

  #refusal(operation: Operation, exchange: Exchange): void {
    const answer = exchange.response;
    if (answer === null || answer.status < 400) return;
    const type = headerValue(answer, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'none';
    this.#observations.record('errorContentType', type, exchange);
    const body = parseJsonBody(answer);
    const secret = this.#repeatedSecret(exchange, body.text);
    let problem: string | undefined;
    if (secret !== undefined) problem = `the error body repeats ${secret}`;
    else if (isBeyondLimit(answer)) return;
    else if (answer.bytes.length > 0 && !body.ok)
      problem = `the error body (${answer.status}) is not JSON: ${body.problem}`;
    else if (answer.bytes.length > 0 && !jsonType.test(type))
      problem = `the error body (${answer.status}) is JSON, and its Content-Type is ${type}; expected application/json`;
    this.#note(idsOf[operation].errorJson, exchange, problem);
  }

  #repeatedSecret(exchange: Exchange, text: string): string | undefined {
    const sent = exchange.request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    const token = sent?.split(' ')[1] ?? '';
    if (token.length >= 12 && text.includes(token)) return 'the token that was sent';
    if (operationTable[exchange.request.operation].consumes !== 'email' || exchange.request.body === null)
      return undefined;
    const password = /"password":"([^"\\]{8,})"/.exec(textOfSent(exchange.request.body))?.[1];
    return password !== undefined && text.includes(password) ? 'the password that was sent' : undefined;
  }
}
