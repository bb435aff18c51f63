/** The mailbox for verification codes: a small server beside the target, with the e-mail as `{email}` in its URL. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Mailbox {
  /** GET returns the newest code as plain text, or 404 if there is none yet. */
  readonly url: string;
  /** The root of a Mailpit-like interface over the same messages. */
  readonly mailpit: string;
  deliver(email: string, code: string, afterMs?: number): void;
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const messages: { email: string; code: string }[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const to = (email: string) =>
    messages.findLast((m) => m.email === email) ??
    messages.findLast((m) => m.email.toLowerCase() === email.toLowerCase());

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://mailbox');
    const json = (body: object) => res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/codes') {
      const found = to(url.searchParams.get('email') ?? '');
      if (found) res.writeHead(200, { 'Content-Type': 'text/plain' }).end(`Your code is ${found.code}.`);
      else res.writeHead(404).end();
    } else if (url.pathname === '/api/v1/search') {
      const wanted = /to:"?([^"]*)"?$/.exec(url.searchParams.get('query') ?? '')?.[1] ?? '';
      const found = to(wanted.trim());
      const list = found ? [listed(messages.indexOf(found), found)] : [];
      json({ total: list.length, messages_count: list.length, messages: list });
    } else if (url.pathname.startsWith('/api/v1/message/')) {
      const index = Number(url.pathname.slice('/api/v1/message/m'.length));
      const found = messages[index];
      if (!found) res.writeHead(404).end();
      else json({ ...listed(index, found), Text: `Hello,\r\n\r\nyour code is ${found.code}.\r\n`, HTML: '' });
    } else res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `${origin}/codes?email={email}`,
    mailpit: origin,
    deliver(email, code, afterMs = 0) {
      if (afterMs === 0) {
        messages.push({ email, code });
        return;
      }
      const timer = setTimeout(() => {
        timers.delete(timer);
        messages.push({ email, code });
      }, afterMs);
      timers.add(timer);
    },
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listed(index: number, message: { email: string; code: string }) {
  const address = { Name: '', Address: message.email };
  return { ID: `m${index}`, To: [address], Subject: 'Verify your account', Snippet: `your code is ${message.code}.` };
}
