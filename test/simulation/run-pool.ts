/** Judges runs in several threads, and keeps their records in a file, so that a batch can be continued. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { RunRecord } from './judge-seed.ts';

/** The records of a file, one per line as JSON; none without the file. */
export function readRecords(file: string | undefined): RunRecord[] {
  if (file === undefined || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RunRecord);
}

/**
 * Judges the runs of the given numbers.
 * @param file gets a line for each record; undefined to keep none
 * @param onRecord is given each record, in the order in which they end
 */
export async function judgeSeeds(
  seeds: readonly number[],
  { jobs, file }: { readonly jobs: number; readonly file: string | undefined },
  onRecord: (record: RunRecord) => void,
): Promise<void> {
  const left = [...seeds].reverse();
  const workThrough = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./worker.js', import.meta.url));
      const proceed = () => {
        const seed = left.pop();
        if (seed === undefined) void worker.terminate().then(() => resolve());
        else worker.postMessage(seed);
      };
      worker.on('message', (record: RunRecord) => {
        if (file !== undefined) appendFileSync(file, `${JSON.stringify(record)}\n`);
        onRecord(record);
        proceed();
      });
      worker.on('error', reject);
      proceed();
    });
  await Promise.all(Array.from({ length: Math.min(jobs, seeds.length) }, workThrough));
}
