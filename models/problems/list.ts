// The list of problems of one pillar on one branch, packed, so that a page of many thousands is sorted and counted by a few reads.
import { describeCollection, document, required } from "../lib/schema.ts";
import type { ProblemLine } from "./shelf.ts";

/**
 * `first`: the first of what is open, packed (domain/problems/entries.ts); `more`: there are others. `accepted`: open ones whose acceptance
 * ends. `counts`: EntryCounts as JSON. `rev`: raised with each write, so that of two writers at once none is lost. `bodyId`: where all of it stands; null: `first` is all.
 */
export type ProblemList = Omit<ProblemLine, "line"> & {
  _id: string;
  lineId: string;
  rev: number;
  first: string;
  more: boolean;
  counts: string;
  accepted: string;
  bodyId: string | null;
};

/** What is open and what is fixed, packed. Written once; the next version of the list has another. */
export type ProblemListBody = { _id: string; listId: string; open: string; fixed: string };

export const problemListSchema = document<ProblemList>({
  _id: required(String),
  projectId: required(String),
  environmentId: { type: String, default: null },
  pillar: required(String),
  lineId: required(String),
  rev: required(Number),
  first: { type: String, default: "" },
  more: required(Boolean),
  counts: required(String),
  accepted: { type: String, default: "" },
  bodyId: { type: String, default: null },
});
problemListSchema.index({ lineId: 1 });
describeCollection(problemListSchema, {
  holds: "the problems of one pillar on one branch and environment, packed: what lists sort and count by",
  id: "a hash of project, environment, branch and pillar",
});

export const problemListBodySchema = document<ProblemListBody>({
  _id: required(String),
  listId: required(String),
  open: { type: String, default: "" },
  fixed: { type: String, default: "" },
});
problemListBodySchema.index({ listId: 1 });
describeCollection(problemListBodySchema, {
  holds: "all of a list of problems whose first entries are not everything",
  id: "`<list>:<a UUID>`",
});
