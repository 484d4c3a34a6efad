// What the functional part of a report is made of: plain data of one run of features, handed in by the caller.
import type { StepStatus } from "../../functional/attempt.ts";
import type { ScenarioStatus } from "../../functional/attemptStatus.ts";
import type { ScenarioFailure } from "../../functional/scenarioFailure.ts";
import type { FunctionalSummary } from "../../functional/summary.ts";
import type { RunStatus } from "../../runTypes.ts";
import type { Picture } from "../extraTypes.ts";

/** A scenario in one browser and window. */
export type ScenarioPlace = { feature: string; name: string; viewport: string; browser: string };

/** A scenario that did not pass, or passed only when tried again, with the attempt that failed. */
export type ToldScenario = ScenarioPlace & {
  status: ScenarioStatus;
  flaky: boolean;
  failure: ScenarioFailure | null;
  message: string | null;
  /** What each attempt came to, the first one first. */
  attempts: { status: string; duration: number }[];
  /** Of the attempt that failed; those up to the failing one and a few after it. */
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
  /** What the run came to, as every face says it. */
  sentence: string;
  verdict: "pass" | "fail" | null;
  counts: FunctionalSummary | null;
  /** Sentences that change no verdict. */
  warnings: string[];
  features: number;
  /** Those that are told, and how many there are. */
  failures: ToldScenario[];
  failuresTotal: number;
  flaky: ToldScenario[];
  flakyTotal: number;
  rows: ScenarioRow[];
  rowsTotal: number;
  viewports: string[];
};
