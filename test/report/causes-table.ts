/** The table of docs/causes.md: which finding leads the report of a faulty server, and how many others it explains. */

/** How the findings on one fault are grouped; groups and ids in the order of the report. */
export interface GroupedFault {
  readonly name: string;
  readonly owner: string;
  readonly groups: readonly { readonly head: string; readonly also: readonly string[] }[];
}

/** @param isLed whether the first finding of a report is the owner of its fault, or more specific */
export function causesTable(faults: readonly GroupedFault[], isLed: (fault: GroupedFault) => boolean): string {
  const misled = faults.filter((fault) => !isLed(fault));
  const split = faults.filter(({ groups }) => groups.length > 1);
  const share = (exceptions: readonly GroupedFault[]) =>
    `${faults.length - exceptions.length} of ${faults.length} faults (${percent(1 - exceptions.length / faults.length)})`;
  return [
    '# What a report leads with',
    '',
    'One defect makes many requirements fail. A report groups them: one finding leads, and what it explains follows as _also',
    'violated_. Each fault of the reference server is one defect, so its findings should be one group, led by the requirement',
    'that owns the fault or by a more specific one. Written by `npx vitest run test/report/causes.test.ts -u` from the findings',
    'on each fault that a client can observe, with all requirements of its operation.',
    '',
    `- The finding that leads is the owner or more specific: ${share(misled)}.`,
    `- All findings are one group: ${share(split)}.`,
    '',
    '## Findings that lead',
    '',
    'Explained: how many other findings the one that leads explains, summed over the faults, and at most on one.',
    '',
    '| leads | faults | explained | at most | for example |',
    '| --- | ---: | ---: | ---: | --- |',
    ...leaders(faults).map(
      ({ head, count, explained, most, example }) =>
        `| \`${head}\` | ${count} | ${explained} | ${most} | \`${example}\` |`,
    ),
    ...exceptions('Faults that another finding leads', misled),
    ...exceptions('Faults with several groups', split),
    '',
  ].join('\n');
}

function exceptions(title: string, faults: readonly GroupedFault[]): string[] {
  if (faults.length === 0) return [];
  const rows = faults.map(({ name, owner, groups }) => `| \`${name}\` | \`${owner}\` | ${code(groups)} |`);
  return ['', `## ${title}`, '', '| fault | owner | groups, led by |', '| --- | --- | --- |', ...rows];
}

const code = (groups: GroupedFault['groups']) => groups.map(({ head }) => `\`${head}\``).join(', ');

function leaders(faults: readonly GroupedFault[]) {
  const heads = new Set(faults.map(({ groups }) => groups[0]!.head));
  const rows = [...heads].map((head) => {
    const led = faults.filter(({ groups }) => groups[0]!.head === head);
    const counts = led.map(({ groups }) => groups[0]!.also.length);
    const most = Math.max(...counts);
    const explained = counts.reduce((sum, count) => sum + count, 0);
    return { head, count: led.length, explained, most, example: led[counts.indexOf(most)]!.name };
  });
  return rows.sort((a, b) => b.explained - a.explained || (a.head < b.head ? -1 : 1));
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
