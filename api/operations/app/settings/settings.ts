// What a project wants otherwise than the defaults, saved only onto what was edited.
import { createHash } from "node:crypto";
import { object } from "yup";
import type { ProjectSettings } from "../../../../domain/audit/settings.ts";
import { ProductError } from "../../../../domain/errors.ts";
import type { Project } from "../../../../models/project.ts";
import { requireReadRight, requireRight } from "../../../lib/access.ts";
import { recordAudit } from "../../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { checked } from "../../admin/admin.ts";
import { SETTINGS } from "../../admin/projectSettings.ts";
import { unchangedSince } from "../../projectFile/section.ts";

const INPUT = object({ settings: SETTINGS.required() }).noUnknown().required();

const revisionOf = (settings: ProjectSettings | undefined): string =>
  createHash("sha256")
    .update(JSON.stringify(settings ?? {}))
    .digest("hex")
    .slice(0, 16);

export function readAppSettings(caller: Caller, { slug, name, baseUrl, mainBranch, settings }: Project) {
  requireReadRight(caller);
  return { project: { slug, name, baseUrl, mainBranch }, settings: settings ?? {}, rev: revisionOf(settings) };
}

/** Throws conflict with `now` where somebody else saved meanwhile, and validation_error with the path of every wrong field. */
export async function saveAppSettings(
  ctx: OperationContext,
  caller: Caller,
  { project, settings, rev }: { project: Project; settings: unknown; rev: string },
) {
  requireRight(caller, "mcpWrite");
  const wanted = checked(INPUT, { settings }).settings as ProjectSettings;
  const current = revisionOf(project.settings);
  const saved =
    current === rev &&
    (await ctx.models.projects.updateOne(unchangedSince(project), { $set: { settings: wanted }, $inc: { rev: 1 } }))
      .matchedCount === 1;
  if (!saved)
    throw new ProductError("conflict", "Somebody else saved the project meanwhile. Load its settings again.", {
      ...{ reason: "version_conflict", rev: current, now: project.settings ?? {} },
    });
  await recordAudit(ctx, caller, "project.settings", project._id, { project: project.slug });
  return readAppSettings(caller, { ...project, settings: wanted });
}
