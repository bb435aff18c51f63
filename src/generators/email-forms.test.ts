import { expect, test } from 'vitest';
import { combinedForms, fewForms, longEmail } from './email-forms.ts';

const filled = (template: string) => template.replaceAll('{unique}', 'u'.repeat(12));

test.each([
  'cawl+{unique}@example.com',
  '{unique}@mail.example.org',
  'tester@{unique}.example.com',
])('long e-mails of %s have the length that was asked for, within the limits of RFC 5321', (canonical) => {
  for (const length of [56, 90, 140, 250]) {
    const email = filled(longEmail(canonical, length));
    // A label has at least one character, and a dot.
    expect([length, length - 1]).toContain(email.length);
    const [local, domain] = email.split('@') as [string, string];
    expect(local.length).toBeLessThanOrEqual(64);
    for (const label of domain.split('.')) expect(label.length).toBeLessThanOrEqual(63);
    expect(email).toMatch(/^[a-z+.]+@[a-z.]+$/);
    expect(email).not.toContain('..');
  }
});

test('every form keeps the unique part, alone and with others', () => {
  for (const { template, parts } of combinedForms('cawl+{unique}@example.com'))
    for (const one of [template, ...parts.map((part) => part.template)]) expect(one).toContain('{unique}');
});

test('forms together stay within the limits of RFC 5321', () => {
  for (const { template } of combinedForms('tester+cawl.{unique}@example.com'))
    expect(filled(template).split('@')[0]!.length).toBeLessThanOrEqual(64);
});

test('few forms are the usual ones in a long e-mail, with each of them alone, and characters beyond ASCII', () => {
  const [long, unicode] = fewForms('cawl+{unique}@example.com');
  const local = filled(long!.template).split('@')[0]!;
  expect(local).toMatch(/^42\.Ada\.LOVELACE\..*\+tag\.a+$/);
  expect(local.length).toBeLessThanOrEqual(64);
  expect(filled(long!.template).length).toBeGreaterThan(240);
  expect(long!.parts[0]!.template).toBe(combinedForms('cawl+{unique}@example.com')[0]!.template);
  expect(unicode!.label).toContain('beyond Latin 1');
});
