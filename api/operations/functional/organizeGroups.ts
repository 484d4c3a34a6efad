// Moves features into folders.
import { fieldError } from "../../../domain/errors.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { requireFeature } from "./findFeature.ts";
import { changeFeature } from "./saveFeature.ts";

export type Moved = { featureId: string; group: string[]; change: "updated" | "unchanged" };

/** Throws `not_found` if a feature is unknown and `validation_error` if one is named twice; then nothing is moved. */
export async function organizeGroups(
  ctx: OperationContext,
  caller: Caller,
  { project, groups }: { project: Project; groups: readonly { group: string[]; featureIds: readonly string[] }[] },
): Promise<Moved[]> {
  const wanted = groups.flatMap(({ group, featureIds }) => featureIds.map((featureId) => ({ featureId, group })));
  const twice = wanted.find(({ featureId }, at) => wanted.findIndex((one) => one.featureId === featureId) < at);
  if (twice) throw fieldError("groups", `The feature "${twice.featureId.slice(0, 100)}" is in two folders.`);
  for (const { featureId } of wanted) await requireFeature(ctx, project._id, featureId);
  const moved: Moved[] = [];
  for (const { featureId, group } of wanted) {
    const { change } = await changeFeature(ctx, caller, { project, featureId, what: "moved" }, (before) => ({
      group,
      // A feature kept as a draft stays one.
      draft: before.status === "draft",
    }));
    moved.push({ featureId, group, change: change === "unchanged" ? "unchanged" : "updated" });
  }
  return moved;
}
