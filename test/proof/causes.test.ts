/**
 * The report of a faulty server leads with the owner of the fault or a more specific finding, or with what is recorded to lead
 * it (docs/causes.md names those faults); in full, every sixtieth fault.
 */
import { expect, test } from 'vitest';
import { groupByCause } from '../../src/core/causes/groups.ts';
import { faults } from '../../src/reference/faults/index.ts';
import { startReference } from '../../src/reference/index.ts';
import { runInProcess } from '../../src/selftest/in-process-run.ts';
import { referenceSettings } from '../../src/selftest/reference-settings.ts';
import { requirementsOfOperation } from '../../src/selftest/scope.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { groupsOf, leads, recordedFindings } from '../report/recorded-findings.ts';

const visible = faults.filter(({ unseen }) => unseen === undefined);
/** All were recorded for test/report/causes.test.ts: these show that the records still hold. */
const some = visible.filter((_, index) => index % 60 === 0);

for (const fault of some)
  test(`the findings on ${fault.name} are led by ${fault.owner} or more specific`, { timeout: 180_000 }, async () => {
    const server = await startReference({ faults: [fault] });
    try {
      const rows = requirementsOfOperation(catalogue, fault.owner);
      const { verdicts } = await runInProcess(referenceSettings(server, { seed: 1, timeoutMs: 3000 }), rows);
      const failed = catalogue.flatMap(({ id, level, operation }) => {
        const verdict = verdicts.get(id);
        return verdict?.verdict === 'fail' ? [{ id, operation, ...verdict, level: verdict.level ?? level }] : [];
      });
      const [first] = groupByCause(failed);
      const head = first?.head.id ?? 'nothing failed';
      const record = recordedFindings[fault.name];
      const isRecorded = record !== undefined && groupsOf(record)[0]?.head.id === head;
      expect(leads(head, fault.owner) || isRecorded, `${head} leads`).toBe(true);
    } finally {
      await server.close();
    }
  });
