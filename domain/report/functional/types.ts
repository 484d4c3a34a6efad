// Input of the functional part of a report: plain data of one functional run, passed in by the caller.
import type { StepStatus } from "../../functional/attempt.ts";
import type { ScenarioStatus } from "../../functional/attemptStatus.ts";
import type { ScenarioFailure } from "../../functional/scenarioFailure.ts";
import type { FunctionalSummary } from "../../functional/summary.ts";
import type { RunStatus } from "../../runTypes.ts";
import type { Picture } from "../extraTypes.ts";

/** A scenario in one browser and viewport. */
export type ScenarioPlace = { feature: string; name: string; viewport: string; browser: string };

/** A scenario that did not pass, or passed only on a retry, with the attempt that failed. */
export type ToldScenario = ScenarioPlace & {
  status: ScenarioStatus;
  flaky: boolean;
  failure: ScenarioFailure | null;
  message: string | null;
  /** Result of each attempt, first one first. */
  attempts: { status: string; duration: number }[];
  /** Steps of the failed attempt, up to the failing one and a few after it. */
  steps: { text: string; status: StepStatus; duration: number }[];
  stepsLeft: number;
  picture: Picture | null;
};

/** A scenario in one browser, with its result on each viewport. */
export type ScenarioRow = Omit<ScenarioPlace, "viewport"> & {
  results: Record<string, { status: ScenarioStatus; flaky: boolean; duration: number }>;
};

export type FunctionalSection = {
  runId: string;
  status: RunStatus;
  error: string | null;
  /** The result of the run, worded as in every interface. */
  sentence: string;
  verdict: "pass" | "fail" | null;
  counts: FunctionalSummary | null;
  /** Sentences that do not affect the verdict. */
  warnings: string[];
  features: number;
  /** The scenarios described, and their total number. */
  failures: ToldScenario[];
  failuresTotal: number;
  flaky: ToldScenario[];
  flakyTotal: number;
  rows: ScenarioRow[];
  rowsTotal: number;
  viewports: string[];
};
