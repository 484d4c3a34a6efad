import { describeCollection, document, json, required } from "../lib/schema.ts";

export type FindingPage = { page: string; pageIndex: number; target: string; message: string };

/** Pages in one document: what a page may say at full length stays far under the size of a document. */
export const PAGES_A_DOCUMENT = 200;

/** The pages of a finding that stands for several, in parts. */
export type FindingPagesRecord = {
  _id: string;
  /** `_id` of the finding. */
  findingId: string;
  runId: string;
  projectId: string;
  /** How many pages are in the parts before. */
  from: number;
  pages: FindingPage[];
  /** Of the pages: a list of plain numbers can be searched on every database. */
  indexes: number[];
};

export const findingPagesSchema = document<FindingPagesRecord>({
  _id: required(String),
  findingId: required(String),
  runId: required(String),
  projectId: required(String),
  from: required(Number),
  pages: { type: json, default: [] },
  indexes: { type: [Number], default: [] },
});
describeCollection(findingPagesSchema, {
  holds: "Pages of a finding that covers several, in parts.",
  id: "`<finding>:<from>`",
});
findingPagesSchema.index({ runId: 1 });
findingPagesSchema.index({ findingId: 1, from: 1 });
