/** A process of the pool: proves the faults that it is given, one after another. Started by fork, spoken to by messages. */
import { catalogue } from '../../suites/catalogue.ts';
import { faults } from '../reference/faults/index.ts';
import { type ProofOptions, type Proven, prove } from './prove.ts';

export interface Order {
  readonly fault: string;
  readonly options: ProofOptions;
}

export type Reply =
  | { readonly proven: Proven; readonly rssBytes: number }
  | { readonly failed: string; readonly rssBytes: number };

async function obey({ fault: name, options }: Order): Promise<Reply> {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) return { failed: `there is no fault ${name}`, rssBytes: 0 };
  try {
    const proven = await prove(fault, catalogue, options);
    return { proven, rssBytes: process.memoryUsage.rss() };
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { failed, rssBytes: process.memoryUsage.rss() };
  }
}

process.on('message', (order: Order) => {
  void obey(order).then((reply) => process.send?.(reply));
});
