/**
 * Forms of the same request that HTTP allows: framing, connection options, protocol switches, how many headers in which order,
 * the version, the form of the target, media types, a query. A guard that looks at one of them must not skip the token, whatever
 * the others are, so they come from a covering array.
 */
import type { MessageShape, OperationRequest } from '../core/exchange.ts';
import { seededRandom } from '../core/random.ts';
import { coveringArray, type RowOf } from './covering-array.ts';
import { fewerParts } from './fewer-parts.ts';

export interface MessageForm {
  /** "in chunks, with 60 more headers". */
  readonly label: string;
  readonly how: Pick<OperationRequest, 'headers' | 'query' | 'shape' | 'typed' | 'contentType' | 'webhook'>;
  /** The forms with one part fewer; none of a form with one part. */
  simpler(): readonly MessageForm[];
}

/** What a request asks for besides the plain one, which is one more part of its forms. */
export interface AskedFor {
  /** "under status=failed". */
  readonly label: string;
  readonly how: Pick<OperationRequest, 'query' | 'webhook'>;
}

const factors = {
  framing: ['length', 'chunked'],
  connection: ['kept', 'close', 'names-authorization'],
  protocol: ['usual', 'upgrade', 'expect'],
  headers: ['few', 'many', 'long'],
  query: ['none', 'unknown'],
  version: ['1.1', '1.0'],
  target: ['origin', 'absolute'],
  order: ['usual', 'reversed'],
  media: ['json', 'charset'],
  accepts: ['json', 'html'],
} as const;

type Row = RowOf<typeof factors>;
const names: Readonly<Record<string, string>> = {
  chunked: 'in chunks',
  close: 'with Connection: close',
  'names-authorization': 'with Authorization as a connection option',
  upgrade: 'with an upgrade to h2c',
  expect: 'with Expect: 100-continue',
  many: 'with 60 more headers',
  long: 'with a header of 3,000 characters',
  unknown: 'with an unknown parameter',
  '1.0': 'in HTTP/1.0',
  absolute: 'with an absolute request target',
  reversed: 'with its headers in reverse order',
  charset: 'with a charset in Content-Type',
  html: 'with HTML in Accept',
};

/** What leaves a factor out. */
const plain: Row = {
  framing: 'length',
  connection: 'kept',
  protocol: 'usual',
  headers: 'few',
  query: 'none',
  version: '1.1',
  target: 'origin',
  order: 'usual',
  media: 'json',
  accepts: 'json',
};

/** HTTP/1.0 knows neither chunks nor expectations (RFC 9112 §6.1, RFC 9110 §10.1.1). */
const allows = ({ version, framing, protocol }: Partial<Row>): boolean =>
  version !== '1.0' || (framing !== 'chunked' && protocol !== 'expect');

type Headers = readonly (readonly [string, string])[];

/** More headers than a parser with a small table keeps. */
const many: Headers = Array.from({ length: 60 }, (_, at) => [`X-Extra-${at + 1}`, String(at + 1)] as const);
const long: Headers = [['X-Extra', 'x'.repeat(3000)]];

/**
 * Forms of a request other than the plain one.
 * @param strength of how many parts every combination occurs
 * @param asked labels that differ
 */
export function messageForms({
  strength,
  seed,
  asked = [],
}: {
  strength: number;
  seed: number;
  asked?: readonly AskedFor[];
}): MessageForm[] {
  const labels = asked.map(({ label }) => label);
  return rowsOf(strength, seed, labels)
    .map((row) =>
      formOf(
        row,
        asked.find(({ label }) => label === row.asked),
      ),
    )
    .filter(({ label }) => label !== '');
}

type AskedRow = Row & { readonly asked: string };

/** By strength, seed and what is asked for: several checks of an operation ask for the same rows, and drawing them takes long. */
const drawnRows = new Map<string, readonly AskedRow[]>();
/** Lists of rows that are kept; then all are forgotten. */
const mostDrawn = 100;

function rowsOf(strength: number, seed: number, labels: readonly string[]): readonly AskedRow[] {
  const key = JSON.stringify([strength, seed, labels]);
  const known = drawnRows.get(key);
  if (known !== undefined) return known;
  const all = { ...factors, asked: ['plain', ...labels] };
  const rows = coveringArray(all, { strength, allows, random: seededRandom(seed) });
  if (drawnRows.size >= mostDrawn) drawnRows.clear();
  drawnRows.set(key, rows);
  return rows;
}

/**
 * Two forms with as many parts as fit into one request: whatever skips the token for one of them skips it for one of these,
 * unless the parts are rejected together.
 */
export const fullForms: readonly [MessageForm, MessageForm] = [
  fullForm({ connection: 'names-authorization', protocol: 'upgrade', headers: 'many', target: 'absolute' }),
  fullForm({ connection: 'close', protocol: 'expect', headers: 'long', target: 'origin' }),
];

/** The same of a request without a body in HTTP/1.0, as health checks and old proxies send it. */
export const oldForm: MessageForm = fullForm({
  framing: 'length',
  version: '1.0',
  connection: 'names-authorization',
  protocol: 'upgrade',
  headers: 'many',
  target: 'absolute',
});

/**
 * Forms with as many parts as fit, in which every two parts that may stand together do: far fewer than those in which parts
 * also stand without each other.
 * @param asked one form for each of them, if given
 */
export function crowdedForms(seed: number, asked?: readonly AskedFor[]): MessageForm[] {
  const parts = {
    ...factors,
    framing: ['chunked', 'length'],
    connection: factors.connection.slice(1),
    protocol: factors.protocol.slice(1),
    headers: factors.headers.slice(1),
    query: ['unknown'],
    order: ['reversed'],
    media: ['charset'],
    accepts: ['html'],
  } as const satisfies Record<keyof Row, readonly string[]>;
  const rows = coveringArray(parts, {
    strength: 2,
    allows: (row) => allows(row) && !(row.framing === 'length' && row.version === '1.1'),
    random: seededRandom(seed),
  });
  const wanted = asked ?? rows.map(() => undefined);
  return wanted.map((one, at) => formOf(rows[at % rows.length] as Row, one));
}

/** Each part by itself. */
export const singleForms: readonly MessageForm[] = Object.entries(factors).flatMap(([name, values]) =>
  values.slice(1).map((value) => formOf({ ...plain, [name]: value })),
);

function fullForm(parts: Partial<Row>): MessageForm {
  const others = {
    framing: 'chunked',
    query: 'unknown',
    order: 'reversed',
    media: 'charset',
    accepts: 'html',
  } as const;
  return formOf({ ...plain, ...others, ...parts });
}

function formOf(row: Row, asked?: AskedFor): MessageForm {
  const query = [...(asked?.how.query ?? []), ...(row.query === 'none' ? [] : [['unknown', '1'] as const])];
  return {
    label: [...(asked === undefined ? [] : [asked.label]), ...labelsOf(row)].join(', '),
    how: {
      ...asked?.how,
      // 501 is the response to a coding that is not implemented (RFC 9112 §6.1).
      typed: false,
      headers: [
        ...{ few: [], many, long }[row.headers],
        ...connectionHeaders(row),
        ...(row.accepts === 'html' ? [['Accept', 'text/html, application/json, */*;q=0.8'] as const] : []),
      ],
      ...(row.media === 'charset' ? { contentType: 'application/json; charset=utf-8' } : {}),
      ...shapeOf(row),
      ...(query.length === 0 ? {} : { query }),
    },
    simpler: () => {
      const parts = (Object.keys(plain) as (keyof Row)[]).filter((name) => row[name] !== plain[name]);
      const withOnly = (names: readonly (keyof Row)[]) =>
        formOf({ ...plain, ...Object.fromEntries(names.map((name) => [name, row[name]])) }, asked);
      const fewer = fewerParts(parts).map(withOnly);
      return [...(asked === undefined ? [] : [formOf(row)]), ...fewer].filter(({ label }) => label !== '');
    },
  };
}

function shapeOf({ version, target, order }: Row): Pick<OperationRequest, 'shape'> {
  const shape: MessageShape = {
    ...(version === '1.0' ? { version } : {}),
    ...(target === 'absolute' ? { target } : {}),
    ...(order === 'reversed' ? { headers: order } : {}),
  };
  return Object.keys(shape).length === 0 ? {} : { shape };
}

function connectionHeaders({ framing, connection, protocol }: Row): Headers {
  const options = [
    ...(connection === 'close' ? ['close'] : []),
    ...(connection === 'names-authorization' ? ['Authorization'] : []),
    ...(protocol === 'upgrade' ? ['Upgrade'] : []),
  ];
  return [
    ...(options.length === 0 ? [] : [['Connection', options.join(', ')] as const]),
    ...(protocol === 'upgrade' ? [['Upgrade', 'h2c'] as const] : []),
    ...(protocol === 'expect' ? [['Expect', '100-continue'] as const] : []),
    ...(framing === 'chunked' ? [['Transfer-Encoding', 'chunked'] as const] : []),
  ];
}

function labelsOf(row: Row): string[] {
  return Object.keys(plain).flatMap((name) => names[row[name as keyof Row]] ?? []);
}
