/** `--write-waivers`: the failures of a run as a `waivers` block for the configuration. */
import { stringify } from 'yaml';
import { defined } from '../core/defined.ts';
import { failsGate } from '../core/gate.ts';
import type { ConformanceReport } from '../core/report.ts';

/** How long a new waiver holds: long enough to plan a fix, short enough to be reviewed. */
const days = 90;

/**
 * The block as YAML. A configuration has one list of waivers, so those in force that still excuse a failure are repeated in it.
 * @param file name of the configuration, for the comment above the block
 * @param now ms since the epoch
 */
export function renderWaivers(report: ConformanceReport, file = 'cawl.config.yaml', now = Date.now()): string {
  const until = new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  const waivers = report.requirements.flatMap(({ id, level, verdict, message, waiver }) => {
    if (verdict === 'waived') return [{ requirement: id, ...waiver }];
    if (verdict !== 'fail' || !failsGate(level, report.run.failOn)) return [];
    return [
      {
        requirement: id,
        reason: 'why this failure is accepted, and where it is tracked',
        ...defined({ symptom: message }),
        until,
      },
    ];
  });
  const configured =
    (report.waiverProblems ?? []).length > 0 || report.requirements.some(({ verdict }) => verdict === 'waived');
  if (waivers.length === 0)
    return configured
      ? `# nothing failed: remove the waivers from ${file}\n`
      : '# nothing failed: no waivers are needed\n';
  const where = configured ? ' in place of its waivers' : '';
  return `# paste into ${file}${where}, and give each a reason\n${stringify({ waivers })}`;
}
