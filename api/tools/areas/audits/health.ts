// Tools for the health of the site and the gate before a merge.
import { boolean, number, object, string } from "yup";
import { PILLAR_NAME, PILLARS, type Pillar } from "../../../../domain/audit/pillars.ts";
import { given } from "../../../../domain/given.ts";
import { pillarVerdict } from "../../../../domain/health/gate.ts";
import { GATE_VERDICTS, type GateVerdict } from "../../../../domain/health/gateTypes.ts";
import type { Mover } from "../../../../domain/health/movedBy.ts";
import { scoreInWords } from "../../../../domain/health/siteHealth.ts";
import { siteRollUp } from "../../../../domain/health/siteRollUp.ts";
import type { PillarHealth } from "../../../../domain/health/types.ts";
import { ASKED_KINDS } from "../../../../domain/history/asked.ts";
import { prNumberField, text } from "../../../lib/validate.ts";
import { type GatePrView, gatePr } from "../../../operations/health/gatePr.ts";
import { siteHealth } from "../../../operations/health/siteHealth.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, environmentArg, projectArg, verboseArg } from "../../args.ts";
import { detailsOf, next, type Place, startOf, waitFor } from "../../next.ts";
import { oneLine, reasonText } from "../../sentences.ts";
import { defineTool, type NextAction } from "../../tool.ts";

export const gatePrQuality = defineTool({
  name: "gate_pr_quality",
  title: "Gate before a merge",
  description:
    "The verdict on a branch, pull request or commit, from its latest runs compared with the main branch: pass, warn, fail or inconclusive, with reasons. Call it when the runs have ended; then post_pr_comment.",
  intent: {
    does: "the verdict before a merge",
    when: [["merge"], ["merge", "block"]],
    also: ["fail", "score"],
    not: ["comment"],
    hints: ["prNumber", "branch"],
  },
  area: "audits",
  profile: "qa",
  mutating: false,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    branch: described(text(), "The main branch when nothing is named"),
    prNumber: prNumberField(),
    commitSha: text(128),
    against: described(
      text(),
      "Compare its audits with this run, branch or environment instead of the automatic choice; `branch:name` or `environment:name` where both have the name",
    ),
    verbose: verboseArg(),
  },
  quiet: ["verbose"],
  data: object({
    verdict: string().oneOf(GATE_VERDICTS).required(),
    branch: string().nullable().defined(),
    prNumber: number().nullable().defined(),
    commitSha: string().nullable().defined(),
    against: object({ kind: string().oneOf(ASKED_KINDS).required(), reference: string().required() })
      .default(undefined)
      .optional(),
    reasons: rowsData({
      level: string().oneOf(GATE_VERDICTS).required(),
      code: string().required(),
      pillar: string().nullable().defined(),
      message: string().required(),
    }),
    pillars: rowsData({
      pillar: string().required(),
      verdict: string().oneOf(GATE_VERDICTS).required(),
      runId: string().required(),
    }),
  }),
  example: { branch: "main" },
  async run({ ctx, caller, project, environment }, { branch, prNumber, commitSha, against, verbose }) {
    const gate = await gatePr(ctx, caller, {
      project: project._id,
      environment: environment?._id,
      branch,
      prNumber,
      commitSha,
      against,
    });
    const pillars = PILLARS.flatMap((pillar) => {
      const runId = gate.runs[pillar];
      return runId === undefined ? [] : [{ pillar, verdict: pillarVerdict(gate.reasons, pillar), runId }];
    });
    return {
      summary: oneLine(
        `The gate's verdict is ${gate.verdict}: ${reasonText(gate.reasons[0]?.message ?? "no reason is known.", 250)}`,
      ),
      data: {
        verdict: gate.verdict,
        branch: gate.branch,
        prNumber: gate.prNumber,
        commitSha: gate.commitSha,
        ...given({ against: gate.against && { kind: gate.against.kind, reference: gate.against.words } }),
        reasons: gate.reasons.map(({ level, code, message, data }) => ({
          level,
          code,
          pillar: typeof data.pillar === "string" ? data.pillar : null,
          message: oneLine(message),
          ...(verbose && { data }),
        })),
        pillars,
        ...(verbose && { thresholds: gate.thresholds }),
      },
      nextActions: afterGate({ project, environment }, gate, pillars),
    };
  },
});

type GatedPillar = { pillar: Pillar; verdict: GateVerdict; runId: string };

function afterGate(place: Place, gate: GatePrView, pillars: readonly GatedPillar[]): NextAction[] {
  const { branch, prNumber, commitSha } = gate;
  if (pillars.length === 0)
    return [
      next({ ...place, branch, prNumber }, "Audit it", "run_full_audit", commitSha === null ? {} : { commitSha }),
    ];
  const running = new Set(gate.reasons.flatMap(({ code, data }) => (code === "run_running" ? [data.runId] : [])));
  const open = pillars
    .filter(({ verdict }) => verdict !== "pass")
    .map(({ pillar, runId }) => {
      if (running.has(runId)) return waitFor(place, runId);
      return detailsOf(place, pillar, runId);
    });
  const comment = () => next({ ...place, prNumber }, "Comment on the pull request", "post_pr_comment");
  return [...open, ...(prNumber !== null && running.size === 0 ? [comment()] : [])];
}

const trendData = object({
  direction: string().required(),
  perDay: number().nullable().defined(),
  sentence: string().required(),
});

const moverData = object({
  pillar: string().required(),
  points: number().required(),
  sentence: string().required(),
  problems: rowsData({
    id: string().required(),
    title: string().required(),
    status: string().required(),
    points: number().required(),
  }),
});

/** Titles contain page text, so they are reduced to one line. */
const movedByOf = ({ movedBy }: { movedBy: readonly Mover[] }) =>
  movedBy.map((mover) => ({ ...mover, sentence: oneLine(mover.sentence) }));

/** Returns which pillars' newest runs failed, to be shown beside the score; "" if none did. */
function failedNow(pillars: readonly Pick<PillarHealth, "pillar" | "score" | "newestFailed">[]): string {
  const failed = pillars.filter(({ newestFailed }) => newestFailed !== null);
  return failed.length === 0 ? "" : ` ${failed.map(scoreInWords).join(". ")}.`;
}

export const getSiteHealth = defineTool({
  name: "get_site_health",
  title: "Health of the site",
  description:
    "The site's rolling health over the latest runs: score, coverage, trend and confidence, in all and by pillar. Use it for the project's figures, never a single run. Then get_pillar_report for the weakest pillar.",
  intent: {
    does: "rolling health of the site",
    when: [["health", "score"], ["health"]],
    also: ["history"],
  },
  area: "audits",
  profile: "qa",
  core: true,
  mutating: false,
  args: { project: projectArg(), environment: environmentArg(), verbose: verboseArg() },
  quiet: ["verbose"],
  pageText: ["movedBy"],
  data: object({
    health: number().nullable().defined(),
    coverage: number().required(),
    trend: trendData.required(),
    confidence: string().required(),
    pillars: rowsData({
      pillar: string().required(),
      score: number().nullable().defined(),
      coverage: number().required(),
      trend: string().required(),
      confidence: string().required(),
      runs: number().required(),
      lastRunAt: string().nullable().defined(),
      /** Set if the pillar's newest run failed. `older`: older runs failed as well, in parts that the newest one did not check. */
      newestFailed: object({ runId: string().required(), what: string().required(), older: boolean() })
        .nullable()
        .defined(),
    }),
    /** What moved the score since the previous run, largest move first. */
    movedBy: listData(moverData),
    remarks: listData(string().required()),
  }),
  example: {},
  async run({ ctx, caller, project, environment }, { verbose }) {
    const found = await siteHealth(ctx, caller, { project: project._id, environment: environment?._id });
    const rolled = siteRollUp(found);
    const weakest = found.pillars
      .filter(({ score }) => score !== null)
      .sort((a, b) => (a.score ?? 0) - (b.score ?? 0))[0];
    const starts = found.reasons.filter(({ code }) => code === "starting_point").map(({ data }) => data.pillar);
    const names = PILLARS.filter((pillar) => starts.includes(pillar)).map((pillar) => PILLAR_NAME[pillar]);
    const begun = names.length > 0 ? ` At their starting point, without an earlier run: ${names.join(", ")}.` : "";
    return {
      summary: oneLine(
        found.score === null
          ? `The health of ${project.name} is unknown: its main branch has no completed run in 30 days.`
          : `The health of ${project.name} is ${found.score} of 100, with ${rolled.confidence} confidence. ${rolled.trend.sentence}${failedNow(found.pillars)}${begun}`,
      ),
      data: {
        health: found.score,
        ...rolled,
        pillars: found.pillars.map(({ trend, noise, notCovered, notCoveredCount, ...one }) => ({
          ...one,
          trend: verbose ? trend.sentence : trend.direction,
          ...(verbose && { noise, notCovered, notCoveredCount }),
        })),
        movedBy: movedByOf(found),
        remarks: found.reasons.map(({ message }) => oneLine(message)),
      },
      nextActions: [
        weakest
          ? next(
              { project, environment },
              `Report of ${PILLAR_NAME[weakest.pillar]}, the weakest pillar`,
              "get_pillar_report",
              { pillar: weakest.pillar },
            )
          : startOf({ project, environment }, null, "Audit it"),
      ],
    };
  },
});

export const getQualityScore = defineTool({
  name: "get_quality_score",
  title: "Quality score",
  description:
    "The one score of the project with the table it is made from: each pillar's rolling score, weight and points. Call get_site_health for coverage and trend.",
  intent: { does: "one figure for the site", when: [["score"]], not: ["health"] },
  area: "audits",
  profile: "full",
  mutating: false,
  args: { project: projectArg(), environment: environmentArg() },
  pageText: ["movedBy"],
  data: object({
    score: number().nullable().defined(),
    table: rowsData({
      pillar: string().required(),
      name: string().required(),
      score: number().nullable().defined(),
      weight: number().required(),
      share: number().required(),
      points: number().nullable().defined(),
    }),
    movedBy: listData(moverData),
    reasons: listData(string().required()),
  }),
  example: {},
  async run({ ctx, caller, project, environment }) {
    const { score, weights, reasons, pillars, movedBy } = await siteHealth(ctx, caller, {
      project: project._id,
      environment: environment?._id,
    });
    return {
      summary:
        score === null
          ? `${project.name} has no quality score yet: no pillar has a completed run.`
          : oneLine(`The quality score of ${project.name} is ${score} of 100.${failedNow(pillars)}`),
      data: {
        score,
        table: weights,
        movedBy: movedByOf({ movedBy }),
        reasons: reasons.map(({ message }) => oneLine(message)),
      },
      nextActions: [next({ project, environment }, "Coverage and trend", "get_site_health")],
    };
  },
});
