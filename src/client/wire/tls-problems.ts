/** What is wrong if a TLS connection cannot be opened, by the codes of Node and OpenSSL. */
import type { TlsProblem } from '../../core/exchange.ts';

interface Described {
  readonly problem: TlsProblem;
  readonly message: string;
}

const plainHttp: Described = { problem: 'plain-http', message: 'the server speaks plain HTTP there, not TLS' };
const untrusted: Described = {
  problem: 'untrusted',
  message: 'its certificate is signed by an authority that is not trusted',
};
const clientCertificate: Described = {
  problem: 'client-certificate',
  message: 'the server wants a client certificate',
};

const byCode: Readonly<Record<string, Described>> = {
  ERR_SSL_WRONG_VERSION_NUMBER: plainHttp,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainHttp,
  ERR_SSL_HTTP_REQUEST: plainHttp,
  ERR_TLS_CERT_ALTNAME_INVALID: { problem: 'host-name', message: 'its certificate is for another host name' },
  CERT_HAS_EXPIRED: { problem: 'expired', message: 'its certificate has expired' },
  CERT_NOT_YET_VALID: { problem: 'expired', message: 'its certificate is not valid yet' },
  DEPTH_ZERO_SELF_SIGNED_CERT: { problem: 'untrusted', message: 'its certificate is signed by itself' },
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: clientCertificate,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: clientCertificate,
  // Before TLS 1.3 no alert says that a certificate is missing (RFC 5246 §7.4.6).
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: {
    problem: 'client-certificate',
    message: 'the server broke off the TLS handshake; it may want a client certificate',
  },
};

/** Undefined if the code is not about TLS. */
export function tlsProblemOf(code: string, message: string): Described | undefined {
  const known = byCode[code];
  if (known !== undefined) return known;
  // OpenSSL's codes have a common prefix, and so have those of Node's own TLS errors.
  if (!/^ERR_(SSL|TLS)_|CERT/.test(code) && code !== 'EPROTO') return undefined;
  return { problem: 'other', message: `the TLS connection could not be opened: ${message || code}` };
}
