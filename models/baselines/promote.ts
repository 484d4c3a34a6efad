// Promotes a picture to baseline: writes a history entry first, then the pointer that people and plans read. The unique (baseline, version)
// index decides races.

import { isWritten, type Models } from "../index.ts";
import { type BaselineKey, baselineIdOf } from "./key.ts";
import { acceptanceOf } from "./origin.ts";
import type { Baseline, BaselineOrigin, BaselinePicture, BaselineVersion } from "./schema.ts";

export type Promotion = {
  key: BaselineKey;
  picture: BaselinePicture;
  /** A user's e-mail, `key <name>`, or `run`. */
  by: string;
  how: BaselineVersion["how"];
  fromRunId: string | null;
  /** The shot that the picture comes from: promoting one shot twice creates one version. */
  fromShotId: string | null;
  at: Date;
  /** Id of the new history entry. */
  id: string;
  /** Without it, an entry shows as little as those of earlier versions. */
  origin?: Partial<BaselineOrigin>;
};

/** The history entry, and whether this call created it. */
export type Promoted = { version: BaselineVersion; created: boolean };

/** Thrown if another picture became the baseline since it was read. `latest`: its newest entry, or null if it has none any longer. */
export class BaselineMovedError extends Error {
  readonly latest: BaselineVersion | null;

  constructor(latest: BaselineVersion | null) {
    super("The baseline has changed in the meantime.");
    this.name = "BaselineMovedError";
    this.latest = latest;
  }
}

/** Far above any number of concurrent writers of one key; a loop that runs this often has a bug. */
export const MAX_TURNS = 200;

/**
 * Makes the picture the current baseline of its key. If `expected` is given and is not the newest version (0: none), rejects with
 * BaselineMovedError. Safe to race and to repeat: every winner gets its own version, and a shot that was promoted before gets its old
 * entry back. After a crash between entry and pointer, the next call repairs the pointer.
 */
export async function promote(models: Models, promotion: Promotion, expected?: number): Promise<Promoted> {
  const baselineId = baselineIdOf(promotion.key);
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    // Read the latest entry before looking for the shot's own: if an entry is added in between, we lose the version number and the next turn
    // sees it.
    const latest = await latestVersion(models, baselineId);
    const own = await entryOfShot(models, baselineId, promotion.fromShotId);
    // A picture that was reverted may be approved again; a run itself promotes a shot once, however late.
    if (own && !(promotion.how === "approve" && (await isReverted(models, own)))) {
      if (latest) await movePointer(models, promotion.key, latest);
      return { version: own, created: false };
    }
    if (expected !== undefined && (latest?.version ?? 0) !== expected) {
      // Move the pointer first, so that a caller that looks again sees the current state even after a crash between entry and pointer.
      if (latest) await movePointer(models, promotion.key, latest);
      throw new BaselineMovedError(latest);
    }
    const version: BaselineVersion = {
      _id: promotion.id,
      baselineId,
      projectId: promotion.key.projectId,
      version: (latest?.version ?? 0) + 1,
      picture: promotion.picture,
      promotedBy: promotion.by,
      how: promotion.how,
      fromRunId: promotion.fromRunId,
      fromShotId: promotion.fromShotId,
      previousVersionId: latest?._id ?? null,
      at: promotion.at,
      ...promotion.origin,
    };
    if (!(await addVersion(models, version))) continue;
    await movePointer(models, promotion.key, version);
    return { version, created: true };
  }
  throw new Error(`The baseline ${baselineId} could not be promoted: other writers were faster ${MAX_TURNS} times.`);
}

export async function latestVersion(models: Models, baselineId: string): Promise<BaselineVersion | null> {
  return models.baselineVersions.findOne({ baselineId }).sort({ version: -1 }).lean<BaselineVersion>();
}

async function entryOfShot(models: Models, baselineId: string, shotId: string | null): Promise<BaselineVersion | null> {
  if (shotId === null) return null;
  return models.baselineVersions
    .findOne({ baselineId, fromShotId: shotId })
    .sort({ version: -1 })
    .lean<BaselineVersion>();
}

async function isReverted(models: Models, { baselineId, version }: BaselineVersion): Promise<boolean> {
  const later = { baselineId, how: "rollback", version: { $gt: version } } as const;
  return (await models.baselineVersions.exists(later)) !== null;
}

/**
 * Promotes what `choose` returns, on top of the version that it saw (0: none), and asks again if another writer was faster. null if it
 * returned nothing.
 */
export async function promoteInTurns(
  models: Models,
  choose: () => Promise<{ promotion: Promotion; seen: number } | null>,
): Promise<BaselineVersion | null> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const chosen = await choose();
    if (!chosen) return null;
    try {
      return (await promote(models, chosen.promotion, chosen.seen)).version;
    } catch (error) {
      if (!(error instanceof BaselineMovedError)) throw error;
    }
  }
  throw new Error(`The baseline moved ${MAX_TURNS} times while a screenshot was promoted.`);
}

/** Returns false if another writer has already created this version. */
export async function addVersion(models: Models, version: BaselineVersion): Promise<boolean> {
  return isWritten(models.baselineVersions.create(version));
}

/** Moves the pointer, only ever forward, so that it ends at the highest version in whatever order writers arrive. */
export async function movePointer(models: Models, key: BaselineKey, to: BaselineVersion): Promise<void> {
  const { withdrawn = false } = to;
  const { version, _id: versionId, picture, at: updatedAt } = to;
  const current = { version, versionId, picture, updatedAt, accepted: acceptanceOf(to), withdrawn };
  const forward = () =>
    models.baselines.updateOne({ _id: to.baselineId, version: { $lt: to.version } }, { $set: current });
  if ((await forward()).matchedCount > 0) return;
  const document: Baseline = { _id: to.baselineId, ...key, ...current };
  if (!(await isWritten(models.baselines.create(document)))) await forward();
}
