// Audits one page: runs axe's rules and our own, and computes its score and the metrics that the run adds up.
import { type CheckResult, SEVERITIES, type Severity } from "../../audit/finding.ts";
import { type Checked, checked, type Place } from "../../audit/runChecks.ts";
import type { OpenBanner } from "../../consent/openBanner.ts";
import { axeResults, isBestPractice, shotKey } from "./axeResults.ts";
import type { Content } from "./content.ts";
import { type A11yData, type KeyboardWalk, WITH_BANNER } from "./gathered.ts";
import { type BrokenRule, pageScore } from "./score.ts";
import { OWN_CHECKS, PARTS } from "./table.ts";

/** Rules that were left out because a part of the page could not be measured. */
export type LeftOut = { rules: string[]; reason: string };

export type A11yPageAudit = Checked & {
  score: number;
  /** `critical`, `serious`, `moderate`, `minor`: number of elements that break a rule. `leftOutRules`: number of rules without a result. */
  metrics: Record<string, number | null>;
  details: {
    axeVersion: string;
    widths: object[];
    notMeasured: LeftOut[];
    notes: string[];
    remarks: Remark[];
    keyboard: object | null;
  };
};

export function auditPage(data: A11yData, place: Place): A11yPageAudit {
  const axe = axeResults(data);
  const unfinished = unfinishedWalk(data);
  const own = OWN_CHECKS.filter(({ needs }) => (data[needs]?.state ?? "not_measured") !== "not_measured")
    .map(({ check, needs, of }) => {
      const results = [check.run(data)].flat().map(withPicture(check.rule, data.shots));
      return { check, needs, of, results };
    })
    // A partial keyboard walk can prove a problem, but not that the rest of the page has none.
    .filter(({ needs, results }) => !(unfinished && needs === "keyboard" && results.every(isPassed)));
  const judged = checked([...axe, ...own], place);
  const accepted = (rule: string): number =>
    judged.findings
      .filter((one) => one.rule === rule && one.was === "failed")
      // One finding may stand for all elements beyond the listed ones.
      .reduce((sum, { evidence }) => sum + (typeof evidence.further === "number" ? evidence.further : 1), 0);
  const broken: BrokenRule[] = [
    ...axe
      .filter(({ merged }) => !isBestPractice(data.rules[merged.rule] ?? { tags: [] }))
      .map(({ merged: { rule, impact, failed, passed } }) => ({
        severity: impact,
        failed: Math.max(0, failed - accepted(rule)),
        tested: failed + passed,
      })),
    ...own.map(({ check, of, results }) => ({
      severity: check.severity,
      failed: results.reduce((sum, result) => sum + elementsOf(result), 0) - accepted(check.rule),
      tested: testedBy(check.rule, of, data),
    })),
  ];
  const leftOut = [...notMeasured(data), ...(unfinished ? [partlyWalked(unfinished, own)] : [])].filter(
    ({ rules }) => rules.length > 0,
  );
  const { keyboard } = data;
  return {
    ...judged,
    score: pageScore(broken),
    metrics: {
      ...bySeverity(broken),
      leftOutRules: leftOut.reduce((sum, { rules }) => sum + rules.length, 0),
      ...(data.banner ? { consentBanner: 1 } : {}),
    },
    details: {
      axeVersion: data.axeVersion,
      widths: data.widths.map(({ viewport, width, frames, framesLeftOut }) => ({
        viewport,
        width,
        frames,
        framesLeftOut,
      })),
      notMeasured: leftOut,
      notes: data.notes,
      remarks: data.banner ? [remarkOn(data.banner)] : [],
      keyboard:
        keyboard.state === "walked"
          ? { presses: keyboard.presses, end: keyboard.end, order: keyboard.stops.map(({ name }) => name) }
          : null,
    },
  };
}

/** Number of elements that a result stands for: the last result of a rule may cover all elements beyond the listed ones. */
function elementsOf({ outcome, evidence }: CheckResult): number {
  if (outcome !== "failed") return 0;
  return typeof evidence?.further === "number" ? evidence.further : 1;
}

function testedBy(rule: string, of: keyof Content["counts"] | undefined, { content, keyboard }: A11yData): number {
  if (rule === "focus-visible" && keyboard.state === "walked") return keyboard.stops.length;
  return of !== undefined && content?.state === "read" ? content.counts[of] : 1;
}

const withPicture =
  (rule: string, shots: A11yData["shots"]) =>
  (result: CheckResult): CheckResult => {
    const screenshotId = result.outcome === "failed" ? shots[shotKey(rule, result.target)] : undefined;
    return screenshotId === undefined ? result : { ...result, evidence: { ...result.evidence, screenshotId } };
  };

type Remark = { code: "consent_banner"; message: string };

function remarkOn({ part }: OpenBanner): Remark {
  return { code: "consent_banner", message: `A consent banner (${part}) was open. ${WITH_BANNER}` };
}

function notMeasured(data: A11yData): LeftOut[] {
  return PARTS.flatMap((part) => {
    const seen = data[part];
    if (seen?.state !== "not_measured") return [];
    const rules = OWN_CHECKS.filter(({ needs }) => needs === part).map(({ check }) => check.rule);
    return [{ rules, reason: seen.reason }];
  });
}

const isPassed = ({ outcome }: CheckResult): boolean => outcome === "passed";

/** Returns the keyboard walk if it stopped before the focus returned to the start, otherwise null. */
function unfinishedWalk({ keyboard }: A11yData): KeyboardWalk | null {
  return keyboard.state === "walked" && keyboard.end === "limit" ? keyboard : null;
}

function partlyWalked({ presses }: KeyboardWalk, own: readonly { check: { rule: string } }[]): LeftOut {
  const answered = new Set(own.map(({ check }) => check.rule));
  const rules = OWN_CHECKS.filter(({ check, needs }) => needs === "keyboard" && !answered.has(check.rule)).map(
    ({ check }) => check.rule,
  );
  return {
    rules,
    reason: `The page was not fully tabbed through: after ${presses} presses of Tab the focus had not returned to the start. Elements after that were not checked.`,
  };
}

function bySeverity(broken: readonly BrokenRule[]): Partial<Record<Severity, number>> {
  const of = (severity: Severity): number =>
    broken.filter((rule) => rule.severity === severity).reduce((sum, { failed }) => sum + failed, 0);
  return Object.fromEntries(SEVERITIES.filter((s) => s !== "info").map((severity) => [severity, of(severity)]));
}
