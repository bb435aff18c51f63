/** Values that one check makes for all checks, each with the exchanges that it rests on. */
import { type Client, ExchangeTally } from '../client/index.ts';

interface Remembered {
  readonly value: unknown;
  readonly used: ExchangeTally;
  /** Whether it is still being made, by work that is not exclusive. */
  isUnderWay: boolean;
}

export class Memo {
  readonly #values = new Map<string, Remembered>();

  has(key: string): boolean {
    return this.#values.has(key);
  }

  forget(key: string): void {
    this.#values.delete(key);
  }

  /** The value of a key. It is made now, with this client, unless another check has made it. */
  once<T>(key: string, client: Client, make: (client: Client) => T): T {
    const known = this.#values.get(key);
    if (known === undefined) return this.#remember(key, client, make);
    // Exclusive work blocks the check that is making the value: waiting for it would be a deadlock.
    if (known.isUnderWay && client.isExclusive) return make(client);
    const { value, used } = known;
    if (value instanceof Promise)
      return value.then((settled: unknown) => {
        client.noteUseOf(used);
        return settled;
      }) as T;
    client.noteUseOf(used);
    return value as T;
  }

  #remember<T>(key: string, client: Client, make: (client: Client) => T): T {
    const used = new ExchangeTally();
    const value = make(client.counting(used));
    const made: Remembered = { value, used, isUnderWay: value instanceof Promise && !client.isExclusive };
    this.#values.set(key, made);
    if (value instanceof Promise)
      value
        .catch(() => this.forget(key))
        .finally(() => {
          made.isUnderWay = false;
        });
    return value;
  }
}
