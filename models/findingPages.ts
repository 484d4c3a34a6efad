import { document, json, required } from "./schema.ts";

export type FindingPage = { page: string; pageIndex: number; target: string; message: string };

/** All pages of a finding that stands for several. `_id` is that of the finding. */
export type FindingPagesRecord = {
  _id: string;
  runId: string;
  projectId: string;
  pages: FindingPage[];
  /** Of the pages: a list of plain numbers can be searched on every database. */
  indexes: number[];
};

export const findingPagesSchema = document<FindingPagesRecord>({
  _id: required(String),
  runId: required(String),
  projectId: required(String),
  pages: { type: json, default: [] },
  indexes: { type: [Number], default: [] },
});
findingPagesSchema.index({ runId: 1 });
