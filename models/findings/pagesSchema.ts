import { describeCollection, document, json, required } from "../lib/schema.ts";

export type FindingPage = { page: string; pageIndex: number; target: string; message: string };

/** Number of pages per document: even with long messages, it stays far below the maximum size of a document. */
export const PAGES_A_DOCUMENT = 200;

/** The pages of a finding that covers several, in parts. */
export type FindingPagesRecord = {
  _id: string;
  /** `_id` of the finding. */
  findingId: string;
  runId: string;
  projectId: string;
  /** Number of pages in earlier parts. */
  from: number;
  pages: FindingPage[];
  /** Indexes of the pages: a list of plain numbers can be searched on every database. */
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
