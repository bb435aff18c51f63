/** Texts and values that are hard to read, to compare or to print. */

import type { Server } from '../../../src/reference/state.ts';
import type { Page } from '../../../src/reference/steps.ts';
import type { Kind } from '../kind.ts';
import { reference } from '../servers.ts';

/** Changes each page of a log before it is written. */
const pages =
  (change: (page: Page) => Page) =>
  ({ steps }: Server) => {
    const { renderPage } = steps;
    steps.renderPage = (...of) => change(renderPage(...of));
  };

/** Writes each body in another way. */
const written =
  (write: (text: string) => string | Buffer, operation = 'logs') =>
  ({ steps }: Server) => {
    const { encode } = steps;
    steps.encode = (answer, call) =>
      call.operation === operation && answer.status < 300 ? write(String(encode(answer, call))) : encode(answer, call);
  };

const items = (change: (item: string, index: number) => string) =>
  pages((page) => ({ ...page, data: (page.data as string[]).map(change) }));

const manyMembers = Array.from({ length: 100_000 }, (_, at) => `,"m${at}":0`).join('');

const violates = [1, 3] as const;

export const texts: readonly Kind[] = [
  {
    name: 'lone-surrogates-in-items',
    does: 'conforms; each item ends with half of a surrogate pair, escaped',
    ends: [0],
    start: () => reference({ alter: items((item) => `${item}\ud83d`) }),
  },
  {
    name: 'lone-surrogates-in-cursors',
    does: 'gives cursors with half of a surrogate pair, escaped',
    ends: [0, 1, 3],
    start: () =>
      reference({
        alter: ({ steps }) => {
          const { writeCursor } = steps;
          steps.writeCursor = (cursor) => `${writeCursor(cursor)}\udc00`;
        },
      }),
  },
  {
    name: 'nul-in-items',
    does: 'conforms; each item has a NUL and terminal escapes',
    ends: [0],
    start: () => reference({ alter: items((item) => `\u0000\u001b[2J\u0007\u202e${item}`) }),
  },
  {
    name: 'markup-in-items',
    does: 'conforms; each item holds a script element',
    ends: [0],
    start: () => reference({ alter: items((item) => `</script><script>alert(1)</script>]]>${item}`) }),
  },
  {
    name: 'numbers-for-items',
    does: 'lists numbers instead of strings',
    ends: violates,
    start: () => reference({ alter: pages((page) => ({ ...page, data: page.data.map((_, at) => at) })) }),
  },
  {
    name: 'data-is-an-object',
    does: 'gives data as an object with a length',
    ends: violates,
    start: () => reference({ alter: pages((page) => ({ ...page, data: { length: 1e9 } as never })) }),
  },
  {
    name: 'total-of-1e308',
    does: 'says that a log has 1e308 items',
    ends: violates,
    start: () => reference({ alter: pages((page) => ({ ...page, cursor: { ...page.cursor, totalItems: 1e308 } })) }),
  },
  {
    name: 'total-below-zero',
    does: 'says that a log has -1 items',
    ends: violates,
    start: () => reference({ alter: pages((page) => ({ ...page, cursor: { ...page.cursor, totalItems: -1 } })) }),
  },
  {
    name: 'number-of-1-mb',
    does: 'writes totalItems with a million digits',
    ends: violates,
    start: () =>
      reference({
        alter: written((text) => text.replace(/"totalItems":\d+/, `"totalItems":${'9'.repeat(1_000_000)}`)),
      }),
  },
  {
    name: 'byte-order-marks',
    does: 'begins each page with a byte order mark',
    ends: violates,
    start: () => reference({ alter: written((text) => `\ufeff${text}`) }),
  },
  {
    name: 'utf-16',
    does: 'writes pages in UTF-16',
    ends: violates,
    start: () => reference({ alter: written((text) => Buffer.from(text, 'utf16le')) }),
  },
  {
    name: 'not-utf-8',
    does: 'writes octets into pages that are not UTF-8',
    ends: violates,
    start: () =>
      reference({
        alter: written((text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0x22, 0xff, 0x22])])),
      }),
  },
  {
    name: 'prototype-members',
    does: 'conforms; each page has members named __proto__ and constructor',
    ends: [0],
    start: () =>
      reference({
        alter: written((text) => `${text.slice(0, -1)},"__proto__":{"data":1},"constructor":{"prototype":{"ok":1}}}`),
      }),
  },
  {
    name: '100000-members',
    does: 'conforms; each page has 100,000 members beside its own',
    ends: [0],
    start: () =>
      reference({
        alter: written((text) => `${text.slice(0, -1)}${manyMembers}}`),
      }),
  },
  {
    name: 'cut-json',
    does: 'leaves out the last character of each page',
    ends: violates,
    start: () => reference({ alter: written((text) => text.slice(0, -1)) }),
  },
  {
    name: 'json-lines',
    does: 'writes a second JSON text behind each page',
    ends: violates,
    start: () => reference({ alter: written((text) => `${text}\n${text}`) }),
  },
];
