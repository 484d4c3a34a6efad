// Results of tracking audits: the report, the proof of one row, and the report as a file.
import { array, number, object, string } from "yup";
import { OUTCOMES, SEVERITIES } from "../../../../domain/audit/finding.ts";
import type { ReportRow } from "../../../../domain/pillars/tracking/overview.ts";
import { REPORT_FORMATS } from "../../../../domain/report/formats.ts";
import { scoreOf } from "../../../../domain/runs/score.ts";
import type { OperationContext } from "../../../lib/context.ts";
import { encodeCursor } from "../../../lib/paging.ts";
import { artifactUrl } from "../../../lib/publicLink.ts";
import { choice, requiredText } from "../../../lib/validate.ts";
import { exportAuditReport } from "../../../operations/tracking/exportAuditReport.ts";
import { readAuditReport } from "../../../operations/tracking/readAuditReport.ts";
import { type EventProof, readEventProof } from "../../../operations/tracking/readEventProof.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, environmentArg, pagingArgs, projectArg, runIdArg, verboseArg } from "../../args.ts";
import { next, placeOfRun, startOf, waitFor } from "../../next.ts";
import { pillarRunOf } from "../../runOf.ts";
import { oneLine, plural, quotedText, reasonText } from "../../sentences.ts";
import { defineTool, type ToolUse } from "../../tool.ts";
import { eventView, pageView } from "./shapes.ts";

/** Maximum length of a finding's message in an answer that lists many. */
const SHORT_MESSAGE = 200;
const SHORT_VIOLATIONS = 3;
/** Maximum size of all rows of one answer: 15,000 tokens at the very most, half of that for most texts. */
const MAX_BYTES = 30_000;

/** A tracking audit can be read while it is still running. */
const trackingRunOf = (use: ToolUse, runId: string | undefined) =>
  pillarRunOf(use, "tracking", runId, { running: true });

const runArgs = { project: projectArg(), environment: environmentArg(), runId: runIdArg() };
const statusData = () => string().oneOf(["pass", "fail", "not_exercised"]).required();
const severityData = () => string().oneOf(SEVERITIES).required();
const outcomeData = () => string().oneOf(OUTCOMES).required();
const rowCountsData = object({
  pass: number().required(),
  fail: number().required(),
  not_exercised: number().required(),
});

const rowData = object({
  id: string().required(),
  kind: string().oneOf(["page", "event"]).required(),
  label: string().required(),
  eventType: string().nullable().defined(),
  status: statusData(),
  page: string().required(),
  reason: string(),
  violations: array().of(object({ rule: string().required(), severity: severityData(), message: string().required() })),
  /** Set if there are more violations than are listed. */
  violationCount: number(),
  notJudged: array().of(string().required()),
  screenshot: string().nullable(),
});

export const getAuditReport = defineTool({
  name: "tracking_get_audit_report",
  title: "Report of a tracking audit",
  description:
    "How each row of the plan did in a tracking audit, worst first, and which rules are broken. Call it when a tracking audit has ended; then tracking_get_audit_event_proof for a failed row.",
  intent: {
    does: "the latest tracking audit",
    when: [
      ["tracking", "report"],
      ["tracking", "fail"],
      ["tracking", "issue"],
    ],
  },
  area: "tracking",
  profile: "qa",
  mutating: false,
  pageText: ["pages[].reason", "rows[].reason", "rows[].violations"],
  args: { ...runArgs, ...pagingArgs, verbose: verboseArg() },
  data: object({
    runId: string().required(),
    status: string().required(),
    verdict: string().nullable().defined(),
    score: number().nullable().defined(),
    createdAt: string().required(),
    environment: string().nullable().defined(),
    reasons: listData(string().required()),
    counts: rowCountsData.required(),
    violationsByClass: array().of(
      object({
        rule: string().required(),
        severity: severityData(),
        outcome: outcomeData(),
        count: number().required(),
        new: number().nullable().defined(),
        targets: listData(string().defined()),
      }),
    ),
    pages: array().of(
      object({
        url: string().required(),
        planPageId: string().nullable().defined(),
        status: string().required(),
        score: number().nullable().defined(),
        reason: string(),
        rows: rowCountsData.required(),
      }),
    ),
    rows: listData(rowData),
    nextCursor: string().nullable().defined(),
  }),
  example: {},
  async run(use, { runId, limit, cursor, verbose }) {
    const { ctx, caller } = use;
    const run = await trackingRunOf(use, runId);
    const report = await readAuditReport(ctx, caller, { run, limit, cursor });
    const { counts, classes, pages } = report;
    const rows = fitting(report.rows.map((row) => rowView(ctx, row, verbose)));
    const end = report.from + rows.length;
    const summary = run.summary && "reasons" in run.summary ? run.summary : null;
    const failed = report.rows.filter(({ status }) => status === "fail");
    const running = run.status === "running";
    return {
      summary: oneLine(
        `${running ? "So far " : ""}${counts.fail} of ${plural(counts.fail + counts.pass, "tried row")} failed${counts.not_exercised > 0 ? `, ${counts.not_exercised} could not be tried` : ""}${failed[0] ? `; the worst: ${quotedText(failed[0].label)}` : ""}.`,
      ),
      data: {
        runId: run._id,
        status: run.status,
        verdict: run.verdict,
        score: scoreOf(run),
        createdAt: run.createdAt.toISOString(),
        environment: run.environmentName,
        reasons: (run.error ? [run.error] : (summary?.reasons ?? [])).slice(0, 10).map((text) => oneLine(text)),
        counts,
        ...(classes && {
          violationsByClass: classes.map((one) => ({
            ...one,
            targets: one.targets.map((target) => oneLine(target, 120)),
          })),
        }),
        ...(pages && {
          pages: pages.map(({ reason, ...page }) => ({ ...page, ...(reason && { reason: oneLine(reason) }) })),
        }),
        rows,
        nextCursor: end < report.total ? encodeCursor(end) : null,
      },
      warnings: running ? ["The run is still running: call wait_for_run, then this again."] : [],
      nextActions: [
        ...(running ? [waitFor(use, run._id)] : []),
        ...failed.slice(0, 3).map(({ id, label }) =>
          next(use, `Proof of ${quotedText(label, 60)}`, "tracking_get_audit_event_proof", {
            eventId: id,
            runId: run._id,
          }),
        ),
      ],
    };
  },
});

/** Returns as many rows as fit into an answer, but at least one. Reading the run's pages again with a smaller limit would be slow. */
function fitting<T>(rows: readonly T[]): T[] {
  let left = MAX_BYTES;
  return rows.filter((row, i) => {
    left -= Buffer.byteLength(JSON.stringify(row));
    return left >= 0 || i === 0;
  });
}

function rowView(ctx: OperationContext, row: ReportRow, verbose = false) {
  const { id, kind, label, eventType, status, page, reason, violations, notJudged, screenshotId } = row;
  const shown = verbose ? violations : violations.slice(0, SHORT_VIOLATIONS);
  return {
    id,
    kind,
    label,
    eventType,
    status,
    page,
    ...(reason !== null && { reason: oneLine(reason) }),
    ...(shown.length > 0 && {
      violations: shown.map((one) => ({ ...one, message: oneLine(one.message, verbose ? 500 : SHORT_MESSAGE) })),
    }),
    ...(shown.length < violations.length && { violationCount: violations.length }),
    ...(verbose && { notJudged, screenshot: screenshotId === null ? null : artifactUrl(ctx, screenshotId) }),
  };
}

export const getEventProof = defineTool({
  name: "tracking_get_audit_event_proof",
  title: "Proof of a plan event",
  description:
    "What an audit saw of one event (or page) of the plan: the push with its stack, the beacons, a screenshot, and each violation. Call it for a failed row of tracking_get_audit_report; fix the site, then call run_full_audit (pillars: tracking).",
  area: "tracking",
  profile: "qa",
  mutating: false,
  pageText: ["violations", "push", "beacons"],
  args: { ...runArgs, eventId: described(requiredText(120), "Id of the plan event or page") },
  data: object({
    runId: string().required(),
    eventId: string().required(),
    kind: string().oneOf(["page", "event"]).required(),
    label: string().required(),
    eventType: string().nullable().defined(),
    status: statusData(),
    page: string().required(),
    reason: string().nullable().defined(),
    planRow: object().nullable().defined(),
    violations: rowsData({
      rule: string().required(),
      severity: severityData(),
      outcome: outcomeData(),
      message: string().required(),
      help: string().defined(),
      attribute: string(),
      expected: string(),
      where: string(),
    }),
    notJudged: listData(string().required()),
    push: object({
      atMs: number().required(),
      layer: string().defined(),
      name: string().defined(),
      /** JSON as truncated text. */
      copy: string().defined(),
      stack: listData(string().defined()),
    })
      .nullable()
      .defined(),
    beacons: rowsData({
      provider: string().required(),
      account: string().defined(),
      event: string().defined(),
      atMs: number().required(),
      url: string().defined(),
    }),
    screenshot: string().nullable().defined(),
    elsewhere: rowsData({ page: string().required(), status: statusData() }),
  }),
  example: { eventId: "event-add-to-cart" },
  async run(use, { eventId, runId }) {
    const { ctx, caller } = use;
    const run = await trackingRunOf(use, runId);
    const proof = await readEventProof(ctx, caller, { run, eventId });
    const { id, screenshotId, planRow, violations, ...rest } = proof;
    const row = planRow && ("eventType" in planRow ? eventView(planRow) : pageView(planRow));
    return {
      summary: sentenceOf(proof),
      data: {
        runId: run._id,
        eventId: id,
        ...rest,
        reason: rest.reason === null ? null : oneLine(rest.reason),
        planRow: row,
        violations: violations.map(({ attribute, expected, where, message, ...one }) => ({
          ...one,
          message: oneLine(message, 500),
          ...(attribute !== null && { attribute }),
          ...(expected !== null && { expected }),
          ...(where !== null && { where }),
        })),
      },
      warnings: planRow === null ? ["The plan no longer has this row; the audit is older."] : [],
      nextActions: [startOf(placeOfRun(use, run), "tracking", "Audit again after the fix")],
      ...(screenshotId !== null && {
        pictures: [{ artifactId: screenshotId, label: oneLine(`${quotedText(rest.label)} at ${rest.page}`, 200) }],
      }),
    };
  },
});

function sentenceOf({ label, eventType, status, reason, violations, push, beacons }: EventProof): string {
  const name = `${quotedText(label)}${eventType === null ? "" : ` (${reasonText(eventType, 60)})`}`;
  if (status === "not_exercised")
    return oneLine(`${name} was not tried: ${reasonText(reason ?? "no reason was recorded", 200)}`);
  if (status === "fail") return oneLine(`${name} failed: ${plural(violations.length, "violation")}.`);
  const sent =
    beacons.length > 0 ? ` and sent to ${[...new Set(beacons.map(({ provider }) => provider))].join(", ")}` : "";
  return oneLine(`${name} is proven: ${push === null ? "seen" : "pushed"}${sent}.`);
}

export const exportReport = defineTool({
  name: "tracking_export_audit_report",
  title: "Tracking audit as a file",
  description:
    "The report of a tracking audit as xlsx, html or pdf, behind a link that opens without a key until it expires. Call it to hand the result to people; tracking_get_audit_report is for you.",
  intent: {
    does: "the tracking audit as a file",
    when: [["tracking", "export"]],
    needs: ["format"],
  },
  area: "tracking",
  profile: "full",
  mutating: false,
  args: { ...runArgs, format: described(choice(REPORT_FORMATS), "Default xlsx") },
  data: object({
    runId: string().required(),
    format: string().oneOf(REPORT_FORMATS).required(),
    contentType: string().required(),
    link: string().required(),
    expiresAt: string().required(),
  }),
  example: { format: "xlsx" },
  async run(use, { runId, format = "xlsx" }) {
    const run = await pillarRunOf(use, "tracking", runId);
    const data = await exportAuditReport(use.ctx, use.caller, { runId: run._id, format });
    return { summary: `The report of ${run._id} as ${format}; its link is good until ${data.expiresAt}.`, data };
  },
});
