/** All that watches how the target refuses, throttles and fails, and keeps back requests because of it. */
import {
  type Exchange,
  isAccepted,
  type OperationRequest,
  type SentRequest,
  type WireResult,
} from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { BanWatch } from './bans.ts';
import { ClosedRejections } from './closed-rejections.ts';
import { FirewallBans } from './firewall-bans.ts';
import { LoadRefusals } from './load-refusals.ts';
import { OperationPauses } from './operation-pauses.ts';
import { OperationTimeouts } from './operation-timeouts.ts';
import { type OutageSurroundings, OutageWatch } from './outages.ts';
import type { TargetTroubles } from './target-troubles.ts';
import { ThrottlePatience } from './throttling.ts';
import { TokenWatch } from './token-watch.ts';
import { UserPauses } from './user-pauses.ts';

/** A code that no user is likely to have. */
const wrongCode = 271_828;

export interface WatchSurroundings extends Omit<OutageSurroundings, 'search'> {
  /** Longest time of the run, ms; infinite without a limit. */
  readonly limitMs: number;
  /** Whether any request is in flight now. */
  readonly isBusy: () => boolean;
  /** Sends a request ahead of those that wait for admission; undefined if the run is over. */
  readonly sendAhead: (request: OperationRequest) => Promise<WireResult> | undefined;
}

export class TargetWatches implements TargetTroubles {
  readonly timeouts = new OperationTimeouts();
  readonly load = new LoadRefusals();
  readonly closed = new ClosedRejections();
  readonly token = new TokenWatch();
  readonly patience: ThrottlePatience;
  readonly firewall: FirewallBans;
  readonly outages: OutageWatch;
  readonly bans: BanWatch;
  readonly operationPauses: OperationPauses;
  readonly userPauses: UserPauses;
  /** The canonical search was accepted. */
  #canSearch = false;

  constructor({ sendAhead, isBusy, ...others }: WatchSurroundings) {
    const around = { ...others, search: () => (this.#canSearch ? sendAhead({ operation: 'logs' }) : undefined) };
    const { clock } = around;
    this.patience = new ThrottlePatience(clock);
    this.firewall = new FirewallBans(around);
    this.outages = new OutageWatch(around, this.firewall);
    this.bans = new BanWatch({ ...around, isBusy, onRejected: () => this.token.suspect() });
    this.operationPauses = new OperationPauses(around);
    const verify = (email: string) => sendAhead({ operation: 'verify', body: { email, code: wrongCode } });
    this.userPauses = new UserPauses({ clock, verify });
  }

  /** @throws NotSent if one of the watches forbids the request */
  assertMaySend(
    sent: SentRequest,
    request: OperationRequest,
    scope: { readonly requirement: string; readonly sparing: boolean },
  ): void {
    this.token.assertServes();
    this.bans.assertMaySend(sent, scope);
    this.firewall.assertMaySend(sent);
    this.timeouts.assertMaySend(sent, request);
  }

  get tokenEndedAt(): number | undefined {
    return this.token.endedAt;
  }

  get isAway(): boolean {
    return this.outages.isGivenUp;
  }

  hasMetBan(requirement: string): boolean {
    return this.bans.hasMet(requirement);
  }

  isDoubtful(exchange: Exchange): boolean {
    return this.bans.isDoubtful(exchange);
  }

  hasMetOutage(exchange: Exchange): boolean {
    return this.outages.hasMet(exchange);
  }

  givenUp(operation: Operation): boolean {
    return this.timeouts.givenUp(operation);
  }

  note(exchange: Exchange): void {
    for (const watch of [this.bans, this.firewall, this.userPauses, this.operationPauses, this.token, this.outages])
      watch.note(exchange);
    this.load.note(exchange);
    this.timeouts.note(exchange);
    const { canonical, operation } = exchange.request;
    if (canonical && operation === 'logs') this.#canSearch ||= isAccepted(exchange);
  }
}
