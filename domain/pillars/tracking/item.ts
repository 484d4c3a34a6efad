// A row of the tracking plan beside what was seen of it.
import type { Expectation } from "./expect.ts";
import type { Pass } from "./observation.ts";
import type { Occurrence } from "./occurrences.ts";
import type { LinkedProof, PlanAttribute } from "./plan.ts";

export type ItemAttribute = PlanAttribute & { expectation: Expectation };

/** A row of the plan with what was seen of it. */
export type Item = {
  kind: "page" | "event";
  id: string;
  label: string;
  /** null: a page row without an event of its own; the state of the data layer is judged. */
  eventType: string | null;
  /** Its names, also that in beacons. */
  names: string[];
  count: number;
  order: number | null;
  closed: boolean;
  attributes: ItemAttribute[];
  /** Of a row that was not tried here: what a functional test showed of it, where its step was reached. */
  linked: LinkedProof | null;
  /** Other events of the page with attributes of the same names: their values are not this event's. */
  others: { names: string[]; attributes: string[] }[];
  /** A sentence why its trigger could not be pulled; null: it was. */
  notExercised: string | null;
  pass: Pass | null;
  screenshotId: string | null;
  occurrences: Occurrence[];
};
