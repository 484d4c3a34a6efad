// Derives the problems of an audit, for every pillar with findings: each finding once, with its pages.
import { given } from "../given.ts";
import { type FoundProblem, MAX_PLACES, type ProblemPlace, type RunProblems } from "../problems/problem.ts";
import type { FindingPages } from "./causes.ts";
import type { Outcome, Severity } from "./finding.ts";
import { type Seen, wasAsked } from "./fixed.ts";
import { pageKey } from "./runChecks.ts";

/** One finding of a run. `pageIndex` is negative for findings about the whole site. */
export type FindingResult = {
  id: string;
  fingerprint: string;
  cause?: string | null;
  rule: string;
  severity: Severity;
  outcome: Outcome;
  was?: Outcome;
  page: string;
  pageIndex: number;
  pages?: FindingPages | null;
  target: string;
  message: string;
  help: string;
  accepted: { by: string; reason: string | null; until: Date | null } | null;
  /** Whether the run that this one is compared with has the finding too. */
  known: boolean;
  /** Whether the finding is missing in the base; null if there is no run to compare with. */
  added: boolean | null;
  firstSeen: { runId: string; at: Date } | null;
  /** Screenshot of the element; omitted if none was stored. */
  screenshotId?: string | undefined;
};

/**
 * `faultOf` returns what is wrong in a few words, or null if the rule has no such text; the message is then the title. `seen`: what the
 * run measured; `site`: what its part about the whole site covers, null if there are more pages; `isLeftOut`: whether its list of a rule
 * on a page, or about the site (""), may be only a part of what an earlier run listed; `plannedKeys`: the pages that it had planned.
 */
export type AuditRun = {
  baseUrl: string;
  seen: Seen;
  site: Seen | null;
  isLeftOut(rule: string, key: string): boolean;
  plannedKeys: ReadonlySet<string>;
  whole: boolean;
  faultOf(rule: string): string | null;
};

const KIND: Partial<Record<Outcome, FoundProblem["kind"]>> = { failed: "failed", warning: "warning", review: "review" };

/** Returns the kind of problem, of an accepted finding from its original outcome; undefined if the finding is not a problem. */
export const kindOf = ({
  outcome,
  was = "failed",
}: Pick<FindingResult, "outcome" | "was">): FoundProblem["kind"] | undefined =>
  KIND[outcome === "accepted" ? was : outcome];

/** Returns the cause of a finding's problem. Findings of older runs name none and are a problem each. */
export const causeOf = ({ cause, fingerprint }: Pick<FindingResult, "cause" | "fingerprint">): string =>
  cause ?? fingerprint;

/** Derives the problems from the findings of one run. Findings of several pages with the same cause are one problem. Pure. */
export function findingProblems(run: AuditRun, findings: readonly FindingResult[]): RunProblems {
  const told = findings.filter((one) => kindOf(one) !== undefined);
  const groups = Map.groupBy(told, causeOf);
  const found = [...groups].map(([cause, group]) => problemOf(run, cause, group));
  return {
    found,
    looked: ({ page }, rule) => {
      const { seen, site } = run;
      // A finding about the whole site that stands for several pages has their places.
      const ofSite = page === "" || site?.rulesOf?.(null)?.has(rule) === true;
      if (run.isLeftOut(rule, ofSite ? "" : page)) return false;
      if (!ofSite) return wasAsked(seen, rule, page);
      return site !== null && wasAsked(site, rule, null) && (page === "" || site.measuredKeys.has(page));
    },
    absent: ({ page }) => run.whole && page !== "" && !run.plannedKeys.has(page),
  };
}

function problemOf(run: AuditRun, cause: string, group: readonly FindingResult[]): FoundProblem {
  const open = group.filter(({ outcome }) => outcome !== "accepted");
  const [first] = (open.length > 0 ? open : group) as [FindingResult];
  const places = placesOf(run, open.length > 0 ? open : group);
  const accepted = open.length === 0 ? (group.find((one) => one.accepted)?.accepted ?? null) : null;
  return {
    cause,
    rule: first.rule,
    severity: first.severity,
    kind: kindOf(first) ?? "failed",
    title: run.faultOf(first.rule) ?? first.message,
    sentence: first.message,
    help: first.help,
    places: places.first.slice(0, MAX_PLACES),
    placeCount: places.count,
    ...(accepted && { accepted }),
    known: group.some(({ known }) => known),
    added: isAdded(open.length > 0 ? open : group),
    ...(first.firstSeen && { firstSeen: first.firstSeen }),
    evidence: given({
      resultId: first.fingerprint,
      target: first.target,
      // Any screenshot of the group shows the same defect.
      screenshotId: first.screenshotId ?? group.find(({ screenshotId }) => screenshotId)?.screenshotId,
    }),
  };
}

/** A cause is new if one of its findings is new, and unknown (null) if there was nothing to compare with. */
function isAdded(group: readonly FindingResult[]): boolean | null {
  if (group.some(({ added }) => added === true)) return true;
  return group.some(({ added }) => added === null) ? null : false;
}

/** Returns the distinct pages. A finding of several pages lists its own. */
function placesOf({ baseUrl }: AuditRun, group: readonly FindingResult[]): { first: ProblemPlace[]; count: number } {
  const keys = new Set<string>();
  let beyond = 0;
  for (const { page, pageIndex, pages } of group) {
    if (pages) {
      for (const one of pages.first) keys.add(pageKey(one.page, baseUrl));
      beyond += Math.max(0, pages.count - pages.first.length);
    } else keys.add(pageIndex < 0 ? "" : pageKey(page, baseUrl));
  }
  const first = [...keys].map((page): ProblemPlace => ({ page, label: "", viewport: "", browser: "" }));
  return { first, count: first.length + beyond };
}
