/**
 * What a run learns of the configured logs, once, for all checks: the base walk of each webhook, which log is the
 * richest, the time format, the accepted sorts; and whether the richest log must be pinned, because it lives or is very
 * large. Everything is read when it is first asked for.
 */
import type { Client } from '../client/index.ts';
import type { Declares, Settings } from '../core/config.ts';
import { accepted } from '../core/exchange.ts';
import { pageOf } from '../oracles/answer.ts';
import { type CursorForm, same, WebhookLog } from './log.ts';
import type { LogQuery } from './query.ts';
import { type Learned, type Measure, TimeLearner, type TimeSense } from './time-sense.ts';
import { readFirst, type Walk } from './walk.ts';

export interface Survey {
  /** The richest log that was read, on which relations are judged. */
  readonly log: WebhookLog;
  readonly base: Walk;
  readonly others: readonly WebhookLog[];
  /** Why relations are judged within a range only; undefined for the whole log. */
  readonly pinned: string | undefined;
  /** The log changes while it is read, and could not be pinned. */
  readonly live: boolean;
  /** The base walk was cut by our own budget, and no range could be found to judge in. */
  readonly cut: boolean;
}

/** Names that a time field may have in `sortBy`, tried in this order. */
const timeNames = ['createdAt', 'timestamp', 'date', 'time', 'created_at', 'created'] as const;

export class Logs {
  readonly all: readonly WebhookLog[];
  readonly #client: Client;
  readonly #declares: Declares;
  readonly #depth: Settings['run']['depth'];
  readonly #cursor: CursorForm = { form: undefined, carries: undefined };
  #survey: Promise<Survey> | undefined;
  #time: Promise<Learned> | undefined;
  #part: Promise<Learned> | undefined;
  #sorts: Promise<readonly string[]> | undefined;
  #measures: TimeLearner | undefined;

  constructor(client: Client) {
    const { settings } = client;
    this.#client = client;
    this.#declares = settings.declares;
    this.#depth = settings.run.depth;
    const pages = { quick: 60, standard: 230, deep: 2000 }[this.#depth];
    const limits = {
      pages: Math.min(pages, Math.ceil(settings.run.maxRequests / 12)),
      items: this.#depth === 'deep' ? 60_000 : 12_000,
    };
    this.all = settings.fixtures.webhooks.map((webhook) => new WebhookLog(client, webhook.id, this.#cursor, limits));
  }

  get cursor(): CursorForm {
    return this.#cursor;
  }

  survey(): Promise<Survey> {
    this.#survey ??= this.#look();
    return this.#survey;
  }

  /** The time format, learned on the richest log; where that is pinned, with the bounds and cuts of its part. */
  async time(): Promise<Learned> {
    await this.survey();
    return this.#part ?? this.#learned();
  }

  #learned(): Promise<Learned> {
    this.#time ??= this.#richest().then(({ log }) =>
      new TimeLearner(this.#client, log.id).learn(this.#declares.timeFormat, this.#wantedCuts),
    );
    return this.#time;
  }

  get #wantedCuts(): number {
    return { quick: 3, standard: 7, deep: 14 }[this.#depth];
  }

  /** Judges the log from here on between two moments, which are the widest range then. */
  #pinBetween(log: WebhookLog, sense: TimeSense, lo: number, hi: number): void {
    log.pin(between(sense, lo, hi));
    this.#part = new TimeLearner(this.#client, log.id)
      .cutsBetween(sense.form, lo, hi, this.#wantedCuts)
      .then((cuts) => ({ understood: true, sense: { ...sense, lo, hi, cuts } }));
    // Whoever asks for it hears of a failure.
    this.#part.catch(() => {});
  }

  #unpin(log: WebhookLog): void {
    log.pin({});
    this.#part = undefined;
  }

  /** What `sortBy` takes, of the declared names, common time names and `status`; learned on the richest log. */
  sorts(): Promise<readonly string[]> {
    this.#sorts ??= this.survey().then(({ log }) => this.#learnSorts(log));
    return this.#sorts;
  }

  /** How many items a query of the richest log has, read from its first page; shared. */
  async measure(query: LogQuery): Promise<Measure> {
    const { log } = await this.survey();
    this.#measures ??= new TimeLearner(this.#client, log.id, log.scope);
    return this.#measures.measure(query);
  }

  /** Whether a `sortBy` names the time, by its name: what is declared may name other fields too. */
  namesTime(sortBy: string): boolean {
    return (
      (timeNames as readonly string[]).includes(sortBy) || /time|date|stamp|created|(?:_|[a-z])[aA]t$/.test(sortBy)
    );
  }

  /** The declared sort that names the time, where there is one. */
  get declaredTime(): string | undefined {
    const { sortBy = [] } = this.#declares;
    return sortBy.find((name) => this.namesTime(name));
  }

  async #richest(): Promise<{ log: WebhookLog; base: Walk }> {
    const read = await Promise.all(this.all.map(async (log) => ({ log, base: await log.walk() })));
    const [best] = read.sort((a, b) => worth(b.base) - worth(a.base));
    if (best === undefined) throw new Error('no webhook is configured');
    return best;
  }

  async #look(): Promise<Survey> {
    const { log, base } = await this.#richest();
    const others = this.all.filter((other) => other !== log);
    const plain = { log, base, others, pinned: undefined, live: false, cut: false };
    if (base.end === 'cut') return this.#window(log, base, others);
    const again = await this.#client.alone(() => log.read({}));
    if (same(base, again)) return plain;
    if (!log.live(base, again)) return plain;
    // Growing: two reads in a row may still agree where growth is slow, and then the controls do the rest.
    const third = await this.#client.alone(() => log.read({}));
    if (same(again, third)) return { ...plain, base: third };
    // What came and is gone again at the next read was no arrival: the controls tell what it is.
    if (!log.live(again, third)) return plain;
    const pinned = await this.#pin(log);
    return pinned === undefined
      ? { ...plain, live: true }
      : { ...plain, base: pinned, pinned: 'the log grows while it is read' };
  }

  /** Bounds a growing log by `to`, and by `from` where the oldest leave as new ones come. */
  async #pin(log: WebhookLog): Promise<Walk | undefined> {
    const time = await this.#learned();
    if (!time.understood || time.sense.strength !== 'cuts') return undefined;
    const { form, cuts, lo } = time.sense;
    const now = Date.now() - Math.max(form.unitMs, 2000);
    for (const [from, to] of [
      [lo, now],
      [lo, cuts.at(-1)!],
      ...(cuts.length > 2 ? [[cuts[0]!, cuts.at(-1)!] as const] : []),
    ] as const) {
      this.#pinBetween(log, time.sense, from, to);
      const [first, second] = await this.#client.alone(async () => [await log.read({}), await log.read({})] as const);
      if (same(first, second) && first.items.length > 0) return first;
    }
    this.#unpin(log);
    return undefined;
  }

  /** A very large log is judged within a range of it that can be walked. */
  async #window(log: WebhookLog, base: Walk, others: readonly WebhookLog[]): Promise<Survey> {
    const none = { log, base, others, pinned: undefined, live: false, cut: true };
    const time = await this.#learned();
    if (!time.understood || time.sense.strength !== 'cuts') return none;
    const learner = new TimeLearner(this.#client, log.id);
    const { form, cuts } = time.sense;
    const page = Math.max(...base.pages.map((read) => read.page.data.length), 1);
    const most = Math.min(Math.max(12 * page, 60), 4000);
    const from = cuts[Math.floor(cuts.length / 2)]!;
    let span = time.sense.hi - from;
    for (let step = 0; step < 40 && span > 2 * form.unitMs; step += 1) {
      const scope = { from: form.render(from), to: form.render(from + span) };
      const { count } = await learner.measure(scope);
      if (count !== undefined && count > 3 * page && count <= most) {
        this.#pinBetween(log, time.sense, from, from + span);
        const walked = await log.walk();
        if (walked.end === 'end') {
          const why = `the log is large (${base.total} items; ${base.pages.length} pages of it were walked)`;
          return {
            log,
            base: walked,
            others,
            pinned: `${why}, judged within ${scope.from} to ${scope.to}`,
            live: false,
            cut: false,
          };
        }
        this.#unpin(log);
        return none;
      }
      span = count !== undefined && count <= 3 * page ? span * 1.6 : span / 2;
    }
    return none;
  }

  async #learnSorts(log: WebhookLog): Promise<readonly string[]> {
    const names = [...new Set([...(this.#declares.sortBy ?? []), ...timeNames, 'status', 'id'])];
    const tried = this.#depth === 'quick' ? names.slice(0, 3) : names;
    const answers = await Promise.all(
      tried.map((sortBy) => readFirst(this.#client, { webhook: log.id, query: log.scoped({ sortBy }), form: 'alone' })),
    );
    return tried.filter((_, index) => {
      const answer = answers[index]!;
      return accepted(answer) && pageOf(answer.response) !== undefined;
    });
  }
}

/** More pages first, then more items: paging needs pages. A walk that failed is worth least. */
function worth(walk: Walk): number {
  return Math.min(walk.pages.length, 12) * 1_000_000 + Math.min(walk.items.length, 900_000);
}

/** A range of the sense, as parameters. */
export function between(sense: TimeSense, from: number | undefined, to: number | undefined): LogQuery {
  return {
    ...(from === undefined ? {} : { from: sense.form.render(from) }),
    ...(to === undefined ? {} : { to: sense.form.render(to) }),
  };
}
