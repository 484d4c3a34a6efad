// The gate before a merge: one verdict from the latest runs of a branch, with its reasons.

import { PILLAR_NAME, type Pillar } from "../audit/pillars.ts";
import { sincePart } from "../history/againstWords.ts";
import { oneLine, plural, truncate } from "../text.ts";
import { quotedText } from "../untrusted/quote.ts";
import { oneDecimal } from "./figures.ts";
import { judgeCounts, judgePages, lockedScore, unscored } from "./gateMeasured.ts";
import { type Limit, levelOf } from "./gateThresholds.ts";
import type {
  AuditedRun,
  GateCode,
  GateInput,
  GateReason,
  GateResult,
  GateRun,
  GateVerdict,
  Group,
} from "./gateTypes.ts";

/** The verdicts, the worst first. */
export const ORDER: readonly GateVerdict[] = ["fail", "inconclusive", "warn", "pass"];
/** Minimum number of runs before a fall below the rolling score counts. */
const RUNS_FOR_FALL = 3;

/**
 * Returns the worst level of all reasons, in this order: fail, inconclusive, warn, pass. Runs that are still running or did not complete
 * have no result, so the gate is inconclusive. The same applies to a required pillar without a run, and if there is no data at all.
 */
export function gatePr(input: GateInput): GateResult {
  const { subject, thresholds } = input;
  const runs = Object.entries(input.runs) as [Pillar, GateRun][];
  const reasons = runs.flatMap(([pillar, run]) => judge(pillar, run, input));
  for (const pillar of thresholds.required)
    if (!input.runs[pillar])
      reasons.push({
        code: "pillar_required",
        level: "inconclusive",
        message: `${PILLAR_NAME[pillar]} is required before a merge, and ${subject} has 0 runs of it.`,
        data: { pillar, runs: 0 },
      });
  if (runs.length === 0)
    reasons.push({
      code: "no_data",
      level: "inconclusive",
      message: `There are 0 runs for ${subject}, so the result is inconclusive.`,
      data: { runs: 0 },
    });
  // The sort is stable, so reasons of one level keep the order of the pillars.
  reasons.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
  return { verdict: reasons[0]?.level ?? "inconclusive", reasons };
}

/** Returns the worst level of the reasons about one pillar; inconclusive if there are none. */
export function pillarVerdict(reasons: readonly GateReason[], pillar: Pillar): GateVerdict {
  const levels = reasons.filter(({ data }) => data.pillar === pillar).map(({ level }) => level);
  return ORDER.find((level) => levels.includes(level)) ?? "inconclusive";
}

function judge(pillar: Pillar, run: GateRun, input: GateInput): GateReason[] {
  const name = PILLAR_NAME[pillar];
  const undecided = (code: GateCode, message: string): GateReason[] => [
    { code, level: "inconclusive", message, data: { pillar, runId: run.runId } },
  ];
  switch (run.state) {
    case "running":
      return undecided("run_running", `${name}: 1 run for ${input.subject} has not ended yet.`);
    case "failed":
      return undecided(
        "run_not_completed",
        run.why
          ? `${name}: the latest run for ${input.subject} did not complete: ${oneLine(truncate(run.why, 300))}`
          : `${name}: the latest run for ${input.subject} did not complete.`,
      );
    case "counted":
      return judgeCounts(pillar, run, input);
    case "audited": {
      const answers = [...judgePages(pillar, run), ...judgeLimits(pillar, run)];
      const findings = judgeFindings(pillar, run, input);
      if (run.score === null && !run.scoreLocked) {
        const found = findings.filter(({ level }) => level !== "pass");
        return answers.some(({ level }) => level === "fail")
          ? [...answers, ...found]
          : [...undecided("nothing_measured", unscored(name, run)), ...found];
      }
      return [
        ...answers,
        ...findings,
        ...(run.score === null ? lockedScore(pillar, run) : judgeHealth(pillar, { ...run, score: run.score }, input)),
      ];
    }
  }
}

function judgeLimits(pillar: Pillar, { runId, failures = [] }: AuditedRun): GateReason[] {
  if (failures.length === 0) return [];
  const message = `${PILLAR_NAME[pillar]}: the audit did not pass. ${oneLine(truncate(failures.join(" "), 300))}`;
  return [{ code: "audit_failed", level: "fail", message, data: { pillar, runId, reasons: failures.length } }];
}

function judgeFindings(pillar: Pillar, run: AuditedRun, { subject, thresholds }: GateInput): GateReason[] {
  const { compared, critical, serious, since, cut } = run.findings;
  const name = PILLAR_NAME[pillar];
  const data = { pillar, runId: run.runId, critical: critical.count, serious: serious.count };
  if (!compared && critical.count + serious.count > 0)
    return [
      {
        code: "not_comparable",
        // Whether the findings came with this branch is unknown, so they are not a reason to fail.
        level: "warn",
        message: `${name} is at its starting point: ${plural(critical.count, "critical finding")} and ${serious.count} serious; whether ${subject} caused them is unknown, because there is no earlier run to compare with.`,
        data,
      },
    ];
  const reasons: GateReason[] = [];
  const say = (code: GateCode, { count, example, notLookedAt = 0 }: Group, word: string, limit: Limit) => {
    if (count === 0) return;
    const elsewhere =
      notLookedAt === 0
        ? ""
        : `, ${notLookedAt === count ? "" : `${notLookedAt} `}on pages that this run did not check`;
    // The finding is quoted because agents read reasons, and part of the text comes from a page.
    const quoted =
      example === null
        ? ""
        : ` ${count === 1 ? "It is" : "One of them"}: ${quotedText(example.replace(/\.$/, ""), 200)}.`;
    reasons.push({
      code,
      level: levelOf(count, limit),
      message: `${name}: ${plural(count, `new ${word} finding`)}${sincePart(since)}${elsewhere}.${quoted}`,
      data,
    });
  };
  say("new_critical", critical, "critical", thresholds.newCritical);
  say("new_serious", serious, "serious", thresholds.newSerious);
  if (cut !== undefined)
    reasons.push({
      code: "not_comparable",
      level: "warn",
      message: `${name}: only the worst ${cut.toLocaleString("en-US")} critical and serious findings were compared; whether ${subject} caused others is unknown.`,
      data,
    });
  if (reasons.length === 0)
    reasons.push({
      code: "no_new_findings",
      level: "pass",
      message: `${name}: 0 new critical and 0 new serious findings${sincePart(since)}.`,
      data,
    });
  return reasons;
}

/**
 * A fall counts if it exceeds the normal variation between the pillar's runs. A score that main already had where the branch began is not
 * a fall of the branch, so the lower of that score and the rolling score is the reference. If the caller chose the base run, only its
 * score counts.
 */
function judgeHealth(pillar: Pillar, run: AuditedRun & { score: number }, input: GateInput): GateReason[] {
  const health = input.health.find((one) => one.pillar === pillar);
  if (!health || health.score === null || health.noise === null || health.runs < RUNS_FOR_FALL) return [];
  const { runId, score, base } = run;
  if (run.part) return [];
  if (base?.asked && base.score === null) return [];
  const { noise, runs } = health;
  const rolling = { score: health.score, words: `the rolling ${health.score} of ${plural(runs, "run")}` };
  const reference =
    base && base.score !== null && (base.asked || base.score < rolling.score)
      ? ofBase(base.score, base.against)
      : rolling;
  const fall = oneDecimal(reference.score - score);
  const data = { pillar, runId, score, rolling: rolling.score, reference: reference.score, fall, noise, runs };
  const level = fall > noise ? levelOf(fall, input.thresholds.healthFall) : "pass";
  const beside = `runs differ by ${noise} without any change`;
  if (level === "pass")
    return [
      {
        code: "health_held",
        level,
        message: `${PILLAR_NAME[pillar]}: ${oneDecimal(score)} against ${reference.words}; ${beside}.`,
        data,
      },
    ];
  return [
    {
      code: "health_fell",
      level,
      message: `${PILLAR_NAME[pillar]}: ${oneDecimal(score)} is ${fall} points below ${reference.words}; ${beside}.`,
      data,
    },
  ];
}

const ofBase = (score: number, against: string) => ({ score, words: `the ${oneDecimal(score)} of ${against}` });
