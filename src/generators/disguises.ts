/**
 * Requests that a guard may take for others than the router does, since it looks at a query, at a header of a proxy, or at the
 * method. Like other spellings of a path they may lead anywhere: what a server makes of one is decided elsewhere.
 */
import { fewerParts } from './fewer-parts.ts';
import type { PathVariant } from './paths.ts';
import { healthCheckers } from './tokens/trusted-headers.ts';

type Headers = NonNullable<PathVariant['headers']>;

/** A path that many servers leave open. */
const open = '/health';
const overrideWith = (method: string): Headers =>
  ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].map((name) => [name, method] as const);

interface Disguised {
  readonly path: string;
  /** The operation's own. */
  readonly method: string;
  /**
   * Whether more than a response shows that the operation was carried out: a response to HEAD has no body, and GET may be
   * another operation at the same path, which returns a page too.
   */
  readonly hasEffect: boolean;
}

export interface Disguises {
  readonly all: readonly PathVariant[];
  /** One request with everything that leaves the path and the method as they are. */
  readonly together: PathVariant;
  /**
   * The same from one health checker, and with another end of the query: a guard may look at the beginning of the name alone, or at
   * the end of the target.
   */
  readonly fromOne: PathVariant;
  /** Other methods. */
  readonly methods: readonly PathVariant[];
  /** Those of them that need no header. */
  readonly plainMethods: readonly PathVariant[];
}

/**
 * Disguises that leave the path and the method as they are, each of them from another health checker, and other methods. A
 * gateway may answer a health checker by itself, so that only what the operation does, or returns, shows anything.
 * @param turn callers with following turns name other health checkers
 */
export function disguises({ path, method, hasEffect }: Disguised, turn: number): Disguises {
  const alone = (kind: string, { query = '', headers }: { query?: string; headers?: Headers }): PathVariant => ({
    kind,
    label: `with ${kind}`,
    path: query === '' ? path : `${path}?${query}`,
    ...(headers === undefined ? {} : { headers }),
  });
  const as = (other: string, list: Headers = []): PathVariant => {
    const kind = `the method ${other}${list.length === 0 ? '' : ` and ${method} in X-HTTP-Method-Override`}`;
    return { ...alone(kind, list.length === 0 ? {} : { headers: list }), method: other };
  };
  const checkers = healthCheckers.map(({ name, headers }) => alone(name, { headers }));
  const every = checkers.at(-1)!;
  const suspicious = `format=json&access_token=made-up&token=made-up&api_key=made-up&path=${open}/login/public/docs/favicon.ico`;
  const inQuery = alone('a format, made-up tokens, a suffix and paths that are often public in the query', {
    query: `${suspicious}&x=.css`,
  });
  const atItsEnd = alone(`the same in the query, and ${open} at its end`, { query: `${suspicious}&x=${open}` });
  const inHeaders = [
    alone(`${open} in X-Original-URL and X-Forwarded-Uri`, {
      headers: ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Forwarded-Path'].map((name) => [name, open]),
    }),
    alone('the headers of a preflight', {
      headers: [
        // The origin of a page on a developer's machine, which some guards let in.
        ['Origin', 'http://localhost:3000'],
        ['Access-Control-Request-Method', method],
      ],
    }),
    alone('OPTIONS in X-HTTP-Method-Override', { headers: overrideWith('OPTIONS') }),
  ];
  const usual = [inQuery, ...inHeaders, atItsEnd];
  const single = checkers.slice(0, -1);
  const fromCheckers = usual.map((one, at) => together([one, single[(turn * usual.length + at) % single.length]!]));
  const [options, head] = [as('OPTIONS'), as('HEAD')];
  // A search may be routed for any method, and guarded for GET alone.
  const others = method === 'GET' ? [as('POST')] : [];
  const methods = [options, ...others, ...(hasEffect ? [as('GET', overrideWith(method)), head] : [])];
  return {
    all: [...fromCheckers, every, ...methods],
    together: together([inQuery, ...inHeaders, every]),
    fromOne: together([atItsEnd, ...inHeaders, single[turn % single.length]!]),
    methods,
    plainMethods: hasEffect ? [options, head] : [options],
  };
}

/** One request with the headers and the queries of several, of which one alone may be what lets it in. */
function together(parts: readonly PathVariant[]): PathVariant {
  const [first] = parts;
  const headers = parts.flatMap((part) => part.headers ?? []);
  return {
    kind: first!.kind,
    label: parts.map(({ label }) => label).join(', '),
    path: parts.find(({ path }) => path.includes('?'))?.path ?? first!.path,
    ...(headers.length === 0 ? {} : { headers }),
    parts,
    simpler: () => fewerParts(parts).map((fewer) => (fewer.length === 1 ? fewer[0]! : together(fewer))),
  };
}
