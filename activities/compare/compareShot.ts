// Compares a captured screenshot with its baseline. A first failure is not decided yet: the shot is captured once more.
import { given } from "../../domain/given.ts";
import { lateNotes } from "../../domain/visual/explain/late.ts";
import type { Reason, ShotStatus } from "../../domain/visual/outcome.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import { changeShotAt } from "../../models/shots/writes.ts";
import { isArtifactLost } from "../../platform/artifacts/store.ts";
import type { CompareDeps } from "../deps.ts";
import { invalid, throwIfCancelled } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { takeOver } from "../promote/moveMain.ts";
import { decideShot, isDecided, openShot } from "../verdicts.ts";
import { acceptedBefore } from "./branchApproval.ts";
import { ignoredBefore, knownReasons } from "./ignored.ts";
import { comparedWith, figuresOf, type JudgedShot, judgeShot } from "./judgeShot.ts";
import { changedByTimer, movementBetween, otherPicture } from "./movement.ts";
import { promoteMerged } from "./promoteMerged.ts";

export type CompareAnswer = { state: "decided"; status: ShotStatus } | { state: "again" };
export type CompareActivities = { compareShot(input: { shotId: string; attempt: number }): Promise<CompareAnswer> };

export function createCompareActivities(deps: CompareDeps): CompareActivities {
  const { models } = deps;

  const withoutBaseline = async (shot: Shot, record: CaptureRecord): Promise<CompareAnswer> => {
    const reasons: Reason[] = [
      { code: "no_baseline", message: "No baseline yet: approve this screenshot or start a baseline run." },
      ...record.notes,
    ];
    const captures = shot.captures.map((c) => (c.attempt === record.attempt ? record : c));
    return {
      state: "decided",
      status: await decideShot(deps, shot, { status: "failed", reasons, mismatchPercent: 100, captures }),
    };
  };

  return {
    compareShot: ({ shotId, attempt }) =>
      withHeartbeat(async (signal, note) => {
        const shot = await openShot(deps, shotId);
        if (isDecided(shot)) return { state: "decided", status: shot.status as ShotStatus };
        const record = shot.captures.find((c) => c.attempt === attempt);
        if (!record?.artifactId) throw invalid(`Attempt ${attempt} of the shot ${shotId} left no screenshot.`);
        note("comparing");
        try {
          if (!record.pixelSha256)
            record.pixelSha256 = await deps.pictures.pixelHash(await deps.artifacts.get(record.artifactId));
          const { comparisonRules: rules, toleranceOf } = shot.spec;
          const judged = await judgeShot(
            deps,
            { shot, test: record, rules, threshold: shot.threshold, ...given({ toleranceOf }) },
            signal,
          );
          throwIfCancelled(signal);
          return judged ? await conclude(shot, record, judged) : await withoutBaseline(shot, record);
        } catch (error) {
          throwIfCancelled(signal);
          if (!isArtifactLost(error)) throw error;
          const reasons: Reason[] = [{ code: "baseline_missing_file", message: error.message }];
          // Includes the hash of the pixels, so that it can still be approved in place of the lost baseline.
          const captures = shot.captures.map((c) => (c.attempt === attempt ? record : c));
          return {
            state: "decided",
            status: await decideShot(deps, shot, { status: "error", reasons, mismatchPercent: 100, captures }),
          };
        }
      }),
  };

  async function conclude(shot: Shot, record: CaptureRecord, judged: JudgedShot): Promise<CompareAnswer> {
    const { comparison, merged } = judged;
    const captures = shot.captures.map((c) => (c.attempt === record.attempt ? record : c));
    const other = otherPicture(shot, record);
    const flaky = other !== null;
    const movement = other && (await movementBetween(deps, other, record));
    const figures = {
      ...(merged && comparedWith(shot, merged.baseline)),
      ...figuresOf(comparison),
      flaky,
      movement,
      captures,
      timings: { ...shot.timings, ...comparison.timings },
    };
    const flakyReason: Reason[] = flaky
      ? [{ code: "flaky", message: "Two captures of this page differed from each other." }]
      : [];
    if (comparison.verdict === "passed") {
      // A difference within a tolerance was accepted by nobody.
      if (merged && comparison.differingPixels === 0) await promoteMerged(deps, shot, { ...merged, test: record });
      const decision = await takeOver(deps, shot);
      return decided({
        ...figures,
        status: "passed",
        reasons: [...comparison.reasons, ...decision, ...flakyReason, ...record.notes],
      });
    }
    const before = record.pixelSha256 ? await acceptedBefore(deps, shot, record.pixelSha256) : null;
    if (before?.passes) return decided({ ...figures, status: "passed", reasons: [before.reason, ...record.notes] });
    // An unstable page shows another difference next time.
    const ignored = flaky ? null : await ignoredBefore(deps, shot, judged);
    if (ignored?.passes) {
      // Includes the comparison's reasons: they are all that remains if the decision is reverted.
      const reasons = [ignored.reason, ...comparison.reasons, ...record.notes];
      return decided({ ...figures, status: "passed", reasons });
    }
    const told = comparison.reasons.toSpliced(1, 0, ...knownReasons(before, ignored));
    const late = lateNotes(changedByTimer(comparison.changes, movement, { other, record }));
    const reasons = [...told, ...flakyReason, ...late, ...record.notes];
    // An uploaded screenshot cannot be captured again.
    if (record.attempt > 1 || shot.source === "upload") return decided({ ...figures, status: "failed", reasons });
    // The figures are stored with the shot: if the second screenshot is the same, they become the verdict without another comparison.
    const { fingerprint, ...waiting } = figures;
    await changeShotAt(models, { _id: shot._id, status: "pending" }, { ...waiting, fingerprint, reasons });
    return { state: "again" };

    async function decided(verdict: Parameters<typeof decideShot>[2]): Promise<CompareAnswer> {
      return { state: "decided", status: await decideShot(deps, shot, verdict) };
    }
  }
}
