// One kind of clause: the sentences that fit it, and the steps that it becomes.
import type { State } from "../state.ts";

export type Rule = {
  /** For tests and reports. */
  id: string;
  /** The first that fits is taken. */
  fits: readonly RegExp[];
  /** Answers why it found no step; null: it added some; undefined: the clause means something else after all. */
  steps(state: State, match: RegExpExecArray): Promise<string | null | undefined>;
};
