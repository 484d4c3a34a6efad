// Gate reasons about the parts of a run: those that failed, those that answer with an error, and those that were not measured.

import { PILLAR_NAME, PILLAR_PARTS, type Pillar } from "../audit/pillars.ts";
import { NOTHING_WAITS } from "../review/waiting.ts";
import { plural } from "../text.ts";
import { levelOf } from "./gateThresholds.ts";
import type { AuditedRun, CountedRun, GateInput, GateReason, SetAside } from "./gateTypes.ts";
import { leftOpenWords } from "./leftOpen.ts";

const NOTHING_ASIDE: SetAside = { failures: 0, errors: 0, pageErrors: 0 };

/** Returns the reason for a run without a score, unless the score is missing because of the plan. */
export function unscored(name: string, { pages }: AuditedRun): string {
  const measured = pages ? pages.total - pages.notMeasured - pages.errors : 0;
  return pages === undefined || measured === 0
    ? `${name}: the run completed, but 0 pages could be measured.`
    : `${name}: ${measured} of ${plural(pages.total, "page")} measured, and nothing on them could be scored.`;
}

/** A score that the plan does not include does not mean that nothing was measured. */
export function lockedScore(pillar: Pillar, { runId }: AuditedRun): GateReason[] {
  const message = `${PILLAR_NAME[pillar]}: the score is locked by the plan; measurements and findings still count.`;
  return [{ code: "score_locked", level: "pass", message, data: { pillar, runId } }];
}

/** Returns the reasons about pages that broke and pages that could not be measured. */
export function judgePages(pillar: Pillar, { runId, pages }: AuditedRun): GateReason[] {
  if (pages === undefined) return [];
  const { total, notMeasured, errors } = pages;
  const name = PILLAR_NAME[pillar];
  return [
    ...(errors > 0 ? [pageErrors(pillar, runId, { total, errors }, "page")] : []),
    ...(notMeasured > 0 && notMeasured + errors < total
      ? [
          {
            code: "partly_measured" as const,
            level: "warn" as const,
            message: `${name}: ${notMeasured} of ${plural(total, "page")} not measured.`,
            data: { pillar, runId, pages: total, notMeasured },
          },
        ]
      : []),
  ];
}

function pageErrors(
  pillar: Pillar,
  runId: string,
  { total, errors }: { total: number; errors: number },
  thing: string,
): GateReason {
  return {
    code: "page_errors",
    level: "fail",
    message: `${PILLAR_NAME[pillar]}: ${errors} of ${plural(total, thing)} ${errors === 1 ? "answers" : "answer"} with an error (4xx or 5xx) but did not before.`,
    data: { pillar, runId, total, errors },
  };
}

export function judgeCounts(pillar: Pillar, run: CountedRun, input: GateInput): GateReason[] {
  const { total, passed, approved, noBaseline, runId, setAside = NOTHING_ASIDE } = run;
  const errors = (run.errors ?? 0) - setAside.errors;
  const broken = (run.pageErrors ?? 0) - setAside.pageErrors;
  const aside = setAside.failures + setAside.errors + setAside.pageErrors;
  const visual = PILLAR_PARTS[pillar] === "shots";
  const thing = visual ? "screenshot" : "scenario";
  const { earlier = NOTHING_WAITS, notRun = 0 } = run;
  const failures = total - passed - errors - broken - aside + earlier.screenshots + notRun;
  const data = { pillar, runId, total, passed, approved, failures, noBaseline };
  if (total === 0)
    return [
      {
        code: "nothing_measured",
        level: "inconclusive",
        message: `${PILLAR_NAME[pillar]}: the run completed with 0 ${thing}s.`,
        data,
      },
    ];
  const beside: GateReason[] = [
    ...(broken > 0 ? [pageErrors(pillar, runId, { total, errors: broken }, thing)] : []),
    ...(errors > 0
      ? [
          {
            code: "partly_measured" as const,
            level: "inconclusive" as const,
            message: `${PILLAR_NAME[pillar]}: ${errors} of ${plural(total, thing)} not measured.`,
            data: { ...data, errors },
          },
        ]
      : []),
  ];
  // Nothing differs, but not everything passed: the reasons above already cover it.
  return failures === 0 && beside.length > 0
    ? beside
    : [judgeFailures(pillar, run, { failures, aside }, input), ...beside];
}

const CODES = {
  visual: { passed: "visual_passed", failed: "visual_failures", threshold: "visualFailures" },
  functional: { passed: "functional_passed", failed: "functional_failures", threshold: "functionalFailures" },
} as const;

function judgeFailures(
  pillar: Pillar,
  run: CountedRun,
  { failures, aside }: { failures: number; aside: number },
  input: GateInput,
): GateReason {
  const { total, passed, approved, noBaseline, runId, sentence } = run;
  const open = leftOpenWords(run);
  const codes = CODES[PILLAR_PARTS[pillar] === "shots" ? "visual" : "functional"];
  return {
    code: failures === 0 ? codes.passed : codes.failed,
    level: levelOf(failures, input.thresholds[codes.threshold]),
    message: `${PILLAR_NAME[pillar]}: ${sentence}${aside === 0 ? "" : ` ${aside} of them accepted or snoozed.`}${open === null ? "" : ` ${open}.`}`,
    data: { pillar, runId, total, passed, approved, failures, noBaseline },
  };
}
