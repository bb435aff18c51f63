/** `--write-waivers`: today's failures as a block to paste into the configuration. */
import { stringify } from 'yaml';
import type { ConformanceReport } from '../core/report.ts';
import { gated } from '../runner/gate.ts';

/** Days that a new waiver holds: long enough to plan the mend, short enough to be asked about again. */
const days = 90;

export function renderWaivers(report: ConformanceReport, now = Date.now()): string {
  const failOn = report.run.failOn ?? 'gate';
  const until = new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  const waivers = report.requirements
    .filter((row) => row.verdict === 'fail' && gated(row.level, failOn))
    .map((row) => ({ requirement: row.id, reason: 'why this is accepted, and where it is tracked', until }));
  if (waivers.length === 0) return '# nothing failed: no waivers are needed\n';
  return `# paste into cawl.config.yaml, and give each a reason of its own\n${stringify({ waivers })}`;
}
