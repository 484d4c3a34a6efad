// Queries and guarded writes of acceptances.
import { createHash } from "node:crypto";
import { countingOf, isInForce, MAX_ACCEPTANCES } from "../../domain/audit/acceptance.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import {
  type DecidedAt,
  isOfMain,
  mayBeElsewhere,
  mayBeRewritten,
  sparesDecision,
} from "../../domain/history/decisionHolds.ts";
import {
  type DecisionRun,
  PLACE_FIELDS,
  type ProjectHistory,
  placesFor,
  projectHistory,
  tieDecisions,
} from "../commits/decisions.ts";
import { isWritten, type Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { Acceptance } from "./schema.ts";

export const acceptanceIdOf = (projectId: string, fingerprint: string): string => `${projectId}:${fingerprint}`;

/** Returns the id of an acceptance that may not apply everywhere: there is one per branch or pull request. */
export function acceptanceIdAt(projectId: string, fingerprint: string, at: DecidedAt, mainBranch: string): string {
  const id = acceptanceIdOf(projectId, fingerprint);
  if (at.commitSha == null || isOfMain(at, mainBranch)) return id;
  if (at.prNumber != null) return `${id}:pr-${at.prNumber}`;
  return `${id}:${createHash("sha256")
    .update(at.branch ?? "")
    .digest("hex")
    .slice(0, 32)}`;
}

type Dated = Pick<Acceptance, "fingerprint" | "until" | "at" | keyof typeof PLACE_FIELDS>;

/** Returns until when each accepted finding of a pillar is accepted in a run, by fingerprint. */
export async function acceptedUntil(
  models: Models,
  { pillar, ...run }: DecisionRun & { pillar: AuditPillar },
  at: Date,
  history: ProjectHistory = projectHistory(models, run.projectId),
): Promise<Map<string, Date>> {
  const found = await readInTurns<Acceptance, Dated>(
    models.acceptances,
    { projectId: run.projectId, pillar, until: { $gt: at } },
    { fields: { fingerprint: 1, until: 1, at: 1, ...PLACE_FIELDS }, limit: MAX_ACCEPTANCES },
  );
  const spares = await sparedIn(history, run, found);
  const until = new Map<string, Date>();
  for (const [fingerprint, list] of Map.groupBy(found.filter(spares), (one) => one.fingerprint)) {
    const counting = countingOf(list, at);
    if (counting) until.set(fingerprint, counting.until);
  }
  return until;
}

/** Returns a predicate that tells whether a decision applies in a run. */
export async function sparedIn<D extends DecidedAt>(
  history: ProjectHistory,
  run: DecisionRun,
  decisions: readonly D[],
): Promise<(decision: D) => boolean> {
  const placeOf = await placesFor(history, run, decisions, mayBeElsewhere);
  return (decision) => sparesDecision(placeOf(decision));
}

/** Returns every acceptance of these findings, wherever it applies. */
export async function acceptancesOf(
  models: Models,
  projectId: string,
  fingerprints: readonly string[],
): Promise<Acceptance[]> {
  if (fingerprints.length === 0) return [];
  return models.acceptances.find({ projectId, fingerprint: { $in: [...fingerprints] } }).lean<Acceptance[]>();
}

/**
 * `here`: the acceptance that counts in the run. `elsewhere`: if none is in force there, the one in force on a branch that the run does
 * not include.
 */
export type StandingAcceptance = { here: Acceptance | null; elsewhere: Acceptance | null };

/** Returns the state of each of these acceptances in a run, by fingerprint. */
export async function standingIn(
  history: ProjectHistory,
  run: DecisionRun,
  acceptances: readonly Acceptance[],
  now: Date,
): Promise<Map<string, StandingAcceptance>> {
  const spares = await sparedIn(history, run, acceptances);
  const standing = new Map<string, StandingAcceptance>();
  for (const [fingerprint, list] of Map.groupBy(acceptances, (one) => one.fingerprint)) {
    const here = countingOf(list.filter(spares), now);
    const others = list.filter((one) => isInForce(one, now) && !spares(one));
    const elsewhere = here && isInForce(here, now) ? null : countingOf(others, now);
    standing.set(fingerprint, { here, elsewhere });
  }
  return standing;
}

/** Returns acceptances of a project, including expired ones, sorted by id. `after`: the part of the previous id that follows the project's id. */
export function pageOfAcceptances(
  models: Models,
  projectId: string,
  { after, limit, pillar }: { after: string | null; limit: number; pillar?: AuditPillar },
): Promise<Acceptance[]> {
  const filter = {
    projectId,
    ...(pillar !== undefined && { pillar }),
    ...(after !== null && { _id: { $gt: acceptanceIdOf(projectId, after) } }),
  };
  return models.acceptances.find(filter).sort({ _id: 1 }).limit(limit).lean<Acceptance[]>();
}

export const countAcceptances = (models: Models, projectId: string): Promise<number> =>
  models.acceptances.countDocuments({ projectId });

/** Writes the acceptance if the current one is still `seen` (null: none). Returns false if another writer was faster. */
export async function putAcceptance(models: Models, acceptance: Acceptance, seen: string | null): Promise<boolean> {
  if (seen !== null) {
    const { _id, ...fields } = acceptance;
    const { matchedCount } = await models.acceptances.updateOne({ _id, id: seen }, { $set: fields });
    return matchedCount === 1;
  }
  return isWritten(models.acceptances.create(acceptance));
}

/** `fingerprints`: the findings that are accepted in the run. */
export async function tieAcceptances(models: Models, run: DecisionRun, fingerprints: readonly string[]): Promise<void> {
  if (!run.commitSha) return;
  const known = await acceptancesOf(models, run.projectId, fingerprints);
  const write = ({ _id, id }: Acceptance, tied: object) => models.acceptances.updateOne({ _id, id }, tied);
  await tieDecisions(models, run, known, mayBeRewritten, write);
}

/** Deletes an acceptance. Returns false if it was already deleted or replaced by another decision. */
export async function takeAcceptance(models: Models, { _id, id }: Pick<Acceptance, "_id" | "id">): Promise<boolean> {
  const { deletedCount } = await models.acceptances.deleteOne({ _id, id });
  return deletedCount === 1;
}
