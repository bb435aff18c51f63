import type { Declares, FailOn, RunSettings, Settings, VerificationCode, Waiver } from '../core/config.ts';
import type { ReporterName } from '../report/reporters.ts';

/** A token that is read from elsewhere. */
export interface RawTokenSource {
  command?: string | string[];
  file?: string;
  refreshSeconds?: number;
}

/** The configuration as its schema describes it, before defaults: everything is optional. */
export interface RawConfiguration {
  baseUrl?: string;
  tokens?: { valid?: string | RawTokenSource; otherTenant?: string | RawTokenSource; expired?: string };
  fixtures?: {
    webhooks?: { id: string; truth?: string }[];
    profileIds?: string[];
    calendarIds?: string[];
    limit?: number;
    register?: Partial<Settings['fixtures']['register']>;
    verificationCode?: Partial<Omit<VerificationCode, 'command'>> & { command?: string | string[] };
  };
  declares?: Declares;
  traceLink?: string;
  allowWrites?: boolean;
  run?: Partial<Omit<RunSettings, 'headers'>> & {
    reportDir?: string;
    reporters?: ReporterName[];
    failOn?: FailOn;
    requireComplete?: boolean;
    quiet?: boolean;
    /** Durations such as `90s`. */
    maxTime?: string;
    budget?: string;
    maxWait?: string;
    maxUsers?: number;
    maxEvents?: number;
    headers?: Record<string, string>;
  };
  waivers?: Waiver[];
}
