/** Codes by mail. nodemailer is loaded only when an SMTP address was given. */

export interface Mailer {
  /** Queues the mail and returns at once; a mail that cannot be sent is lost, as it is anywhere. */
  send(email: string, code: string): void;
  /** Waits for what is queued. */
  close(): Promise<void>;
}

/** @param address `smtp://host:port`, `smtps://…` or `host:port` */
export async function startMailer(address: string): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const url = new URL(address.includes('://') ? address : `smtp://${address}`);
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 25),
    secure: url.protocol === 'smtps:',
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    pool: true,
    // A test inbox has a certificate of its own making, if it has any.
    tls: { rejectUnauthorized: false },
  });
  const pending = new Set<Promise<unknown>>();
  return {
    send(email, code) {
      const sending = transport
        .sendMail({
          from: { name: 'cawl', address: 'no-reply@cawl.test' },
          // As an object it is taken as one address, whatever commas it holds.
          to: { name: '', address: email },
          subject: 'Your verification code',
          text: `Your verification code is ${code}\n`,
        })
        .catch(() => undefined)
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },
    async close() {
      await Promise.all(pending);
      transport.close();
    },
  };
}
