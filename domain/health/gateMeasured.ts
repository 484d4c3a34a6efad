// Gate reasons about the parts of a run: those that failed, those that answer with an error, and those that were not measured.

import { PILLAR_PARTS, type Pillar } from "../audit/pillars.ts";
import { NOTHING_WAITS } from "../review/waiting.ts";
import { plural } from "../text.ts";
import { type Say, saysOf } from "./gateReason.ts";
import { levelOf } from "./gateThresholds.ts";
import type { AuditedRun, CountedRun, GateInput, GateReason, SetAside } from "./gateTypes.ts";
import { leftOpenWords } from "./leftOpen.ts";

const NOTHING_ASIDE: SetAside = { failures: 0, errors: 0, pageErrors: 0 };

/** Returns the reason for a run without a score, unless the score is missing because of the plan. */
export function unscored({ pages }: AuditedRun): string {
  const measured = pages ? pages.total - pages.notMeasured - pages.errors : 0;
  return pages === undefined || measured === 0
    ? "the run completed, but 0 pages could be measured."
    : `${measured} of ${plural(pages.total, "page")} measured, and nothing on ${measured === 1 ? "it" : "them"} could be scored.`;
}

/** Returns the reasons about pages that broke and pages that could not be measured. */
export function judgePages(say: Say, { pages }: AuditedRun): GateReason[] {
  if (pages === undefined) return [];
  const { total, notMeasured, errors } = pages;
  const message = `${notMeasured} of ${plural(total, "page")} not measured.`;
  return [
    ...(errors > 0 ? [pageErrors(say, { total, errors }, "page")] : []),
    ...(notMeasured > 0 && notMeasured + errors < total
      ? [say("partly_measured", "warn", message, { pages: total, notMeasured })]
      : []),
  ];
}

function pageErrors(say: Say, { total, errors }: { total: number; errors: number }, thing: string): GateReason {
  const message = `${errors} of ${plural(total, thing)} ${errors === 1 ? "answers" : "answer"} with an error (4xx or 5xx) but did not before.`;
  return say("page_errors", "fail", message, { total, errors });
}

const CODES = {
  visual: { passed: "visual_passed", failed: "visual_failures", threshold: "visualFailures" },
  functional: { passed: "functional_passed", failed: "functional_failures", threshold: "functionalFailures" },
} as const;

export function judgeCounts(pillar: Pillar, run: CountedRun, input: GateInput): GateReason[] {
  const say = saysOf(pillar, run);
  const { total, passed, approved, noBaseline, sentence, setAside = NOTHING_ASIDE } = run;
  const errors = (run.errors ?? 0) - setAside.errors;
  const broken = (run.pageErrors ?? 0) - setAside.pageErrors;
  const aside = setAside.failures + setAside.errors + setAside.pageErrors;
  const visual = PILLAR_PARTS[pillar] === "shots";
  const thing = visual ? "screenshot" : "scenario";
  const { earlier = NOTHING_WAITS, notRun = 0 } = run;
  const failures = total - passed - errors - broken - aside + earlier.screenshots + notRun;
  const data = { total, passed, approved, failures, noBaseline };
  if (total === 0) return [say("nothing_measured", "inconclusive", `the run completed with 0 ${thing}s.`, data)];
  const unmeasured = `${errors} of ${plural(total, thing)} not measured.`;
  const beside: GateReason[] = [
    ...(broken > 0 ? [pageErrors(say, { total, errors: broken }, thing)] : []),
    ...(errors > 0 ? [say("partly_measured", "inconclusive", unmeasured, { ...data, errors })] : []),
  ];
  // Nothing differs, but not everything passed: the reasons above already cover it.
  if (failures === 0 && beside.length > 0) return beside;
  const codes = CODES[visual ? "visual" : "functional"];
  const open = leftOpenWords(run);
  const message = `${sentence}${aside === 0 ? "" : ` ${aside} of them accepted or snoozed.`}${open === null ? "" : ` ${open}.`}`;
  const level = levelOf(failures, input.thresholds[codes.threshold]);
  return [say(failures === 0 ? codes.passed : codes.failed, level, message, data), ...beside];
}
