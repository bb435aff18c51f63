/** All kinds of weather. */
import type { Kind } from '../kind.ts';
import { bodies } from './bodies.ts';
import { changes } from './changes.ts';
import { messages } from './messages.ts';
import { strangers } from './strangers.ts';
import { texts } from './texts.ts';
import { times } from './time.ts';

export const kinds: readonly Kind[] = [
  {
    name: 'fair',
    does: 'conforms',
    ends: [0],
    start: async () => (await import('../servers.ts')).reference({}),
  },
  ...bodies,
  ...times,
  ...messages,
  ...texts,
  ...changes,
  ...strangers,
];
