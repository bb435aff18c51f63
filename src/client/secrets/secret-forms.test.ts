import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writings } from '../../../test/secret-writings.ts';
import { Secrets } from './secrets.ts';

/** Secrets of 8 characters and more, of which the middle is long enough to be recognised in any form. */
const secrets = fc
  .oneof(
    fc.string({
      minLength: 8,
      maxLength: 60,
      unit: fc.constantFrom(...'abcXYZ0189-._~+/=!#$&()*,:;?@[]{}^|"\'\\<>% '),
    }),
    fc.string({ minLength: 8, maxLength: 20, unit: 'grapheme' }).filter((text) => !/\p{Cs}/u.test(text)),
  )
  .filter((secret) => secret.trim() === secret && !/^[ {}]*$/.test(secret));

test.each(Object.entries(writings))('no secret is left when it is written in the form: %s', (_name, write) => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const known = new Secrets();
      known.add(secret, { kind: 'password' });
      const written = write(secret);
      const masked = known.mask(`<before ${written} after>`);
      expect(masked).not.toContain(written);
      // What base64 shares with its neighbours stays.
      const middle = written.slice(6, -6);
      if (middle.length >= 8 && !'<before {password} as hex base64 after>'.includes(middle))
        expect(masked).not.toContain(middle);
    }),
    { numRuns: 150 },
  );
});

test('other texts stay as they are', () => {
  const known = new Secrets();
  known.add('Correct-Horse-9-Battery', { kind: 'password' });
  const text = 'Correct Horse, "a/b\\c" &amp; %20 436f7272 Q29ycmVjdA==';
  expect(known.mask(text)).toBe(text);
});
