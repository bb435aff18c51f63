// @ts-check
/**
 * The requests of a run in a form in which the same request of another run is the same text: users are numbered by their
 * first appearance, a cursor is named by the request that gave it, a right code by its user.
 */

/** @typedef {import('../../src/core/exchange.ts').Exchange} Exchange */
/** @typedef {Pick<Exchange['request'], 'method' | 'target' | 'headers' | 'authorization' | 'tenant'>} Line */
/** @typedef {Line & { readonly text: string, readonly users: readonly string[], readonly cursors: readonly string[] }} Sent */

/** The fresh parts of the e-mails in a text. @param {string} text */
export const freshParts = (text) => [...text.matchAll(/cawl[a-z]{8}/gi)].map(([part]) => part.toLowerCase());
/** Headers that every request carries; the token is told by its template. */
const usual = new Set(['host', 'user-agent', 'accept', 'authorization', 'content-length', 'traceparent', 'tracestate']);
const octets = new TextDecoder('latin1');
const utf8 = new TextDecoder();

/** The exchanges of one run, as far as they tell what a request needs before it. */
export class Recording {
  /** @type {Map<number, Sent>} */
  #sent = new Map();
  /** The request that gave each cursor, and the one that registered each user. @type {Map<string, number>} */
  #givenBy = new Map();

  /** @param {Exchange} exchange */
  note({ number, request, response }) {
    const { method, target, headers, authorization, tenant, body } = request;
    const text = body === null ? '' : utf8.decode(body);
    const query = new URLSearchParams(target.split('?').slice(1).join('?'));
    const cursors = [...query.getAll('next'), ...query.getAll('prev')];
    const users = freshParts(`${decoded(target)} ${text}`);
    this.#sent.set(number, { method, target, headers, authorization, tenant, text, users, cursors });
    for (const cursor of cursorsIn(response)) if (!this.#givenBy.has(cursor)) this.#givenBy.set(cursor, number);
    if (request.operation === 'register')
      for (const user of users) if (!this.#givenBy.has(user)) this.#givenBy.set(user, number);
  }

  /** E-mails of the registered users. */
  get emails() {
    return [...this.#sent.values()].flatMap(({ text }) => /"email":"([^"\\]+)"/.exec(text)?.slice(1) ?? []);
  }

  /**
   * What a proof takes: its requests, and those that gave it its cursors and users.
   * @param {readonly number[]} numbers
   * @param {ReadonlyMap<string, string>} codes the code of each user
   * @returns {readonly { readonly number: number, readonly request: string }[]}
   */
  restsOn(numbers, codes) {
    /** @type {Set<number>} */
    const needed = new Set();
    /** @param {number} number */
    const add = (number) => {
      const one = this.#sent.get(number);
      if (one === undefined || needed.has(number)) return;
      needed.add(number);
      for (const given of [...one.users, ...one.cursors]) add(this.#givenBy.get(given) ?? number);
    };
    for (const number of numbers) add(number);
    const sorted = [...needed].sort((a, b) => a - b);
    const users = [...new Set(sorted.flatMap((number) => this.#sent.get(number)?.users ?? []))];
    return sorted.map((number) => ({ number, request: this.#written(number, users, codes) }));
  }

  /** @param {number} number @param {readonly string[]} users @param {ReadonlyMap<string, string>} codes @returns {string} */
  #written(number, users, codes) {
    const { method, target, headers, authorization, tenant, text, cursors } = /** @type {Sent} */ (
      this.#sent.get(number)
    );
    const unusual = headers.filter(
      ([name, value]) =>
        !usual.has(name.toLowerCase()) && !(name.toLowerCase() === 'content-type' && value === 'application/json'),
    );
    const token = authorization === 'Bearer {token}' && tenant === 'valid' ? [] : [`${tenant} ${authorization}`];
    let line = [method, decoded(target), ...token, ...unusual.map((one) => one.join(': ')), text].join(' ');
    for (const cursor of cursors) {
      const { root, steps } = this.#placeOf(cursor, number);
      const name = root === undefined ? 'a cursor' : `<${steps} of ${this.#written(root, users, codes)}>`;
      if (cursor.length > 8) line = line.replaceAll(cursor, name);
    }
    for (const [at, user] of users.entries()) {
      const code = codes.get(user);
      if (code !== undefined) line = line.replace(new RegExp(`\\b0*${Number(code)}\\b`, 'g'), `code ${at + 1}`);
      line = line.replaceAll(new RegExp(user, 'gi'), `user${at + 1}`);
    }
    return line;
  }

  /**
   * Where a cursor comes from: so many steps from a request without one.
   * @param {string} cursor
   * @param {number} before
   * @returns {{ root: number | undefined, steps: number }}
   */
  #placeOf(cursor, before, steps = 1) {
    const from = this.#givenBy.get(cursor);
    if (from === undefined || from >= before) return { root: undefined, steps };
    const [earlier] = this.#sent.get(from)?.cursors ?? [];
    if (earlier !== undefined) return this.#placeOf(earlier, from, steps + 1);
    return { root: from, steps };
  }
}

/** @param {string} target */
function decoded(target) {
  try {
    return decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    return target;
  }
}

/** @param {Exchange['response']} response */
function cursorsIn(response) {
  if (response === null) return [];
  return [...octets.decode(response.bytes).matchAll(/"(?:next|prev)":\s*"([^"]{9,})"/g)].map(
    ([, cursor]) => cursor ?? '',
  );
}
