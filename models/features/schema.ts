// Features of functional tests, and their earlier texts.
import type { Feature, FeatureStatus } from "../../domain/functional/feature.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** See domain/functional/feature.ts for the meaning of each field. */
export type FeatureRecord = Feature & {
  _id: string;
  projectId: string;
  createdAt: Date;
  updatedAt: Date;
  updatedBy: string;
};

export const featureSchema = document<FeatureRecord>({
  _id: required(String),
  projectId: required(String),
  featureId: required(String),
  name: required(String),
  group: { type: [String], default: [] },
  tags: { type: [String], default: [] },
  gherkin: required(String),
  tickets: { type: [String], default: [] },
  status: required(String),
  origin: required(String),
  coverage: { type: json, required: true },
  scenarios: { type: json, default: [] },
  sentences: { type: [String], default: [] },
  version: required(Number),
  createdAt: required(Date),
  updatedAt: required(Date),
  updatedBy: required(String),
});
describeCollection(featureSchema, { holds: "A feature of functional tests.", id: "`<projectId>:<featureId>`" });
featureSchema.index({ projectId: 1, featureId: 1 }, { unique: true });
featureSchema.index({ projectId: 1, tickets: 1 });

/** A feature at one version. */
export type FeatureVersion = {
  _id: string;
  projectId: string;
  featureId: string;
  version: number;
  name: string;
  gherkin: string;
  status: FeatureStatus;
  /** What was done: `created`, `changed`, `renamed`, … */
  what: string;
  at: Date;
  by: string;
};

export const featureVersionSchema = document<FeatureVersion>({
  _id: required(String),
  projectId: required(String),
  featureId: required(String),
  version: required(Number),
  name: required(String),
  gherkin: required(String),
  status: required(String),
  what: required(String),
  at: required(Date),
  by: required(String),
});
describeCollection(featureVersionSchema, {
  holds: "A feature at one version.",
  id: "`<projectId>:<featureId>:<version>`",
});
featureVersionSchema.index({ projectId: 1, featureId: 1, version: 1 }, { unique: true });
