// How the data of an installation stands, and the lease of whoever migrates it: one document, changed by single updates.
import { type DataState, refuseNewerData } from "../../domain/dataVersion.ts";
import type { Models } from "../index.ts";
import { stateOf } from "./queries.ts";
import { type InstallationRecord, ONLY } from "./schema.ts";

/** A lease that is not renewed for this long is free: its holder is dead. Hosts' clocks may differ by some seconds. */
export const LEASE_MS = 30_000;

export type Filled = DataState & {
  filled: readonly number[];
  /** Of whoever migrates just now: what it does, and until when it need not tell that it lives. */
  lease: { step: string | null; until: Date } | null;
};

/** How its data stands. */
export async function readDataState(models: Models): Promise<Filled> {
  const found = await models.installations.findById(ONLY).lean<InstallationRecord>();
  const { leaseUntil: until = null, leaseStep = null } = found ?? {};
  const lease = until === null ? null : { step: leaseStep, until };
  return { ...stateOf(found ?? {}), filled: found?.filled ?? [], lease };
}

/** @throws NewerDataError for data that this program does not know */
export async function checkData(models: Models, where: string, program: string): Promise<DataState> {
  const found = await readDataState(models);
  refuseNewerData(`the database at ${where}`, found, program);
  return found;
}

/** Answers whether `holder` has the lease now: it is free, has run out, or was its own. */
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

/** Tells those who wait what the holder does; nothing where the lease is another's by now. */
export async function noteStep(models: Models, holder: string, step: string): Promise<void> {
  await models.installations.updateOne({ _id: ONLY, leaseHolder: holder }, { $set: { leaseStep: step } });
}

/** Answers false, and changes nothing, where the lease is another's by now. */
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

/** All data of the migration is filled in. */
export async function noteFilled(models: Models, version: number): Promise<void> {
  await models.installations.updateOne({ _id: ONLY }, { $addToSet: { filled: version } });
}
