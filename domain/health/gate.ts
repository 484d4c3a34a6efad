// The gate before a merge: what the latest runs of a branch say, as one verdict with its reasons.

import { PILLAR_NAME, type Pillar } from "../audit/pillars.ts";
import { plural } from "../text.ts";
import { oneDecimal } from "./figures.ts";
import type { GateThresholds, Limit } from "./gateThresholds.ts";
import type { HealthReason, PillarHealth } from "./types.ts";

export const GATE_VERDICTS = ["pass", "warn", "fail", "inconclusive"] as const;
export type GateVerdict = (typeof GATE_VERDICTS)[number];
export const GATE_CODES = [
  "visual_failures",
  "visual_passed",
  "functional_failures",
  "functional_passed",
  "new_critical",
  "new_serious",
  "not_comparable",
  "no_new_findings",
  "health_fell",
  "health_held",
  "run_running",
  "run_not_completed",
  "nothing_measured",
  "pillar_required",
  "no_data",
] as const;
export type GateCode = (typeof GATE_CODES)[number];

/** `level` is what this reason alone would make of the verdict. */
export type GateReason = HealthReason & { code: GateCode; level: GateVerdict };
export type GateResult = { verdict: GateVerdict; reasons: GateReason[] };

/** Of pictures or functional scenarios. `passed` includes what was approved. */
export type CountedRun = {
  runId: string;
  state: "counted";
  total: number;
  passed: number;
  approved: number;
  noBaseline: number;
};
export type AuditedRun = { runId: string; state: "audited"; score: number | null; findings: NewFindings };

/** The latest run of one pillar on the branch: still going, ended without completing, or completed. */
export type GateRun = { runId: string; state: "running" | "failed" } | CountedRun | AuditedRun;

/** Failed findings that the base branch does not have, by severity; `compared` false: there is nothing to compare with. */
export type NewFindings = { compared: boolean; critical: Group; serious: Group };
/** How many, and the message of the first. */
export type Group = { count: number; example: string | null };

export type GateInput = {
  /** In words: `the branch "x"`, `pull request 7`. */
  subject: string;
  runs: Partial<Record<Pillar, GateRun>>;
  /** Rolling health without the runs above. */
  health: readonly PillarHealth[];
  thresholds: GateThresholds;
};

const ORDER: readonly GateVerdict[] = ["fail", "inconclusive", "warn", "pass"];
/** Below so many runs a rolling score is too young to have fallen. */
const RUNS_FOR_FALL = 3;

/**
 * The worst level of all reasons: fail, then inconclusive, then warn, then pass. Runs that are still going or did not end well say
 * nothing, so they leave the gate undecided; so does a required pillar without a run, and no data at all.
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
      message: `There are 0 runs for ${subject}, so nothing can be said about it.`,
      data: { runs: 0 },
    });
  // Stable: reasons of one level keep the order of the pillars.
  reasons.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
  return { verdict: reasons[0]?.level ?? "inconclusive", reasons };
}

/** What the reasons about one pillar make of it; undecided where there are none. */
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
      return undecided("run_not_completed", `${name}: the latest run for ${input.subject} did not complete.`);
    case "counted":
      return [judgeCounts(pillar, run, input)];
    case "audited":
      return run.score === null
        ? undecided("nothing_measured", `${name}: the run completed, but 0 pages could be measured.`)
        : [...judgeFindings(pillar, run, input), ...judgeHealth(pillar, run.runId, run.score, input)];
  }
}

function judgeCounts(pillar: Pillar, run: CountedRun, input: GateInput): GateReason {
  const { total, passed, approved, noBaseline, runId } = run;
  const visual = pillar === "visual";
  const thing = visual ? "picture" : "scenario";
  const failures = total - passed;
  const data = { pillar, runId, total, passed, approved, failures, noBaseline };
  if (total === 0)
    return {
      code: "nothing_measured",
      level: "inconclusive",
      message: `${PILLAR_NAME[pillar]}: the run completed with 0 ${thing}s.`,
      data,
    };
  const level = levelOf(failures, input.thresholds[visual ? "visualFailures" : "functionalFailures"]);
  const withApproved = approved > 0 ? `, ${approved} of them approved` : "";
  if (failures === 0)
    return {
      code: visual ? "visual_passed" : "functional_passed",
      level,
      message: `${PILLAR_NAME[pillar]}: all ${plural(total, thing)} passed${withApproved}.`,
      data,
    };
  const first = noBaseline > 0 ? `; ${noBaseline} of them without a baseline` : "";
  return {
    code: visual ? "visual_failures" : "functional_failures",
    level,
    message: visual
      ? `Visual: ${failures} of ${plural(total, thing)} differ and are not approved${first}.`
      : `Functional: ${failures} of ${plural(total, thing)} failed.`,
    data,
  };
}

function judgeFindings(pillar: Pillar, run: AuditedRun, { subject, thresholds }: GateInput): GateReason[] {
  const { compared, critical, serious } = run.findings;
  const name = PILLAR_NAME[pillar];
  const data = { pillar, runId: run.runId, critical: critical.count, serious: serious.count };
  if (!compared && critical.count + serious.count > 0)
    return [
      {
        code: "not_comparable",
        // Whether they came with this branch is not known, so it is not held against it as far as failing.
        level: "warn",
        message: `${name} is at its starting point: ${plural(critical.count, "critical finding")} and ${serious.count} serious; whether ${subject} brought them cannot be told, as there is no earlier run to compare with.`,
        data,
      },
    ];
  const reasons: GateReason[] = [];
  const say = (code: GateCode, { count, example }: Group, word: string, limit: Limit) => {
    if (count === 0) return;
    const quoted = example === null ? "" : ` ${count === 1 ? "It is" : "One of them"}: ${example}`;
    reasons.push({
      code,
      level: levelOf(count, limit),
      message: `${name}: ${plural(count, `new ${word} finding`)}.${quoted}`,
      data,
    });
  };
  say("new_critical", critical, "critical", thresholds.newCritical);
  say("new_serious", serious, "serious", thresholds.newSerious);
  if (reasons.length === 0)
    reasons.push({
      code: "no_new_findings",
      level: "pass",
      message: `${name}: 0 new critical and 0 new serious findings.`,
      data,
    });
  return reasons;
}

/** A fall counts where it is beyond what the pillar's runs differ by anyhow. */
function judgeHealth(pillar: Pillar, runId: string, score: number, input: GateInput): GateReason[] {
  const health = input.health.find((one) => one.pillar === pillar);
  if (!health || health.score === null || health.noise === null || health.runs < RUNS_FOR_FALL) return [];
  const fall = oneDecimal(health.score - score);
  const { noise, runs } = health;
  const data = { pillar, runId, score, rolling: health.score, fall, noise, runs };
  const level = fall > noise ? levelOf(fall, input.thresholds.healthFall) : "pass";
  const rolling = `the rolling ${health.score} of ${plural(runs, "run")}`;
  const beside = `runs differ by ${noise} without any change`;
  if (level === "pass")
    return [
      {
        code: "health_held",
        level,
        message: `${PILLAR_NAME[pillar]}: ${oneDecimal(score)} against ${rolling}; ${beside}.`,
        data,
      },
    ];
  return [
    {
      code: "health_fell",
      level,
      message: `${PILLAR_NAME[pillar]}: ${oneDecimal(score)} is ${fall} points below ${rolling}; ${beside}.`,
      data,
    },
  ];
}

function levelOf(value: number, { warn, fail }: Limit): GateVerdict {
  if (fail !== null && value >= fail) return "fail";
  return warn !== null && value >= warn ? "warn" : "pass";
}
