/**
 * Progress of a run. On a terminal one status line, redrawn at most ten times per second; elsewhere at most one line per
 * second: requirements that failed or could not be decided, and the status now and then. What the run came to follows in the
 * summary. Output is injected.
 */
import type { FailOn } from '../core/config.ts';
import { failsGate } from '../core/gate.ts';
import type { ReportedRequirement } from '../core/report.ts';
import { columns, shorten } from './columns.ts';
import { painter } from './paint.ts';
import { duration, plural, visible } from './visible-text.ts';
import { adviceWord, verdictWords } from './words.ts';

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
export function progress({ write, isTTY, color, width, failOn = 'gate', now = Date.now }: ProgressOptions): Progress {
  const paint = painter(color);
  const began = now();
  let total = 0;
  let done = 0;
  let failed = 0;
  let open = 0;
  let requests = 0;
  let drawn = Number.NEGATIVE_INFINITY;
  let onScreen = false;

  const wipe = () => {
    if (onScreen) write('\r\x1b[2K');
    onScreen = false;
  };
  const status = () =>
    `${done}/${total} decided · ${failed} failed · ${open} not decided · ${plural(requests, 'request')} · ${duration(now() - began)}`;
  const log = (line: string) => {
    if (now() - drawn < logMs) return;
    drawn = now();
    write(line);
  };
  const draw = (latest: string) => {
    const time = now();
    if (time - drawn < redrawMs && done < total) return;
    drawn = time;
    const line = latest === '' ? status() : `${status()} · ${latest}`;
    write(`\r\x1b[2K${shorten(line, Math.max(20, width - 1))}`);
    onScreen = true;
  };

  return {
    started(count) {
      total = count;
      if (isTTY) draw('');
      else write(`deciding ${plural(count, 'requirement')}\n`);
    },
    decided(row) {
      done += 1;
      const isAdvice = row.verdict === 'fail' && !failsGate(row.level, failOn);
      if (row.verdict === 'fail' && !isAdvice) failed += 1;
      if (row.verdict === 'inconclusive') open += 1;
      const id = visible(row.id);
      if (isTTY) {
        draw(id);
        return;
      }
      if (row.verdict === 'fail' || row.verdict === 'error' || row.verdict === 'inconclusive') {
        const word = isAdvice ? adviceWord : verdictWords[row.verdict];
        const head = row.verdict === 'inconclusive' || isAdvice ? paint.warn(word) : paint.bad(word);
        const rest = width - columns(`${word} ${id} (${row.level}): `);
        const message = row.message === undefined || rest < 20 ? '' : `: ${shorten(visible(row.message), rest)}`;
        log(`${head} ${id} (${row.level})${message}\n`);
      } else if (done % statusEvery === 0 && done < total) log(`${status()}\n`);
    },
    sent(count) {
      requests = count;
      if (isTTY) draw('');
    },
    said(line) {
      wipe();
      write(`${line}\n`);
    },
    finished() {
      wipe();
      if (!isTTY) log(`${status()}\n`);
    },
  };
}
