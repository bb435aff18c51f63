/**
 * The tokens of a run that outlives them. A token with a source is read again when it is as old as configured, when it is a
 * JWT about to expire, or when the target answers 401 to it. One that was accepted before is replaced within seconds; after one that
 * never was, the source is asked seldom. Tokens without a source stay as they are.
 */
import type { Clock } from '../../core/clock.ts';
import type { Settings } from '../../core/config.ts';
import type { SentRequest, Tenant, WireResult } from '../../core/exchange.ts';
import { readToken, tokenProblem } from '../../core/token-source.ts';
import type { Secrets } from './secrets.ts';

/** Pause between two readings of a token, ms: a target may reject whatever it is sent. */
const leastPauseMs = 30_000;
/** The pause after a token that was accepted, which may live for seconds, ms; half the life of a token that names its expiry, if shorter. */
const provenPauseMs = 5000;
/** How long before its expiry a JWT is replaced, ms, and the largest share of its life that this may be. */
const aheadMs = 15_000;
const aheadShare = 1 / 4;

interface Kept {
  value: string;
  /** All that it was, this one included. */
  readonly values: string[];
  /** ms of {@link Clock.elapsed} */
  readAt: number;
  /** Whether a request with it was accepted. */
  isProven: boolean;
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
    const kept = (value = ''): Kept => ({
      value,
      values: [value],
      readAt: clock.elapsed(),
      isProven: false,
    });
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

  /** Reads the token again if it is due; undefined if it is not, so that most requests wait for nothing. */
  refreshIfDue(tenant: Tenant): Promise<boolean> | undefined {
    const source = this.#sources[tenant];
    if (source === undefined) return undefined;
    const kept = this.#kept[tenant];
    const age = this.#ageOf(kept);
    const isOld = source.refreshSeconds !== undefined && age >= source.refreshSeconds * 1000;
    return isOld || (this.#mayRead(kept) && this.#isEnding(kept)) ? this.#read(tenant) : undefined;
  }

  #ageOf({ readAt }: Kept): number {
    return this.#clock.elapsed() - readAt;
  }

  /** The life of a token that names its expiry, from when it was read, ms. */
  #lifeOf(kept: Kept): number | undefined {
    const expiresAt = expiryOf(kept.value);
    return expiresAt === undefined ? undefined : expiresAt - this.#clock.now() + this.#ageOf(kept);
  }

  /** Whether the token expires soon, as far as it tells. */
  #isEnding(kept: Kept): boolean {
    const lifeMs = this.#lifeOf(kept);
    if (lifeMs === undefined) return false;
    return this.#ageOf(kept) >= lifeMs - Math.min(aheadMs, aheadShare * Math.max(0, lifeMs));
  }

  /** Whether enough time has passed since the last reading. */
  #mayRead(kept: Kept): boolean {
    const age = this.#ageOf(kept);
    if (!kept.isProven) return age >= leastPauseMs;
    return age >= Math.min(provenPauseMs, (this.#lifeOf(kept) ?? Number.POSITIVE_INFINITY) / 2);
  }

  /**
   * Renews the token of a request that carried it unchanged and got a 401. Returns the request with the new token, or
   * undefined if the source still gives the old one. The rejection of an expired token proves nothing about the target.
   */
  renewAfter(sent: SentRequest, result: WireResult): Promise<SentRequest | undefined> | undefined {
    const { authorization, tenant } = sent;
    if (this.#sources[tenant] === undefined || authorization !== wholeToken[tenant]) return undefined;
    if (!('response' in result)) return undefined;
    const { status } = result.response;
    const kept = this.#kept[tenant];
    if (!kept.isProven && status >= 200 && status < 300) kept.isProven = !isOlder(kept, sent);
    return status === 401 ? this.#renew(sent) : undefined;
  }

  async #renew(sent: SentRequest): Promise<SentRequest | undefined> {
    const kept = this.#kept[sent.tenant];
    const isOld = () => isOlder(kept, sent);
    // Others that were in flight with the same token have seen it renewed already.
    if (!isOld() && (kept.reading !== undefined || this.#mayRead(kept))) await this.#read(sent.tenant);
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
        kept.isProven = false;
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

/** Whether a request carried an earlier token than the present one. */
function isOlder({ value }: Kept, { headers }: SentRequest): boolean {
  return headers.find(([name]) => name === 'Authorization')?.[1] !== `Bearer ${value}`;
}

/** When a JWT expires, as it says, ms since the epoch; undefined for any other token. */
function expiryOf(token: string): number | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
