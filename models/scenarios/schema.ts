import type { ScenarioFields } from "../../domain/import/types.ts";
import { NO_TOLERANCE } from "../../domain/visual/shot.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** A page under test, in BackstopJS vocabulary. The label is unique in the project. */
export type Scenario = ScenarioFields & {
  _id: string;
  projectId: string;
  createdAt: Date;
  /** Set if the scenario was created by the first picture uploaded under its name; no run visits it. Missing if it was declared. */
  source?: "upload";
  /** Set if a branch's plumbline.yml added it: only runs of these branches visit it. Missing if every run does. */
  onlyBranches?: string[] | null;
  /** Incremented by every change, so that a change based on an older state does not apply. Missing until the first change. */
  rev?: number;
};

/** Filter for scenarios that runs visit, without those that only name uploaded pictures. */
export const DECLARED = { source: { $ne: "upload" } } as const;

export const scenarioSchema = document<Scenario>({
  _id: required(String),
  projectId: required(String),
  label: required(String),
  url: required(String),
  selectors: { type: [String], default: [] },
  viewports: { type: [String], default: ["phone", "tablet", "desktop"] },
  delay: { type: Number, default: 0 },
  misMatchThreshold: { type: Number, default: NO_TOLERANCE },
  readySelector: { type: String, default: null },
  hideSelectors: { type: [String], default: [] },
  removeSelectors: { type: [String], default: [] },
  dismissSelectors: { type: [String], default: [] },
  steps: { type: json, default: [] },
  stabilisers: { type: json, default: {} },
  fixedTime: { type: String, default: null },
  modes: { type: [String], default: undefined },
  tags: { type: [String], default: undefined },
  createdAt: required(Date),
  source: String,
  onlyBranches: { type: [String], default: undefined },
  rev: Number,
});
describeCollection(scenarioSchema, { holds: "A page under test." });
scenarioSchema.index({ projectId: 1, label: 1 }, { unique: true });
