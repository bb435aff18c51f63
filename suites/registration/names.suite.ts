/** Ordinary names are accepted. */
import { checksOf, describeResponse, type Exchange, fail, type Proof, pass } from '../../src/suite.ts';
import { forEachConcurrently } from '../lib/requests.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

const names = ["O'Brien", 'José', 'X', 'Jean-Luc', '李小龍', 'Nguyễn', 'de la Cruz'];

check(
  'register/ordinary-names',
  async (t) => {
    const twin = await t.sendCanonical('register');
    t.requireAccepted(twin, 'the canonical registration');
    const fields = ['lastName', 'firstName'] as const;
    const all = fields.flatMap((field) => names.map((name) => ({ field, name })));
    const refused: { what: string; exchange: Exchange }[] = [];
    await forEachConcurrently(all.slice(0, t.effort.sampleCount(all.length)), 4, async ({ field, name }) => {
      const first = await t.users.register({ [field]: name });
      if (first.registered.response !== null && first.registered.response.status < 300) return;
      const again = await t.users.register({ [field]: name });
      const status = again.registered.response?.status ?? 0;
      if (status >= 200 && status < 300) return;
      refused.push({ what: `${field} ${name}`, exchange: again.registered });
    });
    const [first] = refused;
    if (first === undefined) return pass();
    refused.sort(
      (a, b) => all.findIndex((one) => a.what.endsWith(one.name)) - all.findIndex((one) => b.what.endsWith(one.name)),
    );
    for (const { what, exchange } of refused) t.observations.record('fieldFormats', `${what}: refused`, exchange);
    fail(
      `refused twice: ${refused.map(({ what }) => what).join(', ')} (${describeResponse(first.exchange)})`,
      refused.map(({ what, exchange }): Proof => [exchange, what]),
      { symptom: { kind: 'refused' } },
    );
  },
  { from: 'standard' },
);
