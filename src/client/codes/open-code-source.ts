/**
 * Opens the source of codes that cawl itself serves: a mail server for the target, and for the checks, which run in another
 * thread, a URL that answers the newest mail with a code. Every other source is there already.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VerificationCode } from '../../core/config.ts';
import type { KeptMails } from './kept-mails.ts';
import { startMailCatcher } from './mail-catcher.ts';
import { codesOf } from './verification-code.ts';

export interface OpenCodeSource {
  /** What the checks ask. */
  readonly source: VerificationCode;
  close(): Promise<void>;
}

/** @throws UsageError if the address for mails cannot be listened at */
export async function openCodeSource(source: VerificationCode): Promise<OpenCodeSource> {
  if (source.smtp === undefined || source.url !== undefined) return { source, close: async () => {} };
  const catcher = await startMailCatcher(source.smtp);
  const inquiries = await answerInquiries(source, catcher.mails);
  return {
    source: { ...source, smtp: catcher.address, url: `${inquiries.url}?email={email}` },
    async close() {
      await Promise.all([catcher.close(), inquiries.close()]);
    },
  };
}

/** The text of the newest mail for `email` in which something may be a code; without `email`, what came so far. */
async function answerInquiries(source: VerificationCode, mails: KeptMails) {
  // Other users of this machine do not know it.
  const path = `/${randomBytes(16).toString('hex')}`;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://mails');
    const email = url.searchParams.get('email');
    const { count, lastRecipient } = mails;
    const found = email === null ? JSON.stringify({ count, lastRecipient }) : textFor(email, source, mails);
    if (url.pathname !== path || found === undefined) response.writeHead(404).end();
    else response.end(found);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function textFor(email: string, source: VerificationCode, mails: KeptMails): string | undefined {
  const texts = mails.mailsFor(email).flatMap((mail) => mail.texts);
  return texts.find((text) => hasCode(text, source, email));
}

/** A text in which the pattern matches something else is shown to the checks, which say so. */
function hasCode(text: string, source: VerificationCode, email: string): boolean {
  try {
    return codesOf(source, text, email).length > 0;
  } catch {
    return true;
  }
}
