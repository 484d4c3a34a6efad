import type { Difference } from "../../domain/visual/ignored/difference.ts";
import type { IgnoreEnd } from "../../domain/words/ignored.ts";
import { type BaselineKey, PART_FIELDS } from "../baselines/key.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/**
 * A difference that a person ignored in one place of one scenario. The document is kept as a record after it has ended. `branch` "" means
 * every branch, for a change ignored on the main branch.
 */
export type IgnoredChange = Difference &
  BaselineKey & {
    _id: string;
    /** Id of the baseline's key without its branch. */
    placeId: string;
    scenarioLabel: string;
    /** Descriptions of the differences, largest first. */
    sentences: string[];
    end: IgnoreEnd;
    /** null if it does not end on a date. */
    until: Date | null;
    /** Artifact of the picture it was compared with. */
    baseline: string | null;
    note: string | null;
    by: string;
    at: Date;
    runId: string;
    shotId: string;
    stoppedAt: Date | null;
    stoppedBy: string | null;
  };

export const ignoredChangeSchema = document<IgnoredChange>({
  _id: required(String),
  projectId: required(String),
  placeId: required(String),
  branch: { type: String, default: "" },
  environmentId: required(String),
  ...PART_FIELDS,
  scenarioLabel: required(String),
  parts: required(json),
  pixels: required(Number),
  sentences: { type: [String], default: [] },
  end: required(String),
  until: { type: Date, default: null },
  baseline: { type: String, default: null },
  note: { type: String, default: null },
  by: required(String),
  at: required(Date),
  runId: required(String),
  shotId: required(String),
  stoppedAt: { type: Date, default: null },
  stoppedBy: { type: String, default: null },
});
describeCollection(ignoredChangeSchema, {
  holds: "A difference that a person ignored in one screenshot of a scenario.",
});
ignoredChangeSchema.index({ placeId: 1, at: -1 });
ignoredChangeSchema.index({ projectId: 1, at: -1 });
