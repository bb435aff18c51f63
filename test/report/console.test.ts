import { expect, test } from 'vitest';
import type { ConformanceReport } from '../../src/core/report.ts';
import { columns, shorten, wrap } from '../../src/report/columns.ts';
import { renderSummary } from '../../src/report/console/console.ts';
import { progress } from '../../src/report/console/progress.ts';
import { hostile } from './hostile-report.ts';
import { conformant, failing, incomplete, undecided } from './samples.ts';

test('the verdict of a run is announced with the reason why it is not conformant', () => {
  const textOf = (report: ConformanceReport) =>
    renderSummary(report, { color: false, width: 100, reportDir: 'reports' });
  expect(textOf(conformant)).toContain('✓ CONFORMANT\n');
  expect(textOf(incomplete)).toMatch(/◐ INCOMPLETE\n {2}No violation found, 2 of \d+ not decided; \d+ passed\.\n/);
  expect(textOf(undecided)).toContain('? UNDECIDED\n  No verdict on verify/accepts-valid; ');
  const quick = { ...conformant, verdict: 'incomplete', run: { ...conformant.run, depth: 'quick' } } as const;
  expect(textOf(quick)).toContain('No violation found at depth quick, which is too little');
});

test('colour adds escape sequences and leaves the words alone', () => {
  const options = { width: 80, reportDir: 'reports' };
  const coloured = renderSummary(failing, { ...options, color: true });
  expect(coloured).toContain('\u001b[31m');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes are what is looked for
  expect(coloured.replace(/\x1b\[\d+m/g, '')).toBe(renderSummary(failing, { ...options, color: false }));
});

test('control characters from the target are printed as escapes', () => {
  const text = renderSummary(hostile, { color: false, width: 80, reportDir: 'reports' });
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\u200b\u202a-\u202e\u2066-\u2069]/u);
  expect(text).toContain('\\x1b[31mred');
  expect(text).toContain('\\u202e');
  expect(text).toContain('42 failures, 9 causes');
  expect(text.length).toBeLessThan(40_000);
});

test('wide and combining characters are measured as the terminal shows them', () => {
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

test('without a terminal, progress prints failures, undecided requirements and totals, at most one line per second', () => {
  let text = '';
  let time = 0;
  const write = (part: string) => (text += part);
  const display = progress({ write, isTTY: false, color: false, width: 80, now: () => time });
  display.started(30);
  for (let place = 1; place <= 30; place += 1) {
    // Those that come within the same second are only in the report.
    if (place % 4 === 0 || place === 25) time += 1000;
    if (place === 4) display.decided(rowOf('logs/prev-returns', 'fail', 'went \u001b[2J wrong'));
    else if (place === 5 || place === 8) display.decided(rowOf('verify/lockout', 'inconclusive', 'no code arrived'));
    else display.decided(rowOf(`logs/row-${place}`, 'pass'));
  }
  display.sent(90);
  display.finished();
  time += 999;
  display.finished();
  expect(text.split('\n')).toEqual([
    'deciding 30 requirements',
    'failed logs/prev-returns (derived): went \\x1b[2J wrong',
    'not decided verify/lockout (derived): no code arrived',
    '25/30 decided · 1 failed · 2 not decided · 0 requests · 7.0 s',
    '30/30 decided · 1 failed · 2 not decided · 90 requests · 8.0 s',
    '',
  ]);
});

test('on a terminal, progress redraws one line at most ten times per second and clears it at the end', () => {
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
  expect(parts.every((part) => !part.includes('\n'))).toBe(true);
  display.said('cawl: it waits');
  expect(parts.slice(-2)).toEqual(['\r\u001b[2K', 'cawl: it waits\n']);
  time += 1000;
  display.sent(100);
  display.finished();
  expect(parts.length).toBeLessThanOrEqual(15);
  expect(parts.at(-1)).toBe('\r\u001b[2K');
});
