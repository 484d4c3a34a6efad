// A row of the tracking plan with what was observed of it.
import type { Expectation } from "./expect.ts";
import type { Pass } from "./observation.ts";
import type { Occurrence } from "./occurrences.ts";
import type { LinkedProof, PlanAttribute } from "./plan.ts";

export type ItemAttribute = PlanAttribute & { expectation: Expectation };

export type Item = {
  kind: "page" | "event";
  id: string;
  label: string;
  /** Null for a page row without an event: the state of the data layer is checked. */
  eventType: string | null;
  /** Event names, including the name in beacons. */
  names: string[];
  count: number;
  order: number | null;
  closed: boolean;
  attributes: ItemAttribute[];
  /** For a row that was not tried here: the result of a functional test, if its step was reached. */
  linked: LinkedProof | null;
  /** Other events of the page. Their values of attributes with the same name do not belong to this event. */
  others: { names: string[]; attributes: string[] }[];
  /** Sentence why the event could not be triggered; null if it was. */
  notExercised: string | null;
  pass: Pass | null;
  screenshotId: string | null;
  occurrences: Occurrence[];
};
