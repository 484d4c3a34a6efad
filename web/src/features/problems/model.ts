// Logic of the problems screen: filters, labels and links to evidence. Pure functions.

import { shotIndexOf } from "../../../../domain/shotIds.ts";
import type { PillarWords } from "../../../../domain/words/pillars.ts";
import { SEVERITIES, SEVERITY_WORDS } from "../../../../domain/words/severities.ts";
import { PROBLEM_STATUSES, STATUS_WORDS } from "../../../../domain/words/statuses.ts";
import { formatCount, formatDate } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { nameOf } from "../../lib/people.ts";
import type { Member, Problem } from "../../lib/problems.ts";
import { type Option, PILLAR_OPTIONS, pillarNamed } from "../../lib/words.ts";

/** Filters as used in the address; "" is the default. */
export const NO_FILTER = { status: "", pillar: "", severity: "", assignee: "", text: "" };
export type Filter = typeof NO_FILTER;

const EVERY = "all";
export const STATUS_OPTIONS: readonly Option[] = [
  { value: "", label: "Open" },
  ...PROBLEM_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
  { value: EVERY, label: "All statuses" },
];
export const SEVERITY_OPTIONS: readonly Option[] = [
  { value: "", label: "All severities" },
  ...SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] })),
];
export const AREA_OPTIONS: readonly Option[] = [{ value: "", label: "All areas" }, ...PILLAR_OPTIONS];

/** Converts a filter to query parameters of the service. Unknown values are dropped, because the address can contain anything. */
export function queryOf({ status, pillar, severity, assignee, text }: Filter) {
  const oneOf = (value: string, options: readonly Option[]) =>
    options.some((one) => one.value === value) ? value : "";
  return {
    status: status === EVERY ? PROBLEM_STATUSES : oneOf(status, STATUS_OPTIONS),
    pillar: oneOf(pillar, AREA_OPTIONS),
    severity: oneOf(severity, SEVERITY_OPTIONS),
    assignee,
    text: text.trim(),
  };
}

type Evidence = { label: string; to: string; search?: Record<string, string | number | undefined> };

const EVIDENCE: Record<PillarWords["screen"], (project: string, problem: Problem) => Evidence> = {
  visual: (project, { lastSeen: { runId }, evidence }) => ({
    label: "Open the review",
    to: paths.review(project, runId),
    search: { shot: shotIndexOf(evidence.resultId ?? "") },
  }),
  functional: (project, { lastSeen: { runId }, evidence }) => ({
    label: "Open the functional run",
    to: paths.featureRun(project, runId),
    search: { scenario: evidence.resultId },
  }),
  audits: (project, { lastSeen: { runId }, evidence, pillar }) => ({
    label: "Open the audit",
    to: paths.audits(project, pillar),
    search: { run: runId, finding: evidence.resultId },
  }),
  tracking: (project, { lastSeen: { runId } }) => ({ label: "Open the audit", to: paths.run(project, runId) }),
};

/** Returns the link to the evidence in the newest run that found the problem. */
export const evidenceOf = (project: string, problem: Problem): Evidence =>
  EVIDENCE[pillarNamed(problem.pillar)?.screen ?? "audits"](project, problem);

/** Returns when a snooze ends: "until Dec 3, 2026 or until it is in more than 2 places". */
export function snoozeText({ until, places }: Pick<NonNullable<Problem["snooze"]>, "until" | "places">): string {
  const ends = [
    until && `until ${formatDate(until)}`,
    places !== null && `until it is in more than ${formatCount(places)} ${places === 1 ? "place" : "places"}`,
  ];
  return ends.filter(Boolean).join(" or ");
}

/** Describes the current state of a problem to somebody whose change was refused. */
export function standsText({ status, assignee, ticket }: Problem, members: readonly Member[]): string {
  const facts = [
    STATUS_WORDS[status],
    assignee ? `assigned to ${nameOf(assignee, members)}` : "not assigned",
    ticket && `ticket ${ticket}`,
  ];
  return facts.filter(Boolean).join(", ");
}

/** Returns the id of the next or previous problem, or of the first one if none is selected. */
export function beside(problems: readonly Problem[], id: string, step: 1 | -1): string {
  const at = problems.findIndex((one) => one.id === id);
  const next = at < 0 ? 0 : Math.min(problems.length - 1, Math.max(0, at + step));
  return problems[next]?.id ?? id;
}
