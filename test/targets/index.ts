/** Servers that keep the specification, each in its own way: a check that blames one of them is wrong. */

import { target as plainKeyset } from './correct/plain-keyset.ts';
import { target as plainKeysetLate } from './correct/plain-keyset-late.ts';
import { target as plainOffset } from './correct/plain-offset.ts';
import { target as plainOffsetHtml } from './correct/plain-offset-html.ts';
import { target as plainOffsetRedirect } from './correct/plain-offset-redirect.ts';
import type { TargetDefinition } from './kernel/target.ts';

export type {
  BrokenTarget,
  RecordedRequest,
  RunningTarget,
  TargetDefinition,
  TargetSettings,
} from './kernel/target.ts';

export const correctTargets: readonly TargetDefinition[] = [
  plainKeyset,
  plainKeysetLate,
  plainOffset,
  plainOffsetHtml,
  plainOffsetRedirect,
];
