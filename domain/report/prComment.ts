// The comment on a pull request: verdict, reasons, a table by pillar and the worst failures, as Markdown for GitHub and GitLab.

import { PILLAR_NAME, type Pillar } from "../audit/pillars.ts";
import type { GateReason, GateVerdict } from "../health/gateTypes.ts";
import { plural, truncate } from "../text.ts";
import { withoutOrders } from "../untrusted/cut.ts";
import { seenText } from "../untrusted/unseen.ts";
import { dateTime } from "./words.ts";

/** GitHub takes 65,536 characters; the rest is room for its own count of them. */
export const MAX_CHARACTERS = 60_000;
export const MAX_FAILURES = 10;
const MAX_REASONS = 30;
/** Of one text from a page, a branch or a scenario. */
const MAX_TEXT = 300;
const MAX_LABEL = 120;
/** Counts, and what they were compared with. */
const MAX_RESULT = 600;

/** `url`: absolute, and written by us. */
export type CommentLink = { label: string; url: string };

export type PillarRow = {
  pillar: Pillar;
  verdict: GateVerdict;
  runId: string;
  /** What the run came to, in our own words. */
  result: string;
  /** The page that decides about it, for people who sign in, and the report, for whoever has the comment. */
  links: readonly CommentLink[];
};

/** `what` and `where` may hold text of the page. */
export type CommentFailure = { pillar: Pillar; level: string; what: string; where: string; links: CommentLink[] };

export type PrComment = {
  /** Tells the comments of one project from those of others; letters, digits, `_` and `-`. */
  projectId: string;
  projectName: string;
  environmentName: string | null;
  verdict: GateVerdict;
  reasons: readonly Pick<GateReason, "level" | "message">[];
  rows: readonly PillarRow[];
  failures: readonly CommentFailure[];
  /** Failures beside those above. */
  furtherFailures: number;
  /** ISO 8601; null where the comment has no links. */
  linksUntil: string | null;
  /** ISO 8601. */
  at: string;
};

const MARK: Record<GateVerdict, string> = { pass: "✅", warn: "⚠️", fail: "❌", inconclusive: "❔" };
const TITLE: Record<GateVerdict, string> = {
  pass: "passed",
  warn: "passed with warnings",
  fail: "failed",
  inconclusive: "inconclusive",
};

/** The first line of the comment, by which it is found again. Not shown to readers. */
export const commentMarker = (projectId: string): string => `<!-- plumbline:${projectId} -->`;

/** At most MAX_CHARACTERS long; where there is more, failures are left out and counted. */
export function prComment(comment: PrComment): string {
  for (let shown = Math.min(comment.failures.length, MAX_FAILURES); ; shown--) {
    const body = written(comment, shown);
    if (body.length <= MAX_CHARACTERS || shown === 0) return truncate(body, MAX_CHARACTERS);
  }
}

function written(comment: PrComment, shown: number): string {
  const { projectId, projectName, environmentName, verdict, rows, reasons } = comment;
  const on = environmentName === null ? "" : ` on ${verbatim(environmentName, MAX_LABEL)}`;
  const parts = [
    `${commentMarker(projectId)}\n### ${MARK[verdict]} Quality gate ${TITLE[verdict]}: ${verbatim(projectName, MAX_LABEL)}${on}`,
    list(reasons.slice(0, MAX_REASONS).map(({ level, message }) => `- ${MARK[level]} ${verbatim(message)}`)),
    rows.length === 0 ? "" : table(rows),
    failures(comment, shown),
    foot(comment),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const list = (lines: readonly string[]): string => lines.join("\n");

function table(rows: readonly PillarRow[]): string {
  const lines = rows.map(
    ({ pillar, verdict, result, runId, links }) =>
      `| ${PILLAR_NAME[pillar]} | ${MARK[verdict]} ${TITLE[verdict]} | ${verbatim(result, MAX_RESULT)} | ${[verbatim(runId), ...links.map(anchor)].join(" ")} |`,
  );
  return list(["| Pillar | Verdict | Result | Run |", "| --- | --- | --- | --- |", ...lines]);
}

function failures(comment: PrComment, shown: number): string {
  if (comment.failures.length === 0) return "";
  const lines = comment.failures.slice(0, shown).map(({ pillar, level, what, where, links }) => {
    const at = where === "" ? "" : ` at ${verbatimOfPage(where)}`;
    return `- **${PILLAR_NAME[pillar]}**, ${verbatim(level, 40)}: ${verbatimOfPage(what)}${at}${links.map((link) => ` ${anchor(link)}`).join("")}`;
  });
  const further = comment.furtherFailures + comment.failures.length - shown;
  if (further > 0) lines.push(`- and ${plural(further, "more failure")}.`);
  return list(["#### Worst failures", "", ...lines]);
}

function foot({ at, linksUntil }: PrComment): string {
  const links = linksUntil === null ? "" : ` Links open until ${dateTime(linksUntil)}.`;
  return `<sub>Plumbline keeps this one comment up to date; last on ${dateTime(at)}.${links}</sub>`;
}

const anchor = ({ label, url }: CommentLink): string => `[${label}](<${url}>)`;

/**
 * Text that is not ours, as a code span: inside one neither host makes mentions, links, references to issues or commits,
 * emoji, HTML or commands of it. A backtick would end the span and a bar the cell of a table, so both are replaced by
 * characters that look alike.
 */
export function verbatim(text: string, most = MAX_TEXT): string {
  const safe = truncate(seenText(text), most).replaceAll("`", "ˋ").replaceAll("|", "¦");
  return safe === "" ? "–" : `\`${safe}\``;
}

/** The same of what a page or a ticket says. Agents read comments too: passages that read like orders are taken out. */
export const verbatimOfPage = (text: string, most = MAX_TEXT): string => verbatim(withoutOrders(text).text, most);
