import { expect, test } from 'vitest';
import { crowdedForms, fullForms, messageForms, oldForm, singleForms } from './message-forms.ts';

const forms = messageForms({ strength: 2, seed: 1 });
const valuesOf = (name: string) =>
  forms.map(({ how }) => how.headers?.filter(([own]) => own === name).map(([, value]) => value));

test('every two parts of a form occur together, and the plain request is not among them', () => {
  const parts = singleForms.map(({ label }) => label);
  expect(new Set(parts).size).toBe(13);
  const together = (a: string, b: string) => forms.some(({ label }) => label.includes(a) && label.includes(b));
  expect(together('in chunks', 'with 60 more headers')).toBe(true);
  expect(together('Expect: 100-continue', 'with an unknown parameter')).toBe(true);
  expect(forms.every(({ label }) => label !== '')).toBe(true);
});

test('a form has one Connection header, which names the upgrade where there is one', () => {
  for (const values of valuesOf('Connection')) expect(values!.length).toBeLessThan(2);
  for (const { how } of forms) {
    const connection = how.headers?.find(([name]) => name === 'Connection')?.[1] ?? '';
    expect(connection.includes('Upgrade')).toBe(how.headers?.some(([name]) => name === 'Upgrade'));
  }
});

test('two full forms have every part among them but HTTP/1.0, which allows no chunks', () => {
  const labels = fullForms.flatMap(({ label }) => label.split(', '));
  const parts = singleForms.map(({ label }) => label).filter((label) => label !== 'in HTTP/1.0');
  expect(new Set(labels)).toEqual(new Set(parts));
});

test('the old form is in HTTP/1.0, without chunks', () => {
  expect(oldForm.how.shape?.version).toBe('1.0');
  expect(oldForm.how.headers?.map(([name]) => name)).not.toContain('Transfer-Encoding');
});

test('crowded forms have every two parts together that may stand together, in half as many requests', () => {
  const crowded = crowdedForms(1).map(({ label }) => label.split(', '));
  expect(crowded.length).toBeLessThanOrEqual(forms.length / 2);
  const pairsOf = (labels: readonly string[][]) =>
    new Set(labels.flatMap((parts) => parts.flatMap((a) => parts.flatMap((b) => (a < b ? [`${a} + ${b}`] : [])))));
  expect(pairsOf(crowded)).toEqual(pairsOf(forms.map(({ label }) => label.split(', '))));
});

test('each search is combined with each part of the message forms, and also sent in a form alone', () => {
  const asked = [
    { label: 'on webhook a', how: { webhook: 'a', query: [] } },
    { label: 'on webhook b under status=failed', how: { webhook: 'b', query: [['status', 'failed']] as const } },
  ];
  const all = messageForms({ strength: 2, seed: 1, asked });
  const together = all.find(({ label }) => label.startsWith(asked[1]!.label) && label.includes('unknown parameter'));
  expect(together?.how).toMatchObject({
    webhook: 'b',
    query: [
      ['status', 'failed'],
      ['unknown', '1'],
    ],
  });
  expect(all.filter(({ how }) => how.webhook === 'a' && how.shape?.version === '1.0')).not.toHaveLength(0);
});
