// Results of a run in the form that problems are read from, and the problems that one result shows by itself.
import { failureOf } from "../../domain/functional/scenarioFailure.ts";
import { type FunctionalResult, functionalProblems } from "../../domain/pillars/functional/problems.ts";
import { type VisualResult, visualProblems } from "../../domain/pillars/visual/problems.ts";
import type { FoundProblem } from "../../domain/problems/problem.ts";
import type { Run } from "../runs/schema.ts";
import type { ScenarioRow } from "../scenarioRuns/ofRun.ts";
import { SHOT_OUTCOME, type Shot } from "../shots/schema.ts";

export const VISUAL_FIELDS = {
  ...SHOT_OUTCOME,
  url: 1,
  flaky: 1,
  reasons: 1,
  fingerprint: 1,
  causes: 1,
  changes: 1,
  review: 1,
  carriedFrom: 1,
} as const;
export type VisualRow = Pick<Shot, "_id" | keyof typeof VISUAL_FIELDS>;

export function visualResultOf({ _id, review, ...shot }: VisualRow): VisualResult {
  const approved = shot.status === "approved" ? { by: review?.by ?? "", note: review?.note ?? null } : null;
  return { ...shot, id: _id, approved };
}

/** `known`: whether it also failed in the run that its run is compared with. */
export function functionalResultOf(row: ScenarioRow, known: boolean): FunctionalResult {
  const { _id: id, featureId, featureName, name, viewport, browser, status, flaky, carriedFrom } = row;
  return {
    id,
    featureId,
    featureName,
    name,
    viewport,
    browser,
    status,
    flaky,
    carriedFrom,
    failure: failureOf(row),
    known,
  };
}

type OfRun = Pick<Run, "baseUrl">;

/** Returns the problems of a screenshot with the causes that they have in its run. Their places are this screenshot only. */
export const shownByShot = ({ baseUrl }: OfRun, shot: VisualRow): FoundProblem[] =>
  visualProblems({ baseUrl, browsers: [], whole: false }, [visualResultOf(shot)]).found;

/** Same for a scenario of a functional run. */
export const shownByScenario = ({ baseUrl }: OfRun, row: ScenarioRow): FoundProblem[] =>
  functionalProblems({ baseUrl, known: new Set() }, [functionalResultOf(row, false)]).found;
