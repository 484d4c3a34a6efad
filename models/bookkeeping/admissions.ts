// Who may add one more of what an organisation may have only so many of: one after the other, whatever asks at once.
import { isJobId } from "../../domain/ids.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { openRunsOf } from "../runs/openRuns.ts";

/** `id`: of what is to be written after it was let in, by which it is found then: a project, a run, or a job that opens pages. */
export type Admission = { orgId: string; what: "projects" | "runs"; id: string; at: Date };

/** What was let in and is not written by then never will be. */
const PENDING_MS = 60_000;

/** The last that asked of each list, by this process. */
const lasts = new WeakMap<Models, Map<string, Promise<unknown>>>();

/**
 * Those of one process ask one after the other: of twenty that ask at once one is let in and the others ask again, which is two
 * hundred rounds instead of twenty, and everything else that needs the database waits behind them.
 */
function inTurn<T>(models: Models, key: string, ask: () => Promise<T>): Promise<T> {
  const own = lasts.get(models) ?? new Map<string, Promise<unknown>>();
  lasts.set(models, own);
  const mine = (own.get(key) ?? Promise.resolve()).then(ask, ask);
  own.set(key, mine);
  const forget = () => {
    if (own.get(key) === mine) own.delete(key);
  };
  mine.then(forget, forget);
  return mine;
}

/**
 * Lets `id` in when `fits` says that there is room beside what was let in and is not written yet. The list of those is changed
 * under its revision, so of two at once the later one counts the earlier one. Nothing has to be given back: whatever is written
 * is counted where it is, and what never was is forgotten.
 */
export function admit(
  models: Models,
  admission: Admission,
  fits: (pending: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  const key = `${admission.orgId}:${admission.what}`;
  return inTurn(models, key, () => admitUnder(models, key, admission, fits));
}

async function admitUnder(
  models: Models,
  _id: string,
  { orgId, what, id, at }: Admission,
  fits: (pending: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
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
  // One read for each: a list of ids narrows no read on the embedded database.
  const read = (_id: string): Promise<{ _id: string } | null> => {
    if (what === "projects") return models.projects.findOne({ _id }, { _id: 1 }).lean<{ _id: string }>();
    if (isJobId(_id)) return models.jobs.findOne({ _id }, { _id: 1 }).lean<{ _id: string }>();
    return models.runs.findOne({ _id }, { _id: 1 }).lean<{ _id: string }>();
  };
  const found = await Promise.all(ids.map(read));
  return new Set(found.flatMap((one) => one?._id ?? []));
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
