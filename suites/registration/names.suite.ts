/** Ordinary names are accepted. */
import {
  checksOf,
  controls,
  type Exchange,
  fail,
  forEachConcurrently,
  type Proof,
  pass,
  responses,
} from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

const names = ["O'Brien", 'José', 'X', 'Jean-Luc', '李小龍', 'Nguyễn', 'de la Cruz'];

check(
  'register/ordinary-names',
  async (t) => {
    const { first: known = await t.sendCanonical('register') } = t.runContext.canonical.of('register');
    t.requireAccepted(known, 'the canonical registration');
    const cases = (['lastName', 'firstName'] as const).flatMap((field) => names.map((name) => ({ field, name })));
    const twice: (Exchange | undefined)[] = [];
    const together = new Set<string>();
    await forEachConcurrently(names, 4, async (name, at) => {
      const both = await t.users.registerUnlessLost({ lastName: name, firstName: names[(at + 1) % names.length]! });
      if (!responses.isAccepted(both.registered)) return;
      together.add(`lastName ${name}`).add(`firstName ${names[(at + 1) % names.length]}`);
    });
    await forEachConcurrently(cases, 4, async ({ field, name }, at) => {
      // One user shows two names, if both are accepted.
      if (together.has(`${field} ${name}`)) return;
      const first = await t.users.register({ [field]: name });
      if (responses.isAccepted(first.registered)) return;
      const again = await t.users.registerUnlessLost({ [field]: name });
      if (!responses.isAccepted(again.registered)) twice[at] = again.registered;
    });
    const rejected = cases.flatMap(({ field, name }, at): [Exchange, string][] =>
      twice[at] === undefined ? [] : [[twice[at], `${field} ${name}`]],
    );
    // Names may have to be unique, and an earlier run may have used these.
    if (rejected.length > 0) t.requireAccepted(await controls.sendValid(t, 'register'), 'the canonical registration');
    for (const [exchange, what] of rejected) t.observations.record('fieldFormats', `${what}: refused`, exchange);
    if (rejected.length > 0)
      fail(
        `a registration with ${rejected.map(([, what]) => what).join(', or with ')} ${responses.describeResponse(rejected[0]![0])}, twice; expected 2xx`,
        rejected satisfies Proof[],
        { symptom: { kind: 'refused' } },
      );
    return pass();
  },
  { from: 'standard' },
);
