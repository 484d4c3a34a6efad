// What guidance advises about the problems of a pillar.
import type { Action, StepCode } from "../guidance/codes.ts";
import type { FoundProblem, ProblemKind } from "../problems/problem.ts";

/** A problem and the run that has it. */
export type Advised = Pick<FoundProblem, "rule" | "evidence"> & { pillar: string; runId: string };

export type ProblemAdvice = {
  /** Kinds of problems that ask for work. */
  kinds: readonly ProblemKind[];
  /** The step of a problem, which counts its places; left out: the steps of findings. */
  step?: {
    code: StepCode;
    /** What its places are called in the step's figures. */
    places: string;
    /** Only critical and serious ones. */
    worst: boolean;
    /** Rules that have a step of their own. */
    without: readonly string[];
    title(count: number): string;
    /** What is gained. */
    gain(count: number): string;
  };
  /** The call that looks closer. */
  closer(problem: Advised): { label: string; action: Action; args: Record<string, unknown> };
};
