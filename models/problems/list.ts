// The list of problems of one pillar on one branch, packed, so that a page of many thousands is sorted and counted by a few reads.
import { describeCollection, document, required } from "../lib/schema.ts";
import type { ProblemLine } from "./shelf.ts";

/**
 * `first`: the first of what is open, packed (domain/problems/entries.ts); `more`: there are others. `accepted`: open ones whose acceptance
 * ends. `counts`: EntryCounts as JSON. `rev`: raised with each write, so that of two writers at once none is lost. `bodyId`: where all of it stands; null: `first` is all.
 * `textId`: what its texts are named after, of which there are so many, of the `rev` that is `textRev`. Where they are missing or of another
 * rev, an earlier version of the service wrote the list, without texts.
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

/** What is open and what is fixed, packed. Written once; the next version of the list has another. `writtenAt`: earlier versions kept none. */
export type ProblemListBody = { _id: string; listId: string; open: string; fixed: string; writtenAt?: Date };

/** A part of the texts of a list (domain/problems/texts.ts), gzipped. Written once, as bodies are. */
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
  holds: "the problems of one pillar on one branch and environment, packed: what lists sort and count by",
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
  holds: "all of a list of problems whose first entries are not everything",
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
  holds: "the entries of a list of problems with their titles and sentences in lower case, packed: what a search reads",
  id: "`<list>:<a UUID>:<open or fixed>:<number>`",
});
