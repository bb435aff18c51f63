/**
 * Judges one successful answer by itself: media type (§intro), one JSON text (§intro, RFC 8259), a page or an empty
 * object (§2). In: an answer. Out: what is wrong, or nothing.
 */
import { parseJsonBody } from '../core/body.ts';
import { type HttpResponse, headerValue } from '../core/exchange.ts';
import { validator } from '../schema/validator.ts';

export type Shape = 'page' | 'empty-object';

export function contentTypeProblem(answer: HttpResponse): string | undefined {
  const all = answer.headers.filter(([name]) => name.toLowerCase() === 'content-type');
  if (all.length === 0) return 'a success carries no Content-Type; application/json is owed';
  // Two equal fields come from doubled middleware; the first is what clients read.
  const essence = headerValue(answer, 'content-type')!.split(';')[0]!.trim().toLowerCase();
  return essence === 'application/json'
    ? undefined
    : `a success carries Content-Type "${all[0]![1]}", application/json is owed`;
}

export function jsonProblem(answer: HttpResponse): string | undefined {
  const body = parseJsonBody(answer);
  return body.ok ? undefined : body.problem;
}

const page = validator('responses/page');
const emptyObject = validator('responses/empty-object');

/** Undefined also where the body is no JSON at all: another row says so. */
export function shapeProblem(answer: HttpResponse, shape: Shape): string | undefined {
  const body = parseJsonBody(answer);
  if (!body.ok || (shape === 'page' && parsePage(answer) !== undefined)) return undefined;
  const [first, ...more] = shape === 'page' ? page(body.value) : emptyObject(body.value);
  if (first === undefined) return undefined;
  return more.length === 0 ? first.message : `${first.message} (and ${more.length} more)`;
}

/** The page in an answer, where it is one. */
export interface Page {
  readonly data: readonly string[];
  /** Undefined where absent, null or `""`: no page there. */
  readonly next: string | undefined;
  readonly prev: string | undefined;
  readonly totalItems: number;
}

/** Where an answer's page is kept once it is read. */
const read = Symbol('page');

export function parsePage(answer: HttpResponse | null): Page | undefined {
  if (answer === null) return undefined;
  const known = answer as HttpResponse & { [read]?: Page | null };
  if (known[read] === undefined) known[read] = readPage(answer) ?? null;
  return known[read] ?? undefined;
}

function readPage(answer: HttpResponse): Page | undefined {
  const body = parseJsonBody(answer);
  if (!body.ok || page(body.value).length > 0) return undefined;
  const { data, cursor } = body.value as { data: string[]; cursor: Record<string, unknown> };
  return { data, next: place(cursor['next']), prev: place(cursor['prev']), totalItems: cursor['totalItems'] as number };
}

function place(cursor: unknown): string | undefined {
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}
