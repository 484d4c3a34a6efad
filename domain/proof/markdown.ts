// Formats a proof as a comment on its ticket, in the Markdown of GitHub and GitLab. Text from tickets, plans and pages is put in code spans,
// where it cannot mention people, create links or break tables.
import { verbatim, verbatimOfPage } from "../report/prComment.ts";
import { dateTime, duration } from "../report/words.ts";
import { plural, truncate } from "../text.ts";
import { type ProofLinks, type ProofRecord, SHOWN } from "./record.ts";

/** GitHub allows 65,536 characters, Jira 32,767. */
export const MAX_MARKDOWN = 20_000;

/** Returns the first line of a comment, by which it is found again. It is invisible to readers. */
export const proofMarker = (projectId: string, issueKey: string): string =>
  `<!-- plumbline-proof:${projectId}:${issueKey.replace(/[^\w.#-]/g, "_").slice(0, 100)} -->`;

const MARK: Record<string, string> = { passed: "✅", failed: "❌", skipped: "⏭️" };
const EVENT_WORDS = { pass: "✅ as planned", fail: "❌ not as planned", not_judged: "❔ not checked" } as const;

export function proofMarkdown(proof: ProofRecord, links: ProofLinks): string {
  const parts = [
    `### ${proof.proofVerdict === "proven" ? "✅ Proven" : "❌ Not proven"}: ${verbatim(proof.ticket.key, 100)}`,
    list(proof.outcome.reasons.slice(0, SHOWN.reasons).map(({ message }) => `- ${verbatimOfPage(message)}`)),
    facts(proof),
    conditions(proof),
    rows(proof),
    steps(proof, links),
    candidates(proof),
    list(proof.warnings.slice(0, SHOWN.warnings).map((one) => `- ⚠️ ${verbatim(one, 400)}`)),
    foot(proof, links),
  ];
  return truncate(`${parts.filter((part) => part !== "").join("\n\n")}\n`, MAX_MARKDOWN);
}

const list = (lines: readonly string[]): string => lines.join("\n");

function facts({ environment, run, event, scenario, at }: ProofRecord): string {
  const lines: [string, string][] = [
    [
      "Environment",
      `${environment.name === null ? "" : `${verbatim(environment.name, 120)} at `}${verbatim(environment.baseUrl, 300)}`,
    ],
    ...(run?.commitSha ? ([["Commit", verbatim(run.commitSha, 64)]] as [string, string][]) : []),
    ...(scenario
      ? ([
          [
            "Scenario",
            `${verbatim(scenario.name, 200)} of ${verbatim(scenario.feature, 120)}, likeness ${scenario.score}`,
          ],
        ] as [string, string][])
      : []),
    ...(event
      ? ([
          ["Event", `${verbatim(event.label, 200)} (${verbatim(event.eventType, 100)}): ${EVENT_WORDS[event.status]}`],
        ] as [string, string][])
      : []),
    ...(run
      ? ([["Run", `${verbatim(run.runId, 100)}, ${run.browser}, ${run.viewport}, ${duration(run.duration)}`]] as [
          string,
          string,
        ][])
      : []),
    ["Time", dateTime(run?.startedAt ?? at)],
  ];
  return list(["| | |", "| --- | --- |", ...lines.map(([name, value]) => `| ${name} | ${value} |`)]);
}

const CONDITION_MARK = { met: "✅", not_met: "❌", not_tested: "❔" } as const;

function conditions({ conditions: all = [] }: ProofRecord): string {
  if (all.length === 0) return "";
  const lines = all
    .slice(0, SHOWN.conditions)
    .map(
      ({ words, status, why }) =>
        `- ${CONDITION_MARK[status]} ${verbatimOfPage(words, 160)}: ${verbatimOfPage(why, 200)}`,
    );
  return list(["#### Conditions", "", ...lines]);
}

function rows({ rows: all, times }: ProofRecord): string {
  if (all.length === 0 && times === null) return "";
  const sent =
    times === null
      ? []
      : [
          `| ${verbatim("times sent")} | ${times.expected} | ${times.sent} | ${times.sent === times.expected ? "✅" : "❌"} |`,
        ];
  const shown = all.slice(0, SHOWN.rows);
  const rest = all.length - shown.length;
  return list([
    "#### Expected and observed",
    "",
    "| Attribute | Expected | Observed | |",
    "| --- | --- | --- | --- |",
    ...sent,
    ...shown.map(
      ({ attribute, expected, observed, ok }) =>
        `| ${verbatimOfPage(attribute, 120)} | ${verbatimOfPage(expected, 200)} | ${verbatimOfPage(observed, 200)} | ${ok ? "✅" : "❌"} |`,
    ),
    ...(rest > 0 ? [`| and ${plural(rest, "more attribute")} | | | |`] : []),
  ]);
}

function steps({ steps: all }: ProofRecord, { pictures }: ProofLinks): string {
  if (all.length === 0) return "";
  const shown = all.slice(0, SHOWN.steps);
  const picture = new Map(pictures.map(({ step, url }) => [step, url]));
  const lines = shown.map(({ keyword, text, status, message }, index) => {
    const url = picture.get(index);
    const why = message === null ? "" : `: ${verbatimOfPage(message)}`;
    return `${index + 1}. ${MARK[status] ?? "❔"} ${verbatim(`${keyword.trim()} ${text}`, 200)}${why}${url ? ` [picture](<${url}>)` : ""}`;
  });
  const rest = all.length - shown.length;
  return list(["#### Steps", "", ...lines, ...(rest > 0 ? [`\nand ${plural(rest, "more step")}.`] : [])]);
}

function candidates({ scenario, event, candidates: { scenarios, events } }: ProofRecord): string {
  const nearest = scenario === null ? scenarios : event === null ? events : [];
  if (nearest.length === 0) return "";
  return list([
    `#### Nearest ${scenario === null ? "scenarios" : "events"}`,
    "",
    ...nearest.map(({ name, score }) => `- ${verbatim(name, 200)}, likeness ${score}`),
  ]);
}

function foot({ at }: ProofRecord, { evidence, trace, until }: ProofLinks): string {
  const links = [...(evidence ? [`[evidence](<${evidence}>)`] : []), ...(trace ? [`[trace](<${trace}>)`] : [])].join(
    " · ",
  );
  const open = until === null ? "" : ` Links open until ${dateTime(until)}.`;
  return `${links === "" ? "" : `${links}\n\n`}<sub>Checked by Plumbline on ${dateTime(at)}.${open}</sub>`;
}
