/**
 * The body of a response while it arrives. A short one is kept as it is. A long one is read piece by piece (core/json/long-json.ts)
 * and its octets are dropped, so that a run takes no more memory if pages are long.
 */
import { keptBeginning, longBody, setLongJson, startLongJson } from '../../core/body.ts';
import type { HttpResponse } from '../../core/exchange.ts';
import type { LongJson } from '../../core/json/long-json.ts';
import type { LongBodies } from './long-bodies.ts';

/** Octets besides the body that its only piece may hold without being copied: it came with the headers. */
const mostBeside = 4096;

export class IncomingBody {
  readonly #longBodies: LongBodies;
  readonly #isEncoded: boolean;
  #pieces: Uint8Array[] = [];
  #json: LongJson | undefined;
  #beginning: Uint8Array = new Uint8Array();
  #size = 0;

  constructor(headers: HttpResponse['headers'], longBodies: LongBodies) {
    this.#longBodies = longBodies;
    this.#isEncoded = headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  }

  /** Octets that have arrived. */
  get size(): number {
    return this.#size;
  }

  /** Octets that are held. */
  get held(): number {
    return this.#json?.held ?? this.#size;
  }

  /** Whether it exceeds a limit of this kit, so that nothing more needs to be read. */
  get isBeyondLimit(): boolean {
    return this.#json?.exceeded !== undefined;
  }

  take(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#json !== undefined) {
      this.#drop(piece, this.#json);
      return;
    }
    this.#pieces.push(piece);
    // What is compressed is decoded as a whole.
    if (this.#size <= longBody || this.#isEncoded) return;
    this.#json = startLongJson();
    this.#beginning = this.#copyOfBeginning();
    for (const earlier of this.#pieces.splice(0)) this.#drop(earlier, this.#json);
  }

  #drop(piece: Uint8Array, json: LongJson): void {
    json.write(piece);
    this.#longBodies.noteDropped(piece.length);
  }

  /** @param truncated it was not read to its end */
  response(status: number, headers: HttpResponse['headers'], truncated: boolean): HttpResponse {
    const received = this.#size;
    if (this.#json !== undefined) {
      const response = { status, headers, bytes: this.#beginning, truncated, received };
      setLongJson(response, this.#json);
      return response;
    }
    if (truncated) return { status, headers, bytes: this.#copyOfBeginning(), truncated, received };
    return { status, headers, bytes: joined(this.#pieces), truncated };
  }

  /** What evidence shows of a body that is not kept. */
  #copyOfBeginning(): Uint8Array {
    const [first = new Uint8Array()] = this.#pieces;
    return Uint8Array.from(first.subarray(0, keptBeginning));
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces;
  const isWhole = pieces.length === 1 && first!.buffer.byteLength - first!.length <= mostBeside;
  return isWhole ? first! : Buffer.concat(pieces);
}
