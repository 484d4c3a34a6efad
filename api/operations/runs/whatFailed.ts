// Determines what a rerun of failures is based on: the last finished and planned run of each type in the same place. If a later run failed
// before it was planned, everything is run again.
import { isDeepStrictEqual } from "node:util";
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { fieldError } from "../../../domain/errors.ts";
import { hasFailedParts, placesOf, type RerunSource } from "../../../domain/runs/rerun.ts";
import { FULL_AUDIT, RUN_NAME, type StatusType, shotKindOf, TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import { inWords } from "../../../domain/text.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { type AskedPlace, endedRunsAt } from "../../../models/runs/asked.ts";
import { partsOf } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Options that are taken from the earlier run. */
const FIXED = ["scenarios", "pages", "browsers", "against"] as const;

type Asking = {
  type: StatusType;
  /** Pillars that a full audit would run. */
  pillars: readonly Pillar[];
  /** Whether the pillars were requested by name. */
  named: boolean;
  input: { branch?: string; location?: string } & Partial<Record<(typeof FIXED)[number], unknown>>;
  environment: Pick<Environment, "_id" | "name"> | null;
  preview: boolean;
};

/** The last run of a type, and whether any of it has to be run again. */
export type LastRun = { type: StatusType; runId: string; failed: boolean };
/** `rerun`: null if nothing failed. `newest`: the newest run of each type, used for the key of the call. */
export type WhatFailed = {
  rerun: NonNullable<Run["rerun"]> | null;
  last: LastRun[];
  missing: StatusType[];
  newest: string[];
};

/** Maximum number of runs searched for the last planned one. */
const MAX_LOOKED_AT = 20;
const FIELDS = {
  type: 1,
  status: 1,
  verdict: 1,
  summary: 1,
  extra: 1,
  commitSha: 1,
  scenarios: 1,
  pages: 1,
  browsers: 1,
  perfBudgets: 1,
  worse: 1,
  against: 1,
  rerun: 1,
  preview: 1,
  location: 1,
} as const;

/** Throws `validation_error` if there is no earlier run, or if options were given that only the earlier run determines. */
export async function whatFailed(
  ctx: Pick<OperationContext, "models">,
  project: Project,
  { type, pillars, named, input, environment, preview }: Asking,
): Promise<WhatFailed> {
  const fixed = FIXED.filter((name) => input[name] !== undefined);
  if (fixed.length > 0)
    throw refused(
      `A run of what failed takes ${inWords(fixed)} from the last run: omit ${fixed.length === 1 ? "it" : "them"}.`,
    );
  if (shotKindOf(type) === "baseline") throw refused("A capture of baselines has no verdict: omit failed.");
  const types = type === FULL_AUDIT ? pillars.flatMap((pillar) => TYPE_OF_PILLAR[pillar] ?? []) : [type];
  const branch = input.branch || project.mainBranch;
  const place = { project, branch, environmentIds: [environment?._id ?? null] };
  const where = `${branch}${environment === null ? "" : ` on ${environment.name}`}${input.location ? ` in ${input.location}` : ""}`;
  const isAlike = ({ preview: of, location }: Pick<Run, "preview" | "location">) =>
    Boolean(of) === preview && (!input.location || location === input.location);
  const runs: NonNullable<Run["rerun"]>["runs"] = {};
  const last: LastRun[] = [];
  const missing: StatusType[] = [];
  const newest: string[] = [];
  const lost = type === FULL_AUDIT ? await lostAudit(ctx, place, isAlike) : null;
  if (lost) newest.push(lost._id);
  for (const one of types) {
    const ended = await endedRunsAt(ctx.models, place, { type: one }, { limit: MAX_LOOKED_AT, fields: FIELDS });
    const alike = ended.filter(isAlike);
    newest.push(...alike.slice(0, 1).map(({ _id }) => _id));
    const found = alike.find(isPlanned);
    if (found === undefined) {
      missing.push(one);
      continue;
    }
    const later = alike.slice(0, alike.indexOf(found)).filter(({ status }) => status === "failed");
    if (lost && lost.createdAt > found.createdAt && lost.types.includes(one)) later.push(lost);
    const failed = hasFailedParts(found);
    last.push({ type: one, runId: found._id, failed: failed || later.length > 0 });
    const source = sourceOf(found);
    // The chain of reruns is compared with what passed before it.
    const from = failed ? source.from : earliest(later);
    if (later.length > 0) runs[one] = { ...source, from, all: true };
    else if (failed) runs[one] = source;
  }
  const [first] = missing;
  if (first !== undefined && (type !== FULL_AUDIT || named || last.length === 0))
    throw refused(`${RUN_NAME[first]}: ${where} has no run that has ended. Start one without failed first.`);
  const rerun = isDeepStrictEqual(runs, {}) ? null : { runs };
  // A verdict that mixes results of two locations would say nothing about either.
  const places = rerun ? placesOf(rerun) : [];
  if (places.length > 1)
    throw refused(
      `The last runs have different locations: ${inWords(places.map((one) => one ?? "none"))}. Name one with location, or run the pillars one by one.`,
    );
  return { rerun, last, missing, newest };
}

const isPlanned = ({ extra }: Pick<Run, "extra">): boolean => typeof extra?.planned === "number" && extra.planned > 0;
const earliest = (runs: readonly Pick<Run, "createdAt">[]): Date =>
  new Date(Math.min(...runs.map(({ createdAt }) => createdAt.getTime())));

/** Returns the last full audit if it failed before its parts were stored, because nothing else records that they did not pass. */
async function lostAudit(
  { models }: Pick<OperationContext, "models">,
  place: AskedPlace,
  isAlike: (run: Pick<Run, "preview" | "location">) => boolean,
) {
  const ended = await endedRunsAt(models, place, { type: FULL_AUDIT }, { limit: MAX_LOOKED_AT, fields: FIELDS });
  const audit = ended.find(isAlike);
  if (audit?.status !== "failed") return null;
  if ((await partsOf(models, audit._id, { fields: { _id: 1 }, limit: 1 })).length > 0) return null;
  const { pillars = [] } = (audit.extra ?? {}) as { pillars?: Pillar[] };
  return { ...audit, types: pillars.flatMap((pillar) => TYPE_OF_PILLAR[pillar] ?? []) };
}

type Found = Pick<Run, "_id" | "createdAt" | keyof typeof FIELDS>;

function sourceOf(run: Found): RerunSource<Run["pages"]> {
  const { functional } = (run.extra ?? {}) as { functional?: Record<string, unknown> };
  return {
    runId: run._id,
    commitSha: run.commitSha,
    from: run.rerun?.runs[run.type]?.from ?? run.createdAt,
    scenarios: run.scenarios,
    pages: run.pages ?? null,
    browsers: run.browsers,
    perfBudgets: run.perfBudgets,
    worse: run.worse ?? null,
    against: run.against ?? null,
    location: run.location ?? null,
    functional: functional ?? null,
  };
}

/** Returns, for example, "Nothing failed in run_01…, so nothing was started." */
export const nothingFailed = ({ last }: WhatFailed): string =>
  `Nothing failed in ${inWords(last.map(({ runId }) => runId))}, so nothing was started.`;

const refused = (message: string) => fieldError("failed", message);
