import { createHash } from "node:crypto";
import { describeCollection, document, required } from "../lib/schema.ts";

/**
 * `waiting` ones are the frontier; `doing`: taken up, and not to be repeated where a form may have been sent; `done`: a state was
 * seen; `failed`: none was; `interrupted`: its form may have been sent when the worker was lost.
 */
export type ExplorePlaceState = "waiting" | "doing" | "done" | "failed" | "interrupted";

/** One way to somewhere on a site: an address, and what is done there. Frontier and graph in one place. */
export type ExplorePlace = {
  /** `<jobId>:<hash of the way>`: a way is taken once, however many pages offer it. */
  _id: string;
  jobId: string;
  projectId: string;
  /** Lower ones are taken first: breadth first, in the order of the pages. */
  order: string;
  depth: number;
  /** Path and query that are opened. */
  path: string;
  /** JSON of the acts that are done there, in their order. */
  acts: string;
  /** State that offers it; "" for the start. */
  from: string;
  /** The last sentence that leads there. */
  action: string;
  /** One of the acts sends a form that is no mere question. */
  sends: boolean;
  state: ExplorePlaceState;
  /** Id of the state that was seen; "" until then. */
  reached: string;
  /** This place was the first to show it, and holds what was seen. */
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
