/** A process of the pool: carries out one order after another. Started by fork, spoken to by messages. */
import { catalogue } from '../../suites/catalogue.ts';
import type { SparedServer } from '../core/report.ts';
import { faults } from '../reference/faults/index.ts';
import { type ConformingRun, loadConforming, proveConforming } from './conforming.ts';
import { type ProofOptions, type Proven, prove } from './prove.ts';

/** A fault to be caught, or a correct server to be spared. */
export type Order =
  | { readonly fault: string; readonly options: ProofOptions }
  | { readonly correct: string; readonly name: string; readonly trial: ConformingRun };

export type Result = { readonly proven: Proven } | { readonly spared: SparedServer };
export type Reply = (Result | { readonly failed: string }) & { readonly rssBytes: number };

async function obey(order: Order): Promise<Result> {
  if ('fault' in order) {
    const fault = faults.find((one) => one.name === order.fault);
    if (fault === undefined) throw new Error(`there is no fault ${order.fault}`);
    return { proven: await prove(fault, catalogue, order.options) };
  }
  const server = (await loadConforming(order.correct, order.correct)).find(({ name }) => name === order.name);
  if (server === undefined) throw new Error(`there is no server ${order.name}`);
  return { spared: await proveConforming(server, catalogue, order.trial) };
}

async function reply(order: Order): Promise<Reply> {
  try {
    const result = await obey(order);
    return { ...result, rssBytes: process.memoryUsage.rss() };
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { failed, rssBytes: process.memoryUsage.rss() };
  }
}

process.on('message', (order: Order) => {
  void reply(order).then((answer) => process.send?.(answer));
});
