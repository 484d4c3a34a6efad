// Decides whether a sweep may currently delete.
import { clockProblem, type KnownTimes } from "../../domain/retention/clock.ts";
import type { Cleanup } from "../../models/cleanups/schema.ts";
import { databaseNowOf, writtenTimes } from "../../models/retention/knownTimes.ts";
import { invalid } from "../failures.ts";
import type { CleanupDeps } from "./deps.ts";

const OFF = "SVC_RETENTION is off. Nothing more is deleted.";

/** Returns the reason why the sweep must not delete anything; null: it may. Throws a non-retryable failure if this machine's clock is wrong. */
export type Gate = (cleanup: Pick<Cleanup, "_id" | "daily">) => Promise<string | null>;

export function gateOf({ config, models, now, ...deps }: CleanupDeps): Gate {
  const { databaseNow = () => databaseNowOf(models) } = deps;
  let known: { cleanupId: string; times: Omit<KnownTimes, "database"> } | null = null;
  const look = async (cleanupId: string, again: boolean) => {
    if (again || known?.cleanupId !== cleanupId) known = { cleanupId, times: await writtenTimes(models) };
    return clockProblem(now(), { database: await databaseNow(), ...known.times });
  };
  return async ({ _id, daily }) => {
    // Operators stop a sweep by turning retention off and restarting the service; a sweep they started manually continues.
    if (daily && config.retention !== "on") return OFF;
    let problem = await look(_id, false);
    // The service may have been used since the sweep began.
    if (problem?.quiet) problem = await look(_id, true);
    if (problem === null) return null;
    if (problem.quiet) return problem.why;
    throw invalid(problem.why);
  };
}
