import { expect, test } from 'vitest';
import { columns, shorten, wrap } from '../../src/report/columns.ts';
import { renderSummary } from '../../src/report/console.ts';
import { progress } from '../../src/report/progress.ts';
import { conformant, failing, hostile, interrupted, undecided } from './samples.ts';

const golden = { conformant, failing, undecided, interrupted };

for (const [name, report] of Object.entries(golden)) {
  test(`the summary of a ${name} run reads as it did`, async () => {
    const text = renderSummary(report, { color: false, width: 80, reportDir: 'reports' });
    await expect(text).toMatchFileSnapshot(`golden/console-${name}.txt`);
  });

  test(`the summary of a ${name} run keeps to 80 columns, except what is to be pasted`, () => {
    const lines = renderSummary(report, { color: false, width: 80, reportDir: 'reports' }).split('\n');
    const tooWide = lines.filter((line) => columns(line) > 80 && !/^ {2}(reproduce|replay) /.test(line));
    expect(tooWide).toEqual([]);
  });
}

test('a pass with open rows is not announced as a full one', () => {
  const text = renderSummary(
    { ...undecided, verdict: 'conformant' },
    { color: false, width: 80, reportDir: 'reports' },
  );
  expect(text).toContain('✓ CONFORMANT AS FAR AS DECIDED\n');
  expect(renderSummary(conformant, { color: false, width: 80 })).toContain('✓ CONFORMANT\n');
});

test('colour adds escapes and changes no word', () => {
  const options = { width: 80, reportDir: 'reports' };
  const coloured = renderSummary(failing, { ...options, color: true });
  expect(coloured).toContain('\u001b[31m');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes are what is looked for
  expect(coloured.replace(/\x1b\[\d+m/g, '')).toBe(renderSummary(failing, { ...options, color: false }));
});

test('nothing that a target sent is obeyed by the terminal', () => {
  const text = renderSummary(hostile, { color: false, width: 80, reportDir: 'reports' });
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\u200b\u202a-\u202e\u2066-\u2069]/u);
  expect(text).toContain('\\x1b[31mred');
  expect(text).toContain('\\u202e');
  expect(text).toContain('60 failures; the first 10 in full');
  expect(text.length).toBeLessThan(40_000);
});

test('wide and combining characters are counted as the terminal shows them', () => {
  expect(columns('李小龍')).toBe(6);
  expect(columns('e\u0301')).toBe(1);
  expect(shorten('李小龍龍龍', 7)).toBe('李小龍…');
  expect(wrap('aaa bb cccccccc', 5)).toEqual(['aaa', 'bb', 'ccccc', 'ccc']);
});

const rowOf = (id: string, verdict: 'pass' | 'fail' | 'inconclusive', message?: string) => ({
  id,
  level: 'derived' as const,
  verdict,
  ...(message === undefined ? {} : { message }),
});

test('without a terminal: a line for what failed or is open, and a compact line now and then', () => {
  let text = '';
  const display = progress({ write: (part) => (text += part), isTTY: false, color: false, width: 80, now: () => 0 });
  display.started(30);
  for (let place = 1; place <= 30; place += 1) {
    if (place === 3) display.decided(rowOf('logs/prev-returns', 'fail', 'went \u001b[2J wrong'));
    else if (place === 4) display.decided(rowOf('verify/lockout', 'inconclusive', 'no code arrived'));
    else display.decided(rowOf(`logs/row-${place}`, 'pass'));
  }
  display.sent(90);
  display.finished();
  expect(text.split('\n')).toEqual([
    'deciding 30 requirements',
    'failed logs/prev-returns (derived): went \\x1b[2J wrong',
    'not decided verify/lockout (derived): no code arrived',
    '25/30 decided · 1 failed · 1 not decided · 0 requests · 0 ms',
    '30/30 decided · 1 failed · 1 not decided · 90 requests · 0 ms',
    '',
  ]);
});

test('on a terminal: one line, drawn ten times a second at most, and taken away at the end', () => {
  const parts: string[] = [];
  let time = 0;
  const display = progress({
    write: (part) => parts.push(part),
    isTTY: true,
    color: false,
    width: 60,
    now: () => time,
  });
  display.started(1000);
  for (let place = 1; place < 1000; place += 1) {
    time += 1;
    display.decided(rowOf(`logs/row-${place}`, 'pass'));
  }
  display.finished();
  expect(parts.length).toBeLessThanOrEqual(12);
  expect(parts.every((part) => !part.includes('\n'))).toBe(true);
  expect(parts.at(-1)).toBe('\r\u001b[2K');
});
