// Facts about the service's host that `plumbline doctor` checks in addition to readiness.
import { totalsOf } from "../../domain/retention/cleanup.ts";
import type { StorageStanding } from "../../domain/storage/quota.ts";
import { isWeakSecret } from "../../domain/weakSecret.ts";
import { lastBackup } from "../../models/backups/queries.ts";
import { databaseTime as askDatabase } from "../../models/database/connectionOf.ts";
import { presentWorkers } from "../../models/workerPresence/queries.ts";
import { diskSpace } from "../../platform/diskSpace.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { storageOf } from "../lib/storage.ts";
import { sweepStanding } from "./retention/standing.ts";

export type Checkup = {
  /** Bytes on the disk of the data folder; null if unknown. */
  disk: { free: number; total: number } | null;
  /** Current time of this process and of the database server, as ISO strings; `database` is null if the database does not report it. */
  clock: { service: string; database: string | null };
  /**
   * What decides whether the installation is fit for production. `lastBackupAt` and `lastSweepAt` are when the last complete one finished,
   * as ISO strings; null if there is none or the database does not answer.
   */
  production: {
    publicUrl: string | null;
    trustProxy: number;
    metricsHost: string;
    metricsPort: number;
    metricsAccess: string;
    /** Address that the API listens on (`SVC_HOST`). */
    host: string;
    root: boolean;
    /** Number of running workers that have started a Chromium, and the hosts on which Chromium has no sandbox. */
    sandbox: { workers: number; without: string[] };
    weakSecret: boolean;
    lastBackupAt: string | null;
    lastSweepAt: string | null;
    /**
     * `announcedAt`: time for which the first sweep is announced. `runs`: number of runs in the newest plan. `error`: error of the newest
     * sweep, if it failed.
     */
    sweep: { daily: boolean; announcedAt: string | null; runs: number | null; error: string | null };
    /** Storage used by the caller's organisation, in bytes. */
    storage: StorageStanding;
  };
};

/** Maximum number of hosts listed in a response. */
const MAX_HOSTS = 20;

export async function checkup(ctx: OperationContext, caller: Caller): Promise<Checkup> {
  const { models } = ctx;
  const [disk, database, lastBackupAt, sandbox, sweep, storage] = await Promise.all([
    diskOf(ctx),
    databaseTime(ctx),
    endOf(() => lastBackup(models)),
    sandboxFacts(ctx),
    sweepFacts(ctx),
    storageOf(ctx, caller.orgId).catch(() => ({ used: 0, limit: null })),
  ]);
  const { host, publicUrl, trustProxy, metricsHost, metricsPort, metricsAccess, secretKey } = ctx.config;
  const settings = { host, publicUrl, trustProxy, metricsHost, metricsPort, metricsAccess };
  const production = {
    ...settings,
    root: process.getuid?.() === 0,
    sandbox,
    weakSecret: secretKey !== null && isWeakSecret(secretKey),
    lastBackupAt,
    lastSweepAt: sweep.lastAt,
    sweep: sweep.facts,
    storage,
  };
  return { disk, clock: { service: new Date().toISOString(), database }, production };
}

async function sandboxFacts({ models, now }: OperationContext): Promise<Checkup["production"]["sandbox"]> {
  // Readiness already reports that the database is down.
  const present = await presentWorkers(models, now()).catch(() => []);
  const known = present.filter(({ sandbox }) => typeof sandbox === "boolean");
  const without = known.filter(({ sandbox }) => sandbox === false).map(({ host }) => host ?? "an unnamed machine");
  return { workers: known.length, without: [...new Set(without)].sort().slice(0, MAX_HOSTS) };
}

async function sweepFacts(ctx: OperationContext) {
  try {
    const { daily, announcedAt, lastAt, error, plan } = await sweepStanding(ctx);
    const runs = plan && totalsOf(plan.counts).runs;
    const facts = { daily, announcedAt: announcedAt?.toISOString() ?? null, runs, error };
    return { lastAt: lastAt?.toISOString() ?? null, facts };
  } catch {
    const daily = ctx.config.retention === "on";
    return { lastAt: null, facts: { daily, announcedAt: null, runs: null, error: null } };
  }
}

async function endOf(find: () => Promise<{ finishedAt: Date | null } | null>): Promise<string | null> {
  try {
    return (await find())?.finishedAt?.toISOString() ?? null;
  } catch {
    // Readiness already reports that the database is down.
    return null;
  }
}

async function diskOf({ config, statfs }: OperationContext): Promise<Checkup["disk"]> {
  try {
    const { free, size: total } = await diskSpace(config.dataDir, statfs);
    return { free, total };
  } catch {
    // Readiness already reports what is wrong with the folder.
    return null;
  }
}

async function databaseTime({ models }: OperationContext): Promise<string | null> {
  try {
    return (await askDatabase(models, 3_000))?.toISOString() ?? null;
  } catch {
    // Readiness already reports that the database is down.
    return null;
  }
}
