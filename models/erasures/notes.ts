// The notes of what a project holds in the artifact store, as its erasure takes them.
import type { Holder } from "../artifacts/holders.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";

const FIELDS = { artifactId: 1, projectId: 1, bytes: 1, createdAt: 1, heldAt: 1 } as const;
const AT_ONCE = 500;

/** Some of the notes of a project; none: it holds nothing. */
export const someNotes = (models: Models, projectId: string, limit: number): Promise<Holder[]> =>
  models.artifacts.find({ projectId }, FIELDS).limit(limit).lean<Holder[]>().exec();

/** Of these artifacts the notes of one project. */
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

/** Which of these artifacts another project holds too. */
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

/** Takes marks away that another sweep only looks with: they bind nobody, and a mark of one's own needs the place. */
export async function takeLooks(models: Models, artifactIds: readonly string[]): Promise<void> {
  for (const some of chunksOf(artifactIds, AT_ONCE))
    await models.artifactSweeps.deleteMany({ _id: { $in: some }, state: "looking" });
}

/** Takes the reports of runs away, which may name a person, and answers which artifacts they were, by project. */
export async function takeReports(models: Models, runIds: readonly string[]): Promise<Map<string, string[]>> {
  const taken = new Map<string, string[]>();
  for (const _id of runIds) {
    const run = await models.runs.findOne({ _id }, { projectId: 1, reports: 1 }).lean();
    const ids = Object.values(run?.reports ?? {});
    if (!run || ids.length === 0) continue;
    // A report that is being made is not kept any more.
    await models.runs.updateOne({ _id }, { $set: { reports: {} }, $inc: { resultsRevision: 1 } });
    taken.set(run.projectId, [...(taken.get(run.projectId) ?? []), ...ids]);
  }
  return taken;
}
