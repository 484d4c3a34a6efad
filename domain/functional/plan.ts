// The steps and actions of one scenario, after its sentences were matched with definitions.
import type { Action } from "./stepDef.ts";

/** Location of a sentence in the feature's text; lines and columns are 1-based. */
export type Place = { line: number; column: number };

/** A data table or doc string below a step. */
export type StepArgument =
  | { kind: "table"; rows: string[][] }
  | { kind: "docString"; content: string; mediaType: string | null };

/** `earlier`: number of locators at the start that are kept from before a healing that the run's commit does not have. */
export type PlannedAction = { action: Action; stepDefId: string; index: number; earlier?: number };

/** A sentence and its actions. References to parameters are filled in; `{env.X}` and `{secret.X}` are not. */
export type PlannedStep = {
  index: number;
  keyword: string;
  text: string;
  place: Place;
  argument: StepArgument | null;
  /** `undefined`: no definition matches; `ambiguous`: several match. Neither can run. */
  state: "prepared" | "undefined" | "ambiguous";
  stepDefId: string | null;
  /** Ids of the matching definitions if there are several. */
  candidates: string[];
  /** Sentence why a step that is not prepared cannot run. */
  problem: string | null;
  /** Values by parameter; a table is JSON. */
  args: Record<string, string>;
  /** Actions with their definition, which differs from `stepDefId` if it was used via `useStep`. */
  actions: PlannedAction[];
};

export type PlannedScenario = {
  /** Derived from the name and the outline's row, so it stays the same if other parts of the text change: `pays-by-card.1.2`. */
  id: string;
  name: string;
  rule: string | null;
  tags: string[];
  place: Place;
  steps: PlannedStep[];
};
