/** `left-behind.json`: what a run created on its target, so that it can be removed. */
import type { LeftBehind } from '../core/left-behind.ts';
import type { ConformanceReport } from '../core/report.ts';
import { activeAsJson } from './visible-text.ts';

export const leftBehindFile = 'left-behind.json';

/** All users and events by the run that created them; `kit` tells a later run that it may replace the file. */
export function renderLeftBehind({ target, run, kit }: ConformanceReport, { users, events }: LeftBehind): string {
  const document = { kit: kit.name, target: target.baseUrl, startedAt: run.startedAt, users, events };
  return `${activeAsJson(JSON.stringify(document, null, 2))}\n`;
}

export const isAnythingLeft = ({ users, events }: LeftBehind): boolean => users.length + events.length > 0;
