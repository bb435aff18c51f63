/** Searches that are answered wrongly now and then, whatever they ask for: a run in which each search comes once hardly notices. */
import type { Call } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import type { Server } from '../state.ts';
import type { Search } from '../steps.ts';
import { wrapStep } from '../tampering.ts';

export const rareAnswers = defineFaults({
  'logs-status-ignored-seldom': {
    owner: 'logs/search-changes-nothing',
    defect: 'ignores the status of every 64th search',
    apply: (server) =>
      selectSeldom(server, 64, ({ query, ...search }) => ({ ...search, query: { ...query, status: undefined } })),
  },
  'logs-range-ignored-seldom': {
    owner: 'logs/search-changes-nothing',
    defect: 'ignores the range of every 60th search',
    apply: (server) =>
      selectSeldom(server, 60, ({ query, ...search }) => ({
        ...search,
        query: { ...query, from: undefined, to: undefined },
      })),
  },
  'logs-status-ignored-after-rejection': {
    owner: 'logs/search-changes-nothing',
    defect: 'ignores the status in the first search after a rejected request',
    apply(server) {
      let hasRejected = false;
      wrapStep(server, 'handle', (inner) => async (call) => {
        const answer = await inner(call);
        hasRejected ||= answer.status >= 400;
        return answer;
      });
      wrapStep(server, 'select', (inner) => (search) => {
        const { query, ...rest } = search;
        const isLost = hasRejected;
        hasRejected = false;
        return inner(isLost ? { ...rest, query: { ...query, status: undefined } } : search);
      });
    },
  },
  'logs-other-webhook-seldom': {
    owner: 'logs/search-changes-nothing',
    defect: 'shows the log of another webhook to every 50th search',
    apply(server) {
      const isHit = everyNth(50);
      wrapStep(server, 'logs', (inner) => (call, tenant) => {
        const other = [...server.logs.values()].find(
          (log) => log.tenant === tenant.name && log.webhookId !== call.webhookId && log.length > 0,
        );
        const isCursor = /[?&]?(next|prev)=/.test(call.search);
        const isOther = isHit(call) && other !== undefined && server.logs.has(call.webhookId) && !isCursor;
        return inner(isOther ? { ...call, webhookId: other.webhookId } : call, tenant);
      });
    },
  },
});

/** Answers every nth search as `change` makes it. */
function selectSeldom(server: Server, nth: number, change: (search: Search) => Search): void {
  const isHit = everyNth(nth);
  wrapStep(server, 'select', (inner) => (search) => inner(isHit(search.call) ? change(search) : search));
}

/** Whether a call is the nth of those asked about, or a multiple of it. */
function everyNth(nth: number): (call: Call) => boolean {
  const numbers = new WeakMap<Call, number>();
  let calls = 0;
  return (call) => {
    const number = numbers.get(call) ?? ++calls;
    numbers.set(call, number);
    return number % nth === 0;
  };
}
