/** Creations at the same time that take each other's results. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import { bodyOf, loosePageOf, onSuccess, wrapStep } from '../tampering.ts';

export const parallelCreations = defineFaults({
  'create-parallel-bodies-mixed': {
    owner: 'create/parallel',
    defect: 'keeps the body in a global variable while a creation is in progress',
    apply(server) {
      let latest: Buffer;
      wrapStep(server, 'create', (inner) => async (call, tenant) => {
        latest = call.payload;
        await delay(3);
        return inner({ ...call, payload: latest }, tenant);
      });
    },
  },
  'create-parallel-latest-returned': {
    owner: 'create/parallel',
    defect: 'returns as many of the events that were created last as the creation has, perhaps by another request',
    apply(server) {
      const all: string[] = [];
      wrapStep(server, 'create', (inner) => async (call, tenant) => {
        const answer = await inner(call, tenant);
        const page = answer.body as { data?: string[] } | undefined;
        if (page?.data === undefined) return answer;
        all.push(...page.data);
        await delay(3);
        return { ...answer, body: { ...page, data: all.slice(all.length - page.data.length) } };
      });
    },
  },
  'create-parallel-list-shared': {
    owner: 'create/parallel',
    defect: 'collects the results of all creations that are in progress in one list',
    apply(server) {
      let inProgress = 0;
      let list: unknown[] = [];
      onSuccess(server, 'create', async (answer, call) => {
        const page = loosePageOf(answer);
        const own = page.data.length;
        list = inProgress === 0 ? page.data : [...list, ...page.data];
        inProgress += 1;
        await delay(3);
        inProgress -= 1;
        if (list.length > own) {
          page.cursor.totalItems = list.length;
          page.data = list.slice(0, bodyOf(call)['limit']);
        }
        return answer;
      });
    },
  },
  'create-parallel-limit-mixed': {
    owner: 'create/parallel',
    defect: 'keeps the limit in a global variable while a creation is in progress',
    apply(server) {
      let latest: unknown;
      wrapStep(server, 'create', (inner) => async (call, tenant) => {
        latest = bodyOf(call)['limit'];
        await delay(3);
        const body = { ...bodyOf(call), limit: latest };
        return inner({ ...call, payload: Buffer.from(JSON.stringify(body)) }, tenant);
      });
    },
  },
  'create-parallel-next-returned': {
    owner: 'create/parallel',
    defect: 'writes one creation after another, and returns the newest events, perhaps those of the next one',
    apply(server) {
      const all: string[] = [];
      let written: Promise<unknown> = Promise.resolve();
      wrapStep(server, 'create', (inner) => async (call, tenant) => {
        const writing = written.then(async () => {
          await delay(4);
          const answer = await inner(call, tenant);
          all.push(...(dataOf(answer) ?? []));
          return answer;
        });
        written = writing.catch(() => undefined);
        const answer = await writing;
        const data = dataOf(answer);
        await delay(6);
        return data === undefined ? answer : withData(answer, all.slice(all.length - data.length));
      });
    },
  },
  'create-parallel-lists-mixed': {
    owner: 'create/parallel',
    defect: 'keeps the lists that its event shows in a global variable while a creation is in progress',
    apply(server) {
      let latest: ReturnType<typeof bodyOf> = {};
      onSuccess(server, 'create', async (answer, call) => {
        const page = loosePageOf(answer);
        latest = bodyOf(call);
        await delay(12);
        const { profileIds, calendarIds } = latest;
        page.data = [JSON.stringify({ id: page.data[0], profileIds, calendarIds })];
        page.cursor = { totalItems: 1 };
        return answer;
      });
    },
  },
});

const dataOf = ({ body }: Answer): string[] | undefined => (body as { data?: string[] } | undefined)?.data;
const withData = (answer: Answer, data: readonly string[]): Answer => ({
  ...answer,
  body: { ...(answer.body as object), data },
});
