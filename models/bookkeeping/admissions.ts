// Who may add one more of what an organisation may have only so many of: one after the other, whatever asks at once.
import { isDuplicateKey, type Models } from "../index.ts";
import { openRunsOf } from "../runs/openRuns.ts";

/** `id`: of what is to be written after it was let in, by which it is found then. */
export type Admission = { orgId: string; what: "projects" | "runs"; id: string; at: Date };

/** What was let in and is not written by then never will be. */
const PENDING_MS = 60_000;

/**
 * Lets `id` in when `fits` says that there is room beside what was let in and is not written yet. The list of those is changed
 * under its revision, so of two at once the later one counts the earlier one. Nothing has to be given back: whatever is written
 * is counted where it is, and what never was is forgotten.
 */
export async function admit(
  models: Models,
  { orgId, what, id, at }: Admission,
  fits: (pending: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  const _id = `${orgId}:${what}`;
  for (;;) {
    const stored = (await models.admissions.findOne({ _id }).lean()) ?? (await begin(models, _id, orgId));
    const fresh = stored.pending.filter((one) => one.id !== id && at.getTime() - one.at < PENDING_MS);
    const written = await writtenOf(
      models,
      what,
      fresh.map((one) => one.id),
    );
    const pending = fresh.filter((one) => !written.has(one.id));
    if (!(await fits(pending.map((one) => one.id)))) return false;
    const next = { pending: [...pending, { id, at: at.getTime() }], rev: stored.rev + 1 };
    if ((await models.admissions.updateOne({ _id, rev: stored.rev }, { $set: next })).modifiedCount === 1) return true;
  }
}

async function begin(models: Models, _id: string, orgId: string) {
  const none = { _id, orgId, rev: 0, pending: [] };
  try {
    await models.admissions.create(none);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return (await models.admissions.findOne({ _id }).lean()) ?? none;
}

async function writtenOf(models: Models, what: Admission["what"], ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const filter = { _id: { $in: ids } };
  const found =
    what === "runs"
      ? await models.runs.find(filter, { _id: 1 }).lean<{ _id: string }[]>()
      : await models.projects.find(filter, { _id: 1 }).lean<{ _id: string }[]>();
  return new Set(found.map(({ _id }) => _id));
}

/** The runs of an organisation that have not ended, parts of full audits left out, and the shots or pages that they still have to do. */
export async function openWork(
  models: Models,
  orgId: string,
  pending: readonly string[],
): Promise<{ runs: number; parts: number }> {
  const open = await openRunsOf(models, orgId);
  const waiting = new Set(pending);
  const own = open.filter(({ _id, parentRunId }) => parentRunId === null && !waiting.has(_id));
  return {
    runs: own.length + waiting.size,
    parts: open.reduce((sum, { progress }) => sum + Math.max(0, progress.total - progress.done), 0),
  };
}

/** The projects of an organisation, those that are just being made included. */
export async function projectCount(models: Models, orgId: string, pending: readonly string[]): Promise<number> {
  const stored = await models.projects.countDocuments({ orgId, ...(pending.length > 0 && { _id: { $nin: pending } }) });
  return stored + pending.length;
}
