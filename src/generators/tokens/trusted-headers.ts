/**
 * Headers that some guards trust instead of the token, although any client can send them: those that a proxy adds, keys and
 * cookies whose values are not checked, those of internal requests, and the User-Agent of health checkers. A guard that trusts one of them accepts a request that has all of
 * them. A request has only one User-Agent, so that each of those is tried by itself, too.
 */
type Headers = readonly (readonly [name: string, value: string])[];

export interface TrustedHeaders {
  /** A noun phrase: "127.0.0.1 in the headers that name a client". */
  readonly name: string;
  readonly headers: Headers;
}

const local = '127.0.0.1';
const internalAddress = '10.0.0.1';

/** Headers that name the client. In each list, what guards trust most often comes first. */
const clientsAt = (address: string): Headers => [
  ['X-Forwarded-For', address],
  ['X-Real-IP', address],
  ['X-Client-IP', address],
  ['True-Client-IP', address],
  ['CF-Connecting-IP', address],
  ['Forwarded', `for=${address};by=${address};host=localhost`],
  ['X-Forwarded-Host', 'localhost'],
  ['X-Cluster-Client-IP', address],
  ['X-Originating-IP', address],
  ['X-Remote-IP', address],
  ['X-Remote-Addr', address],
  ['X-Custom-IP-Authorization', address],
];

const users: Headers = [
  ['X-Forwarded-User', 'admin'],
  ['X-Remote-User', 'admin'],
  ['X-User-Id', '1'],
  ['X-Authenticated-User', 'admin'],
  ['X-Auth-Request-Email', 'admin@example.com'],
  ['X-SSL-Client-Verify', 'SUCCESS'],
  ['Cookie', 'session=1; sessionid=1; token=1; access_token=1'],
  ['X-Api-Key', 'made-up'],
  ['X-Role', 'admin'],
  ['X-Access-Token', 'made-up'],
  ['X-Auth-Token', 'made-up'],
  ['X-Forwarded-Email', 'admin@example.com'],
  ['Remote-User', 'admin'],
  ['X-Authenticated-Userid', '1'],
  ['X-Auth-Request-User', 'admin'],
  ['X-WebAuth-User', 'admin'],
  ['X-Consumer-Username', 'admin'],
  ['X-Goog-Authenticated-User-Email', 'accounts.google.com:admin@example.com'],
  ['X-MS-Client-Principal-Name', 'admin@example.com'],
  ['X-Amzn-Oidc-Data', 'made-up'],
  ['Cf-Access-Jwt-Assertion', 'made-up'],
  ['X-Tenant-Id', '1'],
  ['X-Client-Verify', 'SUCCESS'],
];

const internal = (origin: string): Headers => [
  ['X-Internal-Request', 'true'],
  ['X-Internal', 'true'],
  ['X-Middleware-Subrequest', Array.from({ length: 5 }, () => 'middleware').join(':')],
  ['X-Health-Check', '1'],
  ['X-Debug', '1'],
  ['Referer', `${origin}/`],
  ['Origin', origin],
  ['X-Requested-With', 'XMLHttpRequest'],
  ['X-Internal-Service', 'true'],
  ['X-Envoy-Internal', 'true'],
  ['Access-Control-Request-Method', 'POST'],
  ['X-Service-Name', 'internal'],
  ['X-Appengine-Cron', 'true'],
  ['X-CloudScheduler', 'true'],
  ['X-Test', '1'],
  ['X-Skip-Auth', '1'],
  ['X-Bypass-Auth', '1'],
  ['Purpose', 'prefetch'],
  ['Sec-Fetch-Site', 'same-origin'],
];

/** @param origin of the base URL, as in https://example.com */
export const trustedHeaders = (origin: string): readonly TrustedHeaders[] => [
  { name: `${local} in the headers that name a client`, headers: clientsAt(local) },
  { name: 'the headers in which a proxy names the user, and made-up cookies, keys and tokens', headers: users },
  { name: 'headers of internal requests, and of pages of the same origin', headers: internal(origin) },
];

/** For guards that trust an internal network but not their own machine. */
export const internalClient: TrustedHeaders = {
  name: `${internalAddress} in the headers that name a client`,
  headers: clientsAt(internalAddress),
};

const checkers = [
  'kube-probe/1.29',
  'ELB-HealthChecker/2.0',
  'GoogleHC/1.0',
  'Prometheus/2.53.0',
  'Amazon-Route53-Health-Check-Service',
  'Consul Health Check',
  'Envoy/HC',
  'HAProxy',
  'Blackbox Exporter/0.25.0',
  'Pingdom.com_bot_version_1.4',
  'UptimeRobot/2.0',
  'Datadog/Synthetics',
  'StatusCake',
  'check_http/v2.3 (nagios-plugins)',
  'Edge Health Probe',
  'Googlebot/2.1',
];

/** The User-Agent of each kind of health checker. The last one names all of them. */
export const healthCheckers: readonly TrustedHeaders[] = [...checkers, checkers.join(' ')].map((agent, at) => ({
  name: at < checkers.length ? `the User-Agent ${agent}` : 'a User-Agent that names every health checker',
  headers: [['User-Agent', agent]],
}));
