// Problems: what a team works on. A problem is one defect over all runs, in any pillar.
import { SEVERITIES, type Severity } from "../words/severities.ts";
import { OPEN_STATUSES, PROBLEM_STATUSES } from "../words/statuses.ts";

export { OPEN_STATUSES, PROBLEM_STATUSES };

/**
 * `new`: first seen by the newest run that looked. `ongoing`: seen before. `regressed`: it was fixed and came back. `fixed`: all places
 * were looked at, and none has it. `accepted`: a person accepted it. `snoozed`: hidden until a date, or until it spreads.
 */
export type ProblemStatus = (typeof PROBLEM_STATUSES)[number];

export type OpenStatus = (typeof OPEN_STATUSES)[number];

/** Returns whether somebody should act on the problem. */
export const isOpen = (status: ProblemStatus): status is OpenStatus =>
  (OPEN_STATUSES as readonly ProblemStatus[]).includes(status);

/** `failed`: a violation. `warning`: worth a look. `review`: a person must decide. */
export const PROBLEM_KINDS = ["failed", "warning", "review"] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/**
 * Where a problem is. `page`: key on the site, "" for the whole site. `label`: the scenario; "" for pages of audits. Unused fields are "";
 * `mode` is omitted if there is none.
 */
export type ProblemPlace = { page: string; label: string; viewport: string; browser: string; mode?: string };

/** When and where a problem was seen. `scope`: where the run took its pages from; runs with the same scope have the same places. */
export type Sighting = { runId: string; at: Date; commitSha: string | null; branch: string | null; scope: string };

/** An acceptance that came with the results: approved screenshots, accepted findings. `until` is null if it has no end. */
export type Accepted = { by: string; reason: string | null; until: Date | null };

/** Evidence of a problem: a few artifact ids and figures. */
export type ProblemEvidence = {
  /** The result that shows the problem: a screenshot, a finding, or a scenario of the run. */
  resultId?: string;
  target?: string;
  /** Page on which a scenario fails. */
  page?: string;
  /** Scenario of the result, with its feature and viewport. */
  scenario?: string;
  featureId?: string;
  viewport?: string;
  screenshotId?: string;
  traceId?: string;
  /** Percentage of differing pixels in the worst screenshot. */
  mismatchPercent?: number;
};

/** A problem as one run found it, without its history. */
export type FoundProblem = {
  /** What pages and viewports with the same problem share; the same in every run. */
  cause: string;
  rule: string;
  severity: Severity;
  kind: ProblemKind;
  /** The fault in a few words. May contain text of the page. */
  title: string;
  /** A complete sentence. May contain text of the page. */
  sentence: string;
  help: string;
  /** The first of its current places. */
  places: ProblemPlace[];
  /** Total number of places. */
  placeCount: number;
  /** Set if every place was accepted. */
  accepted?: Accepted;
  /** Whether the run that this one is compared with has it too, even if it was not stored. */
  known?: boolean;
  /**
   * Whether it came with the branch, or on main with the run: the base does not have it. null if there is no run to compare with; omitted
   * if not requested.
   */
  added?: boolean | null;
  /** How its places count in the run's summary; as failures if omitted. */
  countsAs?: "error" | "pageError" | "passed";
  /** The run that first found it; set if it is known. */
  firstSeen?: Pick<Sighting, "runId" | "at">;
  evidence: ProblemEvidence;
};

/** What a run found, and where it looked. */
export type RunProblems = {
  found: FoundProblem[];
  /** Returns whether the run would have found an earlier problem of this rule at this place again. */
  looked(place: ProblemPlace, rule: string): boolean;
  /** Returns whether a place of an earlier run with the same scope no longer exists, because this run covered everything except this place. */
  absent(place: ProblemPlace): boolean;
};

/** Returns the found problems that are stored: if there are more, the worst. */
export const keptOf = (found: readonly FoundProblem[]): readonly FoundProblem[] =>
  found.length <= MAX_PROBLEMS ? found : found.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_PROBLEMS);

/** By kind, what is accepted last, then by severity. */
const rankOf = ({ kind, accepted, severity }: FoundProblem): number =>
  (accepted ? PROBLEM_KINDS.length : PROBLEM_KINDS.indexOf(kind)) * SEVERITIES.length + SEVERITIES.indexOf(severity);

/** Returns the places of results, one place per result. */
export const placesOf = <T>(
  results: readonly T[],
  placeOf: (one: T) => ProblemPlace,
): Pick<FoundProblem, "places" | "placeCount"> => ({
  places: results.slice(0, MAX_PLACES).map(placeOf),
  placeCount: results.length,
});

/** A problem's history, without people's decisions about it. */
export type ProblemState = Omit<FoundProblem, "accepted" | "known" | "added" | "countsAs" | "firstSeen"> & {
  status: Exclude<ProblemStatus, "snoozed">;
  accepted: Accepted | null;
  firstSeen: Sighting;
  lastSeen: Sighting;
  fixedIn: Sighting | null;
  /** Number of runs that saw it, of those that looked since it was first seen. */
  seenIn: number;
  lookedIn: number;
};

/** Returns whether lists of open problems include it, as they also do with problems that people accepted or snoozed. */
export const isOpenState = ({ status }: Pick<ProblemState, "status">): boolean => status !== "fixed";

/** Maximum number of stored places per problem; the others are only counted. */
export const MAX_PLACES = 200;
/** Maximum number of stored problems per run. */
export const MAX_PROBLEMS = 5_000;

/** Returns an id that is the same for the same place in every run. */
export const placeId = ({ page, label, viewport, browser, mode }: ProblemPlace): string =>
  [page, label, viewport, browser, ...(mode === undefined ? [] : [mode])].join("\n");
