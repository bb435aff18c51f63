/** docs/conforming.md is complete and current: every conforming server, and every requirement that it names, exists. */
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { conformingTargets } from './index.ts';
import { targets as libertyTargets } from './liberties.ts';
import { describePermissions, permissions } from './permissions.ts';

const all = Object.values(permissions).flat();
const servers = [...conformingTargets, ...libertyTargets].map(({ name }) => name);

test('every conforming server has a line, and every line names servers that exist', () => {
  const named = new Set(all.flatMap(({ targets }) => targets));
  expect(servers.filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !servers.includes(name))).toEqual([]);
});

test('every line names requirements that exist', () => {
  const ids = catalogue.map(({ id }) => id);
  for (const { does, affects } of all)
    for (const glob of affects)
      expect([does, glob, ids.some((id) => picomatch.isMatch(id, glob))]).toEqual([does, glob, true]);
});

test('docs/conforming.md is current', async () => {
  await expect(describePermissions()).toMatchFileSnapshot('../../docs/conforming.md');
});
