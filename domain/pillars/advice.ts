// Declares how guidance turns the problems of a pillar into steps.
import type { Action, StepCode } from "../guidance/codes.ts";
import type { FoundProblem, ProblemKind } from "../problems/problem.ts";

/** A problem and the run it was found in. */
export type Advised = Pick<FoundProblem, "rule" | "evidence"> & { pillar: string; runId: string };

export type ProblemAdvice = {
  /** Kinds of problems that need work. */
  kinds: readonly ProblemKind[];
  /** Step for these problems; it counts their places. If missing, the steps for findings are used. */
  step?: {
    code: StepCode;
    /** Name of the places in the step's figures. */
    places: string;
    /** Whether only critical and serious problems count. */
    worst: boolean;
    /** Rules that have their own step. */
    without: readonly string[];
    title(count: number): string;
    /** Returns what fixing the problems gains. */
    gain(count: number): string;
  };
  /** Returns the action that shows more about the problem. */
  closer(problem: Advised): { label: string; action: Action; args: Record<string, unknown> };
};
