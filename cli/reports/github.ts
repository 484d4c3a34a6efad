// GitHub Actions: annotations in the log, and the job summary.

import { oneLine, truncate } from "../../domain/text.ts";
import { SEVERITIES } from "../../domain/words/severities.ts";
import { besideOf } from "../client/show.ts";
import type { Ended } from "../client/watch.ts";
import type { Annotated } from "./annotations.ts";

/** GitHub shows ten annotations of a kind per step and silently drops the rest. */
const MAX_OF_A_KIND = 10;
/** GitHub truncates a message at 64 KB; this many characters stay well below that, even with multi-byte characters and escapes. */
const MAX_MESSAGE = 4_000;
const MAX_TITLE = 200;
const MAX_CELL = 500;
/** GitHub refuses a summary of more than 1 MiB; nobody reads a table that long. */
const MAX_ROWS = 100;

/** Returns workflow commands, one per line: errors first, and within each kind new and severe ones first. */
export function annotations(all: readonly Annotated[]): string[] {
  const sorted = all.toSorted(byWeight);
  const errors = sorted.filter(({ severity }) => severity === "critical" || severity === "serious");
  const warnings = sorted.filter((one) => !errors.includes(one));
  return [
    ...errors.slice(0, MAX_OF_A_KIND).map((one) => command("error", one)),
    ...warnings.slice(0, MAX_OF_A_KIND).map((one) => command("warning", one)),
  ];
}

const byWeight = (a: Annotated, b: Annotated): number =>
  Number(b.isNew) - Number(a.isNew) || SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);

function command(kind: "error" | "warning", { run, title, where, url }: Annotated): string {
  const place = where === "" ? "" : ` (${where})`;
  const text = truncate(`${title}${place}`, MAX_MESSAGE);
  return `::${kind} title=${property(truncate(run, MAX_TITLE))}::${data(url === null ? text : `${text}\n${url}`)}`;
}

const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** Returns Markdown for `GITHUB_STEP_SUMMARY`. `links`: pages of the runs by id. */
export function stepSummary(
  ended: readonly Ended[],
  all: readonly Annotated[],
  links: ReadonlyMap<string, string> = new Map(),
): string {
  const rows = ended.map(({ title, run, outcome }) => {
    const link = links.get(run.runId);
    const id = link === undefined ? `\`${run.runId}\`` : `[${run.runId}](<${link}>)`;
    return `| ${cell(title)} | ${outcome.word} | ${cell(run.summary?.sentence ?? outcome.reasons[0] ?? "")} | ${id} |`;
  });
  const told = besideOf(ended).map((one) => `- ${cell(one)}`);
  const faults = all
    .toSorted(byWeight)
    .slice(0, MAX_ROWS)
    .map(({ run, severity, title, where }) => `| ${cell(run)} | ${severity} | ${cell(title)} | ${cell(where)} |`);
  return [
    "## Plumbline",
    "",
    "| Run | Result | Summary | Id |",
    "| --- | --- | --- | --- |",
    ...rows,
    ...(told.length > 0 ? ["", ...told] : []),
    ...(faults.length > 0 ? ["", "| Run | Severity | What | Where |", "| --- | --- | --- | --- |", ...faults] : []),
    ...(all.length > MAX_ROWS ? ["", `And ${all.length - MAX_ROWS} more.`] : []),
    "",
  ].join("\n");
}

/** Escapes page text for a table, so that it cannot contain Markdown or HTML. */
const cell = (text: string): string =>
  oneLine(truncate(text, MAX_CELL)).replace(/[\\`*_{}[\]<>()#+!|~@-]/g, (one) => `&#${one.charCodeAt(0)};`);
