/** A target: a server of the interface with its choices as data, started on a free port. */
import type { Declares } from '../../../src/core/config.ts';

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
  readonly tokens: { readonly valid: string; readonly otherTenant?: string; readonly expired?: string };
  readonly fixtures: {
    readonly webhooks: readonly { readonly id: string }[];
    readonly profileIds: readonly string[];
    readonly calendarIds: readonly string[];
    readonly limit: number;
    readonly register: {
      readonly firstName: string;
      readonly lastName: string;
      readonly email: string;
      readonly password: string;
    };
    readonly verificationCode: {
      readonly url?: string;
      readonly mailpit?: string;
      readonly command?: string;
      readonly value?: number | string;
      readonly waitMs: number;
    };
  };
  readonly run?: { readonly rate?: number; readonly concurrency?: number; readonly timeoutMs?: number };
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
