/**
 * What a conforming server may do, by area: the targets that do it, and the requirements whose checks must allow it.
 * docs/conforming.md is written from this table, and permissions.test.ts keeps both complete.
 */
import { ofDoor } from './permissions/door.ts';
import { ofLogs } from './permissions/logs.ts';
import { ofOperations } from './permissions/operations.ts';
import type { PermissionsByArea } from './permissions/permission.ts';
import { ofSearches } from './permissions/searches.ts';

export const permissions: PermissionsByArea = { ...ofDoor, ...ofOperations, ...ofLogs, ...ofSearches };

/** docs/conforming.md. */
export function describePermissions(): string {
  const sections = Object.entries(permissions).map(
    ([area, rows]) =>
      `## ${area}\n\n| what the server does | target | requirements that must allow it |\n| --- | --- | --- |\n${rows
        .map(({ does, targets, affects }) => `| ${does} | ${code(targets)} | ${code(affects)} |`)
        .join('\n')}`,
  );
  return `${introduction}\n\n${sections.join('\n\n')}\n`;
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const introduction = `# What a conforming server may do

The specification leaves much open. Each line below is legal: a server does it (\`test/targets\`), and no stated, derived or
declared requirement may fail on that server. The last column names the requirements that a careless check would report.
\`liberal-…\` are servers of \`test/targets/liberties.ts\` that take one liberty each; the others are in \`test/targets/conforming\`.

This page is written from \`test/targets/permissions.ts\` (\`npx vitest run test/targets/permissions.test.ts -u\`).

## What is not left open

cawl takes these readings of the specification for granted, because no client could work without them:

- \`totalItems\` counts what the search selects: with a status or a range, the entries of that status or range (§2).
- An entry has the same text in every search that returns it: a status or a sort must not change it. A text that is different at each
  reading, such as one with an age, is allowed.
- Under a sort field that names a moment, such as \`createdAt\`, \`asc\` begins with the oldest entry, and entries of one day are in order
  too. Under one that names a day, such as \`date\`, entries of one day may come in any order.
- \`sortDirection\` is optional (§4.4): without \`sortBy\` it may have no effect, but it must not be rejected.
- A search must accept the cursors that it issued. The \`prev\` of a first page must not lead back to that page.
- Both bounds of a range have the same precision: if \`to\` is read to the second, so is \`from\`. Only \`to\` may stand for all of its
  day, as long as neither \`declares.item\` nor a truth file says when the entries are.`;
