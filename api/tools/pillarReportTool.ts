// Defines the tools that read the report of a pillar's latest run, which differ only in the pillar.

import { array, boolean, number, type ObjectShape, object, string } from "yup";
import { AUDIT_PILLARS, isAudit, PILLAR_NAME, PILLAR_NEEDS, PILLARS, type Pillar } from "../../domain/audit/pillars.ts";
import type { IntentWords } from "../../domain/guidance/intents.ts";
import { namedSummary } from "../../domain/runs/runSummary.ts";
import { choice } from "../lib/validate.ts";
import { type PillarReport, pillarReport } from "../operations/reports/pillarReport.ts";
import type { ReportFinding } from "../operations/reports/reportFinding.ts";
import { listData, rowsData } from "./answers.ts";
import { environmentArg, pagingArgs, projectArg, runIdArg, verboseArg } from "./args.ts";
import { detailsOf, next, type Place, placeOfRun } from "./next.ts";
import { PILLAR_TOOLS } from "./pillarTools.ts";
import { pillarRunOf } from "./runOf.ts";
import { oneLine } from "./sentences.ts";
import { type AnyTool, defineTool, type NextAction, type ToolAnswer, type ToolArea, type ToolUse } from "./tool.ts";

type Declared = {
  name: string;
  title: string;
  description: string;
  intent?: IntentWords;
  area: ToolArea;
  profile: "qa" | "full";
  /** Null if the caller names the pillar. */
  pillar: Pillar | null;
};

const finding = object({
  rule: string().required(),
  severity: string().nullable().defined(),
  outcome: string().required(),
  page: string().defined(),
  target: string().defined(),
  message: string().required(),
  new: boolean().nullable().defined(),
  /** Number of pages with the finding if there are several; `page` is the first. */
  pageCount: number(),
});

/** Also part of get_run_report. */
export const FINDINGS_DATA = {
  total: number().required(),
  findings: listData(finding),
  rules: rowsData({
    rule: string().required(),
    /** What holds on a good page. */
    title: string(),
    /** What is wrong. */
    fault: string(),
    findings: number().required(),
    pages: number().required(),
    /** Some of the pages, those with the most findings first. */
    pageList: rowsData({ page: string().required(), findings: number().required() }),
    help: string().defined(),
  }),
  nextCursor: string().nullable().defined(),
};

const figure = object({
  figure: string().required(),
  average: number().required(),
  low: number().required(),
  high: number().required(),
});
const pagePerf = object({
  url: string().required(),
  score: number().nullable().defined(),
  runs: number().nullable().defined(),
  figures: rowsData({
    figure: string().required(),
    median: number().required(),
    spread: number().nullable().defined(),
  }),
});

/** The reference run on the base branch. `figures`: averages of that run and of this one, over the pages that both measured. */
const baseRun = object({
  runId: string().required(),
  against: string().required(),
  score: number().nullable().defined(),
  pages: number(),
  figures: array().of(
    object({
      figure: string().required(),
      from: number().required(),
      to: number().required(),
      change: string().required(),
    }),
  ),
});

const reportData = object({
  pillar: string().required(),
  runId: string().required(),
  status: string().required(),
  at: string().required(),
  environment: string().nullable().defined(),
  branch: string().nullable().defined(),
  verdict: string().nullable().defined(),
  score: number().nullable().defined(),
  reasons: listData(string().required()),
  new: number().required(),
  fixed: number().required(),
  comparedWith: string().nullable().defined(),
  /** What new and fixed are counted against: "main at a1b2c3d, where this branch began". */
  against: string().nullable().defined(),
  bySeverity: object().nullable().defined(),
  ...FINDINGS_DATA,
  fixedFindings: array().of(
    object({ rule: string().required(), page: string().defined(), message: string().required() }),
  ),
  perf: object({
    figures: listData(figure),
    pages: listData(pagePerf),
    budgets: object().nullable().defined(),
    budgetResult: object().nullable().defined(),
    base: baseRun.nullable().defined(),
  }).default(undefined),
});

/** Maximum length of page text; `verbose` returns it in full. */
const MAX_TEXT = 300;
const MAX_ADDRESS = 500;

export function pillarReportTool({ pillar, ...declared }: Declared): AnyTool {
  const args: ObjectShape = {
    project: projectArg(),
    environment: environmentArg(),
    ...(pillar === null && { pillar: choice(PILLARS).required("pillar is required") }),
    runId: runIdArg(),
    ...pagingArgs,
    verbose: verboseArg(),
  };
  return defineTool({
    ...declared,
    mutating: false,
    pageText: ["findings", "fixedFindings"],
    args,
    quiet: pillar === null ? ["runId"] : ["limit"],
    data: reportData,
    example: pillar === null ? { pillar: "seo" } : {},
    async run(use, given) {
      const { limit, cursor, verbose, ...named } = given as {
        pillar?: Pillar;
        runId?: string;
        limit?: number;
        cursor?: string;
        verbose?: boolean;
      };
      // A required arg if the tool has no pillar of its own.
      const about = pillar ?? (named.pillar as Pillar);
      const run = await pillarRunOf(use, about, named.runId);
      const report = await pillarReport(use.ctx, use.caller, { pillar: about, run, limit, cursor });
      return answerOf(declared.name, use, about, report, verbose === true, pillar === null);
    },
  });
}

function answerOf(
  tool: string,
  { project }: ToolUse,
  pillar: Pillar,
  report: PillarReport,
  verbose: boolean,
  named: boolean,
): ToolAnswer {
  const { run, score, verdict, nextCursor, comparedWith, against, perf } = report;
  const here = placeOfRun({ project }, run);
  const same = { ...(named && { pillar }), runId: run._id };
  const more = nextCursor === null ? [] : [next(here, "The following findings", tool, { ...same, cursor: nextCursor })];
  return {
    summary: oneLine([namedSummary(run, `${PILLAR_NAME[pillar]} run ${run._id}`), ...report.said].join(" ")),
    warnings: report.warnings.map((warning) => oneLine(warning)),
    data: {
      pillar,
      runId: run._id,
      status: run.status,
      at: (run.finishedAt ?? run.createdAt).toISOString(),
      environment: run.environmentName,
      branch: run.branch,
      verdict,
      score,
      reasons: report.reasons.map((reason) => oneLine(reason)),
      new: report.new,
      fixed: report.fixed,
      comparedWith,
      against,
      bySeverity: report.bySeverity,
      ...findingsData(report, verbose),
      ...(report.fixedFindings.length > 0 && {
        fixedFindings: report.fixedFindings.map(({ rule, page, message }) => ({
          rule,
          page: oneLine(page, MAX_ADDRESS),
          message: oneLine(message, MAX_TEXT),
        })),
      }),
      ...(perf && { perf }),
    },
    nextActions: [...more, ...nextOf(here, pillar, report, named)],
  };
}

/** Returns the part of `data` about findings. */
export function findingsData(report: PillarReport, verbose: boolean) {
  return {
    total: report.total,
    findings: report.findings.map((one) => findingView(one, verbose)),
    rules: report.rules.map(({ help, pageList, ...rule }) => ({
      ...rule,
      pageList: pageList.map(({ page, findings }) => ({ page: oneLine(page, MAX_ADDRESS), findings })),
      help: oneLine(help, MAX_TEXT),
    })),
    nextCursor: report.nextCursor,
  };
}

/** Omits `help`, which is listed once with the rule. */
function findingView({ help: _, evidence, picture, ...one }: ReportFinding, verbose: boolean) {
  return {
    ...one,
    page: oneLine(one.page, MAX_ADDRESS),
    target: oneLine(one.target, MAX_TEXT),
    message: oneLine(one.message, MAX_TEXT),
    ...(verbose && { evidence, picture }),
  };
}

/** Suggests next calls. `rolling`: also suggests looking at the pillar's results over several runs. */
function nextOf(place: Place, pillar: Pillar, { run, total }: PillarReport, rolling: boolean): NextAction[] {
  const audit = AUDIT_PILLARS.find((one) => one === pillar);
  const history = audit && PILLAR_TOOLS[audit]?.history;
  return [
    ...(!isAudit(pillar) && total > 0 ? [detailsOf(place, pillar, run._id)] : []),
    ...(PILLAR_NEEDS[pillar] === "plan" && total > 0
      ? [next(place, "How each row of the plan did", "tracking_get_audit_report", { runId: run._id })]
      : []),
    ...(rolling ? [next(place, "Health of the site over its latest runs", "get_site_health")] : []),
    ...(history ? [next(place, "How it went before", history)] : []),
  ];
}
