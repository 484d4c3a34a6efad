// Open failures and findings as issues, ranked by one stated formula.

import { SEVERITIES, type Severity } from "../audit/finding.ts";
import { PILLAR_NAME, PILLARS, type Pillar } from "../audit/pillars.ts";
import { oneDecimal } from "../health/figures.ts";
import { severityOfMismatch } from "../pillars/visual/problems.ts";
import { NEW_FACTOR, SEVERITY_WEIGHT } from "../problems/priority.ts";
import { plural } from "../text.ts";
import { type Call, callOf } from "./calls.ts";
import { byName, cut, type Facts, type OpenFinding, type PictureFailure, pillarFacts } from "./facts.ts";
import {
  callForJourney,
  causeOfJourney,
  journeyHint,
  journeyName,
  severityOfJourney,
  worstJourneyFirst,
} from "./journeys.ts";
import { pageOf, samePage } from "./pages.ts";

/** Unsteady pictures differ by themselves; they are mended by a rule, not by a fault's hunt. */
const FLAKY_SEVERITY: Severity = "minor";

export const FORMULA =
  "score = severity (critical 10, serious 6, moderate 3, minor 1, info 0.5) × reach (1 + share of the known pages) × newness (1 to 1.5 by the share that is new) × importance of the most important page (0.8 to 1.5)";

export type Factors = { severity: number; reach: number; newness: number; importance: number };

export type Issue = {
  /** The same for the same cause in later runs. */
  id: string;
  pillar: Pillar;
  rule: string;
  severity: Severity;
  /** A finding's or a picture's sentence; may hold text of the page. */
  message: string;
  help: string;
  count: number;
  newCount: number;
  /** Keys, the most important first; "" is the whole site. */
  pages: string[];
  /** Pages in the reach. */
  pageCount: number;
  runId: string | null;
  score: number;
  factors: Factors;
  /** The factors in words. */
  why: string;
  call: Call;
};

/** All issues, the highest score first; ties by severity, pillar and rule. */
export function rankIssues(facts: Facts): Issue[] {
  const known = pagesOf(facts);
  const issues = [...visualIssues(facts, known), ...journeyIssues(facts, known), ...findingIssues(facts, known)];
  return issues.sort(
    (a, b) =>
      b.score - a.score ||
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      PILLARS.indexOf(a.pillar) - PILLARS.indexOf(b.pillar) ||
      byName(a.id, b.id),
  );
}

export const isWorst = ({ severity }: Pick<Issue, "severity">): boolean =>
  severity === "critical" || severity === "serious";

export function groupBy<T>(entries: readonly T[], keyOf: (entry: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const known = groups.get(key);
    if (known) known.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}

/** The worst of a list of severities. */
export const worstOf = (severities: readonly Severity[]): Severity =>
  SEVERITIES.find((severity) => severities.includes(severity)) ?? "info";

export function severityOfPicture({ broken, flaky, code, mismatchPercent }: PictureFailure): Severity {
  if (broken) return "critical";
  if (flaky) return FLAKY_SEVERITY;
  if (code === "no_baseline") return "minor";
  return severityOfMismatch(mismatchPercent);
}

/** Pictures of one cause: equal changes, else what could not be captured for one reason, else one scenario. */
export const causeOfPicture = ({ fingerprint, broken, code, scenarioLabel }: PictureFailure): string => {
  if (broken || code === "no_baseline") return `reason ${code}`;
  return fingerprint === null ? `scenario ${scenarioLabel}` : `change ${fingerprint}`;
};

export const worstPictureFirst = (a: PictureFailure, b: PictureFailure): number =>
  Number(b.broken) - Number(a.broken) ||
  Number(a.code === "no_baseline") - Number(b.code === "no_baseline") ||
  (b.mismatchPercent ?? 100) - (a.mismatchPercent ?? 100) ||
  byName(a.scenarioLabel, b.scenarioLabel) ||
  byName(a.viewport, b.viewport) ||
  byName(a.browser, b.browser);

/** How to look closer at a picture that failed. */
export function callForPicture(facts: Facts, failure: PictureFailure, runId: string | null): Call {
  const { scenarioLabel, viewport } = failure;
  if (failure.code === "no_baseline")
    return callOf(facts, `Capture the baseline of ${cut(scenarioLabel, 60)}`, "captureBaselines", {
      scenarios: [scenarioLabel],
    });
  return callOf(facts, `Explain ${cut(scenarioLabel, 60)} on ${viewport}`, "explainFailure", {
    scenarioLabel,
    viewport,
    ...(runId === null ? {} : { runId }),
  });
}

function visualIssues(facts: Facts, known: number): Issue[] {
  const runId = pillarFacts(facts, "visual")?.completed?.runId ?? null;
  return [...groupBy(facts.failures, causeOfPicture)].flatMap(([cause, group]) => {
    const [worst] = [...group].sort(worstPictureFirst);
    if (!worst) return [];
    const labels = [...new Set(group.map(({ scenarioLabel }) => scenarioLabel))];
    const where = labels.length > 1 ? ` The same on ${labels.length} scenarios.` : "";
    return [
      issueOf(known, {
        id: `visual ${cause}`,
        pillar: "visual",
        rule: worst.code,
        severity: worstOf(group.map(severityOfPicture)),
        message: cut(`${worst.scenarioLabel} on ${worst.viewport}: ${worst.message}${where}`, 300),
        help: helpOf(worst, group.length),
        count: group.length,
        // A picture is compared with what was approved: whatever differs came since.
        newCount: group.filter(({ flaky, code }) => !flaky && code !== "no_baseline").length,
        keys: group.map(({ key }) => key),
        runId,
        call: callForPicture(facts, worst, runId),
      }),
    ];
  });
}

function helpOf({ broken, flaky, code }: PictureFailure, count: number): string {
  if (broken) return "Open the page: it could not be captured, so visitors may not see it either.";
  if (code === "no_baseline") return "Capture a baseline, against which later runs compare.";
  if (flaky) return "It differs from attempt to attempt: add an ignore or dynamic rule, or stop what moves.";
  return `Mend it, or approve ${count === 1 ? "it" : `all ${count} pictures`} when the change is meant.`;
}

function journeyIssues(facts: Facts, known: number): Issue[] {
  const runId = pillarFacts(facts, "functional")?.completed?.runId ?? null;
  return [...groupBy(facts.journeys, causeOfJourney)].flatMap(([cause, group]) => {
    const [worst] = [...group].sort(worstJourneyFirst);
    if (!worst) return [];
    const hint = journeyHint(group);
    return [
      issueOf(known, {
        id: `functional ${cause}`,
        pillar: "functional",
        rule: worst.flaky ? "flaky" : worst.cause,
        severity: worstOf(group.map(severityOfJourney)),
        message: cut(`${journeyName(worst)}: ${worst.message}${hint ? ` ${hint}` : ""}`, 300),
        help: cut(worst.help, 300),
        count: group.length,
        newCount: group.filter(({ isNew }) => isNew === true).length,
        keys: group.map(({ key }) => key),
        runId,
        call: callForJourney(facts, worst, runId),
      }),
    ];
  });
}

function findingIssues(facts: Facts, known: number): Issue[] {
  return [...groupBy(facts.findings, ({ pillar, rule }) => `${pillar} ${rule}`)].map(([id, group]) => {
    const worst = [...group].sort(worstFindingFirst)[0] as OpenFinding;
    return issueOf(known, {
      id,
      pillar: worst.pillar,
      rule: worst.rule,
      severity: worst.severity,
      message: cut(worst.message, 300),
      help: cut(worst.help, 300),
      count: group.length,
      newCount: group.filter(({ isNew }) => isNew === true).length,
      keys: group.flatMap(keysOf),
      shared: Math.max(...group.map(({ pages }) => pages?.count ?? 0)),
      runId: pillarFacts(facts, worst.pillar)?.completed?.runId ?? null,
      call: callOf(facts, `${PILLAR_NAME[worst.pillar]} report`, "readReport", { pillar: worst.pillar }),
    });
  });
}

export const worstFindingFirst = (a: OpenFinding, b: OpenFinding): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  Number(b.isNew === true) - Number(a.isNew === true) ||
  byName(a.key, b.key) ||
  byName(a.target, b.target) ||
  byName(a.fingerprint, b.fingerprint);

/** Pages that a finding names: one, or the first of several. */
export const keysOf = ({ key, keys }: OpenFinding): readonly string[] => keys ?? [key];

/** `shared`: pages of its most common finding, of which `keys` has the first ones. */
type Draft = Omit<Issue, "score" | "factors" | "why" | "pages" | "pageCount"> & {
  keys: readonly string[];
  shared?: number;
};

/** `knownPages`: of the whole site. */
function issueOf(knownPages: number, { keys, shared = 0, ...draft }: Draft): Issue {
  const site = keys.includes("");
  const own = [...new Set(keys.filter((key) => key !== "").map(samePage))];
  const known = Math.max(knownPages, own.length, shared);
  const reached = site ? known : Math.max(own.length, shared);
  const ranked = own
    .map((key) => ({ key, importance: pageOf(key).importance }))
    .sort((a, b) => b.importance - a.importance || byName(a.key, b.key))
    .map(({ key }) => key);
  // What concerns the whole site concerns its most important page.
  const top = site ? "/" : (ranked[0] ?? "/");
  const factors: Factors = {
    severity: SEVERITY_WEIGHT[draft.severity],
    reach: twoDecimals(1 + (known === 0 ? 0 : reached / known)),
    newness: twoDecimals(1 + (NEW_FACTOR - 1) * (draft.count === 0 ? 0 : draft.newCount / draft.count)),
    importance: pageOf(top).importance,
  };
  const { severity, reach, newness, importance } = factors;
  return {
    ...draft,
    pages: (site ? ["", ...ranked] : ranked).map((key) => cut(key, 120)),
    pageCount: reached,
    score: oneDecimal(severity * reach * newness * importance),
    factors,
    why: `${draft.severity} (${severity}) × ${site ? "the whole site" : `${reached} of ${plural(known, "page")}`} (${reach}) × ${draft.newCount} of ${draft.count} new (${newness}) × ${cut(top, 100)} (${importance}).`,
  };
}

/** Pages of the site under test: where scenarios lie and findings were made. */
function pagesOf({ scenarios, findings }: Facts): number {
  const keys = [...scenarios.map(({ key }) => key), ...findings.flatMap(keysOf)].filter((key) => key !== "");
  const audited = findings.reduce((most, { pages }) => Math.max(most, pages?.of ?? 0), 0);
  return Math.max(audited, new Set(keys.map(samePage)).size);
}

const twoDecimals = (value: number): number => Math.round(value * 100) / 100;
