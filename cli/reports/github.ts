// GitHub Actions: annotations in the log, the job's summary.

import { oneLine, truncate } from "../../domain/text.ts";
import { SEVERITIES } from "../../domain/words/severities.ts";
import { besideOf } from "../client/show.ts";
import type { Ended } from "../client/watch.ts";
import type { ReportItem } from "./items.ts";

/** GitHub shows ten annotations of a kind for a step, and drops the rest without a word. */
const MAX_OF_A_KIND = 10;
/** GitHub cuts a message at 64 KB; a sentence of this many characters is far below, whatever its bytes and escapes. */
const MAX_MESSAGE = 4_000;
const MAX_TITLE = 200;
const MAX_CELL = 500;
/** GitHub refuses a summary of over 1 MiB; a table that long is read by nobody. */
const MAX_ROWS = 100;

/** Workflow commands, one a line: what is new and worst comes first. */
export function annotations(items: readonly ReportItem[]): string[] {
  const against = items.filter(({ outcome }) => outcome === "failed" || outcome === "error").toSorted(byWeight);
  const errors = against.filter(({ severity }) => severity === "critical" || severity === "serious");
  const warnings = against.filter((one) => !errors.includes(one));
  return [
    ...errors.slice(0, MAX_OF_A_KIND).map((item) => command("error", item)),
    ...warnings.slice(0, MAX_OF_A_KIND).map((item) => command("warning", item)),
  ];
}

const byWeight = (a: ReportItem, b: ReportItem): number =>
  Number(b.isNew ?? false) - Number(a.isNew ?? false) ||
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);

const command = (kind: "error" | "warning", item: ReportItem): string =>
  `::${kind} title=${property(truncate(`${item.run}: ${item.name}`, MAX_TITLE))}::${data(truncate(`${item.message} (${item.page})`, MAX_MESSAGE))}`;

const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** Markdown for `GITHUB_STEP_SUMMARY`. */
export function stepSummary(ended: readonly Ended[], items: readonly ReportItem[]): string {
  const against = items.filter(({ outcome }) => outcome === "failed" || outcome === "error").toSorted(byWeight);
  const rows = ended.map(
    ({ title, run, outcome }) =>
      `| ${cell(title)} | ${outcome.word} | ${cell(run.summary?.sentence ?? outcome.reasons[0] ?? "")} | \`${run.runId}\` |`,
  );
  const told = besideOf(ended).map((one) => `- ${cell(one)}`);
  const faults = against
    .slice(0, MAX_ROWS)
    .map((item) => `| ${cell(item.run)} | ${item.severity} | ${cell(item.name)} | ${cell(item.message)} |`);
  return [
    "## Plumbline",
    "",
    "| Run | Result | Summary | Id |",
    "| --- | --- | --- | --- |",
    ...rows,
    ...(told.length > 0 ? ["", ...told] : []),
    ...(faults.length > 0 ? ["", "| Run | Severity | Where | What |", "| --- | --- | --- | --- |", ...faults] : []),
    ...(against.length > MAX_ROWS ? ["", `And ${against.length - MAX_ROWS} more.`] : []),
    "",
  ].join("\n");
}

/** Text of a page in a table: no Markdown or HTML of its own. */
const cell = (text: string): string =>
  oneLine(truncate(text, MAX_CELL)).replace(/[\\`*_{}[\]<>()#+!|~@-]/g, (one) => `&#${one.charCodeAt(0)};`);
