// Checks whether the demo found every seeded defect on the flawed shop, and nothing else on either shop. Pure functions.
import type { FindingResult } from "../apiClient.ts";

export type SeededDefect = {
  id: string;
  pillar: string;
  /** Path of the page; "*" for all pages. */
  page: string;
  rule: string;
  description: string;
  /** Outcome of the audit, if it is not "failed". */
  outcome?: "review";
  /** For functional defects: the feature that fails. `rule` is then the class of the failure. */
  feature?: string;
  visual?: { scenarioLabel: string; viewports: string[]; kind: string };
  /** Other findings it causes, in audits of any pillar. */
  also?: { pillar: string; rule: string; page: string }[];
};

export type Judged = { ok: boolean; lines: string[] };
type Result = { scenarioLabel: string; viewport: string; status: string };

/** Screenshots of one variant. `expected`: the number there must be. */
export type VisualResult = { status: string; expected: number; results: readonly Result[] };

/**
 * Compares both variants with the baselines of the good shop: the good one must not differ at all, the flawed one only where defects were
 * seeded.
 */
export function judgeVisual(
  defects: SeededDefect[],
  { good, flawed }: { good: VisualResult; flawed: VisualResult },
): Judged {
  const place = (label: string, viewport: string) => `${label} (${viewport})`;
  const seeded = defects.flatMap((d) =>
    d.visual ? d.visual.viewports.map((v) => place(d.visual?.scenarioLabel ?? "", v)) : [],
  );
  const found = placesOf(flawed, ({ status }) => status === "failed");
  const missed = [...new Set(seeded.filter((p) => !found.includes(p)))];
  const extra = found.filter((p) => !seeded.includes(p));
  const wrong = [
    ...missed.map((p) => `MISSED: ${p}`),
    ...extra.map((p) => `FOUND BUT NOT SEEDED: ${p}`),
    ...placesOf(good, ({ status }) => status === "failed").map((p) => `DIFFERS ON THE GOOD SHOP: ${p}`),
    ...Object.entries({ good, flawed }).flatMap(([variant, result]) => notCompared(variant, result)),
  ];
  const visual = defects.filter((d) => d.visual);
  const shots = new Set(seeded).size;
  const lines = [
    `seeded visual defects: ${visual.length}, on ${shots} shots; found on ${shots - missed.length}`,
    ...wrong,
    ...(wrong.length === 0 ? ["every seeded visual defect was found, and nothing else on either shop"] : []),
  ];
  return { ok: wrong.length === 0, lines };

  function placesOf({ results }: VisualResult, wanted: (result: Result) => boolean): string[] {
    return results.filter(wanted).map(({ scenarioLabel, viewport }) => place(scenarioLabel, viewport));
  }
  /** A missing screenshot proves nothing, so it counts neither as found nor as unchanged. */
  function notCompared(variant: string, result: VisualResult): string[] {
    const { status, expected, results } = result;
    const left = placesOf(result, (one) => one.status !== "failed" && one.status !== "passed");
    return [
      ...(status === "completed" ? [] : [`NOT COMPLETED: screenshots of the ${variant} shop, the run is ${status}`]),
      ...left.map((p) => `NOT COMPARED: ${p} of the ${variant} shop`),
      ...(results.length === expected
        ? []
        : [`NOT COMPARED: ${expected - results.length} of ${expected} screenshots of the ${variant} shop`]),
    ];
  }
}

/** Result of one pillar's audit on one variant. */
export type PillarResult = {
  status: string;
  score: number | null;
  findings: FindingResult[];
  /** Number of pages that could not be measured. */
  notMeasured: number;
  /** Whether there was no earlier run to compare with, so that "passed" says nothing about its findings. */
  startingPoint: boolean;
};
export type PillarPair = { good: PillarResult; flawed: PillarResult };

/**
 * Rules that measure the current speed of this machine. With other work running, the good shop is slow too, so what they find on a page
 * without a seeded defect is shown but does not affect the verdict.
 */
export const RULES_OF_SPEED: ReadonlySet<string> = new Set([
  "largest-contentful-paint",
  "first-contentful-paint",
  "total-blocking-time",
  "speed-index",
  "time-to-first-byte",
  "long-tasks",
  "script-execution",
  "render-blocking",
  "third-party",
]);

/** Returns whether the defect is among the findings, with its expected outcome: the same rule, on its page or about its address. */
export const isFound = (defect: SeededDefect, findings: FindingResult[]): boolean =>
  findings.flatMap(onEachPage).some((finding) => isOf(defect, finding));

/** Splits a finding that covers several pages into one per page, because each is checked against what was seeded there. */
const onEachPage = (finding: FindingResult): FindingResult[] =>
  finding.pages?.first.map((page) => ({ ...finding, page })) ?? [finding];

const isOf = ({ outcome, rule, page }: SeededDefect, finding: FindingResult): boolean =>
  finding.outcome === (outcome ?? "failed") && finding.rule === rule && isAt(page, finding);

const isAt = (page: string, finding: FindingResult): boolean =>
  page === "*" || pathOf(finding.page) === page || pathOf(finding.target) === page;

/** Returns one row per pillar: the results of both variants, and how many seeded defects were found. */
export function judgePillars(
  defects: SeededDefect[],
  pillars: Record<string, PillarPair>,
): Judged & { rows: string[][] } {
  const lines: string[] = [];
  const slow: string[] = [];
  const rows = Object.entries(pillars).map(([pillar, { good, flawed }]) => {
    const seeded = defects.filter((d) => d.pillar === pillar);
    const also = defects.flatMap((d) => d.also ?? []).filter((one) => one.pillar === pillar);
    const missed = seeded.filter((d) => !isFound(d, flawed.findings));
    for (const [variant, { status, notMeasured }] of Object.entries({ good, flawed })) {
      if (status !== "completed") lines.push(`NOT COMPLETED: ${pillar} of the ${variant} shop, the run is ${status}`);
      if (notMeasured > 0) lines.push(`NOT MEASURED: ${notMeasured} pages of the ${variant} shop (${pillar})`);
    }
    lines.push(...missed.map((d) => `MISSED: ${d.id} (${d.rule} on ${d.page})`));
    const tell = (what: string, { rule, page, message }: FindingResult) => {
      const text = `${rule} on ${pathOf(page)}: ${message}`;
      if (RULES_OF_SPEED.has(rule)) slow.push(`slow at the moment, not compared: ${text}`);
      else lines.push(`${what}: ${text}`);
    };
    // A "review" finding needs a person and counts only if a seeded defect is expected to cause it.
    const counts = ({ rule, outcome }: FindingResult) =>
      outcome === "failed" || seeded.some((d) => d.rule === rule && d.outcome === outcome);
    for (const finding of good.findings.filter(counts).flatMap(onEachPage)) tell("FIRES ON THE GOOD SHOP", finding);
    for (const finding of flawed.findings.filter(counts).flatMap(onEachPage)) {
      if (seeded.some((d) => isOf(d, finding))) continue;
      if (also.some(({ rule, page }) => rule === finding.rule && isAt(page, finding))) continue;
      tell("FOUND BUT NOT SEEDED", finding);
    }
    return [pillar, shown(good), shown(flawed), `${seeded.length - missed.length} of ${seeded.length}`];
  });
  const ok = lines.length === 0;
  if (ok)
    lines.push("every seeded defect of every pillar was found on the flawed shop, and nothing else on either of them");
  return { ok, rows, lines: [...lines, ...slow] };
}

/** Functional test of one variant: counts, and the causes of failed scenarios by feature. */
export type FunctionalResult = { status: string; total: number; passed: number; causes: Record<string, string[]> };

/** Returns the row of the functional pillar: which features failed on the flawed shop, and whether each failure was classified correctly. */
export function judgeFunctional(
  defects: SeededDefect[],
  { good, flawed }: { good: FunctionalResult; flawed: FunctionalResult },
): Judged & { row: string[] } {
  const seeded = defects.filter((defect) => defect.feature !== undefined);
  const causesOf = (feature = "") => flawed.causes[feature] ?? [];
  const found = seeded.filter(({ feature, rule }) => causesOf(feature).includes(rule));
  const isSeeded = (feature: string, cause: string) => seeded.some((d) => d.feature === feature && d.rule === cause);
  const each = ({ causes }: FunctionalResult): [string, string][] =>
    Object.entries(causes).flatMap(([feature, all]) => all.map((cause): [string, string] => [feature, cause]));
  const lines = [
    ...seeded
      .filter((defect) => !found.includes(defect))
      .map(
        ({ id, feature, rule }) =>
          `MISSED: ${id} (${feature}: ${causesOf(feature).join() || "passed"}, seeded ${rule})`,
      ),
    ...each(flawed)
      .filter(([feature, cause]) => !isSeeded(feature, cause))
      .map(([feature, cause]) => `FAILED BUT NOT SEEDED: ${feature} (${cause})`),
    ...each(good).map(([feature, cause]) => `FAILS ON THE GOOD SHOP: ${feature} (${cause})`),
    ...Object.entries({ good, flawed }).flatMap(([variant, { status, total }]) => [
      ...(status === "completed" ? [] : [`NOT COMPLETED: functional of the ${variant} shop, the run is ${status}`]),
      ...(total > 0 ? [] : [`NOT MEASURED: no scenario was run on the ${variant} shop`]),
    ]),
  ];
  const counts = ({ passed, total }: FunctionalResult) => `${passed} of ${total} pass`;
  return {
    ok: lines.length === 0,
    lines,
    row: ["functional", counts(good), counts(flawed), `${found.length} of ${seeded.length}`],
  };
}

function shown({ score, findings, status, startingPoint }: PillarResult): string {
  if (status !== "completed") return status;
  const failed = findings.filter((f) => f.outcome === "failed");
  const critical = failed.filter((f) => f.severity === "critical").length;
  const start = startingPoint ? `, starting point` : "";
  return `${score === null ? "–" : Math.round(score)} (${failed.length} failed, ${critical} critical${start})`;
}

/** Returns the path of an address, or the text if it already is a path. */
function pathOf(text: string): string {
  return URL.parse(text, "http://site.invalid")?.pathname ?? text;
}
