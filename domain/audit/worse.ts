// The rule "worse than the reference": which figures of a run may not be worse than those of another run, and by how much.
import { oneDecimal } from "../health/figures.ts";
import { METRIC_WORDS, type Metric, WORSE_NAMES } from "../words/units.ts";
import { SEVERITIES, type Severity } from "./finding.ts";
import type { FigureChange, WorseName, WorseSummary } from "./summary.ts";

/** By how much each figure may be worse; 0 for not at all. Figures that are not listed have no limit. */
export type WorseLimits = Partial<Record<WorseName, number>>;

/** Limit based on the failed findings of the reference; counted again when people accept findings. */
export type FindingsLimit = { from: number; allowed: number; words: string };

export type WorseInput = {
  limits: WorseLimits;
  /** Description of the reference, including its run. */
  words: string;
  before: { score: number | null; findings: number };
  now: { score: number | null; findings: number };
  /** Whether both runs cover the same pages. Otherwise their scores and findings are not comparable. */
  samePages: boolean;
  /** Figures with a spread, for pillars that measure them. */
  measured: readonly FigureChange[];
};

export type WorseJudged = Pick<WorseSummary, "figures"> & {
  /** Failures of all figures except findings, which `findings` judges. */
  failures: string[];
  findings: FindingsLimit | null;
  /** Limited figures that one of the runs lacks, or that cannot be compared because the runs cover different pages. */
  missing: WorseName[];
};

/**
 * Judges the limited figures. A figure with a spread is worse only beyond the spread of both runs; scores and counts are compared as
 * people read them.
 */
export function judgeWorse({ limits, words, before, now, samePages, measured }: WorseInput): WorseJudged {
  const figures: WorseSummary["figures"] = [];
  const failures: string[] = [];
  const missing: WorseName[] = [];
  for (const name of WORSE_NAMES) {
    const allowed = limits[name];
    if (allowed === undefined) continue;
    const found = measured.find(({ figure }) => figure === name) ?? (samePages ? plainChange(name, before, now) : null);
    if (found === null) {
      missing.push(name);
      continue;
    }
    const { from, to, change } = found;
    const worse = change === "worse" && Math.abs(to - from) > allowed;
    figures.push({ name, from, to, allowed, worse });
    if (worse && name !== "findings")
      failures.push(`${nameOf(name)} ${said(name, to)} is worse than ${said(name, from)} of ${words}.`);
  }
  const { findings: allowed } = limits;
  return {
    figures,
    failures,
    missing,
    findings: allowed === undefined || !samePages ? null : { from: before.findings, allowed, words },
  };
}

function plainChange(
  name: WorseName,
  before: WorseInput["before"],
  now: WorseInput["now"],
): Pick<FigureChange, "from" | "to" | "change"> | null {
  if (name !== "score" && name !== "findings") return null;
  const [from, to] = [before[name], now[name]];
  if (from === null || to === null) return null;
  const [then, today] = [oneDecimal(from), oneDecimal(to)];
  const isWorse = name === "score" ? today < then : today > then;
  return { from: then, to: today, change: isWorse ? "worse" : then === today ? "steady" : "better" };
}

/** Returns "14 findings are more than the 12 of main at a1b2c3d (run_01…).", or null if there are not too many. */
export function moreFindings(
  bySeverity: Record<Severity, number>,
  limit: FindingsLimit | null | undefined,
): string | null {
  if (!limit) return null;
  const count = countOf(bySeverity);
  if (count - limit.from <= limit.allowed) return null;
  return `${count} failed findings are more than the ${limit.from} of ${limit.words}.`;
}

/** Returns the number of failed findings of all severities. */
export const countOf = (bySeverity: Partial<Record<Severity, number>>): number =>
  SEVERITIES.reduce((all, severity) => all + (bySeverity[severity] ?? 0), 0);

/** Returns what the run reports if there is nothing to compare with. The rule then neither fails nor passes. */
export const noReference = (limits: WorseLimits, branch: string): string =>
  `Not compared (${namesIn(limits).join(", ")}): ${branch} has no completed run to compare with.`;

export const namesIn = (limits: WorseLimits): WorseName[] => WORSE_NAMES.filter((name) => limits[name] !== undefined);

/** Returns the limited figures that a run does not measure and so cannot be judged by. */
export const notMeasuredBy = (limits: WorseLimits, { metrics }: { metrics: boolean }): WorseName[] =>
  namesIn(limits).filter((name) => name !== "score" && name !== "findings" && !metrics);

const isMetric = (name: WorseName): name is WorseName & Metric => Object.hasOwn(METRIC_WORDS, name);
const nameOf = (name: WorseName): string => (isMetric(name) ? METRIC_WORDS[name].name : "Score");
function said(name: WorseName, value: number): string {
  if (!isMetric(name) || METRIC_WORDS[name].unit === "") return String(Math.round(value * 1_000) / 1_000);
  return `${Math.round(value).toLocaleString("en-US")} ms`;
}
