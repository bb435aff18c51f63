/** Tokens that are not compared as they are: a server reads them. */
import { createHmac } from 'node:crypto';

interface ReadToken {
  readonly valid: string;
  readonly accepts: (given: string) => boolean;
}

const uuid = '3F2504E0-4F89-41D3-9A0C-0305E82C3301';
const digitsOf = (text: string): string => text.replaceAll('-', '').toLowerCase();

/** A UUID, read without regard to letter case and dashes. */
export const uuidToken: ReadToken = { valid: uuid, accepts: (given) => digitsOf(given) === digitsOf(uuid) };

const digits = '0048291304655';
const leadingDigits = (text: string): string => /^0*([0-9a-f]*)/i.exec(text)![1]!.toLowerCase();

/** Hexadecimal digits that are all decimal, read up to the first character that is none, and without zeros in front. */
export const digitsToken: ReadToken = {
  valid: digits,
  accepts: (given) => leadingDigits(given) === leadingDigits(digits),
};

const prefixed = 'sk_live_9f8e7d6c5b4a39281706f5e4d3c2b1a0';

/** Hexadecimal digits after a prefix, read without regard to letter case. */
export const prefixedToken: ReadToken = { valid: prefixed, accepts: (given) => given.toLowerCase() === prefixed };

/** A token in which letter case counts. */
export const mixedCase = 'sk_live_51Hf9aQzXbT7KdPm';

const key = 'secret';
const encode = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');
const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: 'svc-1', exp: 4_102_444_800 })}`;

/** A JWT whose key is one that developers often use; only its signature and its expiry are verified. */
export const jwtToken: ReadToken = {
  valid: `${unsigned}.${sign(unsigned)}`,
  accepts(given) {
    const [header = '', claims = '', signature, ...others] = given.split('.');
    if (others.length > 0) return false;
    try {
      const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString());
      const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
      return alg === 'HS256' && signature === sign(`${header}.${claims}`) && exp * 1000 > Date.now();
    } catch {
      return false;
    }
  },
};
