/** Certificates for a test, made by the `openssl` command: an authority, and a server and a client that it signed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Paths of a certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  read(): { readonly cert: Buffer; readonly key: Buffer };
}

export function certificates(): {
  readonly ca: Certificate;
  readonly server: Certificate;
  readonly client: Certificate;
} {
  const folder = mkdtempSync(join(tmpdir(), 'cawl-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const of = (name: string): Certificate => {
    const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
    return { cert, key, read: () => ({ cert: readFileSync(cert), key: readFileSync(key) }) };
  };
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...fresh, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=test authority', '-days', '2');
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  for (const name of ['server', 'client']) {
    openssl('req', ...fresh, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names', '-days', '2'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-out', `${name}.pem`);
  }
  return { ca: of('ca'), server: of('server'), client: of('client') };
}
