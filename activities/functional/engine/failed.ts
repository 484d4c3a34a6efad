// Why an action of a step could not be done, or what it expected did not hold.
import type { Locator } from "../../../domain/functional/target.ts";

export type Saw = {
  matches?: { locator: Locator; count: number }[];
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
