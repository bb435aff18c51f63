import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { levels } from '../../core/requirement.ts';
import { createServer } from '../server.ts';
import { faults } from './index.ts';

const op = '(create|register|verify|logs)';
const post = '(create|register|verify)';
const known = [
  `${op}/(accepts-valid|content-type|json|no-server-error|same-every-time|survives-malformed|error-json|wrong-method|success-status)`,
  `${post}/(rejects-non-json|json-charset|rejects-wrong-types|required-fields)`,
  '(create|logs)/(page-shape|null-cursor)',
  '(register|verify)/empty-object',
  `auth/${op}/(no-header|malformed-header|wrong-token|never-remembered|other-forms|path-variants|expired-token)`,
  `auth/${op}/(refusal-status|scheme-case|before-validation|refusal-without-effect|refusal-without-data)`,
  'auth/logs/(every-page|other-tenant)',
  'register/(then-verify|ordinary-names)',
  'verify/(wrong-code|missing-code|other-users-code|unknown-email|lockout)',
  'create/(counts-agree|limit|many)',
  'logs/(optional-parameters|allowed-values|walk-terminates|walk-complete|total-constant|no-duplicates|walks-agree)',
  'logs/(next-advances|prev-returns|filters-survive-paging|status-partition|status-truth|sort-permutes|sort-direction)',
  'logs/(sort-by-range|sort-reverses|sort-truth|range-subset|range-far|range-gap|range-overlap|range-and)',
  'logs/(combined-filters|one-webhook|webhook-id|cursor-bound|search-changes-nothing|parallel|bad-cursor|bad-values)',
];

test('names are unique, and each is the name of its file', async () => {
  const files = await readdir(import.meta.dirname, { recursive: true });
  const named = files.filter((file) => /\/.*\.ts$/.test(file)).map((file) => file.replace(/^.*\/|\.ts$/g, ''));
  expect(faults.map((fault) => fault.name).sort()).toEqual(named.sort());
  expect(new Set(named).size).toBe(named.length);
  for (const { name } of faults) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
});

test('each fault says what it breaks and who must see it', () => {
  const owner = new RegExp(`^(${known.join('|')})$`);
  for (const fault of faults) {
    expect(fault.owner).toMatch(owner);
    expect(levels).toContain(fault.level);
    expect(fault.breaks.length).toBeGreaterThan(30);
  }
  expect(new Set(faults.map((fault) => fault.breaks)).size).toBe(faults.length);
});

test('each fault changes a step of the server', () => {
  for (const fault of faults) {
    const server = createServer({ logs: 173, pageSize: 20, latencyMs: 0, clock: Date.now });
    const before = { ...server.steps };
    fault.apply(server);
    expect(server.steps, fault.name).not.toEqual(before);
  }
});
