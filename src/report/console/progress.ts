/**
 * Progress of a run. On a terminal one status line, redrawn at most ten times per second; elsewhere at most one line per
 * second: requirements that failed or could not be decided, and the status now and then. The summary follows after the run.
 * Output is injected.
 */
import type { FailOn } from '../../core/config.ts';
import { failsGate } from '../../core/gate.ts';
import type { ReportedRequirement } from '../../core/report.ts';
import { columns, shorten } from '../columns.ts';
import { painter } from '../paint.ts';
import { duration, plural, visible } from '../visible-text.ts';
import { adviceWord, verdictWords } from '../words.ts';

export interface ProgressOptions {
  readonly write: (text: string) => void;
  readonly isTTY: boolean;
  readonly color: boolean;
  readonly width: number;
  readonly failOn?: FailOn;
  /** A clock in ms, for tests. */
  readonly now?: () => number;
}

export type DecidedRow = Pick<ReportedRequirement, 'id' | 'level' | 'verdict' | 'message'>;

export interface Progress {
  /** How many requirements there are to decide. */
  started(total: number): void;
  decided(row: DecidedRow): void;
  /** How many requests were sent so far. */
  sent(requests: number): void;
  /** Prints a line above the status line. */
  said(line: string): void;
  /** Ends the display and removes the status line. */
  finished(): void;
}

/** Shortest time between two drawings of the status line, ms. */
const redrawMs = 100;
/** Without a terminal, a status line follows each time this many requirements were decided. */
const statusEvery = 25;
/** Shortest time between two lines of a log that is not a terminal, ms; events in between are only in the report. */
const logMs = 1000;

/** Creates the progress display of one run. */
export function progress(options: ProgressOptions): Progress {
  return options.isTTY ? new StatusLine(options) : new ProgressLog(options);
}

/** One line that is redrawn, on a terminal. */
class StatusLine implements Progress {
  readonly #options: ProgressOptions;
  readonly #counts: Counts;
  /** When the line was drawn last, ms. */
  #drawn = Number.NEGATIVE_INFINITY;
  #isOnScreen = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#counts = new Counts(options);
  }

  started(total: number): void {
    this.#counts.total = total;
    this.#draw('');
  }

  decided(row: DecidedRow): void {
    this.#counts.add(row);
    this.#draw(visible(row.id));
  }

  sent(requests: number): void {
    this.#counts.requests = requests;
    this.#draw('');
  }

  said(line: string): void {
    this.#wipe();
    this.#options.write(`${line}\n`);
  }

  finished(): void {
    this.#wipe();
  }

  #draw(latest: string): void {
    const time = this.#counts.now();
    if (time - this.#drawn < redrawMs && !this.#counts.isComplete) return;
    this.#drawn = time;
    const status = this.#counts.status();
    const line = latest === '' ? status : `${status} · ${latest}`;
    this.#options.write(`\r\x1b[2K${shorten(line, Math.max(20, this.#options.width - 1))}`);
    this.#isOnScreen = true;
  }

  #wipe(): void {
    if (this.#isOnScreen) this.#options.write('\r\x1b[2K');
    this.#isOnScreen = false;
  }
}

/** Lines of a log, if the output is not a terminal. */
class ProgressLog implements Progress {
  readonly #options: ProgressOptions;
  readonly #counts: Counts;
  /** When a line was written last, ms. */
  #written = Number.NEGATIVE_INFINITY;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#counts = new Counts(options);
  }

  started(total: number): void {
    this.#counts.total = total;
    this.#options.write(`deciding ${plural(total, 'requirement')}\n`);
  }

  decided(row: DecidedRow): void {
    this.#counts.add(row);
    if (row.verdict === 'fail' || row.verdict === 'error' || row.verdict === 'inconclusive')
      this.#write(this.#lineOf(row, row.verdict));
    else if (this.#counts.done % statusEvery === 0 && !this.#counts.isComplete) this.#write(this.#counts.status());
  }

  sent(requests: number): void {
    this.#counts.requests = requests;
  }

  said(line: string): void {
    this.#options.write(`${line}\n`);
  }

  finished(): void {
    this.#write(this.#counts.status());
  }

  #lineOf(row: DecidedRow, verdict: 'fail' | 'error' | 'inconclusive'): string {
    const { color, width } = this.#options;
    const paint = painter(color);
    const isAdvice = this.#counts.isAdvice(row);
    const word = isAdvice ? adviceWord : verdictWords[verdict];
    const head = verdict === 'inconclusive' || isAdvice ? paint.warn(word) : paint.bad(word);
    const id = visible(row.id);
    const rest = width - columns(`${word} ${id} (${row.level}): `);
    const message = row.message === undefined || rest < 20 ? '' : `: ${shorten(visible(row.message), rest)}`;
    return `${head} ${id} (${row.level})${message}`;
  }

  #write(line: string): void {
    const time = this.#counts.now();
    if (time - this.#written < logMs) return;
    this.#written = time;
    this.#options.write(`${line}\n`);
  }
}

/** What was decided so far, and how long it took. */
class Counts {
  /** The time, ms. */
  readonly now: () => number;
  total = 0;
  done = 0;
  requests = 0;
  #failed = 0;
  #open = 0;
  readonly #failOn: FailOn;
  readonly #began: number;

  constructor({ failOn = 'gate', now = Date.now }: ProgressOptions) {
    this.#failOn = failOn;
    this.now = now;
    this.#began = now();
  }

  get isComplete(): boolean {
    return this.done >= this.total;
  }

  /** Whether it is a failure that the gate does not count. */
  isAdvice({ verdict, level }: DecidedRow): boolean {
    return verdict === 'fail' && !failsGate(level, this.#failOn);
  }

  add(row: DecidedRow): void {
    this.done += 1;
    if (row.verdict === 'fail' && !this.isAdvice(row)) this.#failed += 1;
    if (row.verdict === 'inconclusive') this.#open += 1;
  }

  /** All counts in one line. */
  status(): string {
    const requests = plural(this.requests, 'request');
    const time = duration(this.now() - this.#began);
    return `${this.done}/${this.total} decided · ${this.#failed} failed · ${this.#open} not decided · ${requests} · ${time}`;
  }
}
