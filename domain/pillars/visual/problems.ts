// The problems of a visual run: each change once across pages, viewports, browsers and modes, and each inconclusive screenshot.
import type { Severity } from "../../audit/finding.ts";
import { pageKey } from "../../audit/runChecks.ts";
import { given } from "../../given.ts";
import { type FoundProblem, type ProblemPlace, placeId, placesOf, type RunProblems } from "../../problems/problem.ts";
import { answersNoMore, type Reason, type ShotStatus } from "../../visual/outcome.ts";
import type { Change } from "../../visual/reading/change.ts";
import { type ChangeGroup, createChangeGroups, groupSentence } from "../../visual/reading/groups.ts";

/** One screenshot of a run. */
export type VisualResult = {
  id: string;
  index: number;
  scenarioLabel: string;
  selector: string;
  viewport: string;
  browser: string;
  mode?: string | undefined;
  url: string;
  status: "pending" | ShotStatus;
  flaky: boolean;
  reasons: readonly Reason[];
  mismatchPercent: number | null;
  fingerprint: string | null;
  causes?: readonly string[] | undefined;
  changes?: readonly Change[] | undefined;
  approved: { by: string; note: string | null } | null;
  /** Id of the earlier run that captured the screenshot. Missing if this run did. */
  carriedFrom?: string | undefined;
};

/** `whole`: the run was not limited to some scenarios, so a place that is missing from it is gone. */
export type VisualRun = { baseUrl: string; browsers: readonly string[]; whole: boolean };

/** Severity by minimum percentage of changed pixels. */
const SEVERITY: readonly { from: number; severity: Severity }[] = [
  { from: 20, severity: "critical" },
  { from: 1, severity: "serious" },
  { from: 0, severity: "moderate" },
];
const FIRST: ReadonlySet<Reason["code"]> = new Set(["no_baseline", "baseline_missing_file"]);

const firstReason = ({ reasons }: VisualResult) => reasons[0] ?? { code: "not_run", message: "It has no result." };
const isFirstPicture = ({ reasons }: VisualResult): boolean => reasons.some(({ code }) => FIRST.has(code));

/** Returns the problems of one run's screenshots, including screenshots that were approved since. Pure. */
export function visualProblems(run: VisualRun, results: readonly VisualResult[]): RunProblems {
  const placeOf = ({ url, scenarioLabel, selector, viewport, browser, mode }: VisualResult): ProblemPlace => ({
    page: pageKey(url, run.baseUrl),
    label: selector === "" ? scenarioLabel : `${scenarioLabel} ${selector}`,
    viewport,
    browser,
    ...given({ mode }),
  });
  const planned = new Set<string>();
  const judged = new Set<string>();
  const changes = createChangeGroups<VisualResult>();
  const apart = new Map<string, VisualResult[]>();
  for (const one of results) {
    const id = placeId(placeOf(one));
    planned.add(id);
    if (one.status !== "pending" && one.status !== "error" && one.carriedFrom === undefined) judged.add(id);
    const name = apartName(one);
    if (name === "changes") changes.add(one);
    else if (name !== null) apart.set(name, [...(apart.get(name) ?? []), one]);
  }
  const found = [
    ...changes.groups().map((group) => changeProblem(group, placeOf)),
    ...[...apart].map(([cause, group]) => apartProblem(cause, group, placeOf)),
  ];
  return {
    found,
    looked: (place) => judged.has(placeId(place)),
    absent: (place) => run.whole && run.browsers.includes(place.browser) && !planned.has(placeId(place)),
  };
}

/** Returns "changes" for a change, a cause for a screenshot that is no comparison, or null if nothing is wrong. */
function apartName(one: VisualResult): string | null {
  if (one.status === "error") return `error ${firstReason(one).code}`;
  if (one.status === "failed" && isFirstPicture(one)) return "no_baseline";
  if (one.status === "failed" && one.flaky) return `unstable ${one.scenarioLabel} ${one.selector}`;
  const changed = one.status === "failed" || (one.status === "approved" && !isFirstPicture(one));
  return changed ? "changes" : null;
}

function changeProblem(group: ChangeGroup<VisualResult>, placeOf: (one: VisualResult) => ProblemPlace): FoundProblem {
  const open = group.shots.filter(({ status }) => status === "failed");
  const shots = open.length > 0 ? open : group.shots;
  const [worst = group.shots[0] as VisualResult] = shots.toSorted(worstFirst);
  const sentence = groupSentence(group) ?? firstReason(worst).message;
  // The title leaves out the counts, because the places show them.
  const title = groupSentence({ ...group, pages: 1, shots: group.shots.slice(0, 1) }) ?? sentence;
  const approved = open.length === 0 ? (group.shots.find((one) => one.approved)?.approved ?? null) : null;
  return {
    cause: typeof group.key === "string" ? group.key : `${worst.scenarioLabel} ${worst.selector}`.trim(),
    rule: firstReason(worst).code,
    severity: group.tiny ? "minor" : severityOfMismatch(worst.mismatchPercent),
    kind: "failed",
    title,
    sentence,
    help: `Fix it, or approve ${shots.length === 1 ? "the screenshot" : `all ${shots.length} screenshots`} if the change is intended.`,
    ...placesOf(shots, placeOf),
    ...(approved && { accepted: { by: approved.by, reason: approved.note, until: null } }),
    evidence: { ...evidenceOf(worst), mismatchPercent: worst.mismatchPercent ?? 100 },
  };
}

const APART: readonly {
  is(cause: string): boolean;
  severity: Severity;
  kind: FoundProblem["kind"];
  title(group: readonly VisualResult[]): string;
  help: string;
}[] = [
  {
    is: (cause) => cause === "no_baseline",
    severity: "minor",
    kind: "review",
    title: () => "No baseline yet",
    help: "Capture a baseline, or approve the screenshot as the first one.",
  },
  {
    is: (cause) => cause.startsWith("unstable "),
    severity: "minor",
    kind: "warning",
    title: ([first]) => `${first?.scenarioLabel} differs from attempt to attempt`,
    help: "Add an ignore or dynamic rule for the part that moves, or stop it on the page.",
  },
  {
    is: () => true,
    severity: "critical",
    kind: "failed",
    title: ([first]) => (first ? firstReason(first).message : ""),
    help: "Open the page: it could not be captured, so visitors may not see it either.",
  },
];

function apartProblem(
  cause: string,
  group: readonly VisualResult[],
  placeOf: (one: VisualResult) => ProblemPlace,
): FoundProblem {
  const row = APART.find(({ is }) => is(cause)) as (typeof APART)[number];
  const [first] = group as [VisualResult];
  return {
    cause,
    rule: firstReason(first).code,
    severity: row.severity,
    kind: row.kind,
    ...given({ countsAs: countsAs(first) }),
    title: row.title(group),
    sentence: firstReason(first).message,
    help: row.help,
    ...placesOf(group, placeOf),
    evidence: evidenceOf(first),
  };
}

/** Returns how the run's summary counts the screenshot. */
function countsAs(one: VisualResult): FoundProblem["countsAs"] {
  if (answersNoMore(one)) return "pageError";
  return one.status === "error" ? "error" : undefined;
}

const evidenceOf = ({ id, scenarioLabel, viewport }: VisualResult) => ({
  resultId: id,
  scenario: scenarioLabel,
  viewport,
});

/** Severity of a change by the percentage of pixels that differ. Null means that nothing was compared. */
export const severityOfMismatch = (mismatchPercent: number | null): Severity =>
  SEVERITY.find(({ from }) => (mismatchPercent ?? 100) >= from)?.severity ?? "moderate";

const worstFirst = (a: VisualResult, b: VisualResult): number =>
  (b.mismatchPercent ?? 100) - (a.mismatchPercent ?? 100) || a.index - b.index;
