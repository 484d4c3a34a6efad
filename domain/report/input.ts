// What a report is made of: plain data of one run, handed in by the caller.
import type { PageStatus, RuleOutcome } from "../audit/page.ts";
import type { AuditPillar, Pillar } from "../audit/pillars.ts";
import type { AuditSummary, RunFinding } from "../audit/summary.ts";

/** A picture as a data: URI of PNG, JPEG or WebP; anything else is not shown. */
export type Picture = { dataUri: string; caption: string };

export type ReportStatus = "running" | "completed" | "failed";

/** Times are ISO 8601, durations ms. */
export type ReportRun = {
  runId: string;
  projectName: string;
  environmentName: string | null;
  baseUrl: string;
  branch: string | null;
  commitSha: string | null;
  prNumber: number | null;
  status: ReportStatus;
  error: string | null;
  startedAt: string;
  finishedAt: string | null;
  durationMs: number | null;
};

export type ReportPage = {
  url: string;
  scenarioLabels: string[];
  status: "pending" | PageStatus;
  /** Why it could not be measured. */
  reason: string | null;
  score: number | null;
  metrics: Record<string, number | null>;
  rules: RuleOutcome[];
  pictures: Picture[];
};

export type ReportFinding = Omit<RunFinding, "runId" | "projectId"> & { picture?: Picture | null };

/** One audit of one pillar. `pagesTotal` and `findingsTotal` count what the caller did not hand in, too. */
export type ReportSection = {
  pillar: AuditPillar;
  runId: string;
  status: ReportStatus;
  error: string | null;
  summary: AuditSummary | null;
  pages: ReportPage[];
  pagesTotal: number;
  findings: ReportFinding[];
  findingsTotal: number;
  /** Sentences that change no verdict. */
  warnings: string[];
  extras: Extras;
};

/** A pillar of a full audit that has no pages and findings: pictures and functional tests have their own results. */
export type OtherPillar = {
  pillar: Pillar;
  status: ReportStatus;
  verdict: "pass" | "fail" | null;
  score: number | null;
  sentence: string;
};

export type ReportInput = {
  kind: "pillar" | "suite";
  run: ReportRun;
  sections: ReportSection[];
  others: OtherPillar[];
  /** The figure of the cover: the section's, or the weighted mean of a full audit. */
  score: number | null;
  generatedAt: string;
};

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
export type PrivacyExtras = { pages: { url: string; banner: string | null; states: ConsentRow[] }[]; total: number };

/** `modifiers`: what was taken from or added to 100 points. */
export type SecurityExtras = { grade: string | null; modifiers: { name: string; points: number }[] };
