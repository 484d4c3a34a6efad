// Tools for audits, health and results of runs.
import { pillarReportTool } from "../pillarReportTool.ts";
import type { AnyTool } from "../tool.ts";
import { postPrCommentTool } from "./audits/comment.ts";
import { gatePrQuality, getQualityScore, getSiteHealth } from "./audits/health.ts";
import { CI_RUNS, getRunStatus, runFullAudit, waitForRunTool } from "./audits/runs.ts";

const getPillarReport = pillarReportTool({
  name: "get_pillar_report",
  title: "Report of a pillar",
  description:
    "What the latest run of one pillar found, worst first, with what is new and fixed since the run before. Call it after wait_for_run or get_site_health. For one pillar's score over time use get_site_health.",
  intent: {
    does: "the latest report of one pillar",
    when: [
      ["report"],
      ["issue"],
      ["report", "list"],
      ["fail"],
      ["fail", "list"],
      ["explain", "fail"],
      ["explain", "score"],
    ],
    hints: ["pillar"],
    wider: ["scenarioLabel"],
  },
  area: "audits",
  profile: "qa",
  pillar: null,
});

export const auditTools: readonly AnyTool[] = [
  ...CI_RUNS,
  runFullAudit,
  waitForRunTool,
  getRunStatus,
  gatePrQuality,
  getSiteHealth,
  getQualityScore,
  getPillarReport,
  postPrCommentTool,
];
