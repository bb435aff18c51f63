/**
 * Keeps the bodies of responses within a budget of memory. Each exchange is judged when it arrives, so that a body is needed
 * afterwards only as proof: very long ones are cut at once to their beginning, which evidence shows, and the oldest others
 * once all of them together exceed the budget. Bodies that nobody holds any more do not count.
 */
import { decodedCap, forgetParsed, isBeyondLimit, parseJsonBody, shortBody } from '../core/body.ts';
import { bodySize, type HttpResponse, headerValue } from '../core/exchange.ts';
import { collectGarbage } from './garbage.ts';
import { longBody } from './long-bodies.ts';

/** Most octets of long bodies that are kept. */
export const keptBudget = 24 * 1024 * 1024;
/** Octets of very long bodies after which what is left of them is collected. */
const collectedAfter = 4 * 1024 * 1024;

type Writable = { -readonly [Member in keyof HttpResponse]: HttpResponse[Member] };

interface Held {
  readonly response: WeakRef<HttpResponse>;
  readonly size: number;
}

export class KeptBodies {
  readonly #budget: number;
  #held: Held[] = [];
  #total = 0;
  #uncollected = 0;

  constructor(budget = keptBudget) {
    this.#budget = budget;
  }

  /** Takes a response whose body was judged. Short bodies stay as they are. */
  keep(response: HttpResponse): void {
    const decoded = decodedSize(response);
    forgetParsed(response);
    if (decoded > longBody) this.#collectAfter(decoded);
    const size = bodySize(response) + headerSize(response);
    if (size <= shortBody) return;
    if (size > longBody) {
      cut(response);
      this.#collectAfter(size);
      return;
    }
    this.#held.push({ response: new WeakRef(response), size });
    this.#total += size;
    if (this.#total > this.#budget) this.#sweep();
  }

  #collectAfter(octets: number): void {
    this.#uncollected += octets;
    if (this.#uncollected < collectedAfter) return;
    this.#uncollected = 0;
    collectGarbage();
  }

  #sweep(): void {
    this.#held = this.#held.filter(({ response }) => response.deref() !== undefined);
    this.#total = this.#held.reduce((sum, { size }) => sum + size, 0);
    // A quarter less than the budget, so that not each response sweeps.
    while (this.#total > 0.75 * this.#budget) {
      const oldest = this.#held.shift()!;
      this.#total -= oldest.size;
      const response = oldest.response.deref();
      if (response !== undefined) cut(response);
    }
  }
}

/** Octets that a compressed body was decoded to; those of the cap where it would decode to more. */
function decodedSize(response: HttpResponse): number {
  if (headerValue(response, 'content-encoding') === undefined) return 0;
  return isBeyondLimit(response) ? decodedCap : parseJsonBody(response).text.length;
}

function headerSize({ headers }: HttpResponse): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

/** Header fields that a response keeps when it is cut, and characters of each. */
const keptFields = 40;
const keptValue = 256;

/** Leaves the beginning of a body and of its headers; its parsed page stays, since it is much smaller. */
function cut(response: HttpResponse): void {
  const known = response as Writable;
  known.received = bodySize(response);
  // A copy: a view would keep the whole body.
  known.headers = response.headers.slice(0, keptFields).map(([name, value]) => [name, value.slice(0, keptValue)]);
  known.bytes = Uint8Array.from(response.bytes.subarray(0, shortBody));
}
