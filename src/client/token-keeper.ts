/**
 * The tokens of a run that outlives them. A token with a source is read again when it is as old as configured, when it is a
 * JWT about to expire, or when the target answers 401 to it. Tokens without a source stay as they are.
 */
import type { Clock } from '../core/clock.ts';
import type { Settings } from '../core/config.ts';
import type { SentRequest, Tenant, WireResult } from '../core/exchange.ts';
import { readToken, tokenProblem } from '../core/token-source.ts';
import type { Secrets } from './secrets.ts';

/** After one reading of a token the next one waits so long, ms: a target may reject whatever it is sent. */
const leastPauseMs = 30_000;
/** A JWT is replaced so long before it expires, ms. */
const aheadMs = 15_000;

interface Kept {
  value: string;
  /** All that it was, this one included. */
  readonly values: string[];
  /** ms of {@link Clock.elapsed} */
  readAt: number;
  reading?: Promise<boolean>;
}

export class TokenKeeper {
  readonly #sources: NonNullable<Settings['tokenSources']>;
  readonly #kept: { readonly [tenant in Tenant]: Kept };
  readonly #secrets: Secrets;
  readonly #clock: Clock;

  constructor(
    { tokens, tokenSources = {} }: Pick<Settings, 'tokens' | 'tokenSources'>,
    secrets: Secrets,
    clock: Clock,
  ) {
    const kept = (value = ''): Kept => ({ value, values: [value], readAt: clock.elapsed() });
    this.#sources = tokenSources;
    this.#kept = { valid: kept(tokens.valid), otherTenant: kept(tokens.otherTenant), expired: kept(tokens.expired) };
    this.#secrets = secrets;
    this.#clock = clock;
  }

  /** The token as it is now. */
  valueOf(tenant: Tenant): string {
    return this.#kept[tenant].value;
  }

  /** The token as it is and as it was during the run. */
  valuesOf(tenant: Tenant): readonly string[] {
    return this.#kept[tenant].values;
  }

  /** Reads the token again if it is due; undefined where it is not, so that most requests wait for nothing. */
  refreshIfDue(tenant: Tenant): Promise<boolean> | undefined {
    const source = this.#sources[tenant];
    if (source === undefined) return undefined;
    const { value, readAt } = this.#kept[tenant];
    const age = this.#clock.elapsed() - readAt;
    const isOld = source.refreshSeconds !== undefined && age >= source.refreshSeconds * 1000;
    return isOld || (age >= leastPauseMs && expiresWithin(value, this.#clock.now() + aheadMs))
      ? this.#read(tenant)
      : undefined;
  }

  /**
   * Renews the token of a request that carried it unchanged and got a 401. Returns the request with the new token, or
   * undefined if the source still gives the old one. The rejection of an expired token proves nothing about the target.
   */
  renewAfter(sent: SentRequest, result: WireResult): Promise<SentRequest | undefined> | undefined {
    const { authorization, tenant } = sent;
    if (this.#sources[tenant] === undefined || authorization !== wholeToken[tenant]) return undefined;
    return 'response' in result && result.response.status === 401 ? this.#renew(sent) : undefined;
  }

  async #renew(sent: SentRequest): Promise<SentRequest | undefined> {
    const kept = this.#kept[sent.tenant];
    const carried = sent.headers.find(([name]) => name === 'Authorization')?.[1];
    const isOld = () => carried !== `Bearer ${kept.value}`;
    // Others that were in flight with the same token have seen it renewed already.
    if (!isOld() && (kept.reading !== undefined || this.#clock.elapsed() - kept.readAt >= leastPauseMs))
      await this.#read(sent.tenant);
    if (!isOld()) return undefined;
    const value = `Bearer ${kept.value}`;
    return { ...sent, headers: sent.headers.map(([name, old]) => [name, name === 'Authorization' ? value : old]) };
  }

  /** Whether there is another token now. One that cannot be read leaves the old one: the target tells whether it is good. */
  #read(tenant: Tenant): Promise<boolean> {
    const kept = this.#kept[tenant];
    kept.reading ??= readToken(this.#sources[tenant]!)
      .then((token) => {
        if (tokenProblem(token) !== undefined || token === kept.value) return false;
        this.#secrets.addToken(token, tenant);
        kept.value = token;
        kept.values.push(token);
        return true;
      })
      .catch(() => false)
      .finally(() => {
        kept.readAt = this.#clock.elapsed();
        delete kept.reading;
      });
    return kept.reading;
  }
}

/** The header template of each tenant's token, unchanged. */
const wholeToken: { readonly [tenant in Tenant]: string } = {
  valid: 'Bearer {token}',
  otherTenant: 'Bearer {otherTenantToken}',
  expired: 'Bearer {expiredToken}',
};

/** Whether a JWT names an expiry before `moment`, ms since the epoch; false for any other token. */
function expiresWithin(token: string, moment: number): boolean {
  const payload = token.split('.')[1];
  if (payload === undefined) return false;
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { exp?: unknown };
    return typeof exp === 'number' && exp * 1000 <= moment;
  } catch {
    return false;
  }
}
