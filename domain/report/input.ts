// Input of a report: plain data of one run, passed in by the caller.
import type { FindingPages } from "../audit/causes.ts";
import type { PageStatus, RuleOutcome } from "../audit/page.ts";
import type { AuditPillar, Pillar } from "../audit/pillars.ts";
import type { AuditSummary, RunFinding } from "../audit/summary.ts";
import type { StatusType } from "../runTypes.ts";
import type { Extras, Picture } from "./extraTypes.ts";
import type { FunctionalSection } from "./functional/types.ts";
import type { VisualSection } from "./visual/types.ts";

export type ReportStatus = "running" | "completed" | "failed";

/** Times are ISO 8601, durations in ms. */
export type ReportRun = {
  runId: string;
  type: StatusType;
  projectName: string;
  environmentName: string | null;
  /** Location of the run's browsers; null if none in particular. */
  location?: string | null;
  baseUrl: string;
  branch: string | null;
  commitSha: string | null;
  prNumber: number | null;
  status: ReportStatus;
  error: string | null;
  /** The result of the run, worded as in every interface. */
  sentence: string;
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

/** `title`: what is true on a good page, for our own checks. `fault`: what is wrong, for rules that have a text for it. */
export type ReportFinding = Omit<RunFinding, "runId" | "projectId"> & {
  picture?: Picture | null;
  title?: string;
  fault?: string;
  /** For a finding that represents several pages. */
  pages?: FindingPages | null;
};

/** One audit of one pillar. `pagesTotal` and `findingsTotal` include what the caller did not pass in. */
export type ReportSection = {
  pillar: AuditPillar;
  runId: string;
  status: ReportStatus;
  error: string | null;
  summary: AuditSummary | null;
  /** Whether it passed because there was no earlier run to compare with. */
  startingPoint: boolean;
  pages: ReportPage[];
  pagesTotal: number;
  findings: ReportFinding[];
  findingsTotal: number;
  /** Sentences that do not affect the verdict. */
  warnings: string[];
  extras: Extras;
};

/** The row of a pillar without pages and findings: screenshots and functional tests, which have separate parts. */
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
  /** The screenshots of a visual run, or of the visual part of a full audit. */
  visual: VisualSection | null;
  /** The scenarios of a functional run, or of the functional part of a full audit. */
  functional: FunctionalSection | null;
  /** The figure on the cover: the section's, or the weighted mean of a full audit. */
  score: number | null;
  generatedAt: string;
};
