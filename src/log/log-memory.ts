/**
 * What a run learns of the configured logs, once, for all checks: their walks, the baseline, the time format, the accepted
 * sort names. Owned by the run; `Logs` reads it, and fills it in when something is first asked for.
 */
import type { Clock } from '../core/clock.ts';
import type { Depth, Settings } from '../core/config.ts';
import { type Exchange, isAccepted } from '../core/exchange.ts';
import { Once } from '../core/once.ts';
import { type Page, parsePage } from '../schema/page.ts';
import type { ChosenLog, FoundBaseline } from './baseline.ts';
import { changeBetween, type LogChange } from './change/growth.ts';
import { describeQuery, type LogQuery } from './query.ts';
import type { DistinctSorts } from './sort-names.ts';
import { CrossedAnswers } from './suspicions/crossed-answers.ts';
import { MiscountedPages } from './suspicions/miscounted-pages.ts';
import { OddAnswers } from './suspicions/odd-answers.ts';
import { PlainTotals } from './suspicions/plain-totals.ts';
import type { TimeInference } from './time/infer.ts';
import { MeterMemory } from './time/meter.ts';
import type { Walk, WalkLimits } from './walk.ts';
import {
  createWebhookMemory,
  newCursorMemory,
  restrictTo,
  type WalksByQuery,
  type WebhookMemory,
} from './webhook-memory.ts';

/** How a log is read again to confirm a finding. */
export interface Patience {
  /** Pause between two readings that are compared, ms: longer than a cache lives. */
  readonly pauseMs: number;
  /** Entries younger than this may be missing from some readings, ms: an index or a replica may lag that long. */
  readonly lagMs: number;
  /** The walks of the run so far, by webhook id. */
  readonly earlier: ReadonlyMap<string, WalksByQuery>;
  /** Id of the log on which the run judges relations, if it has chosen one. */
  readonly judged?: string;
  /** Ids of the logs that the run judges within a window. */
  readonly windowed: ReadonlySet<string>;
  /** The whole log is judged even if it grows. */
  readonly isWhole?: true;
}

export class LogMemory {
  readonly patience: Patience | undefined;
  /** When the run began, ms since the epoch: checks that ask about today ask the same question. */
  readonly now: number;
  readonly webhooks: readonly WebhookMemory[];
  readonly chosen = new Once<ChosenLog>();
  /** The log that is judged in place of the chosen one, which grows. */
  still: ChosenLog | undefined;
  readonly baseline = new Once<FoundBaseline>();
  /** The time format of the whole log. */
  readonly time = new Once<TimeInference>();
  readonly sortNames = new Once<readonly string[]>();
  readonly distinctSorts = new Once<DistinctSorts>();
  readonly searchByUnknownSort = new Once<Exchange>();
  /** Queries measured within the judged scope. */
  readonly measures = new Once<MeterMemory>();
  readonly plainTotals = new PlainTotals();
  readonly miscounted = new MiscountedPages();
  readonly crossedAnswers = new CrossedAnswers();
  readonly oddAnswers: OddAnswers;
  readonly #clock: Clock;
  /** Queries measured on a whole log, by the webhook's id. */
  readonly #meters = new Map<string, MeterMemory>();
  /** Readings of logs outside their usual scope, by webhook and scope. */
  readonly #within = new Map<string, WebhookMemory>();
  /** The first pages of plain searches at the start of the run, by the webhook's id. */
  readonly #firstPages = new Map<string, Page>();

  constructor(settings: Settings, clock: Clock, patience?: Patience) {
    this.now = clock.now();
    this.#clock = clock;
    this.patience = patience;
    const limits = walkLimits(settings);
    const cursor = newCursorMemory();
    this.webhooks = settings.fixtures.webhooks.map(({ id }) =>
      createWebhookMemory(id, limits, cursor, {
        confirms: patience !== undefined,
        // A confirmation reads everything that its finding rests on.
        sharesPages: settings.run.depth === 'standard' && patience === undefined,
        earlier: patience?.earlier.get(id),
      }),
    );
    this.oddAnswers = new OddAnswers(this.webhooks);
  }

  /** Takes in an exchange of the run. */
  note(exchange: Exchange): void {
    this.#noteFirst(exchange);
    this.plainTotals.note(exchange);
    this.miscounted.note(exchange);
    this.oddAnswers.note(exchange);
    this.crossedAnswers.note(exchange);
  }

  /** Remembers the first canonical search of a log: the run has hardly begun, and has added nothing to it. */
  #noteFirst(exchange: Exchange): void {
    const { canonical, operation, webhook } = exchange.request;
    if (!canonical || operation !== 'logs' || webhook === null || this.#firstPages.has(webhook)) return;
    const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
    if (page !== undefined) this.#firstPages.set(webhook, page);
  }

  /** How the log of a walk has changed since its first canonical search, if there was one. */
  changeOf({ webhook, pages }: Walk): LogChange {
    return changeBetween(this.#firstPages.get(webhook), pages[0]?.page);
  }

  /** The readings of a log in this scope, kept apart from those in its usual one. */
  within(scope: LogQuery, { id, limits, cursor, confirms, sharesPages }: WebhookMemory): WebhookMemory {
    const key = `${id} ${describeQuery(scope)}`;
    const known = this.#within.get(key);
    if (known !== undefined) return known;
    const memory = createWebhookMemory(id, limits, cursor, { confirms, sharesPages });
    restrictTo(memory, scope);
    this.#within.set(key, memory);
    return memory;
  }

  /** What was measured of a log, which begins with the first page of its plain walk. */
  metersOf({ id, walk }: ChosenLog): MeterMemory {
    const known = this.#meters.get(id);
    if (known !== undefined) return known;
    const memory = new MeterMemory(id, this.#clock.now());
    const first = walk.pages[0];
    if (first !== undefined) memory.add({}, first.exchange);
    this.#meters.set(id, memory);
    return memory;
  }
}

/** Pages after which a long walk is cut at depth `quick`: three or four pages show what paging shows. */
const earlyCut = 3;

const pagesAt: Readonly<Record<Depth, number>> = { quick: 60, standard: 230, deep: 2000 };

function walkLimits({ run }: Settings): WalkLimits {
  return {
    pages: Math.min(pagesAt[run.depth], Math.ceil(run.maxRequests / 12)),
    items: run.depth === 'deep' ? 60_000 : 12_000,
    ...(run.depth === 'quick' ? { early: earlyCut } : {}),
  };
}
