/** Where the mistake behind a failure probably is, and why: a reader looks there first. It changes no verdict. */
import { controlEvidence, decisiveEvidence, type Evidence } from '../evidence.ts';
import type { ReportedRequirement } from '../report.ts';

export const places = ['configuration', 'path', 'server', 'kit'] as const;

export interface Place {
  /** `path`: a gateway, a proxy or a cache between the kit and the server. */
  readonly where: (typeof places)[number];
  readonly reason: string;
}

/** Whether a failure may be one of the configuration, which alone never makes a target non-conformant. */
export const isSuspect = ({ place }: Pick<ReportedRequirement, 'place'>): boolean => place?.where === 'configuration';

/**
 * The place of a failure; undefined for other verdicts.
 * @param suspect what the check found against the configuration
 */
export function placeOf(
  row: Pick<ReportedRequirement, 'verdict' | 'evidence'>,
  suspect: string | undefined,
): Place | undefined {
  if (row.verdict === 'fail' && suspect !== undefined) return { where: 'configuration', reason: suspect };
  if (row.verdict === 'error') return { where: 'kit', reason: 'the check threw an unexpected error' };
  if (row.verdict !== 'fail') return undefined;
  const wrong = decisiveEvidence(row.evidence);
  const control = controlEvidence(row.evidence);
  const between = wrong === undefined ? undefined : signOfIntermediary(wrong);
  if (between !== undefined) return { where: 'path', reason: between };
  return pageOfIntermediary(wrong, control) ?? { where: 'server', reason: reasonForServer(wrong, control) };
}

function reasonForServer(wrong: Evidence | undefined, control: Evidence | undefined): string {
  if (wrong === undefined) return 'nothing points to another place';
  if (wrong.response === null) return reasonWithoutResponse(wrong);
  if (isAccepted(control) && control !== wrong)
    return isAccepted(wrong)
      ? `this request and its control${numberOf(control)} are accepted, so the address, the token and the network path are right`
      : `the control${numberOf(control)} is accepted, so the address, the token and the network path are right`;
  return 'nothing points to the configuration, a gateway or a cache';
}

const reasonWithoutResponse = ({ failure }: Evidence): string =>
  failure?.startsWith('refused')
    ? 'the connection was refused, although earlier ones were accepted'
    : 'the connection was accepted, and no valid response came';

const isAccepted = (evidence: Evidence | undefined): evidence is Evidence =>
  evidence?.response !== undefined && evidence.response !== null && evidence.response.status < 300;

const numberOf = ({ number }: Evidence): string => (number === undefined ? '' : ` (#${number})`);

/** Statuses that a gateway gives if the server behind it does not answer (RFC 9110 §15.6.3 to §15.6.5). */
const gatewayStatuses: readonly number[] = [502, 503, 504];
const intermediary = /nginx|cloudflare|envoy|varnish|haproxy|cloudfront|akamai|traefik|awselb|squid|istio/i;

function headerOf(evidence: Evidence | undefined, name: string): string {
  const headers = Object.entries(evidence?.response?.headers ?? {});
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}

function signOfIntermediary(wrong: Evidence): string | undefined {
  const { response } = wrong;
  if (response === null) return undefined;
  const header = (name: string) => headerOf(wrong, name);
  if (gatewayStatuses.includes(response.status))
    return `${response.status} is what a gateway answers${namedBy(header('server'))}`;
  const cached = ['x-cache', 'cf-cache-status', 'x-cache-status'].find((name) => /\bhit\b/i.test(header(name)));
  if (cached !== undefined || Number(header('age')) > 0)
    return `the response comes from a cache (${cached ?? 'age'}: ${header(cached ?? 'age')})`;
  return undefined;
}

/** An HTML page of software that may be a gateway. Where the control names it, too, it may as well be the server itself. */
function pageOfIntermediary(wrong: Evidence | undefined, control: Evidence | undefined): Place | undefined {
  const name = headerOf(wrong, 'server');
  if (!/html/i.test(headerOf(wrong, 'content-type')) || !intermediary.test(name)) return undefined;
  return isAccepted(control) && headerOf(control, 'server') === name
    ? { where: 'server', reason: `an HTML page of ${name}, which is the server or a gateway in front of it` }
    : { where: 'path', reason: `an HTML page of ${name}, which may be a gateway in front of the server` };
}

const namedBy = (server: string): string => (intermediary.test(server) ? `; the response names ${server}` : '');
