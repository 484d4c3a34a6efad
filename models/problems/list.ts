// The list of problems of one pillar on one branch, packed, so that a page of many thousands is sorted and counted by a few reads.
import { describeCollection, document, required } from "../lib/schema.ts";
import type { ProblemLine } from "./shelf.ts";

/** `open` and `fixed`: see domain/problems/entries.ts. `rev`: raised with each write, so that of two writers at once none is lost. */
export type ProblemList = Omit<ProblemLine, "line"> & {
  _id: string;
  lineId: string;
  rev: number;
  open: string;
  fixed: string;
};

export const problemListSchema = document<ProblemList>({
  _id: required(String),
  projectId: required(String),
  environmentId: { type: String, default: null },
  pillar: required(String),
  lineId: required(String),
  rev: required(Number),
  open: { type: String, default: "" },
  fixed: { type: String, default: "" },
});
problemListSchema.index({ lineId: 1 });
describeCollection(problemListSchema, {
  holds: "the problems of one pillar on one branch and environment, packed: what lists sort and count by",
  id: "a hash of project, environment, branch and pillar",
});
