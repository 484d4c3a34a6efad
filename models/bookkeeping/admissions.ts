// Enforces organisation limits (projects, runs) one request after the other, however many arrive at the same time.
import { isJobId } from "../../domain/ids.ts";
import { isWritten, type Models } from "../index.ts";
import { openRunsOf } from "../runs/openRuns.ts";

/** `id`: of the project, run, or job that opens pages, which is written once admitted; used to find out whether it was. */
export type Admission = { orgId: string; what: "projects" | "runs"; id: string; at: Date };

/** What was admitted and is not written after this time never will be. */
const PENDING_MS = 60_000;

/** The last request of each list in this process. */
const lasts = new WeakMap<Models, Map<string, Promise<unknown>>>();

/**
 * Queues the requests of one process: of twenty concurrent requests one would be admitted and the others would retry, which makes two
 * hundred rounds instead of twenty, with every other database access waiting behind them.
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
 * Admits `id` if `fits` returns true for what was admitted but is not written yet. That list is changed under its revision, so of two
 * concurrent requests the later one counts the earlier one. Nothing has to be released: what is written is counted there, and what never
 * was is forgotten.
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
  await isWritten(models.admissions.create(none));
  return (await models.admissions.findOne({ _id }).lean()) ?? none;
}

async function writtenOf(models: Models, what: Admission["what"], ids: readonly string[]): Promise<Set<string>> {
  // One read per id, because a list of ids narrows no read on the embedded database.
  const read = (_id: string): Promise<{ _id: string } | null> => {
    if (what === "projects") return models.projects.findOne({ _id }, { _id: 1 }).lean<{ _id: string }>();
    if (isJobId(_id)) return models.jobs.findOne({ _id }, { _id: 1 }).lean<{ _id: string }>();
    return models.runs.findOne({ _id }, { _id: 1 }).lean<{ _id: string }>();
  };
  const found = await Promise.all(ids.map(read));
  return new Set(found.flatMap((one) => one?._id ?? []));
}

/** Returns the runs of an organisation that have not ended, without parts of full audits, and how many shots or pages they still have to do. */
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

/** Returns the number of projects of an organisation, including those being created. */
export async function projectCount(models: Models, orgId: string, pending: readonly string[]): Promise<number> {
  const stored = await models.projects.countDocuments({ orgId, ...(pending.length > 0 && { _id: { $nin: pending } }) });
  return stored + pending.length;
}
