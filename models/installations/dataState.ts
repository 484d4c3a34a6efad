// The state of an installation's data, and the lease of the process that migrates it: one document, changed by single updates.
import { type DataState, refuseNewerData } from "../../domain/dataVersion.ts";
import type { Models } from "../index.ts";
import { stateOf } from "./queries.ts";
import { type InstallationRecord, ONLY } from "./schema.ts";

/** A lease that is not renewed for this long is free, because its holder is dead. Clocks of hosts may differ by some seconds. */
export const LEASE_MS = 30_000;

export type Filled = DataState & {
  filled: readonly number[];
  /** Lease of the process that is currently migrating: its step, and until when the lease is valid. */
  lease: { step: string | null; until: Date } | null;
};

/** Returns the state of the data. */
export async function readDataState(models: Models): Promise<Filled> {
  const found = await models.installations.findById(ONLY).lean<InstallationRecord>();
  const { leaseUntil: until = null, leaseStep = null } = found ?? {};
  const lease = until === null ? null : { step: leaseStep, until };
  return { ...stateOf(found ?? {}), filled: found?.filled ?? [], lease };
}

/** @throws NewerDataError if this version does not know the data */
export async function checkData(models: Models, where: string, program: string): Promise<DataState> {
  const found = await readDataState(models);
  refuseNewerData(`the database at ${where}`, found, program);
  return found;
}

/** Returns whether `holder` has the lease now: it was free, expired, or already its own. */
export async function takeLease(models: Models, holder: string, now: Date): Promise<boolean> {
  const free = [{ leaseHolder: null }, { leaseHolder: holder }, { leaseUntil: { $lt: now } }];
  const until = new Date(now.getTime() + LEASE_MS);
  const { matchedCount } = await models.installations.updateOne(
    { _id: ONLY, $or: free },
    { $set: { leaseHolder: holder, leaseUntil: until } },
  );
  return matchedCount === 1;
}

export async function giveLease(models: Models, holder: string): Promise<void> {
  await models.installations.updateOne(
    { _id: ONLY, leaseHolder: holder },
    { $set: { leaseHolder: null, leaseUntil: null, leaseStep: null } },
  );
}

/** Shows waiting processes what the holder is doing; no-op if another process has the lease by now. */
export async function noteStep(models: Models, holder: string, step: string): Promise<void> {
  await models.installations.updateOne({ _id: ONLY, leaseHolder: holder }, { $set: { leaseStep: step } });
}

/** Records the version that was reached. Returns false, and changes nothing, if another process has the lease by now. */
export async function reachVersion(
  models: Models,
  holder: string,
  reached: { version: number; program: string },
): Promise<boolean> {
  const { matchedCount } = await models.installations.updateOne(
    { _id: ONLY, leaseHolder: holder },
    { $set: { dataVersion: reached.version, dataProgram: reached.program } },
  );
  return matchedCount === 1;
}

/** Records that all data of the migration is filled in. */
export async function noteFilled(models: Models, version: number): Promise<void> {
  await models.installations.updateOne({ _id: ONLY }, { $addToSet: { filled: version } });
}
