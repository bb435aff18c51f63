/** What a target was sent, laid out so that two requests can be told apart thing by thing. */
import { awaitCode } from '../../src/client/index.ts';
import type { RecordedRequest, RunningTarget, TargetSettings } from '../targets/support/target.ts';

/** One request; where each twin takes a fresh value of the same kind, its kind stands in the value's place. */
export interface Sent {
  readonly status: number;
  readonly url: string;
  readonly authorization: string | undefined;
  /** Of a verification: which of e-mail and code is missing, nobody's, or not its e-mail's. Empty for others. */
  readonly wrong: readonly ('email' | 'code')[];
  readonly things: ReadonlyMap<string, string>;
}

/** Says how a request travels, or follows from the rest of it. */
const ofTransport = new Set(['authorization', 'host', 'connection', 'content-length', 'transfer-encoding']);

/** Starts the target and calls `look` with all that it was sent, right before it is closed. */
export function observed(
  target: { start(): Promise<RunningTarget> },
  look: (sent: Sent[], settings: TargetSettings) => void,
): { start(): Promise<RunningTarget> } {
  return {
    start: async () => {
      const running = await target.start();
      return {
        ...running,
        close: async () => {
          look(await laidOut(running), running.settings);
          await running.close();
        },
      };
    },
  };
}

async function laidOut({ requests, settings }: RunningTarget): Promise<Sent[]> {
  const codes = await rightCodes(requests(), settings);
  return requests().map((request) => sentBy(request, settings, codes));
}

/** The code that every registered e-mail was sent, as a number. */
async function rightCodes(requests: readonly RecordedRequest[], { fixtures }: TargetSettings) {
  const codes = new Map<string, number>();
  const emails = requests
    .filter(({ url, status }) => url.endsWith('/v2/auth/register') && isSuccess(status))
    .map(({ body }) => (jsonOf(body) as { email?: string } | undefined)?.email);
  for (const email of new Set(emails)) {
    const code = email === undefined ? undefined : await awaitCode(fixtures.verificationCode, email, 2000);
    if (code !== undefined) codes.set(email!, Number(code));
  }
  return codes;
}

interface Verifying {
  readonly email: unknown;
  readonly code: unknown;
}

/** An e-mail that nobody registered, with somebody's code, is wrong in the e-mail alone. */
function wrongIn({ email, code }: Partial<Verifying> = {}, codes: ReadonlyMap<string, number>): ('email' | 'code')[] {
  const right = typeof email === 'string' ? codes.get(email) : undefined;
  const someones = right === undefined ? [...codes.values()].includes(code as number) : right === code;
  return [...(right === undefined ? (['email'] as const) : []), ...(someones ? [] : (['code'] as const))];
}

function sentBy(request: RecordedRequest, settings: TargetSettings, codes: ReadonlyMap<string, number>): Sent {
  const [path = '', query = ''] = request.url.split('?');
  const json = jsonOf(request.body);
  const things = new Map([
    ['method', request.method],
    ['path', path],
    ['query', fresh(query)],
    [
      'body',
      json === undefined
        ? request.body
        : JSON.stringify(json, (key, value) => kindOf(key, value, json, settings, codes)),
    ],
  ]);
  for (const [name, value] of Object.entries(request.headers))
    if (!ofTransport.has(name)) things.set(`header ${name}`, String(value));
  const { authorization } = request.headers;
  return {
    status: request.status,
    url: request.url,
    authorization: authorization === undefined ? undefined : String(authorization),
    wrong: path.endsWith('/v2/auth/verify-user') ? wrongIn(json as Partial<Verifying>, codes) : [],
    things,
  };
}

/** Cursors serve once in some targets: each request takes its own. */
function fresh(query: string): string {
  return query.replaceAll(/(?<=(?:^|&)(?:next|prev)=)[^&]+/g, '(a cursor)');
}

function kindOf(
  key: string,
  value: unknown,
  within: object,
  { fixtures }: TargetSettings,
  codes: ReadonlyMap<string, number>,
): unknown {
  const { email } = within as { email?: string };
  if (key === 'code' && email !== undefined && codes.get(email) === value) return '(the code of this e-mail)';
  const [before = '', after = ''] = fixtures.register.email.split('{unique}');
  if (key === 'email' && typeof value === 'string' && value.startsWith(before) && value.endsWith(after))
    return '(a fresh e-mail)';
  return value;
}

/** The things in which two requests differ. */
export function differences(one: Sent, other: Sent): string[] {
  const names = new Set([...one.things.keys(), ...other.things.keys()]);
  return [...names].filter((name) => one.things.get(name) !== other.things.get(name));
}

export const isSuccess = (status: number): boolean => Math.floor(status / 100) === 2;

function jsonOf(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
