// A step: something to do, with its reason, effort, gain and call.
import type { Call } from "./calls.ts";
import type { StepCode } from "./codes.ts";
import type { Facts } from "./facts.ts";
import type { Gain } from "./gain.ts";
import type { Issue } from "./issues.ts";

/** `call`: one call does it. `look`: somebody looks and decides. `fix`: the site must be changed. */
export const EFFORTS = ["call", "look", "fix"] as const;

export type Effort = (typeof EFFORTS)[number];

export type Step = {
  code: StepCode;
  title: string;
  /** Why now, with the figures. */
  why: string;
  figures: Record<string, string | number | null>;
  effort: Effort;
  gain: Gain;
  call: Call;
};

export type Rule = { code: StepCode; find(facts: Facts, issues: readonly Issue[]): Omit<Step, "code">[] };
