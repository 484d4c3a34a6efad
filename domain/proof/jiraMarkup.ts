// Formats a proof as a comment in Jira's wiki markup. All special characters of foreign texts are escaped, so that outside of {noformat}
// they have no effect.
import { dateTime, duration } from "../report/words.ts";
import { oneLine, truncate } from "../text.ts";
import { type ProofLinks, type ProofRecord, SHOWN } from "./record.ts";

/** Jira allows 32,767 characters. */
const MAX_MARKUP = 30_000;

/** Escapes the characters with a meaning in the markup. `@` and `[~` would mention somebody. */
const plain = (text: string, most = 200): string =>
  truncate(oneLine(text.toWellFormed().replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")), most)
    .replace(/:\/\//g, ":/ /")
    .replace(/[\\*_?\-+^~{}[\]|!#@(){}<>&;:]/g, (sign) => `&#${sign.codePointAt(0)};`);

const CONDITION_MARK = { met: "(/)", not_met: "(x)", not_tested: "(?)" } as const;
const OK = (ok: boolean) => (ok ? "(/)" : "(x)");

export function jiraMarkup(proof: ProofRecord, links: ProofLinks): string {
  const { proofVerdict, ticket, outcome, environment, run, scenario, event, rows, times, steps, warnings, at } = proof;
  const { conditions = [] } = proof;
  const facts: [string, string][] = [
    ["Environment", plain(`${environment.name ?? ""} ${environment.baseUrl}`)],
    ...(run?.commitSha ? ([["Commit", plain(run.commitSha, 64)]] as [string, string][]) : []),
    ...(scenario ? ([["Scenario", plain(scenario.name)]] as [string, string][]) : []),
    ...(event
      ? ([["Event", `${plain(event.label)} ${plain(event.eventType, 100)} ${event.status.replace("_", " ")}`]] as [
          string,
          string,
        ][])
      : []),
    ...(run
      ? ([["Run", `${plain(run.runId, 100)}, ${run.browser}, ${duration(run.duration)}`]] as [string, string][])
      : []),
    ["Time", dateTime(run?.startedAt ?? at)],
  ];
  const open = [
    ...(links.evidence ? [`[evidence|${links.evidence}]`] : []),
    ...(links.trace ? [`[trace|${links.trace}]`] : []),
  ];
  const parts = [
    `h3. ${proofVerdict === "proven" ? "(/) Proven" : "(x) Not proven"}: ${plain(ticket.key, 100)}`,
    outcome.reasons
      .slice(0, SHOWN.reasons)
      .map(({ message }) => `* ${plain(message, 400)}`)
      .join("\n"),
    facts.map(([name, value]) => `||${name}|${value}|`).join("\n"),
    conditions
      .slice(0, SHOWN.conditions)
      .map(({ words, status, why }) => `* ${CONDITION_MARK[status]} ${plain(words)}: ${plain(why)}`)
      .join("\n"),
    rows.length + (times ? 1 : 0) === 0
      ? ""
      : [
          "||Attribute||Expected||Observed|| ||",
          ...(times ? [`|times sent|${times.expected}|${times.sent}|${OK(times.sent === times.expected)}|`] : []),
          ...rows
            .slice(0, SHOWN.rows)
            .map((row) => `|${plain(row.attribute)}|${plain(row.expected)}|${plain(row.observed)}|${OK(row.ok)}|`),
        ].join("\n"),
    steps
      .slice(0, SHOWN.steps)
      .map(
        ({ keyword, text, status, message }) =>
          `# ${OK(status === "passed")} ${plain(`${keyword.trim()} ${text}`)}${message ? ` ${plain(message)}` : ""}`,
      )
      .join("\n"),
    warnings
      .slice(0, SHOWN.warnings)
      .map((one) => `* (!) ${plain(one, 400)}`)
      .join("\n"),
    open.join(" "),
    `Checked by Plumbline on ${dateTime(at)}.`,
  ];
  return truncate(parts.filter((part) => part !== "").join("\n\n"), MAX_MARKUP);
}
