/** The run behind the tests of one `conformance()`: it goes on beside them, and each test waits for its own verdict. */
import { join } from 'node:path';
import { catalogue } from '../../suites/catalogue.ts';
import type { Configuration } from '../config/load.ts';
import { type ProgramConfiguration, programConfiguration } from '../config/program.ts';
import { defined } from '../core/defined.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';
import { waiverInForce } from '../core/waivers.ts';
import {
  checkFolder,
  checkReporters,
  defaultReporters,
  filesOf,
  type ReporterName,
  writeReports,
} from '../report/index.ts';
import { globsFor } from '../runner/again.ts';
import { reportRequirement } from '../runner/document.ts';
import { runSuitesInProcess } from '../runner/in-process.ts';
import { selectRequirements } from '../runner/select.ts';
import { type Judgement, judge } from '../session/judge.ts';

/** A value, or a function that is called after the `beforeAll` hooks around it. */
type Late<T> = T | (() => T | Promise<T>);

/** What is known only once the user's set-up has run, such as a port, may be given late. */
type LateKeys = Required<Pick<ProgramConfiguration, 'baseUrl' | 'tokens' | 'fixtures'>>;

export interface ConformanceOptions
  extends Omit<ProgramConfiguration, keyof LateKeys>,
    Partial<{ readonly [Key in keyof LateKeys]: Late<LateKeys[Key]> }> {
  /** Of the `describe` around the tests; default `conformance`. */
  readonly name?: string;
  /** A folder for report files; none are written unless given. */
  readonly reportDir?: string;
  /** Which ones; default `html`, `json` and `junit`. */
  readonly reporters?: readonly ReporterName[];
}

/** A requirement as reports show it, with what a test needs to show it alone. */
export interface DecidedRequirement {
  readonly row: ReportedRequirement;
  /** When its check began, ms since 1970, and how long it took, ms. */
  readonly began: number;
  readonly ms: number;
}

interface Slot {
  readonly promise: Promise<DecidedRequirement>;
  readonly fill: (decided: DecidedRequirement) => void;
}

export class ConformanceRun {
  /** Those that the options select. */
  readonly requirements: readonly Requirement[];
  readonly #options: ConformanceOptions;
  readonly #stop = new AbortController();
  readonly #decided = new Map<string, Slot>();
  #configuration: Configuration | undefined;
  #judgement: Promise<Judgement> | undefined;

  constructor(options: ConformanceOptions) {
    this.#options = options;
    this.requirements = selectRequirements(catalogue, options.only ?? [], options.skip ?? []);
  }

  /** Of the target, once the run has started. */
  get baseUrl(): string {
    return this.#configuration?.target?.baseUrl ?? '';
  }

  get policy(): Configuration['output'] {
    return this.#configuration!.output;
  }

  /**
   * Opens the target and begins to send. Resolves once the first check may start.
   * @param ids of the requirements that have a test to run; all that were selected unless given
   * @throws UsageError, TargetError
   */
  async start(ids: readonly string[] = this.requirements.map(({ id }) => id)): Promise<void> {
    const { baseUrl, tokens, fixtures, name: _, reportDir, reporters = defaultReporters, ...keys } = this.#options;
    if (reportDir !== undefined) {
      checkReporters(reporters);
      await checkFolder(reportDir, filesOf(reporters));
    }
    const wanted = this.requirements.filter(({ id, excluded }) => ids.includes(id) && excluded === undefined);
    const isAll = this.requirements.every(({ id }) => ids.includes(id));
    const only = isAll ? this.#options.only : globsFor(ids, catalogue);
    const late = { baseUrl: await awaited(baseUrl), tokens: await awaited(tokens), fixtures: await awaited(fixtures) };
    this.#configuration = programConfiguration({ ...keys, ...defined({ ...late, only }) });
    if (wanted.length === 0) return;
    await new Promise<void>((resolve, reject) => {
      this.#judgement = this.#judge(this.#configuration!, resolve);
      this.#judgement.then(({ report }) => {
        this.#fillOpenSlots(report);
      }, reject);
    });
  }

  #judge(configuration: Configuration, onStart: () => void): Promise<Judgement> {
    const { reportDir } = this.#options;
    return judge(configuration, {
      catalogue,
      runsSuites: runSuitesInProcess,
      signal: this.#stop.signal,
      onStart,
      onVerdict: (requirement, verdict) => {
        const ms = verdict.ms ?? 0;
        this.#slot(requirement.id).fill({ row: this.#rowOf(requirement, verdict), began: Date.now() - ms, ms });
      },
      ...(reportDir === undefined ? {} : { reportFile: join(reportDir, 'conformance.json') }),
    });
  }

  #rowOf(requirement: Requirement, verdict: Verdict | undefined): ReportedRequirement {
    const { reportDir } = this.#options;
    const waivers = this.#configuration?.target?.waivers ?? [];
    const waiver = waiverInForce(waivers, requirement.id, new Date().toISOString().slice(0, 10));
    const { replay, ...row } = reportRequirement(
      requirement,
      verdict,
      waiver,
      join(reportDir ?? '', 'conformance.json'),
    );
    // Without a report there is nothing to replay from.
    return reportDir === undefined || replay === undefined ? row : { ...row, replay };
  }

  /** For tests without a verdict: the run was stopped, or a configuration file leaves the requirement out. */
  #fillOpenSlots({ requirements }: ConformanceReport): void {
    const rows = new Map(requirements.map((row) => [row.id, row]));
    for (const requirement of this.requirements) {
      const leftOut = { ...requirement, excluded: 'left out by only or skip in the configuration file' };
      const row = rows.get(requirement.id) ?? this.#rowOf(leftOut, undefined);
      this.#slot(requirement.id).fill({ row, began: Date.now(), ms: 0 });
    }
  }

  /**
   * Resolves once the requirement is decided; at once for one that no check decides.
   * @throws what ended the run
   */
  async decided(requirement: Requirement): Promise<DecidedRequirement> {
    if (requirement.excluded !== undefined)
      return { row: this.#rowOf(requirement, undefined), began: Date.now(), ms: 0 };
    const { promise } = this.#slot(requirement.id);
    return Promise.race([promise, Promise.resolve(this.#judgement).then(() => promise)]);
  }

  #slot(id: string): Slot {
    const known = this.#decided.get(id);
    if (known !== undefined) return known;
    let fill!: Slot['fill'];
    const promise = new Promise<DecidedRequirement>((resolve) => {
      fill = resolve;
    });
    const slot = { promise, fill };
    this.#decided.set(id, slot);
    return slot;
  }

  /** Undefined if no test needed a run. */
  async judgement(): Promise<Judgement | undefined> {
    return this.#judgement;
  }

  /** Sends nothing more; what was decided stays. */
  stop(): void {
    this.#stop.abort();
  }

  /** Ends what is still under way, as after `bail`, and writes the report files. */
  async finish(): Promise<void> {
    const { reportDir, reporters = defaultReporters } = this.#options;
    this.stop();
    const judgement = await this.#judgement?.catch(() => undefined);
    if (judgement !== undefined && reportDir !== undefined)
      await writeReports(judgement.report, { dir: reportDir, reporters, leftBehind: judgement.leftBehind });
  }
}

async function awaited<T>(late: T | (() => T | Promise<T>)): Promise<T> {
  return typeof late === 'function' ? (late as () => T | Promise<T>)() : late;
}
