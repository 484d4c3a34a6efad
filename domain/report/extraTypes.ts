// What individual pillars show in a report besides pages and findings. The pillars declare it, so nothing here depends on them.
import type { Fields } from "../fields.ts";

/** An image as a data: URI of PNG, JPEG or WebP; anything else is not shown. */
export type Picture = { dataUri: string; caption: string };

export type StoredPage = { url: string; metrics: Record<string, number | null>; details: Fields };

/** `site`: the part of the run that covers the whole site. `pictureOf`: returns the image of an artifact if it was loaded. */
export type Stored = {
  runExtra: Fields;
  pages: readonly StoredPage[];
  site: StoredPage | null;
  pictureOf(artifactId: string, caption: string): Picture | null;
};

/** A pillar's additions to reports. */
export type PillarReport = {
  /** Columns in the table of pages: metric key and heading; [] to show the numbers of its rules. */
  columns: readonly (readonly [key: string, head: string])[];
  /** Reads what the run and its pages stored, possibly in an older version. */
  extras(stored: Stored): Extras;
};

/** Maximum number of rows shown; further ones are counted. */
export const MAX_PROOF_ROWS = 300;
export const MAX_CONSENT_PAGES = 50;

/** What one pillar shows besides pages and findings. A missing part is not shown. */
export type Extras = {
  facts?: { label: string; value: string }[];
  perf?: PerfExtras;
  tracking?: TrackingExtras;
  privacy?: PrivacyExtras;
  security?: SecurityExtras;
};

/** `low` and `high`: the means of the pages' lowest and highest runs. In ms, except `cls` and `score`. */
export type PerfFigure = { key: string; value: number; low: number | null; high: number | null };
export type PerfExtras = {
  device: string | null;
  runsPerPage: number | null;
  /** Lighthouse's figure for the speed of the measuring host. */
  benchmarkIndex: number | null;
  averages: PerfFigure[];
  budget: { pass: boolean; violations: string[] } | null;
};

/** One planned page or event, from the plan's row to the screenshot; null if there is none. */
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
/** `proven` and `total` count the whole run; `rows` are the first ones. */
export type TrackingExtras = { rows: ProofRow[]; proven: number; total: number };

export const CONSENT_STATES = ["before", "rejected", "accepted"] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];
/** Counts are null if the state could not be reached; the reason says why. */
export type ConsentRow = {
  state: ConsentState;
  reason: string | null;
  cookies: number | null;
  storage: number | null;
  thirdParties: number | null;
  beacons: number | null;
  /** Names of a few cookies and owners of third parties. */
  names: string[];
};
/** `coverage`: which part of what is judged the page's score covers, if it does not cover all. */
export type ConsentPage = { url: string; banner: string | null; coverage: string | null; states: ConsentRow[] };
export type PrivacyExtras = { pages: ConsentPage[]; total: number };

/** `modifiers`: points subtracted from or added to 100. */
export type SecurityExtras = { grade: string | null; modifiers: { name: string; points: number }[] };
