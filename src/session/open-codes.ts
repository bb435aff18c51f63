/** Opens the source of codes of a target for as long as the target is open. */
import { openCodeSource } from '../client/index.ts';
import type { Settings } from '../core/config.ts';

/** @throws UsageError if the address for mails cannot be listened at */
export async function withOpenCodeSource(
  settings: Settings,
): Promise<{ readonly settings: Settings; close(): Promise<void> }> {
  const { fixtures, run } = settings;
  // Without a registration no code is sent.
  if (fixtures.verificationCode === undefined || run.readOnly === true) return { settings, close: async () => {} };
  const { source: verificationCode, close } = await openCodeSource(fixtures.verificationCode);
  return { settings: { ...settings, fixtures: { ...fixtures, verificationCode } }, close };
}
