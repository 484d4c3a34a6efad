// Tools for audits, health and what a run came to.
import { array, mixed, number, object, string } from "yup";
import { RUN_NAME } from "../../../domain/runTypes.ts";
import { type RunStatusView, readRun } from "../../operations/readRun.ts";
import { environmentArg, projectArg, runIdArg } from "../args.ts";
import { runOf } from "../runOf.ts";
import { oneLine } from "../sentences.ts";
import { startRunTool } from "../startRunTool.ts";
import { type AnyTool, defineTool } from "../tool.ts";

const CI_RUNS = [
  startRunTool({
    name: "run_perf",
    title: "Performance audit",
    type: "perf",
    area: "audits",
    profile: "full",
    description:
      "Measures the scenarios' pages with Lighthouse, several runs each, against perfBudgets when given. Answers the runId; then call wait_for_run and perf_get_latest_report.",
    shows: ["perfBudgets"],
  }),
  startRunTool({
    name: "run_seo",
    title: "SEO audit",
    type: "seo",
    area: "audits",
    profile: "full",
    description:
      "Audits the scenarios' pages and the whole site for search engines. Answers the runId; then call wait_for_run and seo_get_report.",
  }),
  startRunTool({
    name: "run_a11y",
    title: "Accessibility audit",
    type: "a11y",
    area: "audits",
    profile: "full",
    description:
      "Audits the scenarios' pages for WCAG 2.2 A/AA, by axe, keyboard and reflow. Answers the runId; then call wait_for_run and a11y_get_report.",
  }),
  startRunTool({
    name: "run_security",
    title: "Security audit",
    type: "security",
    area: "audits",
    profile: "full",
    description:
      "Audits headers, cookies, TLS, exposed files and libraries with known holes. Answers the runId; then call wait_for_run and security_get_report.",
  }),
  startRunTool({
    name: "run_tracking",
    title: "Tracking audit",
    type: "tracking",
    area: "audits",
    profile: "full",
    description:
      "Holds what the pages push and send against the tracking plan. Answers the runId; then call wait_for_run and tracking_get_audit_report.",
  }),
];

/** The body of GET /api/ci/status/{runId} (specification 2.2). */
const statusData = object({
  runId: string().required(),
  projectId: string().required(),
  status: string().oneOf(["running", "completed", "failed"]).required(),
  type: string().required(),
  environmentId: string(),
  environmentName: string(),
  duration: number(),
  summary: object().nullable().default(undefined),
  error: string().nullable(),
  perfBudgetResult: mixed(),
  progress: object({ phase: string(), done: number(), total: number() }).default(undefined),
  children: array().of(object({ runId: string(), type: string(), status: string() })),
});

const getRunStatus = defineTool({
  name: "get_run_status",
  title: "Status of a run",
  description:
    "Status, summary and scores of a run; of the latest completed one when no runId is given. Call wait_for_run instead of calling this again and again.",
  area: "audits",
  profile: "qa",
  mutating: false,
  ci: { status: 200 },
  project: true,
  args: { project: projectArg(), environment: environmentArg(), runId: runIdArg() },
  data: statusData,
  example: {},
  async run(use, { runId }) {
    const run = await runOf(use, runId);
    const data = await readRun(use.ctx, use.caller, run._id);
    return { summary: sentenceOf(data), data };
  },
});

function sentenceOf({ runId, type, status, error, progress }: RunStatusView): string {
  const name = `${RUN_NAME[type]} ${runId}`;
  if (status === "running")
    return `${name} is running: ${progress?.phase ?? "queued"}, ${progress?.done ?? 0} of ${progress?.total ?? 0}.`;
  return oneLine(status === "failed" ? `${name} failed: ${error ?? "no reason was kept"}` : `${name} is completed.`);
}

export const auditTools: readonly AnyTool[] = [...CI_RUNS, getRunStatus];
