/**
 * Octets that are collected in a buffer which is used again. New buffers of a megabyte each would leave gaps in the memory of
 * the process, which the C library does not give back.
 */
import { Buffer } from 'node:buffer';

const smallest = 64 * 1024;
/** Buffers that wait for their next use; the longest comes last. */
const free: Buffer[] = [];
const mostFree = 8;

export class Scratch {
  #buffer: Buffer | undefined;
  #size = 0;

  /** What was collected so far: a view, until more is written or it is dropped. */
  get octets(): Buffer {
    return this.#buffer?.subarray(0, this.#size) ?? Buffer.alloc(0);
  }

  write(octets: Uint8Array): void {
    const size = this.#size + octets.length;
    const buffer = this.#buffer ?? free.pop();
    if (buffer !== undefined && size <= buffer.length) this.#buffer = buffer;
    else {
      this.#buffer = Buffer.allocUnsafeSlow(Math.max(smallest, 2 ** Math.ceil(Math.log2(size))));
      buffer?.copy(this.#buffer, 0, 0, this.#size);
    }
    this.#buffer.set(octets, this.#size);
    this.#size = size;
  }

  /** Gives the buffer back; nothing may be written afterwards. */
  drop(): void {
    if (this.#buffer === undefined) return;
    free.push(this.#buffer);
    free.sort((a, b) => a.length - b.length);
    if (free.length > mostFree) free.shift();
    this.#buffer = undefined;
    this.#size = 0;
  }
}
