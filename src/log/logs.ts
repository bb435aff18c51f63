/**
 * What a run learns of the configured logs, once, for all checks: the base walk of each webhook, which log is the
 * richest, the time format, the accepted sorts; and whether the richest log must be pinned, because it lives or is very
 * large. Everything is read when it is first asked for.
 */
import type { Client } from '../client/index.ts';
import type { Declares, Settings } from '../core/config.ts';
import { isAccepted } from '../core/exchange.ts';
import { parsePage } from '../oracles/response.ts';
import { itemTimes } from './item-times.ts';
import type { LogQuery } from './query.ts';
import { type Learned, type Measure, type TimeFormatInference, TimeLearner } from './time-sense.ts';
import { readFirst, type Walk, type WalkLimits } from './walk.ts';
import { type CursorForm, isSameReading, WebhookLog } from './webhook-log.ts';

export interface Baseline {
  /** The richest log that was read, on which relations are judged. */
  readonly log: WebhookLog;
  readonly plainWalk: Walk;
  /** A second read of the base, alone, which agreed with it; undefined where there was none. */
  readonly again?: Walk;
  readonly others: readonly WebhookLog[];
  /** Why relations are judged within a range only; undefined for the whole log. */
  readonly window: string | undefined;
  /** The log changes while it is read, and could not be pinned. */
  readonly changing: boolean;
  /** The base walk was cut by our own budget, and no range could be found to judge in. */
  readonly cut: boolean;
}

/** Pages after which a walk of a long log is cut at depth `quick`: a log of three or four shows what paging shows. */
const early = 3;

/** Names that a time field may have in `sortBy`, tried in this order. */
const timeNames = ['createdAt', 'timestamp', 'date', 'time', 'created_at', 'created'] as const;

/** What a run has learned, whoever asks on. */
interface Known {
  readonly now: number;
  readonly cursor: CursorForm;
  readonly logs: readonly WebhookLog[];
  survey: Promise<Baseline> | undefined;
  time: Promise<Learned> | undefined;
  /** What is learned of the part of a log that is judged, where that is not the whole. */
  partly: Promise<Learned> | undefined;
  choice: Promise<Choice> | undefined;
  /** By the ids of the logs. */
  readonly learners: Map<string, TimeLearner>;
  sorts: Promise<readonly string[]> | undefined;
  measures: TimeLearner | undefined;
}

interface Choice {
  readonly log: WebhookLog;
  readonly base: Walk;
}

export class Logs {
  readonly all: readonly WebhookLog[];
  readonly #client: Client;
  readonly #declares: Declares;
  readonly #depth: Settings['run']['depth'];
  readonly #known: Known;

  constructor(client: Client, known = nothing(client)) {
    const { settings } = client;
    this.#client = client;
    this.#declares = settings.declares;
    this.#depth = settings.run.depth;
    this.#known = known;
    this.all = known.logs.map((log) => log.through(client));
  }

  /** The same logs, with all that was learned, asked on through another view of the client. */
  through(client: Client): Logs {
    return new Logs(client, this.#known);
  }

  /** When the run began, ms since the epoch: checks that ask of today, and mean the same, ask the same. */
  get now(): number {
    return this.#known.now;
  }

  get cursor(): CursorForm {
    return this.#known.cursor;
  }

  async baseline(): Promise<Baseline> {
    this.#known.survey ??= this.#look();
    const survey = await this.#known.survey;
    return { ...survey, log: this.#mine(survey.log), others: survey.others.map((other) => this.#mine(other)) };
  }

  /** A log that another view may have found. */
  #mine(log: WebhookLog): WebhookLog {
    return this.all.find((own) => own.id === log.id)!;
  }

  /** The time format, learned on the richest log; where that is pinned, with the bounds and cuts of its part. */
  async time(): Promise<Learned> {
    await this.baseline();
    return this.#known.partly ?? this.#learned();
  }

  #learned(): Promise<Learned> {
    this.#known.time ??= this.#chosen().then(({ log, base }) =>
      this.#learner(log, base).learn(
        this.#declares.timeFormat,
        // Of a log that is judged in part, one moment to begin with is enough.
        this.#depth === 'quick' && base.end === 'cut' ? 1 : this.#wantedCuts,
        this.#hints(base),
      ),
    );
    return this.#known.time;
  }

  /** One for each log, which remembers what was measured. */
  #learner(log: WebhookLog, base: Walk): TimeLearner {
    const known = this.#known.learners.get(log.id);
    if (known !== undefined) return known.through(this.#client);
    const learner = new TimeLearner(this.#client, log.id);
    const first = base.pages[0];
    if (first !== undefined) learner.known({}, first.exchange);
    this.#known.learners.set(log.id, learner);
    return learner;
  }

  get #wantedCuts(): number {
    return { quick: 2, standard: 7, deep: 14 }[this.#depth];
  }

  /** Where the items of a walk seem to lie in time. */
  #hints(base: Walk): readonly number[] {
    return this.#depth === 'quick' ? itemTimes(base.items.slice(0, 400)) : [];
  }

  /** Judges the log from here on between two moments, which are the widest range then. */
  #pinBetween(log: WebhookLog, base: Walk, sense: TimeFormatInference, lo: number, hi: number): void {
    log.restrictTo(rangeQuery(sense, lo, hi));
    const learner = this.#depth === 'quick' ? this.#learner(log, base) : new TimeLearner(this.#client, log.id);
    this.#known.partly = learner
      .cutsBetween(sense.form, lo, hi, this.#wantedCuts, this.#hints(base))
      .then((cuts) => ({ understood: true, sense: { ...sense, lo, hi, cuts } }));
    // Whoever asks for it hears of a failure.
    this.#known.partly.catch(() => {});
  }

  #unpin(log: WebhookLog): void {
    log.restrictTo({});
    this.#known.partly = undefined;
  }

  /** What `sortBy` takes, of the declared names, common time names and `status`; learned on the richest log. */
  sorts(): Promise<readonly string[]> {
    this.#known.sorts ??= this.baseline().then(({ log }) => this.#learnSorts(log));
    return this.#known.sorts;
  }

  /** How many items a query of the richest log has, read from its first page; shared. */
  async measure(query: LogQuery): Promise<Measure> {
    const { log } = await this.baseline();
    this.#known.measures ??= new TimeLearner(this.#client, log.id, log.scope);
    return this.#known.measures.through(this.#client).measure(query);
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

  async #chosen(): Promise<Choice> {
    this.#known.choice ??= this.#richest();
    const { log, base } = await this.#known.choice;
    return { log: this.#mine(log), base };
  }

  async #richest(): Promise<Choice> {
    const read = await Promise.all(this.all.map(async (log) => ({ log, base: await this.#base(log) })));
    const [best] = read.sort((a, b) => worth(b.base) - worth(a.base));
    if (best === undefined) throw new Error('no webhook is configured');
    if (this.#depth !== 'quick') return best;
    // The shortest that pages at all; else what shows a fault already; else the richest, in part.
    const paged = read.filter(({ base }) => base.end === 'end' && base.pages.length >= 3);
    const chosen =
      paged.sort((a, b) => a.base.pages.length - b.base.pages.length)[0] ??
      (best.base.end === 'cut' ? read.find(({ base }) => base.end !== 'cut' && base.end !== 'end') : undefined) ??
      best;
    if (chosen.base.end !== 'cut') await chosen.log.walkFully();
    return chosen;
  }

  /** The plain walk; where what others asked at the same time may be why there is none, read once more, alone. */
  async #base(log: WebhookLog): Promise<Walk> {
    const walk = await log.walk();
    return walk.pages.length > 0 ? walk : log.exclusively((alone) => alone.rewalk());
  }

  async #look(): Promise<Baseline> {
    const { log, base } = await this.#chosen();
    const others = this.all.filter((other) => other !== log);
    const plain = { log, plainWalk: base, others, window: undefined, changing: false, cut: false };
    if (base.end === 'cut') return this.#part(log, base, others);
    const again = await log.readExclusively({});
    if (isSameReading(base, again)) return { ...plain, again };
    if (!log.isGrown(base, again)) return plain;
    // Growing: two reads in a row may still agree where growth is slow, and then the controls do the rest.
    const third = await log.readExclusively({});
    if (isSameReading(again, third)) return { ...plain, plainWalk: third };
    // What came and is gone again at the next read was no arrival: the controls tell what it is.
    if (!log.isGrown(again, third)) return plain;
    const pinned = await this.#pin(log, base);
    return pinned === undefined
      ? { ...plain, changing: true }
      : { ...plain, plainWalk: pinned, window: 'the log grows while it is read' };
  }

  /** Bounds a growing log by `to`, and by `from` where the oldest leave as new ones come. */
  async #pin(log: WebhookLog, base: Walk): Promise<Walk | undefined> {
    const time = await this.#learned();
    if (!time.understood || time.sense.strength !== 'cuts') return undefined;
    const { form, cuts, lo } = time.sense;
    const now = Date.now() - Math.max(form.unitMs, 2000);
    for (const [from, to] of [
      [lo, now],
      [lo, cuts.at(-1)!],
      ...(cuts.length > 2 ? [[cuts[0]!, cuts.at(-1)!] as const] : []),
    ] as const) {
      this.#pinBetween(log, base, time.sense, from, to);
      const [first, second] = await log.exclusively(
        async (alone) => [await alone.read({}), await alone.read({})] as const,
      );
      if (isSameReading(first, second) && first.items.length > 0) return first;
    }
    this.#unpin(log);
    return undefined;
  }

  /** A log that is too long to be walked as a whole; at depth `quick`, where no range is understood, further than before. */
  async #part(log: WebhookLog, base: Walk, others: readonly WebhookLog[]): Promise<Baseline> {
    const survey = await this.#window(log, base, others);
    if (!survey.cut || this.#depth !== 'quick') return survey;
    await log.walkFully();
    const whole = await log.walk();
    return { ...survey, plainWalk: whole, cut: whole.end === 'cut' };
  }

  /** A very large log is judged within a range of it that can be walked. */
  async #window(log: WebhookLog, base: Walk, others: readonly WebhookLog[]): Promise<Baseline> {
    const none = { log, plainWalk: base, others, window: undefined, changing: false, cut: true };
    const time = await this.#learned();
    if (!time.understood || time.sense.strength !== 'cuts') return none;
    const learner = this.#learner(log, base);
    const { form, cuts, lo, hi } = time.sense;
    const page = Math.max(...base.pages.map((read) => read.page.data.length), 1);
    const judged = async (from: number, to: number): Promise<Baseline> => {
      await log.walkFully();
      this.#pinBetween(log, base, time.sense, from, to);
      const walked = await log.walk();
      if (walked.end !== 'end') {
        this.#unpin(log);
        return none;
      }
      const why = `the log is large (${base.total} items; ${base.pages.length} pages of it were walked)`;
      const within = `${form.render(from)} to ${form.render(to)}`;
      return { log, plainWalk: walked, others, window: `${why}, judged within ${within}`, changing: false, cut: false };
    };
    if (this.#depth === 'quick') {
      const [least, most] = [2 * page, Math.max(3 * page, 2 * page + 4)];
      for (const [from, to] of spansOf(this.#hints(base), page)) {
        const { count } = await learner.measure({ from: form.render(from), to: form.render(to) });
        if (count !== undefined && count > least && count <= most) return judged(from, to);
      }
      // Not from its very beginning, where that is not needed: the oldest may leave as new ones come.
      const [cut] = cuts;
      const after = cut === undefined ? undefined : await learner.measure(rangeQuery(time.sense, cut, hi));
      const from = cut !== undefined && (after?.count ?? 0) > least ? cut : lo;
      const to = await learner.partUpTo(form, { lo: from, hi }, least, most);
      return to === undefined ? none : judged(from, to);
    }
    const most = Math.min(Math.max(12 * page, 60), 4000);
    const from = cuts[Math.floor(cuts.length / 2)]!;
    let span = hi - from;
    for (let step = 0; step < 40 && span > 2 * form.unitMs; step += 1) {
      const { count } = await learner.measure({ from: form.render(from), to: form.render(from + span) });
      if (count !== undefined && count > 3 * page && count <= most) return judged(from, from + span);
      span = count !== undefined && count <= 3 * page ? span * 1.6 : span / 2;
    }
    return none;
  }

  async #learnSorts(log: WebhookLog): Promise<readonly string[]> {
    const names = [...new Set([...(this.#declares.sortBy ?? []), ...timeNames, 'status', 'id'])];
    if (this.#depth === 'quick') return this.#firstSort(log, names.slice(0, 3));
    const answers = await Promise.all(
      names.map((sortBy) => readFirst(this.#client, { webhook: log.id, query: log.scoped({ sortBy }), form: 'alone' })),
    );
    return names.filter((_, index) => {
      const answer = answers[index]!;
      return isAccepted(answer) && parsePage(answer.response) !== undefined;
    });
  }

  /** The first of some names that is taken, read with the walk that judges it. */
  async #firstSort(log: WebhookLog, names: readonly string[]): Promise<readonly string[]> {
    for (const sortBy of names) {
      const { pages } = await log.walk({ sortBy, sortDirection: 'asc' });
      if (pages.length > 0) return [sortBy];
    }
    return [];
  }
}

function nothing(client: Client): Known {
  const { settings } = client;
  const { depth, maxRequests } = settings.run;
  const pages = { quick: 60, standard: 230, deep: 2000 }[depth];
  const limits: WalkLimits = {
    pages: Math.min(pages, Math.ceil(maxRequests / 12)),
    items: depth === 'deep' ? 60_000 : 12_000,
    ...(depth === 'quick' ? { early } : {}),
  };
  const cursor: CursorForm = { form: undefined, carries: undefined };
  return {
    now: Date.now(),
    cursor,
    logs: settings.fixtures.webhooks.map((webhook) => new WebhookLog(client, webhook.id, cursor, limits)),
    survey: undefined,
    time: undefined,
    partly: undefined,
    choice: undefined,
    learners: new Map(),
    sorts: undefined,
    measures: undefined,
  };
}

/** A range of some two and a half pages amid what was read, where the items seem to tell their times; else none. */
function spansOf(seen: readonly number[], page: number): (readonly [number, number])[] {
  const times = [...seen].sort((a, b) => a - b);
  const [first, last] = [times[Math.floor(0.2 * page)], times[Math.floor(2.8 * page)]];
  return first === undefined || last === undefined || last <= first ? [] : [[first, last]];
}

/** More pages first, then more items: paging needs pages. A walk that failed is worth least. */
function worth(walk: Walk): number {
  return Math.min(walk.pages.length, 12) * 1_000_000 + Math.min(walk.items.length, 900_000);
}

/** A range of the sense, as parameters. */
export function rangeQuery(sense: TimeFormatInference, from: number | undefined, to: number | undefined): LogQuery {
  return {
    ...(from === undefined ? {} : { from: sense.form.render(from) }),
    ...(to === undefined ? {} : { to: sense.form.render(to) }),
  };
}
