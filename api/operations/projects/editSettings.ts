// Project settings that differ from the defaults, saved only if the edited revision is still current.
import { createHash } from "node:crypto";
import { object, string } from "yup";
import type { ProjectSettings } from "../../../domain/audit/settings.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { changeUnchangedProject } from "../../../models/projects/writes.ts";
import { requireReadRight, requireRight } from "../../lib/access.ts";
import { checked } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { baseUrlField, nameField, tidyBaseUrl } from "../../lib/fields.ts";
import { requireKnownModes } from "../../lib/modeProblems.ts";
import { versionConflict } from "../../lib/versionConflict.ts";
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

const digest = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
const revisionOf = (settings: ProjectSettings | undefined): string => digest(settings ?? {});
const factsRevisionOf = ({ name, baseUrl, mainBranch }: Project): string => digest([name, baseUrl, mainBranch]);

export function readEditableSettings(caller: Caller, project: Project) {
  requireReadRight(caller);
  const { slug, name, baseUrl, mainBranch, settings } = project;
  return {
    project: { slug, name, baseUrl, mainBranch, rev: factsRevisionOf(project) },
    settings: settings ?? {},
    rev: revisionOf(settings),
  };
}

/**
 * Changes the project's name, site address and main branch. The slug stays, so that addresses and pipelines keep working. Baselines stay
 * as well, each with the branch on which it was approved. Throws `conflict` with `now` if somebody else saved first, and
 * `validation_error` with the path of every invalid field.
 */
export async function saveProjectFacts(
  ctx: OperationContext,
  caller: Caller,
  { project, rev, ...facts }: ProjectFacts & { project: Project; rev: string },
) {
  requireRight(caller, "mcpWrite");
  const { name, baseUrl, mainBranch } = checked(FACTS, facts);
  const wanted: ProjectFacts = { name, baseUrl: tidyBaseUrl(baseUrl), mainBranch };
  const set = (Object.keys(wanted) as (keyof ProjectFacts)[]).filter((field) => wanted[field] !== project[field]);
  const saved =
    factsRevisionOf(project) === rev &&
    (set.length === 0 || (await changeUnchangedProject(ctx.models, project, wanted)));
  if (!saved) {
    const { project: now } = readEditableSettings(caller, project);
    throw versionConflict("Somebody else changed the project.", { now });
  }
  if (set.length > 0)
    await recordAudit(ctx, caller, "project.change", project._id, {
      project: project.slug,
      set,
      ...Object.fromEntries(set.map((field) => [field, `${project[field]} → ${wanted[field]}`])),
    });
  return readEditableSettings(caller, { ...project, ...wanted });
}

/** Throws `conflict` with `now` if somebody else saved since, and `validation_error` with the path of every invalid field. */
export async function saveEditedSettings(
  ctx: OperationContext,
  caller: Caller,
  { project, settings, rev }: { project: Project; settings: unknown; rev: string },
) {
  requireRight(caller, "mcpWrite");
  const wanted = checked(INPUT, { settings }).settings as ProjectSettings;
  requireKnownModes(project, wanted);
  const current = revisionOf(project.settings);
  const saved = current === rev && (await changeUnchangedProject(ctx.models, project, { settings: wanted }));
  if (!saved)
    throw versionConflict("Somebody else changed the settings.", { rev: current, now: project.settings ?? {} });
  await recordAudit(ctx, caller, "project.settings", project._id, { project: project.slug });
  return readEditableSettings(caller, { ...project, settings: wanted });
}
