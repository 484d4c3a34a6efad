// What a team works on: one defect over all runs, of any pillar.
import type { Severity } from "../words/severities.ts";
import { OPEN_STATUSES, PROBLEM_STATUSES } from "../words/statuses.ts";

export { OPEN_STATUSES, PROBLEM_STATUSES };

/**
 * `new`: first seen by the newest run that looked. `ongoing`: seen before. `regressed`: it was fixed and came back. `fixed`: every
 * place was looked at, and none has it. `accepted`: a person accepted it. `snoozed`: hidden until a date, or until it spreads.
 */
export type ProblemStatus = (typeof PROBLEM_STATUSES)[number];

export type OpenStatus = (typeof OPEN_STATUSES)[number];

/** Whether somebody should act on it. */
export const isOpen = (status: ProblemStatus): status is OpenStatus =>
  (OPEN_STATUSES as readonly ProblemStatus[]).includes(status);

/** `failed`: against the site. `warning`: worth a look. `review`: a person must decide. */
export const PROBLEM_KINDS = ["failed", "warning", "review"] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** Where a problem is. `page`: key on the site, "" for the whole site. `label`: the scenario; "" for pages of audits. Unused fields are ""; `mode` is missing without one. */
export type ProblemPlace = { page: string; label: string; viewport: string; browser: string; mode?: string };

/** When and where a problem was seen. `scope`: where the run took its pages from; runs of one scope have the same places. */
export type Sighting = { runId: string; at: Date; commitSha: string | null; branch: string | null; scope: string };

/** An acceptance that came with the results: approved screenshots, accepted findings. `until` null: no end. */
export type Accepted = { by: string; reason: string | null; until: Date | null };

/** What it rests on, by artifact id and in figures; small. */
export type ProblemEvidence = {
  /** The result that shows it: a shot, a finding, a scenario of the run. */
  resultId?: string;
  target?: string;
  /** The page where a scenario fails. */
  page?: string;
  /** The scenario of that result, its feature and its viewport. */
  scenario?: string;
  featureId?: string;
  viewport?: string;
  screenshotId?: string;
  traceId?: string;
  /** Percent of differing pixels of the worst screenshot. */
  mismatchPercent?: number;
};

/** One problem as a run found it, before it has a history. */
export type FoundProblem = {
  /** What joins pages and viewports; the same in every run. */
  cause: string;
  rule: string;
  severity: Severity;
  kind: ProblemKind;
  /** The fault in a few words. May hold text of the page. */
  title: string;
  /** One whole sentence. May hold text of the page. */
  sentence: string;
  /** How to fix it. */
  help: string;
  /** Where it is now, the first of them. */
  places: ProblemPlace[];
  /** How many places there are. */
  placeCount: number;
  /** Every place was accepted. */
  accepted?: Accepted;
  /** The run that this one is compared with has it too, whether or not it was written down. */
  known?: boolean;
  /** It came with the branch, on main with the run: the base does not have it. null: there is no run to compare with. Left out: nobody asked. */
  added?: boolean | null;
  /** How its places count in the run's summary; left out: as failures. */
  countsAs?: "error" | "pageError" | "passed";
  /** Of one that is known: the run that found it first. */
  firstSeen?: Pick<Sighting, "runId" | "at">;
  evidence: ProblemEvidence;
};

/** What a run found, and where it looked. */
export type RunProblems = {
  found: FoundProblem[];
  /** Whether a place of an earlier problem of this rule would have shown it again. */
  looked(place: ProblemPlace, rule: string): boolean;
  /** Whether a place of an earlier run of the same scope is gone: this run had everything, and not this. */
  absent(place: ProblemPlace): boolean;
  /** More was found than is kept: what is missing among them is not fixed. */
  truncated: boolean;
};

/** What a run found, as much as is kept of it. */
export const keptOf = (found: readonly FoundProblem[]): Pick<RunProblems, "found" | "truncated"> => ({
  found: found.slice(0, MAX_PROBLEMS),
  truncated: found.length > MAX_PROBLEMS,
});

/** The places of results that are a place each. */
export const placesOf = <T>(
  results: readonly T[],
  placeOf: (one: T) => ProblemPlace,
): Pick<FoundProblem, "places" | "placeCount"> => ({
  places: results.slice(0, MAX_PLACES).map(placeOf),
  placeCount: results.length,
});

/** A problem's own history, without what people did about it. */
export type ProblemState = Omit<FoundProblem, "accepted" | "known" | "added" | "countsAs" | "firstSeen"> & {
  status: Exclude<ProblemStatus, "snoozed">;
  accepted: Accepted | null;
  firstSeen: Sighting;
  lastSeen: Sighting;
  fixedIn: Sighting | null;
  /** Runs that saw it, of those that looked since it was first seen. */
  seenIn: number;
  lookedIn: number;
};

/** Whether lists of open problems have it; what is accepted or snoozed by people stays among them. */
export const isOpenState = ({ status }: Pick<ProblemState, "status">): boolean => status !== "fixed";

/** Places of a problem that are kept; the rest are counted. */
export const MAX_PLACES = 200;
/** Problems of one run that are kept. */
export const MAX_PROBLEMS = 5_000;

/** The same for the same place in every run. */
export const placeId = ({ page, label, viewport, browser, mode }: ProblemPlace): string =>
  [page, label, viewport, browser, ...(mode === undefined ? [] : [mode])].join("\n");
