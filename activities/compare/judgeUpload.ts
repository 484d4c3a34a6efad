// Compares one uploaded screenshot while its test waits. Decides nothing: the run compares all its screenshots when it ends.
import { given } from "../../domain/given.ts";
import { type UploadVerdict, verdictOfComparison, verdictWithout } from "../../domain/visual/uploadVerdict.ts";
import { loadReferences } from "../../models/baselines/references.ts";
import { findProject } from "../../models/projects/queries.ts";
import { scenariosWithIds } from "../../models/scenarios/queries.ts";
import type { Shot } from "../../models/shots/schema.ts";
import { findUpload } from "../../models/uploads/queries.ts";
import { rulesOfProject } from "../../models/wideRules/ofScenario.ts";
import { findWork } from "../../models/work/queries.ts";
import { isArtifactLost } from "../../platform/artifacts/store.ts";
import type { CompareDeps } from "../deps.ts";
import { invalid, throwIfCancelled } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { shotOfUpload } from "../plan/shotOfUpload.ts";
import { knownApproval } from "./branchApproval.ts";
import { ignoredBefore, knownReasons } from "./ignored.ts";
import { judgeShot } from "./judgeShot.ts";

export type JudgeUploadActivities = { judgeUpload(input: { uploadId: string }): Promise<UploadVerdict> };

/** Returns the verdict that the run would currently reach. Writes only what a merge of screenshots stores. */
export function createJudgeUploadActivities(deps: CompareDeps): JudgeUploadActivities {
  return {
    judgeUpload: ({ uploadId }) =>
      withHeartbeat(async (signal) => {
        const shot = await shotOf(deps, uploadId);
        try {
          return await judge(deps, shot, signal);
        } catch (error) {
          throwIfCancelled(signal);
          if (!isArtifactLost(error)) throw error;
          return verdictWithout("error", [{ code: "baseline_missing_file", message: error.message }]);
        }
      }),
  };
}

async function judge(deps: CompareDeps, shot: Shot, signal: AbortSignal): Promise<UploadVerdict> {
  const [record] = shot.captures;
  if (!record?.artifactId) throw invalid("The upload has no screenshot.");
  const test = { ...record, pixelSha256: await deps.pictures.pixelHash(await deps.artifacts.get(record.artifactId)) };
  const { comparisonRules: rules, toleranceOf } = shot.spec;
  const wanted = { shot, test, rules, threshold: shot.threshold, ...given({ toleranceOf }) };
  const judged = await judgeShot(deps, wanted, signal);
  throwIfCancelled(signal);
  if (judged === null)
    return verdictWithout("new", [{ code: "no_baseline", message: "No baseline yet: approve this screenshot." }]);
  const { comparison } = judged;
  const reasons = [...comparison.reasons, ...record.notes];
  if (comparison.verdict === "passed") return verdictOfComparison("passed", comparison, reasons);
  const before = await knownApproval(deps, shot, test.pixelSha256);
  if (before?.passes) return verdictOfComparison("passed", comparison, [before.reason, ...record.notes]);
  const ignored = await ignoredBefore(deps, shot, judged);
  if (ignored?.passes) return verdictOfComparison("passed", comparison, [ignored.reason, ...record.notes]);
  return verdictOfComparison("failed", comparison, reasons.toSpliced(1, 0, ...knownReasons(before, ignored)));
}

/** Returns the shot that the run will create for the upload when it ends. */
async function shotOf({ models, now }: CompareDeps, uploadId: string): Promise<Shot> {
  const upload = await findUpload(models, uploadId);
  const run = upload && (await findWork(models, "run", upload.runId));
  const project = run && (await findProject(models, run.projectId));
  if (!upload || !run || !project) throw invalid(`The upload ${uploadId} is not in the database.`);
  const [scenarios, rules, references] = await Promise.all([
    scenariosWithIds(models, project._id, [upload.scenarioId]),
    rulesOfProject(models, project._id),
    loadReferences(models, { project, run, kind: "visual", now: now() }),
  ]);
  const [scenario] = scenarios;
  const ruled = scenario ? rules(scenario) : null;
  return shotOfUpload({ run, project, upload, index: 0, kind: "visual", ruled, references });
}
