/** Servers that change, end or never end while they are judged. */

import type { Answer } from '../../../src/reference/answer.ts';
import type { Server } from '../../../src/reference/state.ts';
import type { Kind } from '../kind.ts';
import { reference } from '../servers.ts';

const judged = [0, 1, 3] as const;

const answers =
  (change: (answer: Answer, number: number) => Answer) =>
  ({ steps }: Server) => {
    const { handle } = steps;
    let number = 0;
    steps.handle = async (call) => {
      number += 1;
      return change(await handle(call), number);
    };
  };

const rejection = (status: number): Answer => ({ status, body: { detail: 'no' } });

export const changes: readonly Kind[] = [
  {
    name: 'token-expires-midway',
    does: 'rejects the good token after 300 requests',
    ends: judged,
    start: () => reference({ alter: answers((answer, number) => (number > 300 ? rejection(401) : answer)) }),
  },
  {
    name: 'fails-midway',
    does: 'answers 500 to everything after 300 requests',
    ends: judged,
    start: () => reference({ alter: answers((answer, number) => (number > 300 ? rejection(500) : answer)) }),
  },
  {
    name: 'one-in-five-fails',
    does: 'answers 500 to one request in five',
    ends: judged,
    start: () => reference({ alter: answers((answer, number) => (number % 5 === 0 ? rejection(500) : answer)) }),
  },
  {
    name: 'outage-of-5-s',
    does: 'conforms; answers 503 to everything for five seconds',
    ends: [0, 3],
    start: () => {
      let began = 0;
      return reference({
        alter: answers((answer, number) => {
          if (number === 300) began = Date.now();
          return began > 0 && Date.now() - began < 5000 ? rejection(503) : answer;
        }),
      });
    },
  },
  {
    name: 'dies-midway',
    does: 'accepts no connection after 300 requests',
    ends: judged,
    start: async () => {
      let number = 0;
      const server = await reference({
        alter: ({ steps }) => {
          const { handle } = steps;
          steps.handle = (call) => {
            number += 1;
            if (number === 300) void server.close();
            return handle(call);
          };
        },
      });
      return server;
    },
  },
  {
    name: 'endless-walk',
    does: 'gives a next cursor on every page, which leads to the first one',
    ends: [1, 3],
    start: () =>
      reference({
        alter: ({ steps }) => {
          const { renderPage } = steps;
          steps.renderPage = (...of) => {
            const page = renderPage(...of);
            return { ...page, cursor: { ...page.cursor, next: page.cursor.next ?? page.cursor.prev ?? 'again' } };
          };
        },
      }),
  },
  {
    name: 'growing-for-ever',
    does: 'adds a thousand items to the total with each search',
    ends: [1, 3],
    start: () => {
      let total = 0;
      return reference({
        alter: ({ steps }) => {
          steps.total = () => {
            total += 1000;
            return total;
          };
        },
      });
    },
  },
  {
    name: 'log-of-a-million',
    does: 'conforms; a log has a million items',
    ends: [0, 3],
    start: () => reference({ logs: 1_000_000, pageSize: 1000 }),
  },
  {
    name: 'log-of-a-million-short-pages',
    does: 'conforms; a log has a million items, 20 on a page',
    ends: [0, 3],
    start: () => reference({ logs: 1_000_000 }),
  },
  { name: 'empty-log', does: 'conforms; no log has an item', ends: [0, 3], start: () => reference({ logs: 0 }) },
  {
    name: 'random-pages',
    does: 'answers each search with other items',
    ends: [1, 3],
    start: () =>
      reference({
        alter: ({ steps }) => {
          steps.renderItem = () => Math.random().toString(36).repeat(3);
        },
      }),
  },
];
