// The list of problems of one pillar on one branch, packed, so that a page of many thousands is sorted and counted with a few reads.
import { describeCollection, document, required } from "../lib/schema.ts";
import type { ProblemLine } from "./shelf.ts";

/**
 * `first`: the first open entries, packed (domain/problems/entries.ts); `more`: whether there are others. `accepted`: open entries whose
 * acceptance expires. `counts`: EntryCounts as JSON. `rev`: incremented by each write, so that concurrent writers do not lose each other's
 * changes. `bodyId`: the document with all entries, or null if `first` is complete. `textId`: prefix of the ids of its text documents,
 * whose numbers are `openTexts` and `fixedTexts`, for the `rev` in `textRev`. If they are missing or of another rev, an earlier version of
 * the service wrote the list, without texts.
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
  textId?: string | null;
  textRev?: number;
  openTexts?: number;
  fixedTexts?: number;
};

/** All open and fixed entries, packed. Written once; the next version of the list gets a new document. `writtenAt`: missing in earlier versions. */
export type ProblemListBody = { _id: string; listId: string; open: string; fixed: string; writtenAt?: Date };

/** A part of the texts of a list (domain/problems/texts.ts), gzipped. Written once, like bodies. */
export type ProblemListText = { _id: string; listId: string; packed: Buffer; writtenAt: Date };

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
  textId: String,
  textRev: Number,
  openTexts: Number,
  fixedTexts: Number,
});
problemListSchema.index({ lineId: 1 });
problemListSchema.index({ projectId: 1 });
describeCollection(problemListSchema, {
  holds: "The problems of one pillar on one branch and environment, packed for sorting and counting.",
  id: "a hash of project, environment, branch and pillar",
});

export const problemListBodySchema = document<ProblemListBody>({
  _id: required(String),
  listId: required(String),
  open: { type: String, default: "" },
  fixed: { type: String, default: "" },
  writtenAt: Date,
});
problemListBodySchema.index({ listId: 1 });
describeCollection(problemListBodySchema, {
  holds: "All entries of a problem list that has more than its first entries.",
  id: "`<list>:<a UUID>`",
});

export const problemListTextSchema = document<ProblemListText>({
  _id: required(String),
  listId: required(String),
  packed: required(Buffer),
  writtenAt: required(Date),
});
problemListTextSchema.index({ listId: 1 });
describeCollection(problemListTextSchema, {
  holds: "The entries of a problem list with their titles and sentences in lower case, packed for search.",
  id: "`<list>:<a UUID>:<open or fixed>:<number>`",
});
