/** What a run would send, for a terminal. */
import { anyNumber } from '../core/left-behind.ts';
import { operations } from '../core/operation.ts';
import type { Plan } from '../core/plan.ts';
import { byteSize, plural, thousands, visible } from './visible-text.ts';

const does = {
  create: 'creates an event',
  register: 'registers a user',
  verify: 'verifies a user',
  logs: 'reads',
} as const;

/** One line per operation, what is left behind, and the limits that hold whatever the target does. */
export function renderPlan({ baseUrl, depth, requirements, sent, created, most, methods }: Plan): string {
  const rows = operations.map((operation) => {
    const { requests, largestBody } = sent[operation];
    const left = { create: created.events, register: created.users, verify: 0, logs: 0 }[operation];
    const body = largestBody === 0 ? '–' : byteSize(largestBody);
    return [operation, does[operation], thousands(requests), left === 0 ? '–' : thousands(left), body];
  });
  const table = [['operation', '', 'requests', 'created', 'largest body'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    `  ${row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ')}`.trimEnd(),
  );
  const total = operations.reduce((sum, operation) => sum + sent[operation].requests, 0);
  const limit = most.created;
  return [
    `A run at depth ${depth} would decide ${plural(requirements, 'requirement')} of ${visible(baseUrl)} with about`,
    `${plural(total, 'request')}, as many as against the embedded reference server:`,
    '',
    ...lines,
    '',
    ...(created.users + created.events === 0
      ? ['It creates nothing.']
      : [
          `It leaves about ${plural(created.users, 'user')} and ${plural(created.events, 'event')} behind; left-behind.json lists them.`,
        ]),
    `It never sends more than ${plural(most.requests, 'request')} (--max-requests).`,
    ...(limit === undefined
      ? []
      : [
          ...(limit.users < anyNumber
            ? [`It never creates more than ${plural(limit.users, 'user')} (--max-users).`]
            : []),
          ...(limit.events < anyNumber
            ? [`It never creates more than ${plural(limit.events, 'event')} (--max-events).`]
            : []),
        ]),
    methods ? 'PUT, PATCH and DELETE are sent too (--methods).' : 'PUT, PATCH and DELETE are not sent (--methods).',
    'Nothing was sent to the target.',
    '',
  ].join('\n');
}
