/** Answers of `create` and `logs` that do not have the shape of a page. */
import { defineFaults, perOperation } from '../fault.ts';
import { onRenderedPage } from '../log-tampering.ts';
import type { Server } from '../state.ts';
import type { Page } from '../steps.ts';
import { bodyOf, type LoosePage, onPage, onSuccess, queryOf } from '../tampering.ts';

export const shape = defineFaults({
  ...perOperation(['create', 'logs'], (op) => ({
    [`${op}-null-cursor`]: {
      owner: `${op}/null-cursor`,
      defect: 'returns null for next or prev if there is no such page',
      apply(server) {
        onPage(server, op, ({ cursor }) => {
          cursor.next ??= null;
          cursor.prev ??= null;
        });
      },
    },
    [`${op}-total-string`]: {
      owner: `${op}/page-shape`,
      defect: 'returns totalItems as a string, as database drivers return large counts',
      apply(server) {
        onPage(server, op, ({ cursor }) => {
          cursor.totalItems = String(cursor.totalItems);
        });
      },
    },
    [`${op}-next-number`]: {
      owner: `${op}/page-shape`,
      defect: 'returns a numeric offset as next',
      apply(server) {
        onPage(server, op, ({ data, cursor }) => {
          if (cursor.next) cursor.next = data.length;
        });
      },
    },
    [`${op}-data-objects`]: {
      owner: `${op}/page-shape`,
      defect: 'returns items as objects instead of strings',
      apply: (server) => mapItems(server, op, (item) => (op === 'logs' ? JSON.parse(item) : { id: item })),
    },
  })),

  // Creating events
  'create-items-field': {
    owner: 'create/page-shape',
    defect: 'names the data field "items"',
    apply(server) {
      onPage(server, 'create', (page) => {
        Object.assign(page, { items: page.data, data: undefined });
      });
    },
  },
  'create-data-null': {
    owner: 'create/page-shape',
    defect: 'returns null instead of an empty data list',
    apply: (server) => replaceEmptyData(server, 'create', null),
  },
  'create-single-bare': {
    owner: 'create/page-shape',
    defect: 'returns a single item without a list around it',
    apply: (server) => unwrapSingleItem(server, 'create'),
  },
  'create-full-page-no-cursor': {
    owner: 'create/page-shape',
    defect: 'omits the cursor if the limit equals the number of events',
    apply(server) {
      onPage(server, 'create', (page, call) => {
        const { length } = page.data;
        if (length === bodyOf(call)['limit'] && length === page.cursor.totalItems) page.cursor = undefined;
      });
    },
  },
  'create-limit-one-numbers': {
    owner: 'create/page-shape',
    defect: 'returns a number as the only item if the limit is 1',
    apply(server) {
      onPage(server, 'create', (page, call) => {
        if (bodyOf(call)['limit'] === 1) page.data = page.data.map((_id: string, k: number) => k);
      });
    },
  },

  // Searching logs: every page
  'logs-envelope': {
    owner: 'logs/page-shape',
    defect: 'wraps pages in a "result" envelope',
    apply(server) {
      onPage(server, 'logs', (page) => {
        Object.assign(page, { result: { ...page }, data: undefined, cursor: undefined });
      });
    },
  },
  'logs-items-number-failed': {
    owner: 'logs/page-shape',
    defect: 'returns failed entries as numbers',
    apply: (server) => mapItems(server, 'logs', (item) => (item.includes('"failed"') ? item.length : item)),
  },
  'logs-single-item-bare': {
    owner: 'logs/page-shape',
    defect: 'returns a single item without a list around it',
    apply: (server) => unwrapSingleItem(server, 'logs'),
  },
  'logs-full-page-no-cursor': {
    owner: 'logs/page-shape',
    defect: 'omits the cursor if the result fills exactly one page',
    apply(server) {
      onPage(server, 'logs', (page) => {
        if (page.data.length === server.pageSize && page.cursor.totalItems === server.pageSize) page.cursor = undefined;
      });
    },
  },
  'logs-prev-object-late': {
    owner: 'logs/page-shape',
    defect: 'returns prev as an object from the fourth page on',
    apply(server) {
      onRenderedPage(server, ({ cursor }, { start }) => {
        if (start >= 3 * server.pageSize) cursor.prev = { cursor: cursor.prev };
      });
    },
  },
  'logs-total-string-filtered': {
    owner: 'logs/page-shape',
    defect: 'returns totalItems as a string if a status is given',
    apply(server) {
      onPage(server, 'logs', ({ cursor }, call) => {
        if (queryOf(call).has('status')) cursor.totalItems = String(cursor.totalItems);
      });
    },
  },
  'logs-total-fraction': {
    owner: 'logs/page-shape',
    defect: 'returns an estimated, fractional totalItems if from is given',
    apply(server) {
      onPage(server, 'logs', ({ cursor }, call) => {
        if (queryOf(call).has('from')) cursor.totalItems += 0.5;
      });
    },
  },

  // Searching logs: the last page
  'logs-cursor-null-last': {
    owner: 'logs/page-shape',
    defect: 'returns null as the cursor of the last page',
    apply(server) {
      onLastPage(server, (page) => {
        page.cursor = null;
      });
    },
  },
  'logs-next-false': {
    owner: 'logs/page-shape',
    defect: 'returns false as next on the last page',
    apply(server) {
      onLastPage(server, ({ cursor }) => {
        cursor.next = false;
      });
    },
  },
  'logs-last-page-padded': {
    owner: 'logs/page-shape',
    defect: 'pads the last page with null',
    apply(server) {
      onLastPage(server, (page) => {
        page.data = [...page.data, null];
      });
    },
  },
  'logs-total-missing-last': {
    owner: 'logs/page-shape',
    defect: 'omits totalItems on the last page',
    apply(server) {
      onLastPage(server, ({ cursor }) => {
        cursor.totalItems = undefined;
      });
    },
  },
  'logs-error-inside': {
    owner: 'logs/page-shape',
    defect: 'reports a timeout with status 200 instead of the last page',
    apply(server) {
      onSuccess(server, 'logs', (answer, call) => {
        const { cursor } = answer.body as Page;
        return queryOf(call).has('next') && cursor.prev !== undefined && cursor.next === undefined
          ? { ...answer, body: { error: 'timeout' } }
          : answer;
      });
    },
  },

  // Searching logs: the empty page
  'logs-data-null-empty': {
    owner: 'logs/page-shape',
    defect: 'returns null instead of an empty data list',
    apply: (server) => replaceEmptyData(server, 'logs', null),
  },
  'logs-data-missing-empty': {
    owner: 'logs/page-shape',
    defect: 'omits an empty data list',
    apply: (server) => replaceEmptyData(server, 'logs', undefined),
  },
  'logs-cursor-list-empty': {
    owner: 'logs/page-shape',
    defect: 'returns a list as the cursor of an empty page, as PHP encodes an empty map',
    apply(server) {
      onPage(server, 'logs', (page) => {
        if (page.data.length === 0) page.cursor = [];
      });
    },
  },
  'logs-total-null-empty': {
    owner: 'logs/page-shape',
    defect: 'returns null as totalItems of an empty result',
    apply(server) {
      onPage(server, 'logs', ({ data, cursor }) => {
        if (data.length === 0) cursor.totalItems = null;
      });
    },
  },
  'logs-total-negative-empty': {
    owner: 'logs/page-shape',
    defect: 'returns −1 as totalItems of an empty result',
    apply(server) {
      onPage(server, 'logs', ({ data, cursor }) => {
        if (data.length === 0) cursor.totalItems = -1;
      });
    },
  },
});

type Paged = 'create' | 'logs';

function mapItems(server: Server, operation: Paged, map: (item: string) => unknown): void {
  onPage(server, operation, (page) => {
    page.data = page.data.map(map);
  });
}

function replaceEmptyData(server: Server, operation: Paged, data: null | undefined): void {
  onPage(server, operation, (page) => {
    if (page.data.length === 0) page.data = data;
  });
}

function unwrapSingleItem(server: Server, operation: Paged): void {
  onPage(server, operation, (page) => {
    if (page.data.length === 1) page.data = page.data[0];
  });
}

function onLastPage(server: Server, change: (page: LoosePage) => void): void {
  onPage(server, 'logs', (page) => {
    if (!page.cursor.next) change(page);
  });
}
