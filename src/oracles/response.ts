/**
 * Judges one successful response by itself: its media type, one JSON text (RFC 8259), and the shape of a page or of an
 * empty object (§2). Each function returns what is wrong, or undefined.
 */
import { parseJsonBody } from '../core/body.ts';
import { type HttpResponse, headerValue } from '../core/exchange.ts';
import { parsePage } from '../schema/page.ts';
import { validator } from '../schema/validator.ts';

export type Shape = 'page' | 'empty-object';

export function contentTypeProblem(response: HttpResponse): string | undefined {
  const all = response.headers.filter(([name]) => name.toLowerCase() === 'content-type');
  if (all.length === 0) return '2xx response has no Content-Type; expected application/json';
  // Doubled middleware sends the field twice; clients read the first one.
  const essence = headerValue(response, 'content-type')!.split(';')[0]!.trim().toLowerCase();
  return essence === 'application/json'
    ? undefined
    : `2xx response has Content-Type "${all[0]![1]}"; expected application/json`;
}

/** Undefined also where the body exceeds a limit of this kit, so that nothing can be said of it. */
export function jsonProblem(response: HttpResponse): string | undefined {
  const body = parseJsonBody(response);
  return body.ok || body.beyondLimit === true ? undefined : body.problem;
}

const validatePage = validator('responses/page');
const validateEmptyObject = validator('responses/empty-object');

/** Undefined also where the body is not JSON: {@link jsonProblem} reports that. */
export function shapeProblem(response: HttpResponse, shape: Shape): string | undefined {
  const body = parseJsonBody(response);
  if (!body.ok || (shape === 'page' && parsePage(response) !== undefined)) return undefined;
  const [first, ...more] = shape === 'page' ? validatePage(body.value) : validateEmptyObject(body.value);
  if (first === undefined) return undefined;
  return more.length === 0 ? first.message : `${first.message} (and ${more.length} more)`;
}
