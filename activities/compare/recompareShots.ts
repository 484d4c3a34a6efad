// Compares stored screenshots again under the current rules and thresholds; reports which could not be compared and why.
import type { RecompareResult } from "../../domain/engine.ts";
import { messageOf } from "../../domain/errors.ts";
import { given } from "../../domain/given.ts";
import type { Comparison, Reason } from "../../domain/visual/outcome.ts";
import { settleRun } from "../../models/reviewRequests/settle.ts";
import { refreshSummary, setRuleTotals } from "../../models/runs/writes.ts";
import { findShot, runsOfShots, shotIdsOfRun } from "../../models/shots/queries.ts";
import type { Shot } from "../../models/shots/schema.ts";
import { changeShotAt, type ShotPatch } from "../../models/shots/writes.ts";
import { rulesOfLabel } from "../../models/wideRules/ofScenario.ts";
import type { CompareDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { ruleTotalsOfRun } from "../ruleTotalsOfRun.ts";
import type { Accepted } from "./branchApproval.ts";
import { ignoredBefore, knownReasons } from "./ignored.ts";
import { figuresOf, judgeShot } from "./judgeShot.ts";

export type RecompareActivities = {
  listRecomparable(runId: string): Promise<string[]>;
  recompareShots(shotIds: string[]): Promise<RecompareResult>;
  refreshSummary(input: { runId: string; requestedBy: string }): Promise<void>;
};

function reasonsOf({ reasons }: Shot, comparison: Comparison, ignored: Accepted | null): Reason[] {
  if (comparison.verdict === "passed") return comparison.reasons;
  if (ignored?.passes) return [ignored.reason, ...comparison.reasons];
  const known = reasons.filter(({ code }) => code === "known_look");
  return comparison.reasons.toSpliced(1, 0, ...known, ...knownReasons(ignored));
}

export function createRecompareActivities(deps: CompareDeps): RecompareActivities {
  const { models } = deps;

  const one = async (shotId: string, result: RecompareResult, signal: AbortSignal) => {
    const shot = await findShot(models, shotId);
    if (!shot) return;
    const named = { shotId, scenarioLabel: shot.scenarioLabel, viewport: shot.viewport };
    const record = shot.captures.filter((c) => c.artifactId).at(-1);
    const why =
      shot.status === "approved"
        ? "it was approved"
        : shot.reasons.some(({ code }) => code === "approved_on_branch")
          ? "it passed because of an approval on a branch"
          : !record
            ? "it has no screenshot"
            : !shot.baseline && !shot.reference?.merge
              ? "it had no baseline"
              : null;
    if (why || !record) {
      result.skipped.push({ ...named, reason: why ?? "it has no screenshot" });
      return;
    }
    const rules = await rulesOfLabel(models, shot);
    // A scenario that was deleted since has no rules today: its result keeps those that it was compared with.
    const today = rules?.comparisonRules ?? shot.spec.comparisonRules;
    const threshold = rules?.misMatchThreshold ?? shot.threshold;
    const { toleranceOf: toleranceBefore, ...spec } = shot.spec;
    const toleranceOf = rules ? (rules.toleranceOf ?? undefined) : toleranceBefore;
    try {
      const wanted = { shot, test: record, rules: today, threshold, ...given({ toleranceOf }) };
      const judged = await judgeShot(deps, wanted, signal);
      if (!judged) {
        result.skipped.push({ ...named, reason: "it had no baseline" });
        return;
      }
      const { comparison, merged } = judged;
      const ignored = shot.flaky ? null : await ignoredBefore(deps, shot, judged);
      const status = ignored?.passes ? ("passed" as const) : comparison.verdict;
      // If the result no longer depends on the ignore decision, that decision is removed, with nothing left to undo.
      const isOver = shot.review?.decision === "ignored" && !ignored?.passes;
      const decision: ShotPatch = isOver ? { review: shot.reviewBefore ?? null, reviewBefore: null } : {};
      const set = {
        status,
        reasons: [
          ...reasonsOf(shot, comparison, ignored),
          ...shot.reasons.filter(({ code }) => code === "flaky"),
          ...record.notes,
        ],
        ...figuresOf(comparison),
        threshold,
        // A diff is drawn under the same rules as the verdict, so an older one is discarded.
        spec: { ...spec, comparisonRules: today, misMatchThreshold: threshold, ...given({ toleranceOf }) },
        "artifacts.diff": null,
        ...(merged && { baseline: merged.baseline, "artifacts.baseline": merged.baseline.artifactId }),
        decidedAt: deps.now(),
        ...decision,
      };
      // Someone may have approved in between: their decision is kept.
      if (!(await changeShotAt(models, shot, set))) {
        result.skipped.push({ ...named, reason: "its status has changed" });
        return;
      }
      result.recompared += 1;
      if (status !== shot.status) result.changed.push({ ...named, from: shot.status, to: status });
    } catch (error) {
      result.skipped.push({ ...named, reason: messageOf(error) });
    }
  };

  return {
    listRecomparable: (runId) => shotIdsOfRun(models, runId),
    recompareShots: (shotIds) =>
      withHeartbeat(async (signal, note) => {
        if ((await runsOfShots(models, shotIds)).length > 1)
          throw invalid("The shots to compare again belong to more than one run.");
        const result: RecompareResult = { recompared: 0, changed: [], skipped: [] };
        for (const [i, shotId] of shotIds.entries()) {
          note(`${i} of ${shotIds.length}`);
          await one(shotId, result, signal);
        }
        return result;
      }),
    async refreshSummary({ runId }) {
      await setRuleTotals(models, runId, await ruleTotalsOfRun(models, runId));
      await refreshSummary(models, runId);
      // Results that pass or differ now change what there is to review.
      await settleRun(models, runId, deps.now());
    },
  };
}
