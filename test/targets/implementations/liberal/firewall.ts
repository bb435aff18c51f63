/** A web application firewall: what looks like an attack does not reach the service. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DoorLiberties } from './options.ts';

const attacks = /<script|'\s*or\s+1\s*=\s*1|\.\.[/\\]|\0|\\u0000/i;
/** Characters of a header. */
const longestHeader = 4096;

export class Firewall {
  readonly #how: NonNullable<DoorLiberties['firewall']>;
  #attacks = 0;
  /** Ms since the epoch. */
  #bannedUntil = 0;

  constructor(how: NonNullable<DoorLiberties['firewall']>) {
    this.#how = how;
  }

  /** Whether the request was stopped: its connection is reset, or it got a page. */
  stops(req: IncomingMessage, res: ServerResponse, body: Buffer): boolean {
    if (Date.now() >= this.#bannedUntil && !isAttack(req, body)) return false;
    if (Date.now() >= this.#bannedUntil) this.#count();
    if (this.#how.answers === 'reset') req.socket.destroy();
    else res.writeHead(403, { 'Content-Type': 'text/html' }).end('<html><h1>Request blocked</h1></html>');
    return true;
  }

  #count(): void {
    const { bans } = this.#how;
    this.#attacks += 1;
    if (bans === undefined || this.#attacks % bans.after !== 0) return;
    const [least, most] = bans.ms;
    this.#bannedUntil = Date.now() + least + Math.random() * (most - least);
  }
}

function isAttack(req: IncomingMessage, body: Buffer): boolean {
  const target = req.url ?? '';
  if (Object.values(req.headers).some((value) => String(value).length > longestHeader)) return true;
  return [target, decoded(target), body.toString('utf8')].some((text) => attacks.test(text));
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    return target;
  }
}
