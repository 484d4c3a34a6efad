// Project settings that differ from the defaults, saved only if the edited revision is still current.
import { object, string } from "yup";
import type { ProjectSettings } from "../../../domain/audit/settings.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { baseUrlField, nameField, tidyBaseUrl } from "../../lib/fields.ts";
import { requireKnownModes } from "../../lib/modeProblems.ts";
import { revisionOf } from "../../lib/versionConflict.ts";
import { changePart } from "./changePart.ts";
import { SETTINGS } from "./projectSettings.ts";

const INPUT = object({ settings: SETTINGS.required() }).noUnknown().required();

/** A simplified version of what git allows in branch names. */
const mainBranchField = string()
  .trim("must not begin or end with a space")
  .min(1)
  .max(255)
  .test(
    "branch",
    "must be the name of a branch, such as main",
    (value) => value == null || !/[\s~^:?*[\]\\]/.test(value),
  );
const FACTS = object({
  name: nameField.required(),
  baseUrl: baseUrlField.required(),
  mainBranch: mainBranchField.required(),
})
  .noUnknown()
  .required();
export type ProjectFacts = { name: string; baseUrl: string; mainBranch: string };

export async function readEditableSettings(ctx: AdminContext, caller: Caller, { project }: { project: string }) {
  mustBeAllowed(caller, "view");
  return viewOf(await resolveProject(ctx, caller, project));
}

const viewOf = ({ slug, name, baseUrl, mainBranch, settings = {} }: Project) => ({
  project: { slug, name, baseUrl, mainBranch, rev: revisionOf([name, baseUrl, mainBranch]) },
  settings,
  rev: revisionOf(settings),
});

/**
 * Changes the project's name, site address and main branch. The slug stays, so that addresses and pipelines keep working. Baselines stay
 * as well, each with the branch on which it was approved. Throws `conflict` with `now` if somebody else saved first, and
 * `validation_error` with the path of every invalid field.
 */
export async function saveProjectFacts(
  ctx: AdminContext,
  caller: Caller,
  { project: reference, rev, ...facts }: ProjectFacts & { project: string; rev: string },
) {
  mustBeAllowed(caller, "edit");
  const project = await resolveProject(ctx, caller, reference);
  const { name, baseUrl, mainBranch } = checked(FACTS, facts);
  const wanted: ProjectFacts = { name, baseUrl: tidyBaseUrl(baseUrl), mainBranch };
  const view = (read: Project) => viewOf(read).project;
  const { before, after } = await changePart(ctx, project, () => wanted, { name: "the project", rev, view });
  const set = (Object.keys(wanted) as (keyof ProjectFacts)[]).filter((field) => wanted[field] !== before[field]);
  if (set.length > 0)
    await recordAudit(ctx, caller, "project.change", project._id, {
      project: project.slug,
      set,
      ...Object.fromEntries(set.map((field) => [field, `${before[field]} → ${wanted[field]}`])),
    });
  return viewOf(after);
}

/**
 * Replaces the settings. Throws `conflict` with `now` if somebody else has saved since `rev`, and `validation_error` with the path of
 * every invalid field.
 */
export async function saveEditedSettings(
  ctx: AdminContext,
  caller: Caller,
  { project: reference, settings, rev }: { project: string; settings: unknown; rev?: string },
) {
  mustBeAllowed(caller, "edit");
  const project = await resolveProject(ctx, caller, reference);
  const wanted = checked(INPUT, { settings }).settings as ProjectSettings;
  const set = (read: Project) => {
    requireKnownModes(read, wanted);
    return { settings: wanted };
  };
  const { before, after } = await changePart(ctx, project, set, { name: "the settings", rev, view: viewOf });
  if (after !== before) await recordAudit(ctx, caller, "project.settings", project._id, { project: project.slug });
  return viewOf(after);
}
