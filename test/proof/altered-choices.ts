/**
 * The reference server with one choice made otherwise where the specification is silent: as right as before, and no longer
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

export interface Flip {
  /** The key below `declares` that no longer holds. */
  readonly key: DeclareKey;
  readonly to: string;
  /** The rows that say so, and no others. */
  readonly rows: readonly string[];
  /** What the first of them says. */
  readonly says: string;
  apply(server: Server): void;
}

const learnt = { create: 201, register: 201, verify: 200, logs: 200 };
const other = { create: 200, register: 202, verify: 203, logs: 206 };

export const flips: readonly Flip[] = [
  ...operations.map(
    (op): Flip => ({
      key: `successStatus.${op}`,
      to: String(other[op]),
      rows: [`${op}/success-status`],
      says: `answered ${other[op]}; ${learnt[op]} is declared`,
      apply: (server) => onSuccess(server, op, (answer) => ({ ...answer, status: other[op] })),
    }),
  ),
  {
    key: 'refusalStatus',
    to: '403',
    rows: operations.map((op) => `auth/${op}/refusal-status`),
    says: 'declares.refusalStatus says 401',
    apply: (server) => {
      for (const op of operations)
        onRefusal(server, op, (answer) => (answer.status === 401 ? { ...answer, status: 403 } : undefined));
    },
  },
  {
    key: 'endOfLog',
    to: 'null',
    rows: ['declares/end-of-log'],
    says: 'declares endOfLog absent, observed null',
    apply: (server) =>
      onPage(server, 'logs', ({ cursor }) => {
        cursor.next ??= null;
      }),
  },
  {
    key: 'endOfLog',
    to: 'empty',
    rows: ['declares/end-of-log'],
    says: 'declares endOfLog absent, observed empty',
    apply: (server) =>
      onPage(server, 'logs', ({ cursor }) => {
        cursor.next ??= '';
      }),
  },
  {
    key: 'cursorCarriesFilters',
    to: 'false',
    rows: ['declares/cursor-carries-filters'],
    says: 'declares cursorCarriesFilters true, observed false',
    apply: (server) =>
      wrapStep(server, 'resolveQuery', () => ({ given }) => ({ ...defaultQuery, ...given })),
  },
  {
    key: 'timeFormat',
    to: 'epoch-milliseconds',
    rows: ['declares/time-format'],
    says: 'declares timeFormat rfc3339, observed epoch-milliseconds',
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
    (bounds): Flip => ({
      key: 'rangeBounds',
      to: bounds,
      rows: ['declares/range-bounds'],
      says: `declares rangeBounds [), observed ${bounds}`,
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
    says: 'declares sortBy createdAt, observed 400',
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
    says: 'declares defaultOrder desc, observed asc',
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
    says: 'data holds 4 items',
    apply: (server) =>
      wrapStep(server, 'createPage', (inner) => (body, tenant) => inner({ ...body, limit: 1000 }, tenant)),
  },
  {
    key: 'itemsUnique',
    to: 'false',
    rows: ['logs/no-duplicates'],
    says: 'and again on page',
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
    says: 'is no JSON object, as is declared',
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
    (member): Flip => ({
      key: 'item',
      to: `${member} by another name`,
      rows: ['declares/item'],
      says: `has no ${member === 'status' ? 'status' : 'time'} at /${member}, as is declared`,
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
    says: 'declares unknownWebhook 404, observed 403',
    apply: (server) =>
      onRefusal(server, 'logs', (answer) => (answer.status === 404 ? { ...answer, status: 403 } : undefined)),
  },
  {
    key: 'requiredFields.create',
    to: 'limit too',
    rows: ['create/required-fields'],
    says: 'limit is not declared as required',
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
    says: 'lastName is declared as required',
    apply: (server) =>
      wrapStep(server, 'checkRegister', (inner) => (body) => inner({ lastName: '–', ...objectOf(body) })),
  },
  {
    key: 'requiredFields.verify',
    to: 'no e-mail',
    // No choice that is open: nobody is verified without an e-mail, whatever is declared.
    rows: ['verify/required-fields', 'verify/missing-code'],
    says: 'email is declared as required',
    // A code is looked up alone.
    apply: (server) =>
      answerInstead(server, 'verify', (call) => {
        const { email, code } = bodyOf(call);
        const known = [...server.codes.values()].map(Number).includes(code);
        return email === undefined && known ? { status: 200, body: {} } : undefined;
      }),
  },
];
