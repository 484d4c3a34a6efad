// Reads and removes the records of what a project holds in the artifact store, for its erasure.
import type { Holder } from "../artifacts/holders.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";

const FIELDS = { artifactId: 1, projectId: 1, bytes: 1, createdAt: 1, heldAt: 1 } as const;
const AT_ONCE = 500;

/** Returns some of the records of a project, or none if it holds nothing. */
export const someNotes = (models: Models, projectId: string, limit: number): Promise<Holder[]> =>
  models.artifacts.find({ projectId }, FIELDS).limit(limit).lean<Holder[]>().exec();

/** Returns one project's records of these artifacts. */
export async function notesOf(models: Models, projectId: string, artifactIds: readonly string[]): Promise<Holder[]> {
  const notes: Holder[] = [];
  for (const some of chunksOf(artifactIds, AT_ONCE))
    notes.push(
      ...(await models.artifacts
        .find({ _id: { $in: some.map((id) => `${projectId}:${id}`) } }, FIELDS)
        .lean<Holder[]>()),
    );
  return notes;
}

/** Returns which of these artifacts another project holds too. */
export async function heldByOthers(
  models: Models,
  projectId: string,
  artifactIds: readonly string[],
): Promise<Set<string>> {
  const held = new Set<string>();
  for (const some of chunksOf(artifactIds, AT_ONCE)) {
    const found = await models.artifacts
      .find({ artifactId: { $in: some } }, { artifactId: 1, projectId: 1 })
      .lean<Pick<Holder, "artifactId" | "projectId">[]>();
    for (const one of found) if (one.projectId !== projectId) held.add(one.artifactId);
  }
  return held;
}

/** Removes `looking` marks of other sweeps: they bind nobody, and an own mark needs their place. */
export async function takeLooks(models: Models, artifactIds: readonly string[]): Promise<void> {
  for (const some of chunksOf(artifactIds, AT_ONCE))
    await models.artifactSweeps.deleteMany({ _id: { $in: some }, state: "looking" });
}

/** Removes the reports of runs, which may name a person, and returns their artifact ids by project. */
export async function takeReports(models: Models, runIds: readonly string[]): Promise<Map<string, string[]>> {
  const taken = new Map<string, string[]>();
  for (const _id of runIds) {
    const run = await models.runs.findOne({ _id }, { projectId: 1, reports: 1 }).lean();
    const ids = Object.values(run?.reports ?? {});
    if (!run || ids.length === 0) continue;
    // Prevents a report that is currently being created from being stored.
    await models.runs.updateOne({ _id }, { $set: { reports: {} }, $inc: { resultsRevision: 1 } });
    taken.set(run.projectId, [...(taken.get(run.projectId) ?? []), ...ids]);
  }
  return taken;
}
