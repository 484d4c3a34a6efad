// Does the demo find every seeded defect on the flawed shop, and none of them on the good one? Pure comparisons.
import type { FindingResult } from "../apiClient.ts";

export type SeededDefect = {
  id: string;
  pillar: string;
  /** Path of the page; "*": every page has it. */
  page: string;
  rule: string;
  description: string;
  /** What the audit makes of it, where that is not "failed". */
  outcome?: "review";
  /** Of functional defects: the feature that fails; the rule is the class of its failure. */
  feature?: string;
  visual?: { scenarioLabel: string; viewports: string[]; kind: string };
};

export type Judged = { ok: boolean; lines: string[] };
type Result = { scenarioLabel: string; viewport: string; status: string };

export function judgeVisual(defects: SeededDefect[], results: Result[]): Judged {
  const place = (label: string, viewport: string) => `${label} (${viewport})`;
  const seeded = defects.flatMap((d) =>
    d.visual ? d.visual.viewports.map((v) => place(d.visual?.scenarioLabel ?? "", v)) : [],
  );
  const found = results.filter((r) => r.status !== "passed").map((r) => place(r.scenarioLabel, r.viewport));
  const missed = [...new Set(seeded.filter((p) => !found.includes(p)))];
  const extra = found.filter((p) => !seeded.includes(p));
  const visual = defects.filter((d) => d.visual);
  const lines = [
    `seeded visual defects: ${visual.length}, on ${new Set(seeded).size} shots; found on ${new Set(seeded).size - missed.length}`,
    ...missed.map((p) => `MISSED: ${p}`),
    ...extra.map((p) => `FOUND BUT NOT SEEDED: ${p}`),
  ];
  if (missed.length === 0 && extra.length === 0) lines.push("every seeded visual defect was found, and nothing else");
  return { ok: missed.length === 0 && extra.length === 0, lines };
}

/** What one pillar's audit said of one variant. */
export type PillarResult = {
  status: string;
  score: number | null;
  findings: FindingResult[];
  /** There was no earlier run to compare with: that it passed is no judgement of what it found. */
  startingPoint: boolean;
};
export type PillarPair = { good: PillarResult; flawed: PillarResult };

/** Is the defect among the findings, failed unless it says otherwise: its rule, on its page or about its address? */
export function isFound(defect: SeededDefect, findings: FindingResult[]): boolean {
  return findings.some(
    (f) =>
      f.outcome === (defect.outcome ?? "failed") &&
      f.rule === defect.rule &&
      (defect.page === "*" || pathOf(f.page) === defect.page || pathOf(f.target) === defect.page),
  );
}

/** One row a pillar: how both variants did, and how many of the seeded defects were found. */
export function judgePillars(
  defects: SeededDefect[],
  pillars: Record<string, PillarPair>,
): Judged & { rows: string[][] } {
  const lines: string[] = [];
  const rows = Object.entries(pillars).map(([pillar, { good, flawed }]) => {
    const seeded = defects.filter((d) => d.pillar === pillar);
    const missed = seeded.filter((d) => !isFound(d, flawed.findings));
    const wrong = good.findings.filter((f) =>
      seeded.some((d) => d.rule === f.rule && f.outcome === (d.outcome ?? "failed")),
    );
    for (const result of [good, flawed])
      if (result.status !== "completed") lines.push(`NOT COMPLETED: ${pillar}, the run is ${result.status}`);
    lines.push(...missed.map((d) => `MISSED: ${d.id} (${d.rule} on ${d.page})`));
    lines.push(...wrong.map((f) => `FIRES ON THE GOOD SHOP: ${f.rule} on ${pathOf(f.page)}: ${f.message}`));
    return [pillar, shown(good), shown(flawed), `${seeded.length - missed.length} of ${seeded.length}`];
  });
  const ok = lines.length === 0;
  if (ok) lines.push("every seeded defect of every pillar was found on the flawed shop, and none on the good one");
  return { ok, rows, lines };
}

/** A functional test of one variant: its counts, and why each feature failed that did. */
export type FunctionalResult = { status: string; total: number; passed: number; causes: Record<string, string> };

/** The row of the functional pillar: which features failed on the flawed shop, and whether each was distinguished rightly. */
export function judgeFunctional(
  defects: SeededDefect[],
  { good, flawed }: { good: FunctionalResult; flawed: FunctionalResult },
): Judged & { row: string[] } {
  const seeded = defects.filter((defect) => defect.feature !== undefined);
  const found = seeded.filter(({ feature, rule }) => flawed.causes[feature ?? ""] === rule);
  const lines = [
    ...seeded
      .filter((defect) => !found.includes(defect))
      .map(
        ({ id, feature, rule }) =>
          `MISSED: ${id} (${feature}: ${flawed.causes[feature ?? ""] ?? "passed"}, seeded ${rule})`,
      ),
    ...Object.entries(flawed.causes)
      .filter(([feature]) => !seeded.some((defect) => defect.feature === feature))
      .map(([feature, cause]) => `FAILED BUT NOT SEEDED: ${feature} (${cause})`),
    ...Object.entries(good.causes).map(([feature, cause]) => `FAILS ON THE GOOD SHOP: ${feature} (${cause})`),
    ...[good, flawed]
      .filter(({ status }) => status !== "completed")
      .map(({ status }) => `NOT COMPLETED: functional, the run is ${status}`),
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

/** The path of an address, or of text that is a path already. */
function pathOf(text: string): string {
  return URL.parse(text, "http://site.invalid")?.pathname ?? text;
}
