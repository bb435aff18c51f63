/**
 * Collects everything that is wrong with a configuration and reports it at once, each problem with its place: line and column
 * of the file, or the flag or variable that gave the value.
 */
import { UsageError } from '../core/errors.ts';
import { type ConfigDocument, formatPlace, type Place } from './document.ts';
import type { Override } from './overrides.ts';

export interface ConfigProblem {
  /** JSON Pointer of the place. */
  readonly path: string;
  /** `key` if the key is wrong and not its value; default `value`. */
  readonly part?: 'key' | 'value';
  /** How the file names the value, such as `run.rate`. A flag or variable that gave the value is named instead. */
  readonly subject: string;
  /** The rest of the sentence, with the space or colon before it. */
  readonly predicate: string;
  /** Another predicate if a flag or variable gave the value. */
  readonly overridePredicate?: string;
}

export class Problems {
  readonly #document: ConfigDocument | undefined;
  readonly #overrides: readonly Override[];
  /** `line` in the configuration file; 0 for what is not in it. */
  readonly #found: { readonly line: number; readonly text: string }[] = [];
  #hint: string | undefined;

  constructor(document: ConfigDocument | undefined, overrides: readonly Override[]) {
    this.#document = document;
    this.#overrides = overrides;
  }

  /** Whether there is a configuration file. */
  get hasFile(): boolean {
    return this.#document !== undefined;
  }

  add(...problems: readonly ConfigProblem[]): void {
    for (const problem of problems) this.#found.push(this.#located(problem));
  }

  /** Adds problems of another file that the configuration names at `path`; each text names its own place. */
  addFromFile(path: string, texts: readonly string[]): void {
    const line = this.#document?.place(path).line ?? 0;
    for (const text of texts) this.#found.push({ line, text });
  }

  /** Sets the next step that is shown below the problems. */
  advise(hint: string): void {
    this.#hint = hint;
  }

  #located({ path, part, subject, predicate, overridePredicate }: ConfigProblem): { line: number; text: string } {
    const override = this.#overrides.find((one) => path === one.path || path.startsWith(`${one.path}/`));
    if (override !== undefined) return { line: 0, text: `${override.source}${overridePredicate ?? predicate}` };
    if (this.#document === undefined) return { line: 0, text: `${subject}${predicate}` };
    const place: Place = this.#document.place(path, part);
    return { line: place.line, text: `${formatPlace(place)}  ${subject}${predicate}` };
  }

  /** @throws UsageError if there are any problems, in the order of the file; those outside of it come first */
  throwIfAny(): void {
    const [first] = this.#found;
    if (first === undefined) return;
    if (this.#found.length === 1) throw new UsageError(first.text, this.#hint, 'INVALID_CONFIGURATION');
    const lines = [...this.#found].sort((a, b) => a.line - b.line).map(({ text }) => `  ${text}`);
    throw new UsageError(
      `${lines.length} configuration errors:\n${lines.join('\n')}`,
      this.#hint,
      'INVALID_CONFIGURATION',
    );
  }
}
