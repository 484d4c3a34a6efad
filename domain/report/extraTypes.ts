// What single pillars show in a report beyond pages and findings. Pillars declare it, so nothing here knows of them.
import type { Fields } from "./stored.ts";

/** A picture as a data: URI of PNG, JPEG or WebP; anything else is not shown. */
export type Picture = { dataUri: string; caption: string };

export type StoredPage = { url: string; metrics: Record<string, number | null>; details: Fields };

/** `site`: the part of the run that looked at the whole site. `pictureOf`: the picture of an artifact where it was loaded. */
export type Stored = {
  runExtra: Fields;
  pages: readonly StoredPage[];
  site: StoredPage | null;
  pictureOf(artifactId: string, caption: string): Picture | null;
};

/** What a pillar shows in a report of its own. */
export type PillarReport = {
  /** Figures in the table of pages, by the key of the metric, each with its head; [] for the numbers of its rules. */
  columns: readonly (readonly [key: string, head: string])[];
  /** Reads what the run and its pages stored, which may be of an older version. */
  extras(stored: Stored): Extras;
};

/** More are counted, and not shown. */
export const MAX_PROOF_ROWS = 300;
export const MAX_CONSENT_PAGES = 50;

/** What one pillar shows beyond pages and findings. A part that is absent is not shown. */
export type Extras = {
  facts?: { label: string; value: string }[];
  perf?: PerfExtras;
  tracking?: TrackingExtras;
  privacy?: PrivacyExtras;
  security?: SecurityExtras;
};

/** `low` and `high`: the means of the pages' lowest and highest runs. Milliseconds, but for `cls` and `score`. */
export type PerfFigure = { key: string; value: number; low: number | null; high: number | null };
export type PerfExtras = {
  device: string | null;
  runsPerPage: number | null;
  /** Lighthouse's figure of how fast the measuring host is. */
  benchmarkIndex: number | null;
  averages: PerfFigure[];
  budget: { pass: boolean; violations: string[] } | null;
};

/** One planned page or event, from the plan's row to the screenshot. null: there is none. */
export type ProofRow = {
  kind: "page" | "event";
  id: string;
  label: string;
  url: string | null;
  verdict: "proven" | "failed" | "not_exercised";
  plan: string | null;
  push: string | null;
  beacon: string | null;
  violations: string[];
  picture: Picture | null;
};
export type TrackingExtras = { rows: ProofRow[]; total: number };

export const CONSENT_STATES = ["before", "rejected", "accepted"] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];
/** Counts are null where the state could not be reached; the reason says why. */
export type ConsentRow = {
  state: ConsentState;
  reason: string | null;
  cookies: number | null;
  storage: number | null;
  thirdParties: number | null;
  beacons: number | null;
  /** Names of cookies and of third parties' owners, a few. */
  names: string[];
};
/** `coverage`: which part of what is judged the page's score covers, where it does not cover all. */
export type ConsentPage = { url: string; banner: string | null; coverage: string | null; states: ConsentRow[] };
export type PrivacyExtras = { pages: ConsentPage[]; total: number };

/** `modifiers`: what was taken from or added to 100 points. */
export type SecurityExtras = { grade: string | null; modifiers: { name: string; points: number }[] };
