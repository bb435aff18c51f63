import { expect, test } from 'vitest';
import { NotSent } from '../client/index.ts';
import { messageForms } from '../generators/message-forms.ts';
import { simplified } from './simplified.ts';

/** A text with one character fewer. */
const simpler = (text: string) => [...text].map((_, at) => text.slice(0, at) + text.slice(at + 1));

test('what is left has only the parts that a finding needs', async () => {
  const judge = async (text: string) => (text.includes('b') && text.includes('d') ? `found in ${text}` : undefined);
  expect(await simplified('abcde', 'found in abcde', { simpler, judge })).toBe('found in bd');
});

test('a finding stands where nothing may be sent any more', async () => {
  const judge = async (text: string) => {
    if (text.length < 4) throw new NotSent('budget', 'no request is left');
    return text;
  };
  expect(await simplified('abcde', 'abcde', { simpler, judge })).toBe('bcde');
});

test('each form of a message is left with single parts, whichever are left out first', () => {
  const asked = [{ label: 'under status=failed', how: { query: [['status', 'failed']] as const } }];
  for (const form of messageForms({ strength: 2, seed: 1, asked })) {
    const parts = form.label.split(', ');
    const fewer = form.simpler();
    expect(fewer.map(({ label }) => label.split(', ').length)).toEqual(
      parts.length === 1 ? [] : parts.map(() => parts.length - 1),
    );
    for (const { label } of fewer) expect(parts).toEqual(expect.arrayContaining(label.split(', ')));
  }
});
