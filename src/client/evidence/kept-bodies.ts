/**
 * Keeps the bodies of responses within a budget of memory. Each exchange is judged when it arrives, so that a body is needed
 * afterwards only as proof: very long ones are cut at once to their beginning, which evidence shows, and the oldest others
 * once all of them together exceed the budget. Bodies that nobody holds any more do not count.
 */
import { decodedSize, forgetParsed, keptBeginning, longBody, shortBody } from '../../core/body.ts';
import { bodySize, type HttpResponse } from '../../core/exchange.ts';
import { collectGarbage } from '../wire/garbage.ts';

/** Most octets of long bodies that are kept. */
export const keptBudget = 8 * 1024 * 1024;
/** Octets of very long bodies after which their remains are garbage-collected. */
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
    if (headerSize(response) > shortBody) cutHeaders(response);
    const size = response.bytes.length + headerSize(response);
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

function headerSize({ headers }: HttpResponse): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

/** Characters of a header value that are kept where the headers are long, and of all fields together. */
const keptValue = 256;
const keptHeaders = 8192;

/** Leaves the fields that come first, of a long one the beginning. */
function cutHeaders(response: HttpResponse): void {
  const kept: [string, string][] = [];
  let size = 0;
  for (const [name, value] of response.headers) {
    // A copy: a part of a string holds all of it.
    const beginning = Buffer.from(value.slice(0, keptValue), 'latin1').toString('latin1');
    size += name.length + beginning.length;
    if (size > keptHeaders) break;
    kept.push([name, beginning]);
  }
  (response as Writable).headers = kept;
}

/** Leaves the beginning of a body; its parsed page stays, since it is much smaller. */
function cut(response: HttpResponse): void {
  const known = response as Writable;
  known.received = bodySize(response);
  // A copy: a view would keep the whole body.
  known.bytes = Uint8Array.from(response.bytes.subarray(0, keptBeginning));
}
