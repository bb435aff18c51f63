/**
 * The configured logs, as one check reads them through its client. What is learned goes into the memory of the run, so that
 * each question is answered once, whichever check asks first.
 */
import { type Client, missingFixture } from '../client/index.ts';
import { type Exchange, isAccepted, isRejection } from '../core/exchange.ts';
import { isTimeSort, sortNamesOf } from '../core/time-names.ts';
import { parsePage } from '../schema/page.ts';
import { type ChosenLog, chooseLog, type FoundBaseline, findBaseline, findStillLog } from './baseline.ts';
import type { LogChange } from './change/growth.ts';
import { shownNames } from './item-json.ts';
import { itemTimes } from './item-times.ts';
import type { LogMemory } from './log-memory.ts';
import { type LogQuery, parametersOf } from './query.ts';
import { type DistinctSorts, findDistinctSorts, findSortNames, isFixedName } from './sort-names.ts';
import type { SeenTotals } from './suspicions/plain-totals.ts';
import { sortIntoBuckets, type TimeBuckets } from './time/buckets.ts';
import { inferTimeFormat, type TimeInference } from './time/infer.ts';
import { LogMeter, type Measure, MeterMemory } from './time/meter.ts';
import { exchangesOf, readFirst, type Walk } from './walk.ts';
import { WebhookLog } from './webhook-log.ts';
import { forgetReadings } from './webhook-memory.ts';

/** The first complete reading of the logs, with a reader for each. */
export interface Baseline extends Pick<FoundBaseline, 'plainWalk' | 'again' | 'scope' | 'changing' | 'cut'> {
  /** The richest log, or one that keeps still if the richest grows: relations are judged on it. */
  readonly log: WebhookLog;
  readonly others: readonly WebhookLog[];
  /** Why relations are judged within a window only; undefined for the whole log. */
  readonly window: string | undefined;
}

/** A name that no field has. */
const unknownSort = 'zqxjFieldOfNobody';
/** Pages of a log of which checks on ranges take four cuts; see log-ranges.ts. */
export const fewPages = 25;
/** Items of the plain walk that are searched for times, at most. */
const hintItems = 400;

export class Logs {
  readonly all: readonly WebhookLog[];
  readonly #memory: LogMemory;
  readonly #client: Client;

  constructor(memory: LogMemory, client: Client) {
    this.#memory = memory;
    this.#client = client;
    this.all = memory.webhooks.map((webhook) => new WebhookLog(webhook, client));
  }

  /** When the run began, ms since the epoch: checks that ask about today ask the same question. */
  get now(): number {
    return this.#memory.now;
  }

  /** @throws Error if no webhook with this id is configured */
  byId(id: string): WebhookLog {
    const log = this.all.find((one) => one.id === id);
    if (log === undefined) throw new Error(`no webhook ${id} is configured`);
    return log;
  }

  async baseline(): Promise<Baseline> {
    const missing = missingFixture('logs', this.#client.settings);
    if (missing !== undefined) throw missing;
    const { id, ...found } = await this.#found();
    this.#client.noteUse([found.plainWalk, ...(found.again === undefined ? [] : [found.again])].flatMap(exchangesOf));
    const { scope } = found;
    return {
      ...found,
      log: this.byId(id),
      others: this.all.filter((log) => log.id !== id),
      window: scope.kind === 'window' ? scope.text : undefined,
    };
  }

  /**
   * A log that is judged in addition to that of the baseline. If that one grows, both are read within the same window: this one may
   * grow, too, and a cache may hide it for a while.
   */
  async besideJudged(id: string): Promise<WebhookLog> {
    const log = this.byId(id);
    const judged = await this.baseline();
    const isApart = id === judged.log.id || judged.scope.kind === 'whole' || judged.scope.reason !== 'growing';
    return isApart ? log : this.#within(judged.log.scope, log);
  }

  /** All of a log, also of one that is judged within a window. */
  whole(id: string): WebhookLog {
    const log = this.byId(id);
    return parametersOf(log.scope).length === 0 ? log : this.#within({}, log);
  }

  #within(scope: LogQuery, { memory }: WebhookLog): WebhookLog {
    return new WebhookLog(this.#memory.within(scope, memory), this.#client);
  }

  /** The time format, with the bounds and cuts of the window if the log is judged within one. */
  async time(): Promise<TimeInference> {
    const { windowTime } = await this.#found();
    return windowTime ?? this.#timeOfWhole();
  }

  /** The items of the judged log by their place in time; undefined if ranges do not separate old items from new ones. */
  async timeBuckets({ log, plainWalk }: Pick<Baseline, 'log' | 'plainWalk'>): Promise<TimeBuckets | undefined> {
    const time = await this.time();
    if (!time.understood) return undefined;
    const { depth } = this.#client.settings.run;
    const isShared = depth === 'standard' && plainWalk.pages.length <= fewPages;
    return sortIntoBuckets(log, plainWalk.bag, time.sense, {
      // As many as the ranges have that other checks walk.
      mostCuts: { quick: 2, standard: 4, deep: 5 }[depth],
      ranges: depth === 'standard' ? 'apart' : 'nested',
      countOf: isShared ? async (query: LogQuery) => (await this.measure(query)).count : undefined,
    });
  }

  /** The values of `sortBy` that the richest log accepts, of the declared names, common ones and those that its items show. */
  sorts(): Promise<readonly string[]> {
    return this.#memory.sortNames.get(async () => {
      const log = await this.#judgedLog();
      const { declares, run } = this.#client.settings;
      const members = shownNames((await this.#chosen()).walk.items);
      return findSortNames(log, { declared: declares.sortBy ?? [], members, onlyFirst: run.depth === 'quick' });
    }, this.#client);
  }

  /** Of the accepted values of `sortBy`, one for each order; with few requests, all of them. */
  async distinctSorts(): Promise<DistinctSorts> {
    const names = await this.sorts();
    if (this.#client.settings.run.depth === 'quick') return { all: names, effective: names };
    const readPage = async (query: LogQuery) => (await this.measure(query)).exchange;
    return this.#memory.distinctSorts.get(() => findDistinctSorts(names, readPage), this.#client);
  }

  /** Whether no entry moves under a `sortBy` while its item, its status and the log stay the same. */
  async isFixed(sortBy: string): Promise<boolean> {
    return isFixedName(sortBy, shownNames((await this.#chosen()).walk.items));
  }

  /** The totals that plain searches of a log had so far in the run. */
  plainTotals({ id }: WebhookLog): SeenTotals {
    return this.#memory.plainTotals.of(id);
  }

  /** Searches of a log whose only page had another number of items than its total. */
  miscounted({ id }: WebhookLog): readonly LogQuery[] {
    return this.#memory.miscounted.of(id);
  }

  /** How many items a query of the richest log has within the judged scope, by its first page; shared, also with its walk. */
  async measure(query: LogQuery): Promise<Measure> {
    const [measures, log] = await Promise.all([this.#measures(), this.#judgedLog()]);
    const meter = new LogMeter(measures, this.#client);
    if (!log.memory.sharesPages) return meter.measure(query);
    const walk = measures.has(query) ? undefined : await log.known(query);
    if (walk !== undefined && !measures.has(query)) measures.add(query, walk.pages[0]!.exchange);
    const measure = await meter.measure(query);
    log.noteMeasured(query, measure.exchange);
    return measure;
  }

  /** Of the queries measured so far, those whose first page is the only one and has fewer items than its total. */
  async shortResults(): Promise<readonly LogQuery[]> {
    return (await this.#measured()).filter(({ isShort }) => isShort).map(({ query }) => query);
  }

  /** Of the queries measured so far, those whose first page leads on and has fewer items than that of the plain walk. */
  async briefPages(): Promise<readonly Measure[]> {
    const [usual] = (await this.#found()).plainWalk.pages;
    return (await this.#measured()).filter(({ exchange }) => {
      const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
      return page?.next !== undefined && usual !== undefined && page.data.length < usual.page.data.length;
    });
  }

  async #measured(): Promise<readonly Measure[]> {
    const measures = await Promise.allSettled([...(await this.#measures()).measured.values()]);
    return measures.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  #measures(): Promise<MeterMemory> {
    return this.#memory.measures.get(async () => {
      const log = await this.#judgedLog();
      // Of a whole log, much was measured to learn the time format.
      if (parametersOf(log.scope).length === 0) return this.#memory.metersOf(await this.#chosen());
      return new MeterMemory(log.id, this.#client.clock.now(), log.scope);
    }, this.#client);
  }

  /** Whether a `sortBy` that no server knows is rejected, so that an accepted one means something. */
  async rejectsUnknownSort(): Promise<boolean> {
    return isRejection(await this.searchByUnknownSort());
  }

  /** The search with a `sortBy` that no server knows. */
  searchByUnknownSort(): Promise<Exchange> {
    return this.#memory.searchByUnknownSort.get(async () => {
      const log = await this.#judgedLog();
      const query = log.scoped({ sortBy: unknownSort });
      return readFirst(this.#client, { webhook: log.id, query, form: 'alone' });
    }, this.#client);
  }

  /** Whether a `sortBy` names the time, judged by its name. */
  namesTime(sortBy: string): boolean {
    return isTimeSort(sortBy) || this.#namesDeclaredTime(sortBy);
  }

  /** The declared `sortBy` that names the time, if there is one. */
  get declaredTime(): string | undefined {
    const { sortBy } = this.#client.settings.declares;
    return sortBy?.find((name) => this.#namesDeclaredTime(name)) ?? sortBy?.find(isTimeSort);
  }

  #namesDeclaredTime(sortBy: string): boolean {
    const { time } = this.#client.settings.declares.item ?? {};
    return time !== undefined && sortNamesOf(time).includes(sortBy);
  }

  async #chosen(): Promise<ChosenLog> {
    const { patience, chosen, still } = this.#memory;
    if (still !== undefined) return still;
    // A finding is confirmed on the log that shows it: the others need not be read again.
    const logs = patience?.judged === undefined ? this.all : [this.byId(patience.judged)];
    return chosen.get(() => chooseLog(logs, this.#client.settings.run.depth), this.#client);
  }

  async #judgedLog(): Promise<WebhookLog> {
    return this.byId((await this.#found()).id);
  }

  /** How any log has changed since the start of the run: what adds to one may add to the others. */
  async #change(): Promise<LogChange> {
    const walks = await Promise.all(this.all.map((log) => log.walk()));
    const changes = walks.map((walk) => this.#memory.changeOf(walk));
    return changes.find((change) => change !== 'none') ?? 'none';
  }

  #found(): Promise<FoundBaseline> {
    return this.#memory.baseline.get(async () => {
      const chosen = await this.#chosen();
      const { patience } = this.#memory;
      const found = await findBaseline({
        log: this.byId(chosen.id),
        others: this.all.filter(({ id }) => id !== chosen.id),
        base: chosen.walk,
        depth: this.#client.settings.run.depth,
        wantedCuts: this.#wantedCuts,
        patience,
        change: patience === undefined ? await this.#change() : 'none',
        hints: this.#hints(chosen.walk),
        compareItemsIn: (form) => {
          this.#client.compareItemsIn(form);
          for (const memory of this.#memory.webhooks) forgetReadings(memory);
        },
        inferTime: () => this.#timeOfWhole(),
        meter: (how) =>
          new LogMeter(
            how === 'fresh' ? new MeterMemory(chosen.id, this.#client.clock.now()) : this.#memory.metersOf(chosen),
            this.#client,
          ),
      });
      const judged = (found.changing ? await this.#stillBeside(chosen) : undefined) ?? found;
      this.byId(judged.id).memory.again = judged.again;
      return judged;
    }, this.#client);
  }

  /** The baseline of another log; undefined if ranges are understood, or no other log keeps still. */
  async #stillBeside(chosen: ChosenLog): Promise<FoundBaseline | undefined> {
    if (this.#memory.patience !== undefined || (await this.#timeOfWhole()).understood) return undefined;
    const found = await findStillLog(this.all, chosen);
    this.#memory.still = found && { id: found.id, walk: found.plainWalk, spare: [] };
    return found;
  }

  #timeOfWhole(): Promise<TimeInference> {
    return this.#memory.time.get(async () => {
      const chosen = await this.#chosen();
      const { declares, run } = this.#client.settings;
      // A log that is judged within a window needs one moment to begin with.
      const cuts = run.depth === 'quick' && chosen.walk.end === 'cut' ? 1 : this.#wantedCuts;
      const meter = new LogMeter(this.#memory.metersOf(chosen), this.#client);
      const { items } = chosen.walk;
      return inferTimeFormat(meter, { declared: declares.timeFormat, cuts, hints: this.#hints(chosen.walk), items });
    }, this.#client);
  }

  get #wantedCuts(): number {
    return { quick: 2, standard: 7, deep: 14 }[this.#client.settings.run.depth];
  }

  /** Moments at which the items of a walk seem to lie; a deep run searches without them. */
  #hints({ items }: Walk): readonly number[] {
    if (this.#client.settings.run.depth === 'deep') return [];
    const every = Math.ceil(items.length / hintItems);
    return itemTimes(items.filter((_, index) => index % every === 0)).sort((a, b) => a - b);
  }
}
