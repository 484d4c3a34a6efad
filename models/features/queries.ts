// Queries and guarded writes of features and step definitions. A write only applies to the version it was based on, so that nobody's change
// is lost.
import { FEATURE_LIMITS } from "../../domain/functional/feature.ts";
import type { StepDef } from "../../domain/functional/stepDef.ts";
import { scenarioLabel } from "../../domain/pillars/functional/problems.ts";
import { noteChange } from "../changes/queries.ts";
import { isWritten, type Models } from "../index.ts";
import type { Row } from "../lib/fields.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { StepDefRecord } from "../stepDefs/schema.ts";
import type { FeatureRecord, FeatureVersion } from "./schema.ts";

export const functionalId = (projectId: string, id: string): string => `${projectId}:${id}`;

export type FeaturePlace = { projectId: string; featureId: string };

export async function findFeature(
  models: Models,
  { projectId, featureId }: FeaturePlace,
): Promise<FeatureRecord | null> {
  return models.features.findOne({ _id: functionalId(projectId, featureId) }).lean<FeatureRecord>();
}

/** Returns the features with this ticket id, sorted by feature id. */
export async function featuresOfTicket(models: Models, projectId: string, ticketId: string): Promise<FeatureRecord[]> {
  return models.features
    .find({ projectId, tickets: ticketId })
    .sort({ featureId: 1 })
    .limit(50)
    .lean<FeatureRecord[]>();
}

export type FeatureSummary = Omit<FeatureRecord, "gherkin" | "sentences">;

/** Returns all features of a project, sorted by id. */
export async function listFeatures(models: Models, projectId: string): Promise<FeatureSummary[]> {
  return readInTurns<FeatureRecord, FeatureSummary>(
    models.features,
    { projectId },
    { fields: { gherkin: 0, sentences: 0 }, sort: { featureId: 1 }, limit: FEATURE_LIMITS.perProject },
  );
}

/**
 * Returns the labels of the scenarios in a project's features, as problems name their places. `ready`: only features that runs of all
 * features include.
 */
export async function scenarioLabels(
  models: Models,
  projectId: string,
  { ready = false }: { ready?: boolean } = {},
): Promise<Set<string>> {
  const found = await readInTurns<FeatureRecord, Pick<FeatureRecord, "name" | "scenarios">>(
    models.features,
    { projectId, ...(ready && { status: "ready" }) },
    { fields: { name: 1, scenarios: 1 }, limit: FEATURE_LIMITS.perProject },
  );
  return new Set(found.flatMap(({ name, scenarios }) => scenarios.map((one) => scenarioLabel(name, one.name))));
}

/** Returns the sentences of each feature, for finding the users of a definition. */
export async function featureSentences(
  models: Models,
  projectId: string,
): Promise<Pick<FeatureRecord, "featureId" | "name" | "sentences">[]> {
  return readInTurns(
    models.features,
    { projectId },
    { fields: { featureId: 1, name: 1, sentences: 1 }, sort: { featureId: 1 }, limit: FEATURE_LIMITS.perProject },
  );
}

/** Returns the texts of the features that are ready, sorted by id. */
export function readyFeatureTexts(
  models: Models,
  projectId: string,
  limit: number,
): Promise<Row<FeatureRecord, "featureId" | "name" | "version" | "gherkin">[]> {
  const fields = { featureId: 1, name: 1, version: 1, gherkin: 1 } as const;
  return readInTurns(models.features, { projectId, status: "ready" }, { fields, sort: { featureId: 1 }, limit });
}

/** The fields of a feature that a search compares. */
export type FindableFeature = Pick<
  FeatureRecord,
  "featureId" | "name" | "group" | "status" | "tickets" | "scenarios" | "sentences" | "origin" | "version"
>;

export async function findableFeatures(models: Models, projectId: string): Promise<FindableFeature[]> {
  const fields = {
    featureId: 1,
    name: 1,
    group: 1,
    status: 1,
    tickets: 1,
    scenarios: 1,
    sentences: 1,
    origin: 1,
    version: 1,
  } as const;
  return readInTurns<FeatureRecord, FindableFeature>(
    models.features,
    { projectId },
    { fields, sort: { featureId: 1 }, limit: FEATURE_LIMITS.perProject },
  );
}

/** Returns the newest draft that this writer last saved and that was created from a goal: one that still needs steps. */
export async function newestGoalDraft(
  models: Models,
  projectId: string,
  updatedBy: string,
): Promise<Pick<FeatureRecord, "name" | "updatedAt"> | null> {
  return models.features
    .findOne({ projectId, updatedBy, status: "draft", origin: { $in: ["rules", "model"] } }, { name: 1, updatedAt: 1 })
    .sort({ updatedAt: -1 })
    .lean<Pick<FeatureRecord, "name" | "updatedAt">>();
}

/** Returns the feature that was recorded since then with exactly this text, or null if there is none. */
export async function recordedFeature(
  models: Models,
  { projectId, gherkin, since }: { projectId: string; gherkin: string; since: Date },
): Promise<FeatureRecord | null> {
  return models.features
    .findOne({ projectId, origin: "recorded", gherkin, createdAt: { $gte: since } })
    .lean<FeatureRecord>();
}

export async function countFeatures(models: Models, projectId: string): Promise<number> {
  return models.features.countDocuments({ projectId });
}

export const countReadyFeatures = (models: Models, projectId: string): Promise<number> =>
  models.features.countDocuments({ projectId, status: "ready" });

export type FeatureText = Pick<FeatureRecord, "featureId" | "group" | "gherkin" | "version">;

export function featureTexts(models: Models, projectId: string): Promise<FeatureText[]> {
  return readInTurns(models.features, { projectId }, { fields: { featureId: 1, group: 1, gherkin: 1, version: 1 } });
}

/** Returns false if a feature with this id already exists. */
export async function insertFeature(models: Models, feature: FeatureRecord, what: string): Promise<boolean> {
  if (!(await inserted(models.features, feature))) return false;
  await keepVersion(models, feature, what);
  await noteFeature(models, feature.projectId, feature.featureId);
  return true;
}

/**
 * Replaces the feature by one whose version is one higher. Returns false if the stored version is not the one before, or the feature was
 * deleted.
 */
export async function replaceFeature(models: Models, feature: FeatureRecord, what: string): Promise<boolean> {
  const { _id, projectId, featureId, createdAt, ...fields } = feature;
  const { matchedCount } = await models.features.updateOne({ _id, version: feature.version - 1 }, { $set: fields });
  if (matchedCount === 0) return false;
  await keepVersion(models, feature, what);
  await noteFeature(models, projectId, featureId);
  return true;
}

/** Deletes the feature and its earlier texts. Returns false if it is no longer at this version. */
export async function removeFeature(
  models: Models,
  { _id, projectId, featureId, version }: FeatureRecord,
): Promise<boolean> {
  const { deletedCount } = await models.features.deleteOne({ _id, version });
  if (deletedCount === 0) return false;
  await models.featureVersions.deleteMany({ projectId, featureId });
  await noteFeature(models, projectId, featureId);
  return true;
}

/** Notifies open pages. `id`: of the feature or step definition. */
const noteFeature = (models: Models, projectId: string, id: string): Promise<void> =>
  noteChange(models, { kind: "feature", id, projectId });

/** Returns the earlier texts of a feature, newest first. */
export async function featureHistory(
  models: Models,
  { projectId, featureId }: FeaturePlace,
): Promise<FeatureVersion[]> {
  return models.featureVersions
    .find({ projectId, featureId })
    .sort({ version: -1 })
    .limit(FEATURE_LIMITS.versions)
    .lean<FeatureVersion[]>();
}

/** Returns a feature as it was at a version, or null if that is no longer kept. */
export const featureAt = (models: Models, place: FeaturePlace, version: number): Promise<FeatureVersion | null> =>
  models.featureVersions
    .findById(`${functionalId(place.projectId, place.featureId)}:${version}`)
    .lean<FeatureVersion>();

/** Returns the text of a feature at a version, or null if it is no longer kept. */
export async function featureTextAt(models: Models, place: FeaturePlace, version: number): Promise<string | null> {
  const _id = `${functionalId(place.projectId, place.featureId)}:${version}`;
  const kept = await models.featureVersions.findById(_id, { gherkin: 1 }).lean<Pick<FeatureVersion, "gherkin">>();
  return kept?.gherkin ?? null;
}

/** Written after the feature itself: a version that is missing here shows as a gap before the next one. */
async function keepVersion(models: Models, feature: FeatureRecord, what: string): Promise<void> {
  const { projectId, featureId, version, name, gherkin, status, updatedAt, updatedBy } = feature;
  const place = { projectId, featureId };
  const row = { ...place, version, name, gherkin, status, what, at: updatedAt, by: updatedBy };
  await models.featureVersions.updateOne(
    { _id: `${functionalId(projectId, featureId)}:${version}` },
    { $set: row },
    { upsert: true },
  );
  await models.featureVersions.deleteMany({ ...place, version: { $lte: version - FEATURE_LIMITS.versions } });
}

export async function findStepDef(models: Models, projectId: string, id: string): Promise<StepDefRecord | null> {
  return models.stepDefs.findOne({ _id: functionalId(projectId, id) }).lean<StepDefRecord>();
}

/** Returns the project's own definitions, sorted by id. */
export async function listStepDefs(models: Models, projectId: string): Promise<StepDefRecord[]> {
  return readInTurns(models.stepDefs, { projectId }, { sort: { id: 1 }, limit: MAX_STEP_DEFS });
}

export const MAX_STEP_DEFS = 500;

export async function countStepDefs(models: Models, projectId: string): Promise<number> {
  return models.stepDefs.countDocuments({ projectId });
}

/** Returns false if a definition with this id already exists. */
export async function insertStepDef(models: Models, def: StepDefRecord): Promise<boolean> {
  if (!(await inserted(models.stepDefs, def))) return false;
  await noteFeature(models, def.projectId, def.id);
  return true;
}

/** Like `replaceFeature`. */
export async function replaceStepDef(models: Models, def: StepDefRecord): Promise<boolean> {
  const { _id, projectId, id, createdAt, ...fields } = def;
  const { matchedCount } = await models.stepDefs.updateOne({ _id, version: def.version - 1 }, { $set: fields });
  if (matchedCount === 1) await noteFeature(models, projectId, id);
  return matchedCount === 1;
}

/** Like `removeFeature`. */
export async function removeStepDef(models: Models, { _id, projectId, id, version }: StepDefRecord): Promise<boolean> {
  const { deletedCount } = await models.stepDefs.deleteOne({ _id, version });
  if (deletedCount === 1) await noteFeature(models, projectId, id);
  return deletedCount === 1;
}

/** Returns the definition without the fields that only the database needs. */
export function stepDefOf(stored: StepDefRecord): StepDef {
  const { v, id, pattern, params, tags, description, examples, status, actions } = stored;
  return { v, id, pattern, params, tags, description, examples, status, actions };
}

async function inserted<T>(model: { create(row: T): PromiseLike<unknown> }, row: T): Promise<boolean> {
  return isWritten(model.create(row));
}
