/** Long, deep, compressed and endless bodies. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { itemText, type LogEntry } from '../../../src/reference/log.ts';
import type { Server } from '../../../src/reference/state.ts';
import type { Kind } from '../kind.ts';
import { handler, reference } from '../servers.ts';

const conforms = [0] as const;

/** An item whose text is padded to that many characters, the same at each reading. */
function paddedItem(entry: LogEntry, characters: number): string {
  const { note: _, ...fields } = JSON.parse(itemText(entry)) as Record<string, unknown>;
  const text = JSON.stringify({ ...fields, payload: '' });
  const piece = `${entry.id} was delivered. `;
  return text.replace('"payload":""', `"payload":"${piece.repeat(characters / piece.length).slice(text.length)}"`);
}

const longItems =
  (characters: number) =>
  ({ steps }: Server) => {
    steps.renderItem = (entry) => paddedItem(entry, characters);
  };

/** Sends octets instead of the body of every successful search. */
const searchesAnswer =
  (octets: Buffer | string, headers: Record<string, string> = {}) =>
  ({ steps }: Server) => {
    const { encode, headers: own } = steps;
    steps.encode = (answer, call) =>
      call.operation === 'logs' && answer.status === 200 ? octets : encode(answer, call);
    steps.headers = (answer, payload, call) => ({
      ...own(answer, payload, call),
      ...(call.operation === 'logs' && answer.status === 200 ? headers : {}),
    });
  };

const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, '0');

/** A member beside `data` and `cursor` that is that long. It is joined to the octets: the kit is measured, not the server. */
const padding =
  (characters: number) =>
  ({ steps }: Server) => {
    const { encode } = steps;
    const comment = Buffer.from(`,"comment":"${'x'.repeat(characters)}"}`);
    steps.encode = (answer, call) => {
      const own = encode(answer, call);
      return call.operation === 'logs' && answer.status < 300
        ? Buffer.concat([Buffer.from(String(own).slice(0, -1)), comment])
        : own;
    };
  };

const compressed =
  (coding: string, compress: (text: string) => Buffer) =>
  ({ steps }: Server) => {
    const { encode, headers } = steps;
    steps.encode = (answer, call) => compress(String(encode(answer, call)));
    steps.headers = (answer, payload, call) => ({
      ...headers(answer, payload, call),
      ...(answer.body === undefined ? {} : { 'Content-Encoding': coding }),
    });
  };

const errorBodies =
  (octets: string | Buffer, type = 'application/json') =>
  ({ steps }: Server) => {
    const { encode, headers } = steps;
    steps.encode = (answer, call) => (answer.status >= 400 ? octets : encode(answer, call));
    steps.headers = (answer, payload, call) => ({
      ...headers(answer, payload, call),
      ...(answer.status >= 400 ? { 'Content-Type': type } : {}),
    });
  };

/** Writes as long as the other side reads. */
const endless: Parameters<typeof handler>[0] = (request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  // Without a body nothing is written, and nothing ever waits.
  if (request.method === 'HEAD') return void response.end();
  const piece = Buffer.alloc(65_536, 'a');
  const pour = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', pour);
  response.write('{"data":["');
  pour();
};

export const bodies: readonly Kind[] = [
  {
    name: 'pages-of-100-kb',
    does: 'conforms; each page of a log has 100 kB',
    ends: conforms,
    start: () => reference({ alter: longItems(5000) }),
  },
  {
    name: 'pages-of-400-kb',
    does: 'conforms; each page of a log has 400 kB',
    ends: conforms,
    start: () => reference({ alter: longItems(20_000) }),
  },
  {
    name: 'many-pages-of-400-kb',
    does: 'conforms; 60 pages of 400 kB, each of a thousand items',
    ends: conforms,
    start: () => reference({ logs: 60_000, pageSize: 1000, alter: longItems(400) }),
  },
  {
    name: 'pages-of-12-mb',
    does: 'conforms; each page of a log has 12 MB beside its items',
    ends: conforms,
    start: () => reference({ alter: padding(12 * 1024 * 1024) }),
  },
  {
    name: 'pages-of-20-mb',
    does: 'conforms; each page is longer than the kit reads',
    ends: [0, 3],
    start: () => reference({ alter: padding(20 * 1024 * 1024) }),
  },
  {
    name: 'items-of-131-kb',
    does: 'conforms; each item has 131 kB, each page 20 of them',
    ends: conforms,
    start: () => reference({ alter: longItems(131_072) }),
  },
  {
    name: 'items-of-1-mb',
    does: 'conforms; each item has 1 MB, each page 5 of them',
    ends: conforms,
    start: () => reference({ logs: 23, pageSize: 5, alter: longItems(1_000_000) }),
  },
  {
    name: '100000-items-in-a-page',
    does: 'conforms; one page has 100,000 items',
    ends: [0, 3],
    start: () =>
      reference({
        logs: 100_000,
        pageSize: 1000,
        alter: (server) => Object.assign(server, { pageSize: 100_000 }),
      }),
  },
  {
    name: 'cursors-of-6-kb',
    does: 'conforms; each cursor has 6 kB',
    ends: conforms,
    start: () =>
      reference({
        alter: ({ steps }) => {
          const { writeCursor, readQuery } = steps;
          steps.writeCursor = (cursor) => `${'x'.repeat(6000)}.${writeCursor(cursor)}`;
          const short = (text: string | undefined) => text?.replace(/^x{6000}\./, '');
          steps.readQuery = (call) => {
            const sent = readQuery(call);
            return {
              ...sent,
              ...(sent.next && { next: short(sent.next) }),
              ...(sent.prev && { prev: short(sent.prev) }),
            } as typeof sent;
          };
        },
      }),
  },
  {
    name: 'cursors-of-1-mb',
    does: 'gives cursors of 1 MB, which it rejects',
    ends: [0, 1, 3],
    start: () =>
      reference({
        alter: ({ steps }) => {
          const { writeCursor } = steps;
          steps.writeCursor = (cursor) => `${writeCursor(cursor)}${'x'.repeat(1_000_000)}`;
        },
      }),
  },
  {
    name: 'error-bodies-of-8-mb',
    does: 'conforms; each rejection has a body of 8 MB',
    ends: conforms,
    start: () => reference({ alter: errorBodies(JSON.stringify({ detail: 'no '.repeat(2_800_000) })) }),
  },
  {
    name: 'error-bodies-of-100-kb',
    does: 'conforms; each rejection has a body of 100 kB',
    ends: conforms,
    start: () => reference({ alter: errorBodies(JSON.stringify({ detail: 'no '.repeat(33_000) })) }),
  },
  {
    name: 'error-bodies-of-brackets',
    does: 'rejects with 2 MB of opening brackets',
    ends: conforms,
    start: () => reference({ alter: errorBodies('['.repeat(2_000_000)) }),
  },
  {
    name: 'pages-of-brackets',
    does: 'answers searches with 2 MB of nested arrays',
    ends: [1, 3],
    start: () => reference({ alter: searchesAnswer(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`) }),
  },
  {
    name: 'items-of-brackets',
    does: 'conforms; each item is JSON text of 20,000 nested arrays',
    ends: conforms,
    start: () =>
      reference({
        alter: ({ steps }) => {
          const { renderItem } = steps;
          steps.renderItem = (entry, search) =>
            `{"id":${JSON.stringify(entry.id)},"of":${JSON.stringify(renderItem(entry, search))},"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
        },
      }),
  },
  {
    name: 'deep-extra-member',
    does: 'conforms; each page has a member of 100,000 nested arrays beside its items',
    ends: [0, 3],
    start: () =>
      reference({
        alter: ({ steps }) => {
          const { encode } = steps;
          const deep = `"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`;
          steps.encode = (answer, call) =>
            call.operation === 'logs' && answer.status === 200
              ? `${String(encode(answer, call)).slice(0, -1)},${deep}}`
              : encode(answer, call);
        },
      }),
  },
  {
    name: 'gzip-pages',
    does: 'conforms; each body is compressed with gzip',
    ends: conforms,
    start: () => reference({ alter: compressed('gzip', (text) => gzipSync(text)) }),
  },
  {
    name: 'brotli-pages',
    does: 'conforms; each body is compressed with brotli',
    ends: conforms,
    start: () => reference({ alter: compressed('br', (text) => brotliCompressSync(text)) }),
  },
  {
    name: 'gzip-bomb',
    does: 'answers searches with 1 MB of gzip that decodes to 1 GB',
    ends: [0, 1, 3],
    start: () => {
      const member = gzipSync(zeros(64));
      const bomb = Buffer.concat(Array.from({ length: 16 }, () => member));
      return reference({ alter: searchesAnswer(bomb, { 'Content-Encoding': 'gzip' }) });
    },
  },
  {
    name: 'brotli-bomb',
    does: 'answers searches with 1 kB of brotli that decodes to 64 MB',
    ends: [0, 1, 3],
    start: () => {
      const bomb = brotliCompressSync(zeros(64), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
      return reference({ alter: searchesAnswer(bomb, { 'Content-Encoding': 'br' }) });
    },
  },
  {
    name: 'gzip-in-gzip',
    does: 'names gzip forty times as the coding of a body',
    ends: [1, 3],
    start: () => reference({ alter: searchesAnswer('{}', { 'Content-Encoding': Array(40).fill('gzip').join(', ') }) }),
  },
  {
    name: 'gzip-that-is-none',
    does: 'declares gzip for bodies that are not compressed',
    ends: [1, 3],
    start: () => reference({ alter: searchesAnswer('{}', { 'Content-Encoding': 'gzip' }) }),
  },
  {
    name: 'endless-bodies',
    timeoutMs: 2000,
    does: 'never ends a body, whatever is asked',
    ends: [0, 1, 3],
    start: () => handler(endless),
  },
  {
    name: 'endless-searches',
    timeoutMs: 2000,
    does: 'never ends the body of a search',
    ends: [0, 1, 3],
    start: () =>
      reference({
        alter: ({ steps }) => {
          const { send } = steps;
          steps.send = (call, answer, payload) =>
            call.operation === 'logs' && answer.status === 200
              ? endless(call.request, call.response as never)
              : send(call, answer, payload);
        },
      }),
  },
];
