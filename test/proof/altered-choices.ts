/**
 * The reference server with one choice changed where the specification is silent: it still conforms, but differs from
 * what was declared.
 */
import type { DeclareKey } from '../../src/core/gaps.ts';
import { operations } from '../../src/core/operation.ts';
import { Refusal } from '../../src/reference/answer.ts';
import { objectOf } from '../../src/reference/fields.ts';
import { replaceRangeFilter } from '../../src/reference/log-tampering.ts';
import { defaultQuery } from '../../src/reference/query.ts';
import type { Server } from '../../src/reference/state.ts';
import {
  answerInstead,
  bodyOf,
  onPage,
  onRefusal,
  onSuccess,
  queryOf,
  wrapStep,
} from '../../src/reference/tampering.ts';

export interface AlteredChoice {
  /** The key below `declares` that is no longer true. */
  readonly key: DeclareKey;
  readonly to: string;
  /** Ids of the requirements that must fail, and no others. */
  readonly rows: readonly string[];
  /** Part of the message of the first of them. */
  readonly message: string;
  apply(server: Server): void;
}

const learned = { create: 201, register: 201, verify: 200, logs: 200 };
const other = { create: 200, register: 202, verify: 203, logs: 206 };

export const alteredChoices: readonly AlteredChoice[] = [
  ...operations.map(
    (op): AlteredChoice => ({
      key: `successStatus.${op}`,
      to: String(other[op]),
      rows: [`${op}/success-status`],
      message: `answered ${other[op]}; ${learned[op]} is declared`,
      apply: (server) => onSuccess(server, op, (answer) => ({ ...answer, status: other[op] })),
    }),
  ),
  {
    key: 'refusalStatus',
    to: '403',
    rows: operations.map((op) => `auth/${op}/refusal-status`),
    message: 'declares.refusalStatus says 401',
    apply: (server) => {
      for (const op of operations)
        onRefusal(server, op, (answer) => (answer.status === 401 ? { ...answer, status: 403 } : undefined));
    },
  },
  {
    key: 'endOfLog',
    to: 'null',
    rows: ['declares/end-of-log'],
    message: 'observed endOfLog null; declared absent',
    apply: (server) =>
      onPage(server, 'logs', ({ cursor }) => {
        cursor.next ??= null;
      }),
  },
  {
    key: 'endOfLog',
    to: 'empty',
    rows: ['declares/end-of-log'],
    message: 'observed endOfLog empty; declared absent',
    apply: (server) =>
      onPage(server, 'logs', ({ cursor }) => {
        cursor.next ??= '';
      }),
  },
  {
    key: 'cursorCarriesFilters',
    to: 'false',
    rows: ['declares/cursor-carries-filters'],
    message: 'observed cursorCarriesFilters false; declared true',
    apply: (server) =>
      wrapStep(server, 'resolveQuery', () => ({ given }) => ({ ...defaultQuery, ...given })),
  },
  {
    key: 'timeFormat',
    to: 'epoch-milliseconds',
    rows: ['declares/time-format'],
    message: 'observed timeFormat epoch-milliseconds; declared rfc3339',
    apply: (server) =>
      wrapStep(server, 'readQuery', (inner) => (call) => {
        const query = queryOf(call);
        for (const name of ['from', 'to']) {
          const text = query.get(name);
          if (text === null) continue;
          if (!/^\d{1,15}$/.test(text)) throw new Refusal(400, `${name} takes milliseconds.`);
          query.set(name, new Date(Number(text)).toISOString());
        }
        return inner({ ...call, search: query.toString() });
      }),
  },
  ...(['[]', '(]', '()'] as const).map(
    (bounds): AlteredChoice => ({
      key: 'rangeBounds',
      to: bounds,
      rows: ['declares/range-bounds'],
      message: `observed rangeBounds ${bounds}; declared [)`,
      apply: (server) =>
        replaceRangeFilter(server, (at, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY) => {
          const after = bounds.startsWith('[') ? at >= from : at > from;
          return after && (bounds.endsWith(']') ? at <= to : at < to);
        }),
    }),
  ),
  {
    key: 'sortBy',
    to: 'created',
    rows: ['declares/sort-by'],
    message: 'sortBy=createdAt answered 400; declared as accepted',
    apply: (server) =>
      wrapStep(server, 'readQuery', (inner) => (call) => {
        const query = queryOf(call);
        if (query.get('sortBy') === 'createdAt') throw new Refusal(400, 'sortBy takes created or status.');
        if (query.get('sortBy') === 'created') query.set('sortBy', 'createdAt');
        return inner({ ...call, search: query.toString() });
      }),
  },
  {
    key: 'defaultOrder',
    to: 'asc',
    rows: ['declares/default-order'],
    message: 'observed defaultOrder asc; declared desc',
    apply: (server) =>
      wrapStep(
        server,
        'resolveQuery',
        (inner) => (query, cursor) =>
          cursor === undefined
            ? inner({ ...query, given: { direction: 'asc', ...query.given } }, cursor)
            : inner(query, cursor),
      ),
  },
  {
    key: 'limit',
    to: 'meaningless',
    rows: ['create/limit'],
    message: 'data holds 4 items',
    apply: (server) =>
      wrapStep(server, 'createPage', (inner) => (body, tenant) => inner({ ...body, limit: 1000 }, tenant)),
  },
  {
    key: 'itemsUnique',
    to: 'false',
    rows: ['logs/no-duplicates'],
    message: 'and again on page',
    apply: (server) =>
      wrapStep(
        server,
        'renderItem',
        () =>
          ({ status, at }) =>
            // To the day: there are several a day.
            JSON.stringify({ status, createdAt: new Date(Math.floor(at / 86_400_000) * 86_400_000).toISOString() }),
      ),
  },
  {
    key: 'item',
    to: 'opaque',
    rows: ['declares/item'],
    message: 'is not a JSON object; declared',
    apply: (server) =>
      wrapStep(
        server,
        'renderItem',
        () =>
          ({ id }) =>
            id,
      ),
  },
  ...(['status', 'createdAt'] as const).map(
    (member): AlteredChoice => ({
      key: 'item',
      to: `${member} by another name`,
      rows: ['declares/item'],
      message: `has no ${member === 'status' ? 'status' : 'time'} at /${member}; declared`,
      apply: (server) =>
        wrapStep(
          server,
          'renderItem',
          (inner) => (entry, search) => String(inner(entry, search)).replace(`"${member}":`, `"${member}_":`),
        ),
    }),
  ),
  {
    key: 'unknownWebhook',
    to: '403',
    rows: ['declares/unknown-webhook'],
    message: 'observed unknownWebhook 403; declared 404',
    apply: (server) =>
      onRefusal(server, 'logs', (answer) => (answer.status === 404 ? { ...answer, status: 403 } : undefined)),
  },
  {
    key: 'requiredFields.create',
    to: 'limit too',
    rows: ['create/required-fields'],
    message: 'limit is not declared as required',
    apply: (server) =>
      wrapStep(server, 'checkCreate', (inner) => (body) => {
        if (objectOf(body)['limit'] === undefined) throw new Refusal(400, 'limit is missing.');
        return inner(body);
      }),
  },
  {
    key: 'requiredFields.register',
    to: 'no last name',
    rows: ['register/required-fields'],
    message: 'lastName is declared as required',
    apply: (server) =>
      wrapStep(server, 'checkRegister', (inner) => (body) => inner({ lastName: '–', ...objectOf(body) })),
  },
  {
    key: 'requiredFields.verify',
    to: 'no e-mail',
    // No choice that is open: nobody is verified without an e-mail, whatever is declared.
    rows: ['verify/required-fields', 'verify/missing-code'],
    message: 'email is declared as required',
    // A code is looked up alone.
    apply: (server) =>
      answerInstead(server, 'verify', (call) => {
        const { email, code } = bodyOf(call);
        const known = [...server.codes.values()].map(Number).includes(code);
        return email === undefined && known ? { status: 200, body: {} } : undefined;
      }),
  },
];
