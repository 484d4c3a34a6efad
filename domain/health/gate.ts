// The gate before a merge: one verdict from the latest runs of a branch, with its reasons.

import { PILLAR_NAME, type Pillar } from "../audit/pillars.ts";
import { openFindings } from "../audit/startingPoint.ts";
import { sincePart } from "../history/againstWords.ts";
import { oneLine, plural, truncate } from "../text.ts";
import { quotedText } from "../untrusted/quote.ts";
import { oneDecimal } from "./figures.ts";
import { judgeCounts, judgePages, unscored } from "./gateMeasured.ts";
import { type Say, saysOf } from "./gateReason.ts";
import { levelOf } from "./gateThresholds.ts";
import type { AuditedRun, GateInput, GateReason, GateResult, GateRun, GateVerdict } from "./gateTypes.ts";

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
  const say = saysOf(pillar, run);
  switch (run.state) {
    case "running":
      return [say("run_running", "inconclusive", `1 run for ${input.subject} has not ended yet.`)];
    case "failed": {
      const why = run.why ? `: ${oneLine(truncate(run.why, 300))}` : ".";
      return [say("run_not_completed", "inconclusive", `the latest run for ${input.subject} did not complete${why}`)];
    }
    case "counted":
      return judgeCounts(pillar, run, input);
    case "audited": {
      const answers = [...judgePages(say, run), ...judgeLimits(say, run)];
      const findings = judgeFindings(say, run, input);
      if (run.score === null && !run.scoreLocked) {
        const found = findings.filter(({ level }) => level !== "pass");
        return answers.some(({ level }) => level === "fail")
          ? [...answers, ...found]
          : [say("nothing_measured", "inconclusive", unscored(run)), ...found];
      }
      const locked = "the score is locked by the plan; measurements and findings still count.";
      return [
        ...answers,
        ...findings,
        // A score that the plan does not include does not mean that nothing was measured.
        ...(run.score === null
          ? [say("score_locked", "pass", locked)]
          : judgeHealth(pillar, { ...run, score: run.score }, input)),
      ];
    }
  }
}

function judgeLimits(say: Say, { failures = [] }: AuditedRun): GateReason[] {
  if (failures.length === 0) return [];
  const message = `the audit did not pass. ${oneLine(truncate(failures.join(" "), 300))}`;
  return [say("audit_failed", "fail", message, { reasons: failures.length })];
}

function judgeFindings(say: Say, { findings }: AuditedRun, { subject, thresholds }: GateInput): GateReason[] {
  const { compared, since, cut } = findings;
  const [critical, serious] = [findings.critical.count, findings.serious.count];
  const data = { critical, serious };
  const them = critical + serious === 1 ? "it" : "them";
  if (!compared && critical + serious > 0)
    return [
      // Whether the findings came with this branch is unknown, so they are not a reason to fail.
      say(
        "not_comparable",
        "warn",
        `starting point with ${openFindings(data)}; whether ${subject} caused ${them} is unknown, because there is no earlier run to compare with.`,
        data,
      ),
    ];
  const reasons: GateReason[] = [];
  for (const [severity, code, limit] of [
    ["critical", "new_critical", thresholds.newCritical],
    ["serious", "new_serious", thresholds.newSerious],
  ] as const) {
    const { count, example, notLookedAt = 0 } = findings[severity];
    if (count === 0) continue;
    const elsewhere =
      notLookedAt === 0
        ? ""
        : `, ${notLookedAt === count ? "" : `${notLookedAt} `}on pages that this run did not check`;
    // The finding is quoted because agents read reasons, and part of the text comes from a page.
    const quoted =
      example === null
        ? ""
        : ` ${count === 1 ? "It is" : "One of them"}: ${quotedText(example.replace(/\.$/, ""), 200)}.`;
    const found = plural(count, `new ${severity} finding`);
    reasons.push(say(code, levelOf(count, limit), `${found}${sincePart(since)}${elsewhere}.${quoted}`, data));
  }
  if (cut !== undefined) {
    const message = `only the worst ${cut.toLocaleString("en-US")} critical and serious findings were compared; whether ${subject} caused others is unknown.`;
    reasons.push(say("not_comparable", "warn", message, data));
  }
  if (reasons.length > 0) return reasons;
  return [say("no_new_findings", "pass", `0 new critical and 0 new serious findings${sincePart(since)}.`, data)];
}

/**
 * A fall counts if it exceeds the normal variation between the pillar's runs. A score that main already had where the branch began is not
 * a fall of the branch, so the lower of that score and the rolling score is the reference. If the caller chose the base run, only its
 * score counts.
 */
function judgeHealth(pillar: Pillar, run: AuditedRun & { score: number }, input: GateInput): GateReason[] {
  const health = input.health.find((one) => one.pillar === pillar);
  if (!health || health.score === null || health.noise === null || health.runs < RUNS_FOR_FALL) return [];
  const { score, base } = run;
  if (run.part) return [];
  if (base?.asked && base.score === null) return [];
  const { noise, runs } = health;
  const rolling = { score: health.score, words: `the rolling ${health.score} of ${plural(runs, "run")}` };
  const reference =
    base && base.score !== null && (base.asked || base.score < rolling.score)
      ? ofBase(base.score, base.against)
      : rolling;
  const fall = oneDecimal(reference.score - score);
  const data = { score, rolling: rolling.score, reference: reference.score, fall, noise, runs };
  const level = fall > noise ? levelOf(fall, input.thresholds.healthFall) : "pass";
  const [code, compared] =
    level === "pass"
      ? (["health_held", "against"] as const)
      : (["health_fell", `is ${plural(fall, "point")} below`] as const);
  const message = `${oneDecimal(score)} ${compared} ${reference.words}; runs differ by ${noise} without any change.`;
  return [saysOf(pillar, run)(code, level, message, data)];
}

const ofBase = (score: number, against: string) => ({ score, words: `the ${oneDecimal(score)} of ${against}` });
