// Failures of a step's action or expectation.
import type { Match } from "../../../domain/functional/attempt.ts";

export type Saw = {
  matches?: Match[];
  /** Text of the label that may operate an unusable checkbox or radio button; null if it has no visible one. */
  label?: string | null;
  expected?: string;
  actual?: string;
  timedOut?: boolean;
  /** Whether the step asks for something that no page can give, so the feature or a definition must change. */
  invalid?: true;
};

/** A failure of the page or the feature, never of the service. */
export class ActionFailed extends Error {
  readonly saw: Saw;

  constructor(message: string, saw: Saw = {}) {
    super(message);
    this.name = "ActionFailed";
    this.saw = saw;
  }
}

export const invalidStep = (message: string, saw: Saw = {}): ActionFailed =>
  new ActionFailed(message, { ...saw, invalid: true });
