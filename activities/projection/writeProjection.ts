// Updates the run record that people read: progress, and the end of visual and baseline runs.
import type { Client } from "@temporalio/client";
import type { Written } from "../../domain/durable/work.ts";
import { isInconclusive } from "../../domain/runs/measured.ts";
import { shotKindOf } from "../../domain/runTypes.ts";
import { missingShards } from "../../domain/uploads.ts";
import { endOfRun } from "../../domain/visual/endOfRun.ts";
import type { ReasonCode } from "../../domain/visual/outcome.ts";
import { replacedSentence } from "../../models/baselines/replaced.ts";
import type { Run } from "../../models/runs/schema.ts";
import { settlePendingShots, summaryOf, withSentence } from "../../models/runs/writes.ts";
import { findShot, shotReasons } from "../../models/shots/queries.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { readRun } from "../readRun.ts";
import { type RetriesExhausted, retriesExhausted } from "../retriesExhausted.ts";
import { ruleTotalsOfRun } from "../ruleTotalsOfRun.ts";
import { decideShot } from "../verdicts.ts";
import { type Ended, endRun, type Finishing } from "./endRun.ts";
import { writeWork } from "./seqGuard.ts";

const WARNED: readonly ReasonCode[] = ["different_renderer", "consent_banner", "unsettled", "rule_hides_page"];
const MAX_WARNINGS = 20;

export type ProgressInput = { runId: string; progress: Run["progress"] } & Written;
export type ProjectionActivities = {
  /** Returns whether the write was applied. */
  writeProjection(input: ProgressInput): Promise<boolean>;
  /** Computes the verdict from the run's shots and writes its end. */
  finishRun(input: Finishing): Promise<Ended>;
  /** Gives a shot the result `error` because the infrastructure failed. */
  failShot(input: RetriesExhausted & { shotId: string }): Promise<void>;
};

export function createProjectionActivities(deps: CommonDeps & { client: Client }): ProjectionActivities {
  const { models } = deps;

  return {
    writeProjection: (input) => writeWork(deps, { kind: "run", id: input.runId }, input, { progress: input.progress }),
    finishRun: finish,
    failShot: fail,
  };

  async function finish(input: Finishing): Promise<Ended> {
    const run = await readRun(deps, input.runId);
    if (input.failure) await settlePendingShots(models, input.runId, deps.now());
    const summary = await summaryOf(models, input.runId);
    const unclear = isInconclusive({ parts: summary.total, notMeasured: summary.errors });
    const end = endOfRun({
      summary,
      failure: input.failure ?? null,
      cancelledBy: run.cancelledBy,
      commonestError: unclear ? await commonestError(deps, input.runId) : null,
      type: shotKindOf(run.type) === "baseline" ? "baseline" : "vrt-test",
    });
    const [error, ruleTotals, warnings] = await Promise.all([
      end.error && replacedSentence(models, input.runId).then((sentence) => withSentence(end.error ?? "", sentence)),
      ruleTotalsOfRun(models, input.runId),
      runWarnings(deps, input.runId),
    ]);
    return endRun(deps, input, run, {
      status: end.status,
      verdict: end.verdict,
      error,
      summary: summary.total > 0 ? summary : null,
      ruleTotals,
      progress: { done: summary.total, total: summary.total, phase: end.status },
      warnings: [...uploadWarnings(run), ...droppedWarnings(run), ...warnings],
    });
  }

  async function fail({ shotId, ...failure }: RetriesExhausted & { shotId: string }): Promise<void> {
    const shot = await findShot(models, shotId, { kind: 1 });
    if (!shot) throw invalid(`The shot ${shotId} is not in the database.`);
    await decideShot(deps, shot, {
      status: "error",
      reasons: [retriesExhausted("shot", failure)],
      mismatchPercent: 100,
    });
  }
}

/** Screenshots that were never uploaded have no results, so their absence may go unnoticed. */
function uploadWarnings({ upload }: Run): Run["warnings"] {
  const message = upload ? missingShards(upload) : null;
  return message === null ? [] : [{ code: "not_run", message }];
}

/** Returns warnings about what the earlier run had and the project no longer has. */
function droppedWarnings({ extra }: Run): Run["warnings"] {
  return typeof extra.dropped === "string" ? [{ code: "not_run", message: extra.dropped }] : [];
}

async function commonestError(deps: CommonDeps, runId: string): Promise<string | null> {
  const shots = await shotReasons(deps.models, runId, { status: "error", limit: 200 });
  const counts = new Map<string, number>();
  for (const shot of shots) {
    const message = shot.reasons[0]?.message;
    if (message) counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  return [...counts.entries()].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/**
 * Returns warnings that people should not have to find at single results: screenshots of another renderer are compared anyway, and a
 * baseline that shows a consent banner is approved like any other. Each is reported once for the run.
 */
async function runWarnings(deps: CommonDeps, runId: string): Promise<Run["warnings"]> {
  const shots = await shotReasons(deps.models, runId);
  const seen = new Map<string, Run["warnings"][number]>();
  for (const reason of shots.flatMap(({ reasons }) => reasons)) {
    // One banner covers different shares of a phone and a desktop.
    const what = reason.code === "consent_banner" ? String(reason.data?.value) : reason.message;
    if (WARNED.includes(reason.code) && !seen.has(what)) seen.set(what, reason);
  }
  return [...seen.values()].slice(0, MAX_WARNINGS);
}
