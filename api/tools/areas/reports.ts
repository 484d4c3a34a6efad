// Tools for reports and histories of audits.

import { object, string } from "yup";
import { AUDIT_PILLARS, PILLAR_NAME } from "../../../domain/audit/pillars.ts";
import { REPORT_FORMATS } from "../../../domain/report/formats.ts";
import { namedSummary } from "../../../domain/runs/runSummary.ts";
import { auditPillarOf, RUN_NAME, runNoun } from "../../../domain/runTypes.ts";
import { choice, listOf } from "../../lib/validate.ts";
import { type RunReport, runReport } from "../../operations/reports/runReport.ts";
import { childrenData } from "../answers.ts";
import { described, environmentArg, pagingArgs, projectArg, runIdArg, verboseArg } from "../args.ts";
import { next, type Place, placeOfRun, reportOf, waitFor } from "../next.ts";
import { pillarHistoryTool } from "../pillarHistoryTool.ts";
import { FINDINGS_DATA, findingsData, pillarReportTool } from "../pillarReportTool.ts";
import { PILLAR_TOOLS } from "../pillarTools.ts";
import { runOf } from "../runOf.ts";
import { oneLine } from "../sentences.ts";
import { type AnyTool, defineTool, type NextAction } from "../tool.ts";

const getRunReport = defineTool({
  name: "get_run_report",
  title: "Report of a run",
  description:
    "Summary of one run, signed links to its report as html, pdf or xlsx, and its findings worst first. Call it when a run has ended and a person wants the report; get_pillar_report compares with the run before.",
  intent: {
    does: "a run's report to open or hand on",
    when: [["report", "export"], ["export"]],
    not: ["tracking"],
    hints: ["runId"],
  },
  area: "reports",
  profile: "full",
  mutating: false,
  pageText: ["findings"],
  args: {
    project: projectArg(),
    environment: environmentArg(),
    runId: runIdArg(),
    formats: described(listOf(choice(REPORT_FORMATS).required()), "Default html"),
    ...pagingArgs,
    verbose: verboseArg(),
  },
  quiet: ["limit", "verbose"],
  data: object({
    runId: string().required(),
    type: string().required(),
    status: string().required(),
    verdict: string().nullable().defined(),
    environment: string().nullable().defined(),
    summary: object().nullable().defined(),
    error: string().nullable().defined(),
    /** Reports by format; null if there is none in that format. */
    reports: object().required(),
    children: childrenData(),
    ...FINDINGS_DATA,
  }),
  example: {},
  async run(use, { runId, formats = ["html" as const], limit, cursor, verbose }) {
    const run = await runOf(use, runId);
    const report = await runReport(use.ctx, use.caller, { run, formats: [...new Set(formats)], limit, cursor });
    const { findings, links, problems } = report;
    const none = { total: 0, findings: [], rules: [], nextCursor: null };
    return {
      summary: oneLine(namedSummary(run, `${RUN_NAME[run.type]} ${run._id}`)),
      warnings: problems,
      data: {
        runId: run._id,
        type: run.type,
        status: run.status,
        verdict: run.verdict,
        environment: run.environmentName,
        summary: run.summary,
        error: run.error === null ? null : oneLine(run.error),
        reports: links,
        ...(report.children && { children: report.children }),
        ...(findings ? findingsData(findings, verbose === true) : none),
      },
      nextActions: nextOf(placeOfRun(use, run), report),
    };
  },
});

function nextOf(place: Place, { run, findings, children }: RunReport): NextAction[] {
  const { _id: runId, type, status } = run;
  if (status === "running") return [waitFor(place, runId)];
  const cursor = findings?.nextCursor ?? null;
  const pillar = auditPillarOf(type);
  return [
    ...(cursor === null ? [] : [next(place, "The following findings", "get_run_report", { runId, cursor })]),
    ...(pillar === null ? [] : [{ ...reportOf(place, pillar, runId), label: "Compare with the run before" }]),
    ...(children ?? []).map((child) =>
      next(place, `Report of the ${runNoun(child.type)}`, "get_run_report", { runId: child.runId }),
    ),
  ];
}

const REPORTED = AUDIT_PILLARS.flatMap((pillar) => {
  const tools = PILLAR_TOOLS[pillar];
  return tools === undefined ? [] : [{ pillar, ...tools }];
});

const pillarTools = REPORTED.flatMap(({ pillar, report, history, says }) => [
  pillarReportTool({
    name: report,
    title: `${PILLAR_NAME[pillar]} report`,
    area: "reports",
    profile: "full",
    pillar,
    description: `The latest ${PILLAR_NAME[pillar]} audit: ${says}, with what is new and fixed. Then ${history} for how it went before.`,
  }),
  pillarHistoryTool({
    name: history,
    title: `${PILLAR_NAME[pillar]} history`,
    pillar,
    reportTool: report,
    description: `The ${PILLAR_NAME[pillar]} audits of the project, newest first, with scores, the rolling score and its trend. Then ${report} with a runId for one of them.`,
  }),
]);

export const reportTools: readonly AnyTool[] = [getRunReport, ...pillarTools];
