// Named queries and guarded writes of acceptances.
import { MOST_ACCEPTANCES } from "../domain/audit/acceptance.ts";
import type { AuditPillar } from "../domain/audit/pillars.ts";
import type { Acceptance } from "./acceptance.ts";
import { isDuplicateKey, type Models } from "./index.ts";
import { readInTurns } from "./readInTurns.ts";

export const acceptanceIdOf = (projectId: string, fingerprint: string): string => `${projectId}:${fingerprint}`;

/** When each accepted finding of a pillar counts again, by its fingerprint. */
export async function acceptedUntil(
  models: Models,
  { projectId, pillar }: { projectId: string; pillar: AuditPillar },
  at: Date,
): Promise<Map<string, Date>> {
  const found = await readInTurns<Acceptance, Pick<Acceptance, "fingerprint" | "until">>(
    models.acceptances,
    { projectId, pillar, until: { $gt: at } },
    { fields: { fingerprint: 1, until: 1 }, limit: MOST_ACCEPTANCES },
  );
  return new Map(found.map(({ fingerprint, until }) => [fingerprint, until]));
}

export async function acceptancesOf(
  models: Models,
  projectId: string,
  fingerprints: readonly string[],
): Promise<Map<string, Acceptance>> {
  if (fingerprints.length === 0) return new Map();
  const ids = fingerprints.map((one) => acceptanceIdOf(projectId, one));
  const found = await models.acceptances.find({ _id: { $in: ids } }).lean<Acceptance[]>();
  return new Map(found.map((one) => [one.fingerprint, one]));
}

/** Acceptances of a project, expired ones too; by their ids. */
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

/** Writes the acceptance where the one that stands is still `seen` (null: none). False: somebody else was quicker. */
export async function putAcceptance(models: Models, acceptance: Acceptance, seen: string | null): Promise<boolean> {
  if (seen !== null) {
    const { _id, ...fields } = acceptance;
    const { matchedCount } = await models.acceptances.updateOne({ _id, id: seen }, { $set: fields });
    return matchedCount === 1;
  }
  try {
    await models.acceptances.create(acceptance);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Answers the acceptance that was taken away; null: there was none. */
export function takeAcceptance(models: Models, projectId: string, fingerprint: string): Promise<Acceptance | null> {
  return models.acceptances
    .findOneAndDelete({ _id: acceptanceIdOf(projectId, fingerprint) })
    .lean<Acceptance>() as Promise<Acceptance | null>;
}
