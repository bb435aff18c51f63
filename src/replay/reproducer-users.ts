/** The users of a reproducer: registered by its own steps, or by us if its steps need one that the report does not show. */
import { awaitCode, type Client, describeMissingCode } from '../client/index.ts';
import { describeResponse, type Exchange } from '../core/exchange.ts';
import { emailIn, userOf } from '../core/reproducer.ts';
import { withUnique } from '../core/text.ts';
import type { ReproducerStep } from '../core/verdict.ts';
import { operationTable } from '../interface/operations.ts';
import { CannotSend, type PlaceholderValues } from './placeholder-values.ts';
import { hasSuccessStatus } from './symptom.ts';

export class ReproducerUsers {
  readonly #client: Client;
  readonly #values: PlaceholderValues;
  readonly #emails = new Map<number, string>();

  constructor(client: Client, values: PlaceholderValues) {
    this.#client = client;
    this.#values = values;
  }

  isRegistered(user: number): boolean {
    return this.#emails.has(user);
  }

  /** Notes the user of a registration that the target accepted. */
  noteRegistration(step: ReproducerStep, exchange: Exchange): void {
    const email = emailIn(step);
    const user = userOf(email);
    if (email !== undefined && user !== undefined && hasSuccessStatus(exchange))
      this.#emails.set(user, this.#values.fillHeader(email));
  }

  /**
   * Registers a user before the step that needs it.
   * @param email with placeholders; the configured pattern unless given
   * @param send sends the registration, which is not one of the reproducer's steps
   */
  async register(
    user: number,
    email: string | undefined,
    send: (step: ReproducerStep) => Promise<Exchange>,
  ): Promise<void> {
    const exchange = await send(this.#registration(user, email));
    if (!this.isRegistered(user))
      throw new CannotSend(`a user that it needs could not be registered: ${describeResponse(exchange)}`);
  }

  #registration(user: number, email: string | undefined): ReproducerStep {
    const canonical = withUnique(this.#client.settings.fixtures.register, `{unique:${user}}`);
    return {
      method: operationTable.register.method,
      target: operationTable.register.path,
      headers: [
        ['Authorization', 'Bearer {token}'],
        ['Content-Type', 'application/json'],
      ],
      body: JSON.stringify({ ...canonical, email: email ?? canonical.email, password: '{password}' }),
    };
  }

  /** Waits for the code that a registered user is sent. */
  async readCode(user: number): Promise<void> {
    const source = this.#client.settings.fixtures.verificationCode;
    if (source === undefined)
      throw new CannotSend('the configuration does not say how to read codes (fixtures.verificationCode)');
    const code = await awaitCode(source, this.#emails.get(user)!).catch((error: Error) => {
      throw new CannotSend(error.message);
    });
    if (code === undefined) throw new CannotSend(await describeMissingCode(source));
    this.#values.addCode(user, code);
  }
}
