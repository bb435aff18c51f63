/** What a run prints on stderr while it runs; nothing when quiet. */
import type { Configuration } from '../config/load.ts';
import { defined } from '../core/defined.ts';
import type { Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';
import { progress } from '../report/index.ts';
import type { OpenTarget } from '../session/open.ts';
import type { Io } from './io.ts';

export interface Display {
  began(configuration: Configuration, target: OpenTarget): void;
  /** The target throttles, and is waited for. */
  waits(sentence: string): void;
  started(requirements: number): void;
  decided(requirement: Requirement, verdict: Verdict): void;
  sent(requests: number): void;
  /** May be called twice. */
  finished(): void;
}

/** Least time between two messages about waiting, ms. */
const tellMs = 20_000;

export function display(io: Io, { quiet, color }: { quiet: boolean; color: boolean }): Display {
  const nothing = () => {};
  if (quiet)
    return { began: nothing, waits: nothing, started: nothing, decided: nothing, sent: nothing, finished: nothing };
  const line = progress({ write: io.err, isTTY: io.errIsTTY, color, width: io.width });
  let running = false;
  let told = Number.NEGATIVE_INFINITY;
  return {
    began({ file, run }, { settings, mark }) {
      const what =
        mark.embedded === true
          ? `the embedded reference server${mark.fault === undefined ? '' : ` with the fault ${mark.fault}`}`
          : settings.baseUrl;
      io.err(`cawl: judging ${what}${file === undefined ? '' : `, configured by ${file}`}\n`);
      io.err(`depth ${run.depth}, seed ${run.seed}${run.insecure ? ', TLS certificates NOT checked' : ''}\n`);
      const { smtp, url } = settings.fixtures.verificationCode ?? {};
      if (smtp !== undefined && url !== undefined) io.err(`listening for the mails of the target at ${smtp}\n`);
    },
    waits(sentence) {
      const now = performance.now();
      if (now - told < tellMs) return;
      told = now;
      line.said(`cawl: ${sentence}`);
    },
    started(requirements) {
      running = true;
      line.started(requirements);
    },
    decided({ id, level }, { verdict, message, level: decidedLevel = level }) {
      line.decided({ id, level: decidedLevel, verdict, ...defined({ message }) });
    },
    sent(requests) {
      line.sent(requests);
    },
    finished() {
      if (running) line.finished();
      running = false;
    },
  };
}
