/** Requests that must be rejected, and whose effect is looked for. */
import { controls } from '../../src/suite.ts';

export const attemptsWithEffect: readonly controls.Attempt[] = [
  controls.withoutHeader,
  controls.withMadeUpToken,
  controls.withExtendedToken,
  { label: 'with Basic and made-up credentials', how: { authorization: 'Basic YWRtaW46YWRtaW4=' } },
];
