/** Guards of tokens of one form: JSON Web Tokens with forged parts, hexadecimal ones, and digits. */
import { createHmac } from 'node:crypto';
import { operations } from '../../core/operation.ts';
import { defineFaults } from '../fault.ts';
import type { Server } from '../state.ts';
import { acceptIf } from '../tampering.ts';

export const tokenForms = defineFaults({
  'create-jwt-empty-key': {
    owner: 'auth/create/wrong-token',
    defect: 'verifies a JWT with an empty key where it does not know the id of the key',
    apply(server) {
      issue(server, jwt);
      acceptIf(server, 'create', (token) => {
        const { header, claims, signature } = partsOf(token);
        return header['kid'] !== keyId && isOwn(claims) && signature === sign('', token);
      });
    },
  },
  'register-jwt-claims-unsigned': {
    owner: 'auth/register/wrong-token',
    defect: 'accepts its own claims in a JWT whose algorithm is "none"',
    apply(server) {
      issue(server, jwt);
      acceptIf(server, 'register', (token) => {
        const { header, claims } = partsOf(token);
        return header['alg'] === 'none' && isOwn(claims);
      });
    },
  },
  'logs-jwt-known-by-signature': {
    owner: 'auth/logs/wrong-token',
    defect: 'remembers verified JWTs by their signature, and does not verify other claims that come with it',
    apply(server) {
      issue(server, jwt);
      acceptIf(server, 'logs', (token) => {
        const { header, claims, signature } = partsOf(token);
        return header['kid'] === keyId && isOwn(claims) && signature === partsOf(jwt).signature;
      });
    },
  },
  'verify-hex-letters': {
    owner: 'auth/verify/wrong-token',
    defect: 'takes four bits of each character of a hexadecimal token, and does not check that it is a digit',
    apply(server) {
      issue(server, hex);
      acceptIf(server, 'verify', (token) => token.length === hex.length && bitsOf(token) === bitsOf(hex));
    },
  },
  'create-hex-zeros': {
    owner: 'auth/create/wrong-token',
    defect: 'decodes what is not a digit of a hexadecimal token as zero',
    apply(server) {
      issue(server, hex);
      acceptIf(server, 'create', (token) => token.replaceAll(/[^0-9a-f]/g, '0') === hex);
    },
  },
  'create-digits-as-number': {
    owner: 'auth/create/wrong-token',
    defect: 'compares a token of digits as a number, in the notation of JavaScript',
    apply(server) {
      issue(server, digits);
      acceptIf(server, 'create', (token) => Number(token) === Number(digits));
    },
  },
  'logs-digits-as-integer': {
    owner: 'auth/logs/wrong-token',
    defect: 'compares a token of digits as an integer, which a sign may precede',
    apply(server) {
      issue(server, digits);
      acceptIf(server, 'logs', (token) => /^[+-]?\d+$/.test(token) && BigInt(token) === BigInt(digits));
    },
  },
  'tokens-without-dots': {
    owner: 'auth/verify/wrong-token',
    defect: 'ignores the dots of a token, and no other punctuation',
    apply: (server) => dropFromTokens(server, '.'),
  },
  'tokens-without-tildes': {
    owner: 'auth/logs/wrong-token',
    defect: 'ignores the tildes of a token, and no other punctuation',
    apply: (server) => dropFromTokens(server, '~'),
  },
});

/** Accepts, at every operation, the valid token without some or all of these characters. */
function dropFromTokens(server: Server, character: string): void {
  issue(server, punctuated);
  const plain = (text: string) => text.replaceAll(character, '');
  for (const operation of operations) acceptIf(server, operation, (token) => plain(token) === plain(punctuated));
}

const punctuated = 'Zx81-kQ.r7_TenantA~mPv0Lw.5dTe';

/** Makes it the valid token of the server. */
function issue(server: Server, token: string): void {
  server.tokens.set(token, server.tokens.get(server.validToken)!);
  server.tokens.delete(server.validToken);
  server.validToken = token;
}

const digits = '48291304655';
const hex = '9f86d081884c7d659a2feaa0c55ad015';
/** Four bits of each character: those of a digit, or of a letter counted from "a" as ten. */
const bitsOf = (token: string): string =>
  [...token].map((char) => (/\d/.test(char) ? Number(char) : char.charCodeAt(0) - 87) & 15).join();

const keyId = 'key-1';
const issuer = 'https://cawl.example';
const encode = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');
const unsigned = `${encode({ alg: 'HS256', typ: 'JWT', kid: keyId })}.${encode({ iss: issuer, sub: 'svc-1', exp: 4_102_444_800 })}`;
const jwt = `${unsigned}.${sign('a-key-that-nobody-knows', unsigned)}`;

/** The signature of the first two parts. */
function sign(key: string, token: string): string {
  const signed = token.split('.').slice(0, 2).join('.');
  return createHmac('sha256', key).update(signed).digest('base64url');
}

interface Parts {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signature: string | undefined;
}

function partsOf(token: string): Parts {
  const [header = '', claims = '', signature] = token.split('.');
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Parts['claims'];
  try {
    return { header: decode(header), claims: decode(claims), signature };
  } catch {
    return { header: {}, claims: {}, signature };
  }
}

const isOwn = (claims: Parts['claims']): boolean => claims['iss'] === issuer;
