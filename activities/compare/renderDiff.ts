// The diff picture of a failed shot, made when somebody asks for it and kept from then on.
import { recordArtifact } from "../../models/artifacts/access.ts";
import type { Shot } from "../../models/shot.ts";
import type { CompareDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import { loadPair } from "./judge.ts";

export type PictureActivities = { renderDiffPicture(shotId: string): Promise<string> };

export function createPictureActivities(deps: CompareDeps): PictureActivities {
  const { models, artifacts } = deps;
  return {
    async renderDiffPicture(shotId) {
      const shot = (await models.shots.findById(shotId).lean()) as Shot | null;
      if (!shot) throw invalid(`The shot ${shotId} is not in the database.`);
      if (shot.artifacts.diff) return shot.artifacts.diff;
      const record = shot.captures.filter((c) => c.artifactId).at(-1);
      if (!shot.baseline || !record) throw invalid("There is no diff picture: one of the two pictures is missing.");
      const pair = {
        baseline: shot.baseline,
        test: record,
        rules: shot.spec.comparisonRules,
        threshold: shot.threshold,
        contentChanges: shot.spec.contentChanges ?? null,
      };
      const png = await deps.pictures.diffPicture(await loadPair(deps, pair));
      if (!png) throw invalid("There is no diff picture: the two pictures are equal.");
      const id = await artifacts.put(png);
      await recordArtifact(models, {
        artifactId: id,
        projectId: shot.projectId,
        contentType: "image/png",
        bytes: png.length,
        at: deps.now(),
      });
      await models.shots.updateOne({ _id: shotId }, { $set: { "artifacts.diff": id } });
      return id;
    },
  };
}
