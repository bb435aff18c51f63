/** Notes each verdict of a run in the report folder as it comes; see {@link PartialFile}. */
import { join } from 'node:path';
import type { Configuration } from '../config/load.ts';
import { type LeftBehind, nothingLeft } from '../core/left-behind.ts';
import type { Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';
import { waiverInForce } from '../core/waivers.ts';
import { markOf } from '../fleet/job.ts';
import type { Job } from '../fleet/plan.ts';
import { isAnythingLeft } from '../report/left-behind.ts';
import { reportRequirement } from '../runner/document.ts';
import type { OpenTarget } from '../session/open.ts';
import { kitVersion } from '../version.ts';
import { PartialFile } from './partial-file.ts';

export class RowsOfRun {
  readonly #file: PartialFile;
  readonly #configuration: Configuration;
  readonly #job: Job | undefined;
  readonly #startedAt = new Date();
  #target: OpenTarget | undefined;
  #requests = 0;

  constructor(folder: string, configuration: Configuration, job?: Job) {
    this.#job = job;
    this.#file = new PartialFile(folder);
    this.#configuration = configuration;
  }

  began(target: OpenTarget): void {
    this.#target = target;
  }

  started(requirements: readonly Requirement[]): void {
    const { run, output } = this.#configuration;
    this.#file.begin({
      partial: 'cawl run',
      kit: { name: 'cawl-conformance', version: kitVersion() },
      target: { baseUrl: this.#target?.settings.baseUrl ?? '', ...this.#target?.mark },
      run: {
        seed: run.seed,
        depth: run.depth,
        startedAt: this.#startedAt.toISOString(),
        failOn: output.failOn,
        ...(this.#job === undefined ? {} : { job: markOf(this.#job) }),
      },
      selected: requirements.map(({ id }) => id),
    });
    this.created(this.#target?.leftBehind ?? nothingLeft);
  }

  /** Notes what is left on the target; the embedded server ends with the run. */
  created(left: LeftBehind): void {
    if (this.#target?.mark.embedded !== true && isAnythingLeft(left)) this.#file.add({ left });
  }

  sent(requests: number): void {
    this.#requests = requests;
  }

  decided(requirement: Requirement, verdict: Verdict): void {
    const { target, output } = this.#configuration;
    const today = this.#startedAt.toISOString().slice(0, 10);
    const waiver = waiverInForce(target?.waivers ?? [], requirement.id, today);
    const file = join(output.reportDir, 'conformance.json');
    this.#file.add({
      row: reportRequirement(requirement, verdict, waiver, file),
      ms: Date.now() - this.#startedAt.getTime(),
      requests: this.#requests,
    });
  }
}
