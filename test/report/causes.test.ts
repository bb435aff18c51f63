/**
 * The graph of causes against what fails on each fault of the reference server, as `node scripts/findings.mjs` recorded it.
 * Each fault is one defect: its findings should be one group, led by the owner of the fault or a more specific finding.
 */
import { expect, test } from 'vitest';
import { causes } from '../../src/core/causes/graph.ts';
import { faults } from '../../src/reference/faults/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { causesTable } from './causes-table.ts';
import { groupsOf, leads, recordedFindings } from './recorded-findings.ts';

const visible = faults.filter(({ unseen }) => unseen === undefined);
/** Of faults that are as they were recorded, and that were caught. */
const caught = visible.flatMap(({ name, owner }) => {
  const record = recordedFindings[name];
  return record?.owner === owner && owner in record.failed ? [{ name, ...record }] : [];
});

test('most of the visible faults are recorded', () => {
  // New ones are recorded with `node scripts/findings.mjs test/report/data/findings.json --missing`.
  expect(caught.length / visible.length).toBeGreaterThan(0.95);
});

test('the first finding that a report shows is the owner of the fault or more specific, for at least 95 % of them', () => {
  const misled = caught.filter((record) => !leads(groupsOf(record)[0]!.head.id, record.owner));
  expect(misled.length / caught.length, misled.map(({ name }) => name).join(', ')).toBeLessThanOrEqual(0.05);
});

test('the owner of a fault is never explained by a finding that another defect causes', () => {
  const contradicted = caught.flatMap((record) => {
    const group = groupsOf(record).find(({ head, also }) => [head, ...also].some(({ id }) => id === record.owner))!;
    return leads(group.head.id, record.owner) ? [] : [`${record.name}: ${group.head.id}`];
  });
  expect(contradicted).toEqual([]);
});

test('one defect is one group, for at least 95 % of the faults', () => {
  const split = caught.filter((record) => groupsOf(record).length > 1);
  expect(split.length / caught.length, split.map(({ name }) => name).join(', ')).toBeLessThanOrEqual(0.05);
});

/** No fault of the reference server answers with another page; groups.test.ts shows one that does. */
const isAboutOtherPages = ({ claim }: { readonly claim: string }) => claim.endsWith('/content-type');

test('docs/causes.md shows how the findings on each fault are grouped', async () => {
  const grouped = caught.map((record) => ({
    name: record.name,
    owner: record.owner,
    groups: groupsOf(record).map(({ head, same, also }) => ({
      head: head.id,
      also: [...same, ...also].map(({ id }) => id),
    })),
  }));
  const table = causesTable(grouped, ({ owner, groups }) => leads(groups[0]!.head, owner));
  await expect(table).toMatchFileSnapshot('../../docs/causes.md');
});

test('every cause explains something on a fault', () => {
  const withoutOperation = (id: string) => id.replace(/\b(?:create|register|verify|logs)\//g, '*/');
  const used = new Set(
    caught.flatMap(({ failed }) =>
      causes
        .filter(({ claim, explains }) => claim in failed && explains.some((id) => id in failed))
        .map(({ claim }) => withoutOperation(claim)),
    ),
  );
  const unused = causes.filter((cause) => !isAboutOtherPages(cause) && !used.has(withoutOperation(cause.claim)));
  expect(unused.map(({ claim }) => claim)).toEqual([]);
});

test('the graph names only requirements of the catalogue, and no claim explains itself', () => {
  const known = new Set<string>(catalogue.map(({ id }) => id));
  const perOperation = /^(?:auth\/)?(?:create|register|verify|logs)\//;
  for (const { claim, explains } of causes) {
    expect(known.has(claim) || perOperation.test(claim), claim).toBe(true);
    expect(explains).not.toContain(claim);
    for (const id of explains) expect(known.has(id) || perOperation.test(id), id).toBe(true);
  }
});
