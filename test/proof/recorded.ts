/** Requests that a target received, taken apart so that two can be compared feature by feature. */

import { awaitCode } from '../../src/client/index.ts';
import { traceHeader } from '../../src/core/trace.ts';
import type { RecordedRequest, RunningTarget, TargetSettings } from '../targets/support/target.ts';

/** One request. A value that is fresh in each request is replaced by its kind. */
export interface SentRequest {
  readonly status: number;
  readonly url: string;
  readonly authorization: string | undefined;
  /** For a verification: which of e-mail and code is missing or belongs to nobody or to another user. */
  readonly wrong: readonly ('email' | 'code')[];
  readonly features: ReadonlyMap<string, string>;
}

/** Headers of the transport, and those compared by themselves. */
const transportHeaders = new Set(['authorization', 'host', 'connection', 'content-length', 'transfer-encoding']);

/** The same target, calling `onClose` with all requests it received right before it is closed. */
export function recording(
  target: { start(): Promise<RunningTarget> },
  onClose: (requests: SentRequest[], settings: TargetSettings) => void,
): { start(): Promise<RunningTarget> } {
  return {
    start: async () => {
      const running = await target.start();
      return {
        ...running,
        close: async () => {
          onClose(await requestsOf(running), running.settings);
          await running.close();
        },
      };
    },
  };
}

async function requestsOf({ requests, settings }: RunningTarget): Promise<SentRequest[]> {
  const codes = await rightCodes(requests(), settings);
  return requests().map((request) => sentBy(request, settings, codes));
}

/** The code sent to each registered e-mail. */
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

/** An unregistered e-mail with the code of some user is wrong in the e-mail only. */
function wrongIn({ email, code }: Partial<Verifying> = {}, codes: ReadonlyMap<string, number>): ('email' | 'code')[] {
  const right = typeof email === 'string' ? codes.get(email) : undefined;
  const someones = right === undefined ? [...codes.values()].includes(code as number) : right === code;
  return [...(right === undefined ? (['email'] as const) : []), ...(someones ? [] : (['code'] as const))];
}

function sentBy(request: RecordedRequest, settings: TargetSettings, codes: ReadonlyMap<string, number>): SentRequest {
  const [path = '', query = ''] = request.url.split('?');
  const json = jsonOf(request.body);
  const features = new Map([
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
    if (!transportHeaders.has(name)) features.set(`header ${name}`, name === traceHeader ? '(a span)' : String(value));
  const { authorization } = request.headers;
  return {
    status: request.status,
    url: request.url,
    authorization: authorization === undefined ? undefined : String(authorization),
    wrong: path.endsWith('/v2/auth/verify-user') ? wrongIn(json as Partial<Verifying>, codes) : [],
    features,
  };
}

/** Some targets accept a cursor once, so each request has another. */
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

/** Names of the features in which two requests differ. */
export function differences(one: SentRequest, other: SentRequest): string[] {
  const names = new Set([...one.features.keys(), ...other.features.keys()]);
  return [...names].filter((name) => one.features.get(name) !== other.features.get(name));
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
