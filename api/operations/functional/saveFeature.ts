// Creates, changes and deletes features. A text is only saved if it parses and compiles; a change is only applied to the version that it was
// made from.

import { ProductError } from "../../../domain/errors.ts";
import {
  FEATURE_ID,
  FEATURE_ID_WORDS,
  FEATURE_LIMITS,
  type Feature,
  type FeatureOrigin,
  factsOf,
  MAX_FEATURE_ID,
  readiness,
} from "../../../domain/functional/feature.ts";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { planCompiled } from "../../../domain/functional/planFeature.ts";
import { slugOf } from "../../../domain/functional/slug.ts";
import { given } from "../../../domain/given.ts";
import {
  countFeatures,
  findFeature,
  functionalId,
  insertFeature,
  removeFeature,
  replaceFeature,
} from "../../../models/features/queries.ts";
import type { FeatureRecord } from "../../../models/features/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { eventLinks } from "../../../models/trackingPlans/rows.ts";
import { describeCaller, requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { versionConflict } from "../../lib/versionConflict.ts";
import { requireName, storable } from "./featureText.ts";
import { requireFeature } from "./findFeature.ts";
import { projectLibrary } from "./library.ts";

/** What saving needs; the administrator's command has no more than this. */
export type FeatureContext = Pick<OperationContext, "models" | "now" | "ulid" | "log" | "sealer">;

/**
 * `open`: why the feature is a draft, as sentences; empty if it is ready or kept as a draft on request. `referred`: names of the secrets
 * in the text that were replaced by references.
 */
export type SavedFeature = {
  feature: FeatureRecord;
  open: string[];
  change: "created" | "updated" | "unchanged";
  referred: string[];
};

export type NewFeature = {
  gherkin: string;
  /** If omitted, derived from the name. */
  featureId?: string;
  group?: string[];
  tickets?: string[];
  origin?: FeatureOrigin;
  /** Keep as a draft even if it is ready. */
  draft?: boolean;
};

/** Changes to a feature; omitted fields stay. */
export type FeatureChange = Partial<Pick<Feature, "gherkin" | "group" | "tickets" | "origin">> & { draft?: boolean };

/** Maximum attempts of one change if others write at the same time. */
const TRIES = 20;

/** Throws `validation_error` with line and column for an invalid text, and `conflict` if the id is taken or the project is full. */
export async function createFeature(
  ctx: FeatureContext,
  caller: Caller,
  { project, ...given }: NewFeature & { project: Project },
): Promise<SavedFeature> {
  requireRight(caller, "mcpWrite");
  const { text, referred } = await storable(ctx, project._id, given.gherkin);
  const { facts, open } = await judge(ctx, project._id, text);
  if ((await countFeatures(ctx.models, project._id)) >= FEATURE_LIMITS.perProject)
    throw new ProductError(
      "conflict",
      `The project has the maximum of ${FEATURE_LIMITS.perProject} features; delete one first.`,
    );
  const now = ctx.now();
  // Ids are also names of files.
  if (given.featureId && !(FEATURE_ID.test(given.featureId) && given.featureId.length <= MAX_FEATURE_ID))
    throw new ProductError("validation_error", `featureId must be ${FEATURE_ID_WORDS}`, {
      fields: [{ path: "featureId", message: `featureId must be ${FEATURE_ID_WORDS}` }],
    });
  const slug = given.featureId || slugOf(facts.name, "feature");
  for (let n = 1; n <= TRIES; n++) {
    const last = n === TRIES ? ctx.ulid().toLowerCase() : String(n);
    const featureId = n === 1 ? slug : `${slug}-${last}`;
    const feature: FeatureRecord = {
      ...facts,
      _id: functionalId(project._id, featureId),
      projectId: project._id,
      featureId,
      group: given.group ?? [],
      gherkin: text,
      tickets: given.tickets ?? [],
      status: given.draft || open.length > 0 ? "draft" : "ready",
      origin: given.origin ?? "written",
      version: 1,
      createdAt: now,
      updatedAt: now,
      updatedBy: describeCaller(caller),
    };
    if (await insertFeature(ctx.models, feature, "created")) {
      await recordAudit(ctx, caller, "feature.create", project._id, { feature: featureId, name: feature.name });
      return { feature, open, change: "created", referred };
    }
    if (given.featureId)
      throw new ProductError(
        "conflict",
        `The feature "${featureId}" already exists. Change it with frt_set_gherkin, or choose another id.`,
      );
  }
  throw new ProductError("conflict", `Every id for the feature "${facts.name}" is taken. Pass a featureId.`);
}

/**
 * Changes a feature. With `version`, throws `conflict` unless that version is still current. Without it, the change is applied to the
 * current feature, and again if somebody else wrote first. Also throws what `change` throws and what `createFeature` throws.
 */
export async function changeFeature(
  ctx: FeatureContext,
  caller: Caller,
  input: { project: Project; featureId: string; version?: number; what: string },
  change: (feature: FeatureRecord) => FeatureChange,
): Promise<SavedFeature> {
  requireRight(caller, "mcpWrite");
  const { project, featureId, version, what } = input;
  for (let n = 0; n < TRIES; n++) {
    const before = await requireFeature(ctx, project._id, featureId);
    if (version !== undefined && version !== before.version) throw changedMeanwhile(before, version);
    const { draft, ...wanted } = change(before);
    const clean = await changedText(ctx, before, wanted.gherkin);
    if (clean) wanted.gherkin = clean.text;
    const referred = clean?.referred ?? [];
    const { facts, open } = await judge(ctx, project._id, wanted.gherkin ?? before.gherkin);
    const status = draft || open.length > 0 ? "draft" : "ready";
    const same = (Object.keys(wanted) as (keyof typeof wanted)[]).every(
      (key) => wanted[key] === undefined || JSON.stringify(wanted[key]) === JSON.stringify(before[key]),
    );
    if (same && status === before.status) return { feature: before, open, change: "unchanged", referred };
    const feature: FeatureRecord = {
      ...before,
      ...facts,
      ...given(wanted),
      status,
      version: before.version + 1,
      updatedAt: ctx.now(),
      updatedBy: describeCaller(caller),
    };
    if (await replaceFeature(ctx.models, feature, what)) {
      await recordAudit(ctx, caller, "feature.change", project._id, {
        feature: featureId,
        what,
        version: feature.version,
      });
      return { feature, open, change: "updated", referred };
    }
  }
  throw new ProductError("conflict", `Others keep changing the feature "${featureId}". Call again.`);
}

/** Creates a draft from the given text, or turns an existing feature into a draft. Throws the same errors as `createFeature` and `changeFeature`. */
export async function saveFeatureDraft(
  ctx: FeatureContext,
  caller: Caller,
  input: { project: Project; featureId: string; version?: number } & FeatureChange,
): Promise<SavedFeature> {
  const { project, featureId, version, gherkin, ...fields } = input;
  const known = await findFeature(ctx.models, { projectId: project._id, featureId });
  if (!known && gherkin !== undefined && version === undefined)
    return createFeature(ctx, caller, { project, featureId, gherkin, ...fields, draft: true });
  const place = { project, featureId, version, what: "saved as a draft" };
  return changeFeature(ctx, caller, place, () => ({ gherkin, ...fields, draft: true }));
}

/** Throws `not_found`, and `conflict` if `version` is given but not current or if tracking plan events are linked to the feature. */
export async function deleteFeature(
  ctx: FeatureContext,
  caller: Caller,
  { project, featureId, version }: { project: Project; featureId: string; version?: number },
): Promise<FeatureRecord> {
  requireRight(caller, "mcpWrite");
  for (let n = 0; n < TRIES; n++) {
    const feature = await requireFeature(ctx, project._id, featureId);
    if (version !== undefined && version !== feature.version) throw changedMeanwhile(feature, version);
    await requireNoLinks(ctx, project._id, featureId);
    if (await removeFeature(ctx.models, feature)) {
      await recordAudit(ctx, caller, "feature.delete", project._id, { feature: featureId, name: feature.name });
      return feature;
    }
  }
  throw new ProductError("conflict", `Others keep changing the feature "${featureId}". Call again.`);
}

/** Returns the tracking plan events that are linked to a feature. */
export async function linkedEvents(
  { models }: Pick<FeatureContext, "models">,
  projectId: string,
  featureId: string,
): Promise<{ id: string; label: string }[]> {
  const events = await eventLinks(models, projectId);
  return events
    .filter(({ frtLinks }) => frtLinks.some((one) => one.featureId === featureId))
    .map(({ id, label }) => ({ id, label }));
}

/** Throws if events are linked, because a link to a deleted feature would count an event as tested although nothing triggers it. */
async function requireNoLinks(ctx: FeatureContext, projectId: string, featureId: string): Promise<void> {
  const linked = (await linkedEvents(ctx, projectId, featureId)).map(({ id }) => id);
  if (linked.length === 0) return;
  throw new ProductError(
    "conflict",
    `The feature "${featureId}" cannot be deleted while events of the tracking plan are linked to it: ${linked.slice(0, 5).join(", ")}. Unlink them with tracking_unlink_event_frt first.`,
    { events: linked },
  );
}

function changedMeanwhile({ featureId, version }: FeatureRecord, expected: number): ProductError {
  return versionConflict(
    `The feature "${featureId}" is at version ${version}, and the change is based on version ${expected}. Read it with frt_get_feature and repeat the change.`,
    { version },
  );
}

const changedText = (ctx: FeatureContext, { projectId, gherkin }: FeatureRecord, wanted: string | undefined) =>
  wanted === undefined || wanted === gherkin ? null : storable(ctx, projectId, wanted, gherkin);

/** Returns the facts of a feature text, and the reasons why it is not ready. */
async function judge(ctx: FeatureContext, projectId: string, gherkin: string) {
  const compiled = compileFeature(gherkin);
  requireName(compiled.name);
  const planned = planCompiled(compiled, await projectLibrary(ctx, projectId));
  return { facts: factsOf(compiled, planned), open: readiness(planned) };
}
