/** A target: a server of the interface with its choices as data, started on a free port. */
import type { Declares, RunSettings, Settings, VerificationCode } from '../../../src/core/config.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly body: string;
  /** 0 until the response is sent. */
  status: number;
}

/** The part of `cawl.config.yaml` that a target provides. */
export interface TargetSettings {
  readonly baseUrl: string;
  readonly tokens: Settings['tokens'];
  readonly fixtures: Settings['fixtures'] & { readonly verificationCode: VerificationCode };
  readonly run?: Partial<Pick<RunSettings, 'rate' | 'concurrency' | 'timeoutMs'>>;
}

export interface RunningTarget {
  readonly baseUrl: string;
  readonly settings: TargetSettings;
  /** All requests to the service so far, in order of arrival, without those for verification codes. */
  requests(): readonly RecordedRequest[];
  close(): Promise<void>;
}

/** Choices where the specification is silent: those that a configuration can declare, and others that inform a reader. */
export type TargetChoices = Declares & { readonly [other: string]: unknown };

export interface TargetDefinition {
  readonly name: string;
  readonly choices: TargetChoices;
  /** Choices that a client cannot learn from this target, each with the reason. */
  readonly unseen?: { readonly [choice: string]: string };
  /** Why the target cannot run on this machine; absent if it can. */
  readonly skip?: string;
  start(): Promise<RunningTarget>;
}

export interface BrokenTarget {
  readonly name: string;
  /** Name of the conforming target that this one is derived from. */
  readonly target: string;
  /** The defect, in one sentence. */
  readonly breaks: string;
  /** Id of the requirement that must fail. */
  readonly owner: string;
  readonly skip?: string;
  start(): Promise<RunningTarget>;
}

/** `requiredFields` of a target that requires every field. */
export const everyField = {
  create: ['limit', 'profileIds', 'calendarIds'],
  register: ['firstName', 'lastName', 'email', 'password'],
  verify: ['email', 'code'],
} as const;
