// Brings the data to the version of this program. One process migrates under a lease; the others wait for it.
import { setTimeout as pause } from "node:timers/promises";
import type { Models } from "../index.ts";
import {
  giveLease,
  LEASE_MS,
  noteFilled,
  noteStep,
  reachVersion,
  readDataState,
  takeLease,
} from "../installations/dataState.ts";
import { MIGRATIONS } from "./index.ts";
import type { Migration } from "./migration.ts";

/** How often a waiting process checks. */
const LOOK_MS = 500;

/** Thrown if another process took the lease because this one was considered dead. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

export type Migrating = {
  program: string;
  /** Id of this process and no other. */
  holder: string;
  log(message: string, fields: Record<string, unknown>): void;
  migrations?: readonly Migration[];
  now?(): Date;
};

/** Waits until the data has the version of this program, whichever process migrates it. Newer data must be rejected before. */
export async function migrate(models: Models, migrating: Migrating): Promise<void> {
  const { migrations = MIGRATIONS, holder, now = () => new Date() } = migrating;
  const wanted = migrations.at(-1)?.version ?? 0;
  for (;;) {
    if ((await readDataState(models)).version >= wanted) return;
    if (await takeLease(models, holder, now())) {
      await underLease(models, migrating, migrations, now);
      return;
    }
    await pause(LOOK_MS);
  }
}

async function underLease(
  models: Models,
  { holder, program, log }: Migrating,
  migrations: readonly Migration[],
  now: () => Date,
): Promise<void> {
  let lost = false;
  const renewing = setInterval(() => {
    // If the database is unavailable, the migration itself fails.
    void takeLease(models, holder, now()).then(
      (ours) => {
        lost ||= !ours;
      },
      () => undefined,
    );
  }, LEASE_MS / 3);
  const hold = () => {
    if (lost) throw new LeaseLostError("Another process has taken over the migration of the data.");
  };
  try {
    const { version: from } = await readDataState(models);
    for (const migration of migrations.filter(({ version }) => version > from)) {
      const { version, about } = migration;
      log("migrating the data", { version, about });
      await noteStep(models, holder, about);
      await migration.expand?.(models);
      if (migration.after !== undefined) await fillAll(models, migrations, migration.after, { holder, log, hold });
      hold();
      await migration.contract?.(models);
      if (!(await reachVersion(models, holder, { version, program }))) lost = true;
      hold();
    }
    log("the data was migrated to the version of this program", { version: migrations.at(-1)?.version });
  } finally {
    clearInterval(renewing);
    await giveLease(models, holder);
  }
}

type Ways = Pick<Migrating, "holder" | "log"> & { hold(): void };

/** Fills in the data of an earlier migration completely before a later one removes its source. */
async function fillAll(models: Models, all: readonly Migration[], version: number, ways: Ways): Promise<void> {
  const { holder, log, hold } = ways;
  const { filled } = await readDataState(models);
  const earlier = all.find((one) => one.version === version);
  if (!earlier?.fill || filled.includes(version)) return;
  for (let batches = 1; await earlier.fill(models); batches += 1) {
    hold();
    log("filling in data", { version, about: earlier.about, batches });
    await noteStep(models, holder, `${earlier.about}, batch ${batches}`);
  }
  await noteFilled(models, version);
}

/** Returns whether migrations have anything left to fill in. */
export async function hasFillLeft(models: Models): Promise<boolean> {
  const { version: reached, filled } = await readDataState(models);
  return MIGRATIONS.some(({ version, fill }) => fill && version <= reached && !filled.includes(version));
}

/** Fills in one batch that migrations have left, oldest first. Returns whether there was one. */
export async function fillOnce(models: Models, migrations: readonly Migration[] = MIGRATIONS): Promise<boolean> {
  const { version: reached, filled } = await readDataState(models);
  for (const { version, fill } of migrations) {
    if (!fill || version > reached || filled.includes(version)) continue;
    if (await fill(models)) return true;
    await noteFilled(models, version);
  }
  return false;
}
