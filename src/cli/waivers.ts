/** `--write-waivers`: today's failures as a block to paste into the configuration. */
import { stringify } from 'yaml';
import type { ConformanceReport } from '../core/report.ts';
import { gated } from '../runner/gate.ts';

/** Days that a new waiver holds: long enough to plan the mend, short enough to be asked about again. */
const days = 90;

/**
 * Waivers that hold and still meet a failure are in the block too, as a file has one list: it takes the place of that one.
 * @param file the configuration, as it is called
 */
export function renderWaivers(report: ConformanceReport, file = 'cawl.config.yaml', now = Date.now()): string {
  const failOn = report.run.failOn ?? 'gate';
  const until = new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  const failed = report.requirements.filter((row) => row.verdict === 'fail' && gated(row.level, failOn));
  const waived = report.requirements.filter((row) => row.verdict === 'waived');
  const there = waived.length > 0 || (report.waiverProblems ?? []).length > 0;
  if (failed.length === 0 && !there) return '# nothing failed: no waivers are needed\n';
  if (failed.length + waived.length === 0) return `# nothing failed: take the waivers out of ${file}\n`;
  const waivers = report.requirements.flatMap((row) => {
    if (waived.includes(row)) return [{ requirement: row.id, ...row.waiver }];
    if (!failed.includes(row)) return [];
    return [{ requirement: row.id, reason: 'why this is accepted, and where it is tracked', until }];
  });
  return `# paste into ${file}${there ? ' in place of its waivers' : ''}, and give each a reason of its own\n${stringify({ waivers })}`;
}
