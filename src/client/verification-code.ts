/** Reads the verification code sent to a newly registered user: from a URL, a command, a Mailpit server or a fixed value. */
import { execFile } from 'node:child_process';
import { Agent, request } from 'undici';
import type { VerificationCode } from '../core/config.ts';

/** The code in a text: its first run of 4 to 9 digits. */
export function codeIn(text: string): string | undefined {
  return text.match(/(?<!\d)\d{4,9}(?!\d)/)?.[0];
}

/** The source of codes does not work, which says nothing about the target. */
export class CodeSourceError extends Error {
  override readonly name = 'CodeSourceError';
}

/** Least time for one response of the source, ms. */
const patienceMs = 5000;

/** Hundreds of users may wait for their codes at once; the source gets fewer connections than that. */
const dispatcher = new Agent({ connections: 8 });

/** Asks once. Undefined if there is no code yet; throws if the source does not work. */
async function look(source: VerificationCode, email: string, signal: AbortSignal): Promise<string | undefined> {
  if (source.value !== undefined) return String(source.value);
  if (source.url !== undefined) {
    const url = source.url.replaceAll('{email}', encodeURIComponent(email));
    const { statusCode, body } = await request(url, { signal, dispatcher });
    const text = await body.text();
    if (statusCode === 404) return undefined;
    if (statusCode >= 400) throw new Error(`${source.url} answered ${statusCode}`);
    return codeIn(text.replaceAll(email, ''));
  }
  if (source.command !== undefined) return codeIn((await run(source.command, email, signal)).replaceAll(email, ''));
  if (source.mailpit !== undefined) return mailpit(source.mailpit, email, signal);
  return undefined;
}

/** Runs the command with the address as an argument: as text of the command it could be executed. */
function run(command: string, email: string, signal: AbortSignal): Promise<string> {
  const script = command.replaceAll('{email}', '"$1"');
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', ['-c', script, 'sh', email], { signal, maxBuffer: 1 << 20 }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(new Error(`the command for codes failed: ${error.message}`)),
    );
  });
}

async function mailpit(base: string, email: string, signal: AbortSignal): Promise<string | undefined> {
  const root = base.replace(/\/+$/, '');
  const found = await request(`${root}/api/v1/search?query=${encodeURIComponent(`to:"${email}"`)}&limit=1`, {
    signal,
    dispatcher,
  });
  if (found.statusCode >= 400) throw new Error(`${root} answered ${found.statusCode}`);
  const { messages = [] } = (await found.body.json()) as { messages?: { ID: string }[] };
  const id = messages[0]?.ID;
  if (id === undefined) return undefined;
  const message = await request(`${root}/api/v1/message/${id}`, { signal, dispatcher });
  const { Text = '', Subject = '' } = (await message.body.json()) as { Text?: string; Subject?: string };
  return codeIn(Text.replaceAll(email, '')) ?? codeIn(Subject);
}

/**
 * Waits for the code of an e-mail, asking at growing intervals.
 * @param waitMs longest wait, ms; as configured unless given
 * @returns undefined if no code arrived in time
 * @throws CodeSourceError if the source does not work, or does not respond in time
 */
export async function awaitCode(
  source: VerificationCode,
  email: string,
  waitMs = source.waitMs,
): Promise<string | undefined> {
  const until = Date.now() + waitMs;
  let pause = 15;
  for (;;) {
    const left = until - Date.now();
    const code = await ask(source, email, Math.max(left, patienceMs));
    if (code !== undefined) return code;
    if (Date.now() + pause > until) return undefined;
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 1.7, 400);
  }
}

async function ask(source: VerificationCode, email: string, withinMs: number): Promise<string | undefined> {
  const signal = AbortSignal.timeout(withinMs);
  try {
    return await look(source, email, signal);
  } catch (error) {
    const why = signal.aborted ? `no answer within ${Math.round(withinMs)} ms` : (error as Error).message;
    throw new CodeSourceError(`codes could not be read: ${why}`);
  }
}
