import { createHash } from "node:crypto";
import { describeCollection, document, required } from "../lib/schema.ts";

/**
 * `waiting`: part of the frontier; `doing`: started, and not to be repeated if a form may have been sent; `done`: a state was seen;
 * `failed`: no state was seen; `interrupted`: its form may have been sent when the worker was lost.
 */
export type ExplorePlaceState = "waiting" | "doing" | "done" | "failed" | "interrupted";

/** One way to a place of a site: an address, and the actions performed there. Frontier and graph in one document. */
export type ExplorePlace = {
  /** `<jobId>:<hash of the way>`: a way is tried once, however many pages offer it. */
  _id: string;
  jobId: string;
  projectId: string;
  /** Lower values are tried first: breadth first, in the order of the pages. */
  order: string;
  depth: number;
  /** Path and query to open. */
  path: string;
  /** JSON of the actions performed there, in order. */
  acts: string;
  /** State that offers this way; "" for the start. */
  from: string;
  /** The last sentence of the way. */
  action: string;
  /** Whether one of the actions submits a form that does more than query. */
  sends: boolean;
  state: ExplorePlaceState;
  /** Id of the state that was seen; "" until then. */
  reached: string;
  /** Whether this place was the first to show the state, and so stores what was seen. */
  first: boolean;
  reason: string;
  /** JSON of a KeptState; "" unless `first`. */
  seen: string;
  pictureId: string | null;
};

export const explorePlaceSchema = document<ExplorePlace>({
  _id: required(String),
  jobId: required(String),
  projectId: required(String),
  order: required(String),
  depth: required(Number),
  path: required(String),
  acts: { type: String, default: "[]" },
  from: { type: String, default: "" },
  action: { type: String, default: "" },
  sends: { type: Boolean, default: false },
  state: required(String),
  reached: { type: String, default: "" },
  first: { type: Boolean, default: false },
  reason: { type: String, default: "" },
  seen: { type: String, default: "" },
  pictureId: { type: String, default: null },
});
describeCollection(explorePlaceSchema, {
  holds: "One way to a place of a site: an address and the actions there. Frontier and graph of an exploration.",
  id: "`<jobId>:<hash of the way>`",
});
explorePlaceSchema.index({ jobId: 1, state: 1, order: 1 });
explorePlaceSchema.index({ jobId: 1, reached: 1 });

export function explorePlaceIdOf(jobId: string, way: string): string {
  return `${jobId}:${createHash("sha256").update(way).digest("hex").slice(0, 24)}`;
}
