/**
 * Cursors are signed and carry their query, so the server keeps nothing and a client can change nothing. A cursor is
 * good for one webhook, one tenant and one direction.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from './answer.ts';
import { type AskedQuery, defaultQuery, type Query } from './query.ts';
import type { Cursor, Tenant } from './steps.ts';

type Packed = [
  direction: Cursor['direction'],
  webhookId: string,
  tenant: string,
  index: number,
  status: Query['status'] | null,
  from: number | null,
  to: number | null,
  sortBy: Query['sortBy'],
  order: Query['direction'],
];

const sign = (payload: string, key: Buffer) => createHmac('sha256', key).update(payload).digest('base64url');

/** Any text, with the signature that says it comes from here. */
export function sealed(text: string, key: Buffer): string {
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${sign(payload, key)}`;
}

export function encodeCursor(cursor: Cursor, key: Buffer): string {
  const { query } = cursor;
  const packed: Packed = [
    cursor.direction,
    cursor.webhookId,
    cursor.tenant,
    cursor.index,
    query.status ?? null,
    query.from ?? null,
    query.to ?? null,
    query.sortBy,
    query.direction,
  ];
  return sealed(JSON.stringify(packed), key);
}

/** The cursor that `text` is, whoever it was issued to; undefined if it was not issued here. */
export function decodeCursor(text: string, key: Buffer): Cursor | undefined {
  const [payload, signature, ...rest] = text.split('.');
  if (!payload || !signature || rest.length > 0) return undefined;
  const expected = Buffer.from(sign(payload, key));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return unpack(payload);
}

/** Reads a payload without asking who wrote it. */
export function unpack(payload: string): Cursor | undefined {
  try {
    const [direction, webhookId, tenant, index, status, from, to, sortBy, order] = JSON.parse(
      Buffer.from(payload, 'base64url').toString(),
    ) as Packed;
    const query = {
      status: status ?? undefined,
      from: from ?? undefined,
      to: to ?? undefined,
      sortBy,
      direction: order,
    };
    return { direction, webhookId, tenant, index, query };
  } catch {
    return undefined;
  }
}

/** @throws Refusal 400 unless the cursor was issued for this webhook, tenant and direction */
export function readCursor(asked: AskedQuery, webhookId: string, tenant: Tenant, key: Buffer): Cursor | undefined {
  const text = asked.next ?? asked.prev;
  if (text === undefined) return undefined;
  const cursor = decodeCursor(text, key);
  const direction = asked.next === undefined ? 'prev' : 'next';
  const good = cursor?.webhookId === webhookId && cursor.tenant === tenant.name && cursor.direction === direction;
  if (!good) throw new Refusal(400, `${direction} takes a cursor that this search returned.`);
  return cursor;
}

/**
 * With a cursor, its query; parameters may be repeated beside it, but not changed.
 * @throws Refusal 400 when they differ
 */
export function settleQuery(asked: AskedQuery, cursor: Cursor | undefined): Query {
  if (!cursor) return { ...defaultQuery, ...asked.given };
  for (const name of Object.keys(asked.given) as (keyof Query)[]) {
    if (asked.given[name] !== cursor.query[name]) throw new Refusal(400, 'The query differs from that of its cursor.');
  }
  return cursor.query;
}
