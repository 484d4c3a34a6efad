// What a scenario file turns into, whatever format it came in.
import type { ComparisonMode, Normalizer, ShotStep, StabiliserName, Viewport, ViewportName } from "../visual/shot.ts";

/** Everything about a scenario that a person decides; see models/scenarios/schema.ts for the meaning of each field. */
export type ScenarioFields = {
  label: string;
  url: string;
  selectors: string[];
  viewports: ViewportName[];
  delay: number;
  misMatchThreshold: number;
  readySelector: string | null;
  hideSelectors: string[];
  removeSelectors: string[];
  dismissSelectors: string[];
  steps: ShotStep[];
  stabilisers: Partial<Record<StabiliserName, boolean>>;
  fixedTime: string | null;
  /** Names of the project's modes; empty or missing: as the project's settings say. */
  modes?: string[];
  /** By which rules for several scenarios name it. */
  tags?: string[];
};

/** Fields that BackstopJS has no word for: importing its configuration again leaves what was set here alone. */
type Kept = "dismissSelectors" | "stabilisers" | "fixedTime" | "modes" | "tags";

/** Every field that the file's format can express, with its default where the file is silent. */
export type ImportedScenario = Omit<ScenarioFields, Kept> & Partial<Pick<ScenarioFields, Kept>>;

export type ImportedComparisonRule = { scenarioLabel: string; selector: string; mode: ComparisonMode };
export type ImportedContentRule = { scenarioLabel: string; selector: string; normalize: Normalizer };

/** Sizes of the project's viewports that differ from the defaults. */
export type ViewportSizes = Partial<Record<ViewportName, Viewport>>;

/** A part of the file that was not taken over. `path` is written as in the file: `scenarios[2].cookiePath`. */
export type LeftOut = { path: string; reason: string };

export type ScenarioImport = {
  format: "plumbline" | "backstopjs";
  scenarios: ImportedScenario[];
  comparisonRules: ImportedComparisonRule[];
  contentRules: ImportedContentRule[];
  viewports: ViewportSizes;
  /** Not taken over, and something of the test is missing until a person acts. */
  needsYou: LeftOut[];
  /** Not taken over, and nothing is missing without it. */
  noMeaning: LeftOut[];
  /** Taken over, but worth knowing. */
  warnings: string[];
};
