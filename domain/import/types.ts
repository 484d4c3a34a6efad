// The result of parsing a scenario file, whatever its format.
import type { ComparisonMode, Normalizer, ShotStep, StabiliserName, Viewport, ViewportName } from "../visual/shot.ts";

/** Everything about a scenario that a person sets. */
export type ScenarioFields = {
  label: string;
  /** Absolute, or relative to the run's environment. */
  url: string;
  /** Parts of the page to capture; empty for the whole document. */
  selectors: string[];
  viewports: ViewportName[];
  /** Delay in ms after the page is stable. */
  delay: number;
  /** Tolerance in percent; 0 means none. */
  misMatchThreshold: number;
  readySelector: string | null;
  hideSelectors: string[];
  removeSelectors: string[];
  dismissSelectors: string[];
  steps: ShotStep[];
  stabilisers: Partial<Record<StabiliserName, boolean>>;
  fixedTime: string | null;
  /** Names of the project's modes, each captured separately; empty or missing means those of the project's settings. */
  modes?: string[];
  /** Tags that rules for several scenarios refer to; missing if there are none. */
  tags?: string[];
};

/** Fields that BackstopJS cannot express; importing its configuration again keeps the values set here. */
type Kept = "dismissSelectors" | "stabilisers" | "fixedTime" | "modes" | "tags";

/** Every field that the file's format can express, with its default if the file omits it. */
export type ImportedScenario = Omit<ScenarioFields, Kept> & Partial<Pick<ScenarioFields, Kept>>;

export type ImportedComparisonRule = { scenarioLabel: string; selector: string; mode: ComparisonMode };
export type ImportedContentRule = { scenarioLabel: string; selector: string; normalize: Normalizer };

/** Sizes of the project's viewports that differ from the defaults. */
export type ViewportSizes = Partial<Record<ViewportName, Viewport>>;

/** A part of the file that was not imported. `path` is written as in the file: `scenarios[2].cookiePath`. */
export type LeftOut = { path: string; reason: string };

export type ScenarioImport = {
  format: "plumbline" | "backstopjs";
  scenarios: ImportedScenario[];
  comparisonRules: ImportedComparisonRule[];
  contentRules: ImportedContentRule[];
  viewports: ViewportSizes;
  /** Not imported, and part of the test is missing until a person acts. */
  needsYou: LeftOut[];
  /** Not imported, and nothing is missing without it. */
  noMeaning: LeftOut[];
  /** Imported, but worth knowing. */
  warnings: string[];
};
