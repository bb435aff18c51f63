/**
 * Watches every exchange of the run, whichever check caused it: some sentences hold for EVERY success, and a 5xx counts
 * whoever saw it. Keeps the first few violations a row and counts what it judged; the rows' own checks read it at the end.
 */
import { isThrottling } from '../client/index.ts';
import { parseJsonBody } from '../core/body.ts';
import { type Exchange, headerValue, isAccepted } from '../core/exchange.ts';
import { type Operation, operations, operationTable, returnsPage } from '../interface/operations.ts';
import { contentTypeProblem, jsonProblem, shapeProblem } from '../oracles/response.ts';
import { parsePage } from '../schema/page.ts';
import type { Latencies } from './latency.ts';
import type { Observations } from './observations.ts';

export interface Violation {
  readonly message: string;
  readonly exchange: Exchange;
}

interface Watched {
  judged: number;
  readonly violations: Violation[];
}

/** Ids of the rows that are watched: put together once, since each exchange needs several. */
const rowsOf = Object.fromEntries(
  operations.map((op) => [
    op,
    {
      typed: `${op}/no-server-error`,
      malformed: `${op}/survives-malformed`,
      contentType: `${op}/content-type`,
      json: `${op}/json`,
      pageShape: `${op}/page-shape`,
      emptyObject: `${op}/empty-object`,
      nullCursor: `${op}/null-cursor`,
      errorJson: `${op}/error-json`,
    },
  ]),
) as {
  readonly [op in Operation]: {
    readonly [name in
      | 'typed'
      | 'malformed'
      | 'contentType'
      | 'json'
      | 'pageShape'
      | 'emptyObject'
      | 'nullCursor'
      | 'errorJson']: string;
  };
};

/** Violations kept a row: one proves it, a few show the pattern. */
const kept = 3;

export class TrafficMonitor {
  readonly #rows = new Map<string, Watched>();
  readonly #suspicions: Exchange[] = [];
  readonly #observations: Observations;
  readonly #latencies: Latencies;

  constructor(observations: Observations, latencies: Latencies) {
    this.#observations = observations;
    this.#latencies = latencies;
  }

  /** What was judged for a row, and what was found. */
  findingsFor(id: string): { readonly judged: number; readonly violations: readonly Violation[] } {
    return this.#rows.get(id) ?? { judged: 0, violations: [] };
  }

  /** Typed requests that got no answer at all; they count if it happens again (at most a few are kept). */
  unconfirmedTimeouts(operation: Operation): readonly Exchange[] {
    return this.#suspicions.filter((exchange) => exchange.request.operation === operation);
  }

  record(exchange: Exchange): void {
    const { operation } = exchange.request;
    this.#latencies.add(operation, exchange);
    if (exchange.request.proper) {
      this.#server(operation, exchange);
      if (isAccepted(exchange)) this.#success(operation, exchange);
      else this.#refusal(operation, exchange);
    }
  }

  #note(id: string, exchange: Exchange, message: string | undefined): void {
    let row = this.#rows.get(id);
    if (row === undefined) {
      row = { judged: 0, violations: [] };
      this.#rows.set(id, row);
    }
    if (exchange.shared !== true) row.judged += 1;
    if (message !== undefined && row.violations.length < kept) row.violations.push({ message, exchange });
  }

  #server(operation: Operation, exchange: Exchange): void {
    const { response, failure } = exchange;
    const row = exchange.request.typed ? rowsOf[operation].typed : rowsOf[operation].malformed;
    if (response !== null) {
      const broken = response.status >= 500 && !isThrottling(exchange);
      this.#note(row, exchange, broken ? `answered ${response.status}` : undefined);
    } else if (failure !== undefined && exchange.request.typed && this.unconfirmedTimeouts(operation).length < 4) {
      this.#suspicions.push(exchange);
    }
  }

  #success(operation: Operation, exchange: Exchange): void {
    const answer = exchange.response!;
    this.#note(rowsOf[operation].contentType, exchange, contentTypeProblem(answer));
    this.#note(rowsOf[operation].json, exchange, jsonProblem(answer));
    if (returnsPage(operation)) {
      this.#note(rowsOf[operation].pageShape, exchange, shapeProblem(answer, 'page'));
      this.#page(operation, exchange);
    } else {
      this.#note(rowsOf[operation].emptyObject, exchange, shapeProblem(answer, 'empty-object'));
    }
    if (exchange.shared !== true) this.#observations.record(`successStatus.${operation}`, answer.status, exchange);
  }

  #page(operation: 'create' | 'logs', exchange: Exchange): void {
    const page = parsePage(exchange.response);
    if (page === undefined) return;
    const body = parseJsonBody(exchange.response!);
    const { cursor } = (body.ok ? body.value : {}) as { cursor: Record<string, unknown> };
    const nulls = ['next', 'prev'].filter((name) => cursor[name] === null);
    this.#note(
      rowsOf[operation].nullCursor,
      exchange,
      nulls.length === 0
        ? undefined
        : `cursor.${nulls.join(' and cursor.')} is null; the specification types it as a string`,
    );
    if (operation === 'create')
      this.#note(
        'create/counts-agree',
        exchange,
        page.data.length > page.totalItems
          ? `data holds ${page.data.length} items, totalItems says ${page.totalItems}`
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
    else if (answer.bytes.length > 0 && !body.ok)
      problem = `the error body (${answer.status}) is no JSON: ${body.problem}`;
    this.#note(rowsOf[operation].errorJson, exchange, problem);
  }

  #repeatedSecret(exchange: Exchange, text: string): string | undefined {
    const sent = exchange.request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    const token = sent?.split(' ')[1] ?? '';
    if (token.length >= 12 && text.includes(token)) return 'the token that was sent';
    if (operationTable[exchange.request.operation].consumes !== 'email' || exchange.request.body === null)
      return undefined;
    const password = /"password":"([^"\\]{8,})"/.exec(new TextDecoder().decode(exchange.request.body))?.[1];
    return password !== undefined && text.includes(password) ? 'the password that was sent' : undefined;
  }
}
