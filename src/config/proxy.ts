/**
 * Which HTTP proxy a request goes through, as most programs read it from the environment: HTTPS_PROXY or HTTP_PROXY by the
 * scheme of the target, except for the hosts of NO_PROXY. This machine is never asked through a proxy.
 */
import { defined } from '../core/defined.ts';
import { UsageError } from '../core/errors.ts';
import { isLoopback } from '../core/loopback.ts';
import type { GivenTarget } from './given-target.ts';
import type { Environment } from './variables.ts';

/** What a variable holds; the lower-case spelling is the older one, and wins as in curl. */
function read(env: Environment, name: string): { readonly name: string; readonly value: string } | undefined {
  for (const one of [name.toLowerCase(), name]) {
    const value = env[one]?.trim();
    if (value !== undefined && value !== '') return { name: one, value };
  }
  return undefined;
}

/**
 * The URL of the proxy for another URL; undefined if there is none.
 * @throws UsageError if the variable names no HTTP proxy
 */
export function proxyFor(address: string, env: Environment): string | undefined {
  const target = URL.canParse(address) ? new URL(address) : undefined;
  if (target === undefined || isLoopback(target.hostname)) return undefined;
  const given = read(env, target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (given === undefined || isExempt(target, read(env, 'NO_PROXY')?.value ?? '')) return undefined;
  // `proxy.example.com:3128` is common, and without a scheme it would be one.
  const full = given.value.includes('://') ? given.value : `http://${given.value}`;
  const isHttp = URL.canParse(full) && /^https?:$/.test(new URL(full).protocol);
  // The value may hold a password.
  if (isHttp) return full;
  throw new UsageError(
    `${given.name} is not the URL of an HTTP proxy`,
    'it takes one such as http://proxy.example.com:3128; NO_PROXY lists hosts that need none',
  );
}

/** Whether a list such as `localhost,.example.com,10.0.0.5:8080` names the host: itself, a domain above it, or `*`. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some((entry) => {
    const [, name = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase())!;
    if (name === '' || (wantedPort !== undefined && wantedPort !== ownPort)) return false;
    const domain = name.replace(/^\*?\./, '');
    return name === '*' || hostname === domain || hostname.endsWith(`.${domain}`);
  });
}

/** The proxy for the requests of a run, and the target, whose source of codes may have another one. @throws UsageError */
export function throughProxies(
  target: GivenTarget | undefined,
  env: Environment,
): { readonly target: GivenTarget | undefined; readonly proxy?: string } {
  if (target === undefined) return { target };
  const proxy = proxyFor(target.baseUrl, env);
  const { fixtures } = target;
  const { verificationCode: code } = fixtures;
  const ofCodes = proxyFor(code?.url ?? code?.mailpit ?? '', env);
  if (code === undefined || ofCodes === undefined) return { target, ...defined({ proxy }) };
  const verificationCode = { ...code, proxy: ofCodes };
  return { target: { ...target, fixtures: { ...fixtures, verificationCode } }, ...defined({ proxy }) };
}
