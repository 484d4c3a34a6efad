// What one scenario of a feature does, step by step, after its sentences have met their definitions.
import type { Action } from "./stepDef.ts";

/** Where a sentence is in the feature's text; lines and columns from 1. */
export type Place = { line: number; column: number };

/** What a data table or doc string under a step holds. */
export type StepArgument =
  | { kind: "table"; rows: string[][] }
  | { kind: "docString"; content: string; mediaType: string | null };

/** `earlier`: so many locators come first because the run's commit does not have what healed the step. */
export type PlannedAction = { action: Action; stepDefId: string; index: number; earlier?: number };

/** A sentence and what it does. References to parameters are filled in; `{env.X}` and `{secret.X}` are not. */
export type PlannedStep = {
  index: number;
  keyword: string;
  text: string;
  place: Place;
  argument: StepArgument | null;
  /** `undefined`: no definition fits; `ambiguous`: several do. Neither can be run. */
  state: "prepared" | "undefined" | "ambiguous";
  stepDefId: string | null;
  /** Ids of the definitions that fit, where there are several. */
  candidates: string[];
  /** Why a step that is not prepared cannot be run, as a sentence. */
  problem: string | null;
  /** Values by parameter; a table is JSON. */
  args: Record<string, string>;
  /** Each with the definition it comes from, which differs from `stepDefId` below a `useStep`. */
  actions: PlannedAction[];
};

export type PlannedScenario = {
  /** Made of the name and the outline's row, so that it stays the same while other parts of the text change: `pays-by-card.1.2`. */
  id: string;
  name: string;
  /** The rule that it is in. */
  rule: string | null;
  tags: string[];
  place: Place;
  steps: PlannedStep[];
};
