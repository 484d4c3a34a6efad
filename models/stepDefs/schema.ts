// Step definitions of a project. Built-in ones are in domain/functional/library/.
import type { StepDef } from "../../domain/functional/stepDef.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

export type StepDefRecord = StepDef & {
  _id: string;
  projectId: string;
  /** Incremented by every change, starting at 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
  updatedBy: string;
};

export const stepDefSchema = document<StepDefRecord>({
  _id: required(String),
  projectId: required(String),
  v: required(Number),
  id: required(String),
  pattern: required(String),
  params: { type: json, default: [] },
  tags: { type: [String], default: [] },
  description: { type: String, default: "" },
  examples: { type: [String], default: [] },
  status: required(String),
  actions: { type: json, default: [] },
  version: required(Number),
  createdAt: required(Date),
  updatedAt: required(Date),
  updatedBy: required(String),
});
describeCollection(stepDefSchema, {
  holds: "A step definition of a project; built-in ones are code.",
  id: "`<projectId>:<id>`",
});
stepDefSchema.index({ projectId: 1, id: 1 }, { unique: true });
