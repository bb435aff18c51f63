/** What a target is: a server of the interface, its choices said in data, started on a free port and stopped again. */
import type { Declares } from '../../../src/core/config.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly body: string;
  /** 0 as long as no answer was sent. */
  status: number;
}

/** The shape of `cawl.config.yaml`, as far as a target fills it in. */
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
  /** Every request to the service so far, in order of arrival; questions for a code are not among them. */
  requests(): readonly RecordedRequest[];
  close(): Promise<void>;
}

/** Choices in the gaps of the specification: those that a configuration can declare, and any others worth a name. */
export type TargetChoices = Declares & { readonly [other: string]: unknown };

export interface TargetDefinition {
  readonly name: string;
  readonly choices: TargetChoices;
  /** Choices that no client can learn here, and why. */
  readonly unseen?: { readonly [choice: string]: string };
  /** Set when the target cannot run here: the reason, in words. */
  readonly skip?: string;
  start(): Promise<RunningTarget>;
}

export interface BrokenTarget {
  readonly name: string;
  /** The correct target of which this is a copy with one fault. */
  readonly target: string;
  /** What is wrong, in one sentence. */
  readonly breaks: string;
  /** The requirement that has to fail. */
  readonly owner: string;
  readonly skip?: string;
  start(): Promise<RunningTarget>;
}

/** `requiredFields` of a target that needs every field. */
export const everyField = {
  create: ['limit', 'profileIds', 'calendarIds'],
  register: ['firstName', 'lastName', 'email', 'password'],
  verify: ['email', 'code'],
} as const;
