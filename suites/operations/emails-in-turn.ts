/** The e-mails of registered users, in turn. A user that the target pauses after wrong codes is replaced by another one. */
import { type CheckContext, responses } from '../../src/suite.ts';

/** The most users that replace paused ones. */
const mostReplaced = 30;

export class EmailsInTurn {
  readonly #t: CheckContext;
  readonly #emails: string[];
  readonly #replaced = new Map<string, Promise<boolean>>();
  #turn = 0;

  constructor(t: CheckContext, emails: readonly string[]) {
    this.#t = t;
    this.#emails = [...emails];
  }

  next(): string | undefined {
    this.#turn += 1;
    return this.#emails[this.#turn % Math.max(this.#emails.length, 1)];
  }

  /** Registers a user in the place of this one. @returns whether there is one now */
  replace(email: string | undefined): Promise<boolean> {
    if (email === undefined) return Promise.resolve(false);
    const replaced = this.#replaced.get(email) ?? this.#register(email);
    this.#replaced.set(email, replaced);
    return replaced;
  }

  async #register(paused: string): Promise<boolean> {
    if (this.#replaced.size >= mostReplaced) return false;
    const { registered, body } = await this.#t.users.register();
    if (!responses.isAccepted(registered)) return false;
    this.#emails[this.#emails.indexOf(paused)] = body.email;
    return true;
  }
}
