/** A liberty of the liberal server, and the logs that it usually has. */
import type { Liberties } from '../implementations/liberal/options.ts';
import { items } from '../support/history.ts';

type Part<T> = { readonly [Key in keyof T]?: T[Key] };

export interface Liberty {
  /** What the server does, in one sentence. */
  readonly does: string;
  readonly logs?: Liberties['logs'];
  readonly search?: Part<Liberties['search']>;
  readonly create?: Part<Liberties['create']>;
  readonly accounts?: Part<Liberties['accounts']>;
  readonly door?: Part<Liberties['door']>;
  readonly live?: true;
  readonly timeoutMs?: number;
  /** Names and e-mails to configure, if they are not the usual ones. */
  readonly register?: Liberties['register'];
}

export const usualLogs: Liberties['logs'] = [
  { id: 'wh_main', shape: { count: 74, seed: 301, days: 9, ties: 3, item: items.opaque } },
  { id: 'wh_side', shape: { count: 17, seed: 302, days: 5, item: items.opaque } },
];

type Shape = Liberties['logs'][number]['shape'];

/** The usual logs in another shape. */
export const logsOf = (change: Part<Shape>): Liberties['logs'] =>
  usualLogs.map(({ id, shape }) => ({ id, shape: { ...shape, ...change } }));

/** The usual logs, whose newest entries are so many days old. */
export const logsOfAge = (days: number): Liberties['logs'] => logsOf({ newestMs: days * 86_400_000 });

/** Names of sorts, each with another kind of order. */
export const sixSorts = {
  createdAt: 'time',
  status: 'status',
  duration: 'duration',
  date: 'day',
  type: 'constant-by-id',
  event: 'constant-turned',
} as const;

/** Name of the liberty → what is taken. */
export type NamedLiberties = Readonly<Record<string, Liberty>>;
