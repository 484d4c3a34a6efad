// The parts of a functional run: one document per scenario, browser and viewport, and one per attempt.
import type { AttemptResult } from "../../domain/functional/attempt.ts";
import type { ScenarioStatus } from "../../domain/functional/attemptStatus.ts";
import type { PlannedScenario } from "../../domain/functional/plan.ts";
import type { ScenarioFailure } from "../../domain/functional/scenarioFailure.ts";
import type { LinkVerdict } from "../../domain/functional/trackingLinks.ts";
import type { BrowserName, ViewportName } from "../../domain/visual/shot.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

export type ScenarioRun = {
  _id: string;
  runId: string;
  projectId: string;
  index: number;
  featureId: string;
  featureName: string;
  /** The version of the feature whose text was planned. Missing in runs of earlier versions of the service. */
  featureVersion?: number;
  /** Stable across runs: identifies feature, scenario, browser and viewport. */
  key: string;
  scenarioId: string;
  name: string;
  tags: string[];
  browser: BrowserName;
  viewport: ViewportName;
  /** `PlannedScenario` as JSON: tables are nested lists, which not every database accepts. */
  plan: string;
  /** `LinkedEvent[]` as JSON: the events of the tracking plan that are linked to its steps. */
  links: string;
  /** In a rerun of what failed: the run that decided it. Missing if this run did. */
  carriedFrom?: string;
  status: ScenarioStatus;
  flaky: boolean;
  attempts: number;
  /** Duration of all attempts in ms. */
  duration: number;
  /** The step at which the last attempt failed, and why. */
  failedStep: number | null;
  message: string | null;
  /** Why it did not pass, or not at first. Missing in runs of earlier versions; read it with `failureOf`. */
  failure: ScenarioFailure | null;
  /** Keys of the pages that its steps visited. */
  pages: string[];
  decidedAt: Date | null;
};

export const scenarioRunSchema = document<ScenarioRun>({
  _id: required(String),
  runId: required(String),
  projectId: required(String),
  index: required(Number),
  featureId: required(String),
  featureName: { type: String, default: "" },
  featureVersion: Number,
  key: required(String),
  scenarioId: required(String),
  name: { type: String, default: "" },
  tags: { type: [String], default: [] },
  browser: required(String),
  viewport: required(String),
  plan: required(String),
  links: { type: String, default: "[]" },
  carriedFrom: String,
  status: required(String),
  flaky: { type: Boolean, default: false },
  attempts: { type: Number, default: 0 },
  duration: { type: Number, default: 0 },
  failedStep: { type: Number, default: null },
  message: { type: String, default: null },
  failure: { type: json, default: null },
  pages: { type: [String], default: [] },
  decidedAt: { type: Date, default: null },
});
describeCollection(scenarioRunSchema, {
  holds: "One scenario of a functional run in one browser and viewport: its plan and result.",
  id: "`<runId>-s<index>`",
});
scenarioRunSchema.index({ runId: 1, index: 1 }, { unique: true });
scenarioRunSchema.index({ projectId: 1, featureId: 1 });

/** One attempt. `_id` is `<scenarioRunId>-<attempt>`, so that an activity that runs twice stores one. */
export type ScenarioAttempt = {
  _id: string;
  scenarioRunId: string;
  runId: string;
  projectId: string;
  attempt: number;
  status: AttemptResult["status"];
  startedAt: string;
  duration: number;
  traceId: string | null;
  error: AttemptResult["error"];
  /** `StepResult[]` as JSON: attributes of events have names that not every database accepts. */
  steps: string;
  /** `LinkVerdict[]` as JSON. */
  tracking: string;
  /** Sentences about missing evidence. */
  notes: string[];
};

export const scenarioAttemptSchema = document<ScenarioAttempt>({
  _id: required(String),
  scenarioRunId: required(String),
  runId: required(String),
  projectId: required(String),
  attempt: required(Number),
  status: required(String),
  startedAt: required(String),
  duration: required(Number),
  traceId: { type: String, default: null },
  error: { type: json, default: null },
  steps: required(String),
  tracking: { type: String, default: "[]" },
  notes: { type: [String], default: [] },
});
describeCollection(scenarioAttemptSchema, {
  holds: "One attempt at a scenario of a functional run, with its steps.",
  id: "`<scenarioRunId>-<attempt>`",
});
scenarioAttemptSchema.index({ scenarioRunId: 1, attempt: 1 }, { unique: true });
scenarioAttemptSchema.index({ runId: 1 });

export const planOf = ({ plan }: Pick<ScenarioRun, "plan">): PlannedScenario => JSON.parse(plan) as PlannedScenario;
export const stepsOf = ({ steps }: Pick<ScenarioAttempt, "steps">): AttemptResult["steps"] =>
  JSON.parse(steps) as AttemptResult["steps"];
export const trackingOf = ({ tracking }: Pick<ScenarioAttempt, "tracking">): LinkVerdict[] =>
  JSON.parse(tracking) as LinkVerdict[];
