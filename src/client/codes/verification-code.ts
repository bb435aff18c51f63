/**
 * Reads the verification code sent to a newly registered user: from a URL, a command, a Mailpit server or a fixed value. Mails
 * that cawl receives itself have a URL, too, once `openCodeSource` listens for them.
 */

import { type ExecFileException, execFile } from 'node:child_process';
import { systemClock } from '../../core/clock.ts';
import type { VerificationCode } from '../../core/config.ts';
import { cutText, percentEncode } from '../../core/text.ts';
import { pauseAsked } from '../limits/throttling.ts';
import type { LookForCodes, Outside } from '../outside.ts';
import { codeMemberOf } from './code-member.ts';
import { type CodePage, longestAnswer, placeOf, readPage } from './code-page.ts';

/**
 * The numbers in a text that may be the code, the likeliest first.
 *
 * 1. The only member of a JSON text that is named like a code.
 * 2. Runs of 4 to 9 digits, with and without a minus sign before them, then digits in groups, as in 482 913. Beside these, shorter
 *    and longer runs follow.
 * 3. If there are none of these, a number of any length that the message itself calls the code. Any other number belongs to a
 *    message that does not contain the code yet.
 *
 * A message may also contain a year or a ticket number; `findCodeHabit` finds out which number is the code.
 */
export function codesIn(text: string): string[] {
  const member = codeMemberOf(text);
  if (member !== undefined) return [member];
  const runs = [...text.matchAll(/(?<![\d-])(-?)(\d{4,9})(?!\d)/g)].flatMap(([, sign, digits]) =>
    withSign(sign, digits!),
  );
  const groups = [...text.matchAll(/(?<![\d-])(?:\d{3}([ -])\d{3}(?:\1\d{3})?|\d\d([ -])\d\d\2\d\d)(?![\d-])/g)];
  const usual = [...runs, ...groups.map(([group]) => group.replace(/\D/g, ''))];
  const others = [...text.matchAll(/(?<!\d)((?<![\d-])-)?(\d{1,3}|\d{10,15})(?!\d)/g)].flatMap(([, sign, digits]) =>
    withSign(sign, digits!),
  );
  return usual.length === 0 ? namedCodeIn(text) : [...usual, ...others];
}

const withSign = (sign: string | undefined, digits: string): string[] =>
  sign === '-' ? [`-${digits}`, digits] : [digits];

/** A code of any length: the whole text, the one member of an object, or what a sentence names, if nothing of it follows. */
const namedCodes = [
  /^\s*"?(-?)(\d{1,15})"?\s*$/,
  /^\s*\{\s*"\w*(?:code|otp|pin)"\s*:\s*"?(-?)(\d{1,15})"?\s*\}\s*$/i,
  /\b(?:your|this|verification|confirmation|activation|security|access|login|one-time)\s+(?:code|pin|otp|passcode)(?:\s+is|\s*:|\s+is\s*:)?\s+(-?)(\d{1,15})(?=["'.,;!)]*(?:\s*$|\s*[\n<]|[.,;!]\s))/im,
];

function namedCodeIn(text: string): string[] {
  for (const form of namedCodes) {
    const [, sign, digits] = form.exec(text) ?? [];
    if (digits !== undefined) return withSign(sign, digits);
  }
  return [];
}

/**
 * The numbers in the answer of a source that may be the code, apart from the digits of the e-mail.
 * @throws Error if the configured pattern matches something else than a number
 */
export function codesOf({ pattern }: VerificationCode, text: string, email: string): readonly string[] {
  // A message may name the address in other letters.
  if (pattern === undefined) return codesIn(text.toLowerCase().replaceAll(email.toLowerCase(), ''));
  const group = new RegExp(pattern, 'u').exec(text.replaceAll(email, ''))?.[1];
  if (group === undefined) return [];
  // People read 482 913 more easily than 482913.
  const code = group.trim().replace(/(?<=\d)[ -](?=\d)/g, '');
  if (!/^-?\d{1,15}$/.test(code)) throw new Error(`pattern matched ${JSON.stringify(group)}, which is not a number`);
  return [code];
}

/** The source of codes does not work, which says nothing about the target. */
export class CodeSourceError extends Error {
  override readonly name = 'CodeSourceError';
  /** What would make it work. */
  readonly remedy: string = 'a source of codes that answers; see fixtures.verificationCode';
}

/** A message holds several numbers, and nothing tells which of them is the code. */
export class UnclearCodeError extends CodeSourceError {
  override readonly remedy = 'fixtures.verificationCode.pattern, which names the code in a message';
}

/** The remedy for a source that mixes up the codes of users. */
export const remedyForMixedCodes =
  'a source that knows codes by their e-mail, or fixtures.verificationCode.value where all users get the same code';

/** The source answers with the newest message, say, so that the codes of users who are registered at once are mixed up. */
export class MixedCodesError extends CodeSourceError {
  override readonly remedy = remedyForMixedCodes;

  constructor() {
    super('the source of codes has the same code for two e-mails that nobody registered');
  }
}

/** The source asks for patience: it may stand behind the limits of the target. */
class BusySourceError extends Error {
  readonly retryAfter: string | undefined;

  constructor(message: string, retryAfter: string | undefined) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Least time for one response of the source, ms. */
const patienceMs = 5000;

/** Asks the configured source. */
export const lookForCodes: LookForCodes = async (source, email, signal) => {
  if (source.value !== undefined) return [String(source.value)];
  if (source.url !== undefined) {
    const url = source.url.replaceAll('{email}', percentEncode(email));
    const page = await readPage(source, url, signal);
    if (page.statusCode === 404) return [];
    return codesOf(source, textOf(page, source.url), email);
  }
  if (source.command !== undefined) return codesOf(source, await run(source.command, email, signal), email);
  if (source.mailpit !== undefined) return mailpit(source, source.mailpit, email, signal);
  return [];
};

/** The text of a page. @throws Error for an error status, and {@link BusySourceError} for one that asks for patience */
function textOf({ statusCode, text, retryAfter }: CodePage, url: string): string {
  const what = `${placeOf(url)} answered ${statusCode}`;
  if (statusCode === 429 || statusCode === 503) throw new BusySourceError(what, retryAfter);
  if (statusCode >= 400) throw new Error(what);
  return text;
}

/** Runs the command without a shell: an address is a part of one word, whatever it holds. */
function run(command: readonly string[], email: string, signal: AbortSignal): Promise<string> {
  const [program = '', ...words] = command.map((word) => word.replaceAll('{email}', email));
  // A command that ignores the signal must not outlive its turn.
  const options = { signal, maxBuffer: longestAnswer, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve, reject) => {
    execFile(program, words, options, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`the command for codes ${failureOf(error, stderr)}`)),
    );
  });
}

/** What went wrong, with the last line that the command printed about it; never the command, which may hold keys. */
function failureOf(error: ExecFileException, stderr: string): string {
  if (String(error.code) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `printed more than ${longestAnswer} characters`;
  if (error.code === 'ENOENT' && error.syscall?.startsWith('spawn') === true) return 'was not found: its program';
  if (error.code === 'EACCES' && error.syscall?.startsWith('spawn') === true) return 'may not be run: its program';
  const how = error.signal == null ? `ended with status ${error.code}` : `was ended by ${error.signal}`;
  const [line] = stderr.trim().split('\n').slice(-1);
  return line === undefined || line === '' ? how : `${how}: ${cutText(line, 200)}`;
}

async function mailpit(
  source: VerificationCode,
  base: string,
  email: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const root = base.replace(/\/+$/, '');
  const query = percentEncode(`to:"${email}"`);
  const { messages = [] } = await readMailpit<{ messages?: { ID: string }[] }>(
    source,
    `${root}/api/v1/search?query=${query}&limit=1`,
    signal,
  );
  const id = messages[0]?.ID;
  if (id === undefined) return [];
  const { Text = '', Subject = '' } = await readMailpit<{ Text?: string; Subject?: string }>(
    source,
    `${root}/api/v1/message/${percentEncode(id)}`,
    signal,
  );
  return codesOf(source, `${Text}\n${Subject}`, email);
}

async function readMailpit<T>(source: VerificationCode, url: string, signal: AbortSignal): Promise<T> {
  const text = textOf(await readPage(source, url, signal), url);
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Error(`${placeOf(url)} did not answer JSON: is it Mailpit?`);
  }
}

/**
 * Waits for the code of an e-mail, asking at growing intervals.
 * @param waitMs longest wait, ms; as configured unless given
 * @returns the first that may be the code; undefined if none arrived in time
 * @throws CodeSourceError if the source does not work, or does not respond in time
 */
export async function awaitCode(source: VerificationCode, email: string, waitMs?: number): Promise<string | undefined> {
  return (await awaitCodes(source, email, waitMs))[0];
}

/**
 * Like {@link awaitCode}: all that may be the code, nothing if none arrived in time.
 * @param busyMs how much longer to wait, ms, while the source answers 429 or 503
 */
export async function awaitCodes(
  source: VerificationCode,
  email: string,
  waitMs = source.waitMs,
  outside: Pick<Outside, 'clock' | 'lookForCodes'> = { clock: systemClock, lookForCodes },
  busyMs = 0,
): Promise<readonly string[]> {
  const { clock } = outside;
  let until = clock.elapsed() + waitMs;
  let pause = 15;
  let [refused, waited] = [0, 0];
  for (;;) {
    const left = until - clock.elapsed();
    const codes = await ask(outside.lookForCodes, source, email, Math.max(left, patienceMs));
    if (codes instanceof BusySourceError) {
      const asked = pauseAsked(codes.retryAfter, refused, clock.now());
      refused += 1;
      waited += asked;
      if (waited > busyMs) throw new CodeSourceError(`codes could not be read: ${codes.message}, again and again`);
      await clock.sleep(asked);
      until += asked;
      continue;
    }
    if (codes.length > 0) return codes;
    if (clock.elapsed() + pause > until) return [];
    await clock.sleep(pause);
    pause = Math.min(pause * 1.7, 400);
  }
}

/** Says that no code came within `waitMs`, and why, if that is known. */
export async function describeMissingCode(
  source: VerificationCode | undefined,
  waitMs = source?.waitMs,
): Promise<string> {
  if (source === undefined) return 'no source of verification codes is configured';
  const missing = `no code came within ${waitMs} ms`;
  if (source.smtp === undefined || source.url === undefined) return missing;
  const mails = await describeMails(source, source.url).catch(() => undefined);
  return mails === undefined ? missing : `${missing}; ${mails}`;
}

/** Says which mails the mail server of this run has received. */
async function describeMails(source: VerificationCode, url: string): Promise<string> {
  const { text } = await readPage(source, url.replace(/\?.*$/, ''), AbortSignal.timeout(patienceMs));
  const { count, lastRecipient } = JSON.parse(text) as { count: number; lastRecipient?: string };
  const received =
    count === 0
      ? 'no mail has come; does the target send its mails there?'
      : `${count === 1 ? 'one mail' : `${count} mails`} came, the last for ${cutText(lastRecipient ?? 'nobody', 100)}`;
  return `cawl listens for mails at ${source.smtp}, where ${received}`;
}

async function ask(
  look: LookForCodes,
  source: VerificationCode,
  email: string,
  withinMs: number,
): Promise<readonly string[] | BusySourceError> {
  const signal = AbortSignal.timeout(Math.ceil(withinMs));
  try {
    return await look(source, email, signal);
  } catch (error) {
    if (error instanceof BusySourceError) return error;
    const why = signal.aborted ? `no answer within ${Math.round(withinMs)} ms` : (error as Error).message;
    throw new CodeSourceError(`codes could not be read: ${why}`);
  }
}
