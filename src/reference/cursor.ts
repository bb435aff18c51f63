/**
 * Cursors are signed and contain their query, so the server stores nothing and clients cannot change them. A cursor is
 * valid for one webhook, one tenant and one direction.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from './answer.ts';
import { defaultQuery, type Query, type SentQuery } from './query.ts';
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

/** Encodes `text` together with its signature. */
export function seal(text: string, key: Buffer): string {
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
  return seal(JSON.stringify(packed), key);
}

/** Decodes a cursor of any webhook and tenant; undefined unless its signature is valid. */
export function decodeCursor(text: string, key: Buffer): Cursor | undefined {
  const [payload, signature, ...rest] = text.split('.');
  if (!payload || !signature || rest.length > 0) return undefined;
  const expected = Buffer.from(sign(payload, key));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return unpack(payload);
}

/** Decodes a payload without verifying a signature. */
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

/**
 * Returns the cursor of a search; undefined on the first page.
 * @throws Refusal 400 unless the cursor was issued for this webhook, tenant and direction
 */
export function readCursor(sent: SentQuery, webhookId: string, tenant: Tenant, key: Buffer): Cursor | undefined {
  const text = sent.next ?? sent.prev;
  if (text === undefined) return undefined;
  const cursor = decodeCursor(text, key);
  const direction = sent.next === undefined ? 'prev' : 'next';
  const valid = cursor?.webhookId === webhookId && cursor.tenant === tenant.name && cursor.direction === direction;
  if (!valid) throw new Refusal(400, `${direction} must be a cursor returned by this search.`);
  return cursor;
}

/**
 * Returns the query to answer: that of the cursor, if there is one. Parameters may be sent again with a cursor.
 * @throws Refusal 400 if a repeated parameter differs from the cursor's
 */
export function resolveQuery(sent: SentQuery, cursor: Cursor | undefined): Query {
  if (!cursor) return { ...defaultQuery, ...sent.given };
  for (const name of Object.keys(sent.given) as (keyof Query)[]) {
    if (sent.given[name] !== cursor.query[name])
      throw new Refusal(400, 'A parameter differs from the query of the cursor.');
  }
  return cursor.query;
}
