import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { type PartialRun, readPartial, reportOfPartial } from './partial.ts';

const [first, second] = catalogue.filter(({ excluded }) => excluded === undefined);

const run: PartialRun = {
  partial: 'cawl run',
  kit: { name: 'cawl-conformance', version: '0.0.0' },
  target: { baseUrl: 'http://127.0.0.1' },
  run: { seed: 1, depth: 'standard', startedAt: '2026-01-01T00:00:00.000Z', failOn: 'gate' },
  selected: [first!.id, second!.id],
};

function lines(verdict: 'pass' | 'fail'): string {
  const { id, level, area, operation, statement } = first!;
  const row = { id, level, area, section: '4', operation, statement, verdict, message: 'm', exchanges: 1 };
  return `${JSON.stringify(run)}\n${JSON.stringify({ row, ms: 1200, requests: 25 })}\n{"row":{"id":"cut`;
}

test('the lines of a killed run become a report, with the rest as not reached', () => {
  const report = reportOfPartial(readPartial(lines('pass'))!, catalogue);
  expect(report.requirements.map(({ verdict }) => verdict)).toEqual(['pass', 'inconclusive']);
  expect(report.run).toMatchObject({ interrupted: true, durationMs: 1200, requests: 25 });
  expect(report.verdict).toBe('incomplete');
});

test('what a killed run created is known, whichever lines lie between', () => {
  const user = { email: 'cawl+1@example.com', at: '2026-01-01T00:00:01.000Z' };
  const left = { users: [user], events: [] };
  const text = `${lines('pass')}"}\n5\n${JSON.stringify({ left })}\n${JSON.stringify({ left })}\n{"left":{"use`;
  const read = readPartial(text)!;
  expect(read.leftBehind).toEqual({ users: [user, user], events: [] });
  expect(read.rows).toHaveLength(1);
  expect(reportOfPartial(read, catalogue).run.created).toEqual({ users: 2, events: 0 });
});

test('a failure of a killed run counts', () => {
  expect(reportOfPartial(readPartial(lines('fail'))!, catalogue).verdict).toBe('nonConformant');
});

test.each(['', '{}', 'text', '{"partial":"another program"}'])('%j is left by no run', (text) => {
  expect(readPartial(text)).toBeUndefined();
});
