/** The liberties that the specification leaves to a server, as data: every combination of them conforms. */
import type { HistoryShape } from '../../support/history.ts';
import type { SearchLiberties } from './search-options.ts';

export interface Fallback {
  readonly type: string;
  readonly page: string;
  /** Whether the target of a request that is a whole URL gets it, too. */
  readonly forAbsolute: boolean;
}

export interface CreateLiberties {
  /** The status of a repeated creation; undefined accepts repeats. */
  readonly repeat?: number;
  /** `profileIds[i]` must own `calendarIds[i]`, so that lists of other lengths or orders are refused. */
  readonly pairs?: boolean;
  /** Fewest profiles of a common event. */
  readonly leastProfiles?: number;
  /** Largest `limit`. */
  readonly largestLimit?: number;
  /** Most ids in a list. */
  readonly mostIds?: number;
  /** Ids that are not configured are refused with 404. */
  readonly knownIdsOnly?: boolean;
  /** Each creation becomes an entry of every log. */
  readonly isLogged?: boolean;
  /** Each creation ends all cursors of searches. */
  readonly endsCursors?: boolean;
  /** What items show instead of an id: the moment of their creation, in ms, beside profile and calendar or alone, or in base 36. */
  readonly itemsShow?: 'pair-and-moment' | 'moment' | 'pair-and-others' | 'coded-second';
  /** Creations are written together each so many ms, and the one item of each names what was written. */
  readonly batchMs?: number;
  /** A common event is one event, and has one item. */
  readonly oneItem?: boolean;
  /** The response tells nothing of what was created: an empty page. */
  readonly tellsNothing?: boolean;
  /** Creations accepted before `quotaStatus`. */
  readonly quota?: number;
  readonly quotaStatus?: number;
  /** Two creations at once for one calendar: the second is refused with this status. */
  readonly lockStatus?: number;
  /** Time an accepted creation takes, ms. */
  readonly takesMs?: number;
  /** Added time for each id of the body, ms. */
  readonly msPerId?: number;
  /** Added time for each event, one for each pair of a profile and a calendar, ms. */
  readonly msPerPair?: number;
}

export interface AccountLiberties {
  /** Each registration becomes an entry of every log. */
  readonly isLogged?: boolean;
  readonly digits: number;
  /** Codes are made of the milliseconds of the clock. */
  readonly codesOfTime?: boolean;
  /** Codes are negative integers. */
  readonly negative?: boolean;
  readonly livesMs?: number;
  readonly serveOnce: boolean;
  /** A code arrives this late, ms. */
  readonly codeLateMs?: number;
  /** A user can be verified only this long after the registration, ms; before, the right code is refused. */
  readonly readyAfterMs?: number;
  /** A registration is stored after between so many ms and so many: until then, nobody has the e-mail. */
  readonly storedAfterMs?: readonly [least: number, most: number];
  /** A verification takes effect after between so many ms and so many, though it is accepted at once. */
  readonly verifiedAfterMs?: readonly [least: number, most: number];
  /** Text around the code; `{code}` stands for it, `{groups}` for its digits in threes, `{number}` for any six digits, `{email}` for the address. */
  readonly mail: string;
  /** The source of codes shows the newest mail of all, whatever e-mail it is asked for. */
  readonly oneMailbox?: true;
  readonly voidedByWrong?: boolean;
  /** After this many wrong codes the user is locked for good: 423. */
  readonly lockAfter?: number;
  /** After so many wrong codes in a row, of whichever users, every code is refused with this status for so long, ms. */
  readonly pause?: { readonly after: number; readonly status: number; readonly ms: number };
  /** A wrong code is refused this late, ms, and each further one of the user twice as late as the one before. */
  readonly wrongDelayMs?: number;
  /** Mails to one address are at least this far apart, ms. */
  readonly mailGapMs?: number;
  /** So many verifications in so long, ms, are looked at; further ones get this status. */
  readonly verifications?: { readonly atMost: number; readonly ms: number; readonly status: number };
  /** A verification takes so long, ms; another one in the meantime is refused with this status. */
  readonly verificationLock?: { readonly ms: number; readonly status: number };
  /** After so many wrong codes in a row of one e-mail, all of its verifications get 429 for so long, ms, with Retry-After. */
  readonly pausesUser?: { readonly after: number; readonly ms: number };
  /** Verifications of one e-mail that are looked at; further ones get 429 without Retry-After. */
  readonly triesPerEmail?: number;
  /**
   * What a registered e-mail gets when it is registered again: a refusal of this status, success that hides it, success and a
   * new code that ends the old one, or success and a mail about it that holds another number.
   */
  readonly taken: number | 'hidden' | 'new-code' | 'notice';
  /** A second user with the same values in these fields is refused with 409. */
  readonly unique?: readonly ('firstName' | 'lastName' | 'password' | 'domain')[];
  /** What follows a plus in an e-mail is ignored. */
  readonly dropsTags?: true;
  /** E-mails that differ in letter case are different users, though their mailbox is the same. */
  readonly lettersMatter?: true;
  /** An e-mail without a code asks for a new code, which ends the old one. */
  readonly resends?: boolean;
  /** A verified user is accepted with any code. */
  readonly anyCodeOnceVerified?: boolean;
  /** A used code is refused with this status. Default 422. */
  readonly reuseStatus?: number;
  /** Registrations accepted before `quotaStatus`. */
  readonly quota?: number;
  readonly quotaStatus?: number;
  /** So many registrations in so long, ms, are looked at; further ones get 429 without Retry-After. */
  readonly registrations?: { readonly atMost: number; readonly ms: number };
  /** A registration is refused with 422 for so long after the last one, ms. */
  readonly registrationGapMs?: number;
  /** Users that may wait for their verification at once; one more is refused with this status and no Retry-After. Default 429. */
  readonly waiting?: number;
  readonly waitingStatus?: number;
}

export interface DoorLiberties {
  /** The first request of each operation takes this long, ms. */
  readonly coldMs?: number;
  /** Requests a second; further ones get 429 with Retry-After: 1, or this status without it. */
  readonly perSecond?: number;
  readonly overRateStatus?: number;
  /** Requests in a span of time, ms, that begins with the first of them; further ones get 429 and, in Retry-After, what is left of it. */
  readonly perSpan?: { readonly atMost: number; readonly ms: number };
  /** Bytes of a body, and of a request target, that a gateway lets through; else 413 and 414 in HTML. */
  readonly largestBody?: number;
  readonly longestTarget?: number;
  /** What looks like an attack gets no answer, and the connection is reset, or a page in HTML with 403. */
  readonly firewall?: {
    readonly answers: 'reset' | 'page';
    /** After so many such requests, every request is answered so for between so many ms and so many. */
    readonly bans?: { readonly after: number; readonly ms: readonly [least: number, most: number] };
  };
  /** OPTIONS is answered 204 and HEAD like GET without a body; OPTIONS needs no token. */
  readonly answersOptions?: boolean;
  /** What says in User-Agent that it is a health checker gets 200 and an empty object, at any path. */
  readonly answersHealthCheckers?: boolean;
  /** Paths are compared without letter case, and with a slash at their end. */
  readonly looseRoutes?: boolean;
  /** The valid token, if it is another one than usual, and which tokens are accepted. */
  readonly token?: { readonly valid: string; readonly accepts: (given: string) => boolean };
  /** Its HTTP server keeps the fields of a connection, and looks them up without regard to letter case. */
  readonly keepsFields?: boolean;
  /** Any other path is answered with this page and 200, with any method and without a token. */
  readonly fallback?: Fallback;
  /** `Content-Type` of every response. */
  readonly contentType?: string;
  /** Members beside the stated ones in pages and in cursors. */
  readonly addsMembers?: boolean;
  /** Connections at once; further ones are closed. */
  readonly connections?: number;
  /** Connections served at once; further ones wait until one of these is closed. */
  readonly workers?: number;
  /** An idle connection is closed after this long, ms. */
  readonly keepAliveMs?: number;
  readonly refusal: number;
  /** The connection is closed if the token is refused. */
  readonly hangsUpOnStrangers?: boolean;
  /** Any 2xx, used in turn. */
  readonly successes: readonly number[];
  /** The token expires after this many requests that it was accepted for. */
  readonly tokenServes?: number;
  /** After this many wrong tokens, everything is refused with `banStatus` for `banMs`. */
  readonly banAfter?: number;
  readonly banMs?: number;
  readonly banStatus?: number;
  /** Each request while the ban lasts extends it. */
  readonly banSlides?: true;
  /** A valid token clears the count. */
  readonly banCountsInARow?: true;
  /** Requests in progress; one more gets `shedStatus`. */
  readonly atOnce?: number;
  readonly shedStatus?: number;
  readonly shedRetryAfter?: string;
  /** One search at a time; a second one is refused with 409. */
  readonly oneSearchAtOnce?: boolean;
  /** Time of every answer, ms. */
  readonly latencyMs?: number;
  /** Time of an answer beyond that, at most, ms. */
  readonly jitterMs?: number;
  readonly closesConnections?: boolean;
  /** Requests without User-Agent are refused with 403, in HTML. */
  readonly wantsUserAgent?: boolean;
  /** Refuses a request with two Authorization headers, before it looks at them. */
  readonly oneTokenHeader?: boolean;
  /** A GET with Content-Type is refused with 415, before the token is looked at. */
  readonly untypedGet?: boolean;
  /** The service is down between these moments, ms since the first request: connections are reset. */
  readonly outagesMs?: readonly (readonly [from: number, to: number])[];
  /** A body with so many brackets in a row ends the service: from then on, connections are reset. */
  readonly endsAtBrackets?: number;
  /** A body that a path was sent within so long, ms, is refused with this status, before the token is looked at. */
  readonly replays?: { readonly ms: number; readonly status: number };
  /** Between these moments, ms since the first request, everything gets this answer, or every search. */
  readonly unavailable?: {
    readonly only?: 'searches';
    readonly from: number;
    readonly to: number;
    readonly status: number;
    readonly retryAfter?: string;
  };
  /** Between these moments, ms since the first request, POST is refused with 503. */
  readonly readOnly?: readonly [from: number, to: number];
  /** Each POST whose number is a multiple of this is refused with 503, without Retry-After. */
  readonly losesEvery?: number;
  /** Doubled slashes in the path are merged. */
  readonly mergesSlashes?: boolean;
  /** Webhook ids are compared without letter case. */
  readonly idsWithoutCase?: boolean;
  /** Other characters than letters, digits, `-` and `_` are dropped from webhook ids. */
  readonly idsWithoutSigns?: boolean;
  /** Webhook ids are cast to integers, as by `parseInt`. */
  readonly idsAreIntegers?: boolean;
  /** `all` names every log of the tenant, and `/v2/webhooks/logs/search` searches them too. */
  readonly allAlias?: boolean;
}

export interface Liberties {
  /** How long a client of it should wait for a response, ms. */
  readonly timeoutMs?: number;
  /** Names and e-mails to configure, if they are not the usual ones. */
  readonly register?: { readonly lastName?: string; readonly email?: string };
  readonly logs: readonly {
    readonly id: string;
    readonly shape: HistoryShape;
    /** How this log changes, if it does so unlike the others. */
    readonly changes?: Partial<
      Pick<SearchLiberties, 'growsPerSecond' | 'keeps' | 'expiresEveryMs' | 'retriesPerSecond'>
    >;
  }[];
  readonly search: SearchLiberties;
  readonly create: CreateLiberties;
  readonly accounts: AccountLiberties;
  readonly door: DoorLiberties;
}
