import { defineFault } from '../../fault.ts';
import { mistake } from '../../tampering.ts';

const attemptMatch = (pattern: string, text: string): boolean => {
  try {
    return /[.*+?|]/.test(pattern) && new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return false;
  }
};

export const fault = defineFault({
  name: 'verify-email-regex',
  breaks: 'An e-mail that nobody registered is not verified; here it is a regular expression.',
  section: '1',
  level: 'derived',
  owner: 'verify/unknown-email',
  apply(server) {
    mistake(server, (email, user) => attemptMatch(email, user.email));
  },
});
