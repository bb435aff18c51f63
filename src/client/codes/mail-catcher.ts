/**
 * The mail server that a target can be told to send its mails to. It accepts every mail from anybody, keeps the last ones,
 * and sends none on. A target may send what it likes: lengths, connections and what is kept are bounded.
 */
import type { AddressInfo, Socket } from 'node:net';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { UsageError } from '../../core/errors.ts';
import { KeptMails } from './kept-mails.ts';
import { readMail } from './mail-text.ts';

export interface MailCatcher {
  readonly mails: KeptMails;
  /** `127.0.0.1:1025` */
  readonly address: string;
  close(): Promise<void>;
}

/** Octets of a mail that are read: its text stands before its attachments. */
const readOctets = 1024 * 1024;
/** Octets of a mail after which its connection is closed. */
const longestMail = 32 * 1024 * 1024;
const mostConnections = 40;
const mostRecipients = 100;
/** Silence after which a connection is closed, ms. */
const idleMs = 60_000;

/**
 * @param place `host:port` to listen at
 * @throws UsageError if it cannot listen there
 */
export async function startMailCatcher(place: string): Promise<MailCatcher> {
  const { host, port } = hostAndPort(place);
  // Most runs need no mail server.
  const { SMTPServer } = await import('smtp-server');
  const mails = new KeptMails();
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    banner: 'cawl reads verification codes here',
    authOptional: true,
    allowInsecureAuth: true,
    // No client trusts a certificate made here.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    lenientAddressParsing: true,
    maxAllowedUnauthenticatedCommands: false,
    size: longestMail,
    maxClients: mostConnections,
    maxRecipients: mostRecipients,
    socketTimeout: idleMs,
    closeTimeout: 1,
    logger: false,
    onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
    onData(stream, session, done) {
      const cut = () => socketOf(session, sockets)?.destroy();
      readOctetsOf(stream, cut)
        .then(readMail)
        .then((mail) =>
          mails.keep(
            mail,
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        )
        .then(() => done(), done);
    },
  });
  // What goes wrong with one connection concerns its client, which sees it.
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening, failed) => {
    server.server.once('error', (error: NodeJS.ErrnoException) => failed(listenError(error, place)));
    server.listen(port, host, listening);
  });
  return {
    mails,
    address: place.replace(/\d+$/, String((server.server.address() as AddressInfo).port)),
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function hostAndPort(place: string): { readonly host: string; readonly port: number } {
  const at = place.lastIndexOf(':');
  return { host: place.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(place.slice(at + 1)) };
}

function listenError({ code, message }: NodeJS.ErrnoException, place: string): UsageError {
  const subject = `mails cannot be received at ${place}`;
  if (code === 'EADDRINUSE')
    return new UsageError(
      `${subject}: the port is in use`,
      'end what listens there, or give another port to cawl and to the target; runs side by side read their codes from one Mailpit (fixtures.verificationCode.mailpit)',
      'PORT_IN_USE',
    );
  const why =
    code === 'EACCES'
      ? 'ports below 1024 need special rights'
      : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
        ? 'this machine does not have that address'
        : message;
  return new UsageError(`${subject}: ${why}`, 'give another one, such as 127.0.0.1:1025 (--code-smtp)');
}

/** The beginning of a mail; the rest is read and dropped, up to a limit. */
async function readOctetsOf(stream: SMTPServerDataStream, cut: () => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    if (size < readOctets) chunks.push(chunk.subarray(0, readOctets - size));
    size += chunk.length;
    if (size > longestMail) cut();
  }
  return Buffer.concat(chunks);
}

function socketOf({ remoteAddress, remotePort }: SMTPServerSession, sockets: ReadonlySet<Socket>): Socket | undefined {
  return [...sockets].find(
    (socket) => socket.remotePort === remotePort && socket.remoteAddress?.endsWith(remoteAddress) === true,
  );
}
