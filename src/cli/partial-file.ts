/** `partial.ndjson` in the report folder: written while a run is under way, removed once its reports are there. */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { activeAsJson } from '../report/visible-text.ts';
import {
  type PartialCreations,
  type PartialRow,
  type PartialRun,
  type ReadPartial,
  readPartial,
} from '../runner/partial.ts';

const nameOf = (folder: string) => join(folder, 'partial.ndjson');

/** Writes the lines of a run into a folder that exists, as they come. A disk that is full costs these lines, and not the run. */
export class PartialFile {
  readonly #path: string;
  #isWorking = true;

  constructor(folder: string) {
    this.#path = nameOf(folder);
  }

  begin(run: PartialRun): void {
    this.#try(() => writeFileSync(this.#path, `${activeAsJson(JSON.stringify(run))}\n`));
  }

  add(line: PartialRow | PartialCreations): void {
    this.#try(() => appendFileSync(this.#path, `${activeAsJson(JSON.stringify(line))}\n`));
  }

  #try(write: () => void): void {
    if (!this.#isWorking) return;
    try {
      write();
    } catch {
      this.#isWorking = false;
    }
  }
}

/** What a run that was killed left in a folder; undefined if there is nothing. */
export function partialIn(folder: string): ReadPartial | undefined {
  const path = nameOf(folder);
  return existsSync(path) ? readPartial(readFileSync(path, 'utf8')) : undefined;
}

/** Removes what {@link partialIn} reads. */
export function removePartial(folder: string): void {
  if (partialIn(folder) !== undefined) rmSync(nameOf(folder), { force: true });
}
