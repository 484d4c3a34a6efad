// A type of clause: the sentences that match it, and the steps that it creates.
import type { State } from "../state.ts";

export type Rule = {
  /** Id for tests and reports. */
  id: string;
  /** Whether its steps express what does not happen, and several texts of which none is meant. */
  denies?: true;
  /** The first match is used. */
  fits: readonly RegExp[];
  /** Returns why it found no step, null if it added some, or undefined if the clause means something else. */
  steps(state: State, match: RegExpExecArray): Promise<string | null | undefined>;
};
