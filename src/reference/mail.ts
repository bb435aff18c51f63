/** Sends codes by mail. Loads nodemailer only if an SMTP address is given. */

export interface Mailer {
  /** Queues a mail and returns at once. A mail that cannot be sent is dropped. */
  send(email: string, code: string): void;
  /** Waits for queued mails. */
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
    // A test inbox usually has a self-signed certificate.
    tls: { rejectUnauthorized: false },
  });
  const pending = new Set<Promise<unknown>>();
  return {
    send(email, code) {
      const sending = transport
        .sendMail({
          from: { name: 'cawl', address: 'no-reply@cawl.test' },
          // An object, because a string with commas would be parsed as several addresses.
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
