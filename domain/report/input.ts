// What a report is made of: plain data of one run, handed in by the caller.
import type { FindingPages } from "../audit/causes.ts";
import type { PageStatus, RuleOutcome } from "../audit/page.ts";
import type { AuditPillar, Pillar } from "../audit/pillars.ts";
import type { AuditSummary, RunFinding } from "../audit/summary.ts";
import type { Extras, Picture } from "./extraTypes.ts";
import type { FunctionalSection } from "./functional/types.ts";
import type { VisualSection } from "./visual/types.ts";

export type ReportStatus = "running" | "completed" | "failed";

/** Times are ISO 8601, durations ms. */
export type ReportRun = {
  runId: string;
  projectName: string;
  environmentName: string | null;
  /** Where its browsers stood; null: no place in particular. */
  location?: string | null;
  baseUrl: string;
  branch: string | null;
  commitSha: string | null;
  prNumber: number | null;
  status: ReportStatus;
  error: string | null;
  /** What it came to, as every face says it. */
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

/** `title`: what holds on a good page; of our own checks. `fault`: what is wrong; of rules that have words for it. */
export type ReportFinding = Omit<RunFinding, "runId" | "projectId"> & {
  picture?: Picture | null;
  title?: string;
  fault?: string;
  /** Of a finding that stands for several pages. */
  pages?: FindingPages | null;
};

/** One audit of one pillar. `pagesTotal` and `findingsTotal` count what the caller did not hand in, too. */
export type ReportSection = {
  pillar: AuditPillar;
  runId: string;
  status: ReportStatus;
  error: string | null;
  summary: AuditSummary | null;
  /** It passed, and there was no earlier run to compare with. */
  startingPoint: boolean;
  pages: ReportPage[];
  pagesTotal: number;
  findings: ReportFinding[];
  findingsTotal: number;
  /** Sentences that change no verdict. */
  warnings: string[];
  extras: Extras;
};

/** The row of a pillar that has no pages and findings: pictures and functional tests, which have parts of their own. */
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
  /** The pictures of a visual run, or of the visual part of a full audit. */
  visual: VisualSection | null;
  /** The scenarios of a functional run, or of the functional part of a full audit. */
  functional: FunctionalSection | null;
  /** The figure of the cover: the section's, or the weighted mean of a full audit. */
  score: number | null;
  generatedAt: string;
};
