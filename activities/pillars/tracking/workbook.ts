// Exports the results of a tracking run as a workbook. Texts of audited pages are hostile: none may become a formula.

import writeExcelFile, { type Cell, type SheetData } from "write-excel-file/node";
import type { Finding } from "../../../domain/audit/finding.ts";
import type { PageStatus } from "../../../domain/audit/page.ts";
import type { TrackingDetails } from "../../../domain/pillars/tracking/audit.ts";
import { truncate } from "../../../domain/text.ts";

export type TrackingReportInput = {
  project: string;
  environment: string | null;
  runId: string;
  /** ISO time. */
  createdAt: string;
  score: number | null;
  verdict: string;
  reasons: string[];
  pages: {
    url: string;
    status: PageStatus;
    score: number | null;
    /** Why it was not measured. */
    reason?: string | null;
    findings: readonly Finding[];
    /** null for a page that was not measured. */
    details: TrackingDetails | null;
  }[];
};

/** Maximum characters per cell: a spreadsheet rejects more than 32,767. */
const MAX_CELL = 2_000;
const MAX_ROWS = 50_000;

/** Returns the sheets Summary, Events, Violations and Beacons, as the bytes of an xlsx file. */
export async function trackingWorkbook(input: TrackingReportInput): Promise<Buffer> {
  const sheets = [
    { sheet: "Summary", data: summary(input), columns: widths(28, 60, 14, 14, 14) },
    { sheet: "Events", data: events(input), columns: widths(40, 10, 32, 24, 14, 50, 24, 50, 40) },
    { sheet: "Violations", data: violations(input), columns: widths(40, 12, 12, 24, 32, 70, 60) },
    { sheet: "Beacons", data: beacons(input), columns: widths(40, 20, 20, 28, 12, 16, 80) },
  ];
  const filled = sheets.map((sheet) => ({ ...sheet, data: sheet.data.slice(0, MAX_ROWS), stickyRowsCount: 1 }));
  return writeExcelFile(filled).toBuffer();
}

function summary({
  project,
  environment,
  runId,
  createdAt,
  score,
  verdict,
  reasons,
  pages,
}: TrackingReportInput): SheetData {
  const rows = pages.flatMap(({ details }) => details?.events ?? []);
  const count = (status: string) => rows.filter((one) => one.status === status).length;
  return [
    heads("Tracking audit", "", "", "", ""),
    [text("Project"), text(project)],
    [text("Environment"), text(environment ?? "default")],
    [text("Run"), text(runId)],
    [text("Time"), text(createdAt)],
    [text("Score"), score === null ? text("not measured") : number(score)],
    [text("Verdict"), text(verdict)],
    [text("Reasons"), text(reasons.join(" "))],
    [text("Rows proven"), number(count("pass"))],
    [text("Rows failed"), number(count("fail"))],
    [text("Rows not tried"), number(count("not_exercised"))],
    [],
    heads("Page", "Address", "Status", "Score", "Failures"),
    ...pages.map(({ url, status, score: own, reason, findings, details }) => [
      text(details?.planPageId ?? ""),
      text(url),
      text(status === "not_measured" ? `not measured: ${reason ?? ""}` : status),
      own === null ? text("") : number(own),
      number(findings.filter(({ outcome }) => outcome === "failed").length),
    ]),
  ];
}

function events({ pages }: TrackingReportInput): SheetData {
  return [
    heads("Page", "Kind", "Row", "Event", "Status", "Violations", "Not checked", "Push", "Sent to"),
    ...pages.flatMap(({ url, details }) =>
      (details?.events ?? []).map((one) => [
        text(url),
        text(one.kind),
        text(one.label),
        text(one.eventType ?? ""),
        text(one.status),
        text(one.reason ?? one.violations.map(({ message }) => message).join(" ")),
        text(one.notJudged.join(", ")),
        text(one.push?.copy ?? ""),
        text(one.beacons.map(({ provider, event }) => `${provider} ${event}`).join(", ")),
      ]),
    ),
  ];
}

function violations({ pages }: TrackingReportInput): SheetData {
  return [
    heads("Page", "Outcome", "Severity", "Rule", "Target", "Message", "Help"),
    ...pages.flatMap(({ findings }) =>
      findings.map((one) =>
        [one.page, one.outcome, one.severity, one.rule, one.target, one.message, one.help].map(text),
      ),
    ),
  ];
}

function beacons({ pages }: TrackingReportInput): SheetData {
  return [
    heads("Page", "Provider", "Account", "Event", "Time (ms)", "Before consent", "Address"),
    ...pages.flatMap(({ details }) =>
      (details?.beacons ?? []).map((one) => [
        text(one.address),
        text(one.provider),
        text(one.account),
        text(one.event),
        number(one.atMs),
        text(one.beforeConsent ? "yes" : "no"),
        text(one.url),
      ]),
    ),
  ];
}

/**
 * Returns a text cell. A text that begins like a formula is also formatted as text, so that it stays one when somebody
 * edits the cell. Characters that XML does not allow are left out.
 */
function text(value: string): Cell {
  const clean = value.toWellFormed().replace(/(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}]/gu, "");
  const short = truncate(clean, MAX_CELL + 1);
  if (short === "") return null;
  return { type: String, value: short, ...(/^\s*[=+\-@\t\r]|^[\t\r]/.test(short) ? { format: "@" } : {}) };
}

const number = (value: number): Cell => ({ type: Number, value });
const heads = (...names: string[]): Cell[] =>
  names.map((value) => (value === "" ? null : { type: String, value, fontWeight: "bold" }));
const widths = (...all: number[]) => all.map((width) => ({ width }));
