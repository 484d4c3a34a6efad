// Why an action of a step could not be done, or what it expected did not hold.
import type { Match } from "../../../domain/functional/attempt.ts";

export type Saw = {
  matches?: Match[];
  /** The text of the label by which a box that cannot be used may be; null: it has none that people see. */
  label?: string | null;
  expected?: string;
  actual?: string;
  timedOut?: boolean;
};

/** A result of the page or of the feature, never a fault of the service. */
export class ActionFailed extends Error {
  readonly saw: Saw;

  constructor(message: string, saw: Saw = {}) {
    super(message);
    this.name = "ActionFailed";
    this.saw = saw;
  }
}
