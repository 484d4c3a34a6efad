// Sections about the project itself: its fields, viewport sizes and settings. All are stored in one document.
import type { Schema } from "yup";
import type { ProjectSettings } from "../../../domain/audit/settings.ts";
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { viewportItem } from "../../../domain/projectFile/canonical.ts";
import { canonicalText, mergedWith } from "../../../domain/projectFile/differences.ts";
import type { Item } from "../../../domain/projectFile/types.ts";
import { DEFAULT_VIEWPORTS, VIEWPORT_NAMES, type Viewport, type ViewportName } from "../../../domain/visual/shot.ts";
import { environmentIdBySlug, findEnvironment } from "../../../models/environments/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { changeUnchangedProject } from "../../../models/projects/writes.ts";
import { checked, mustBeAllowed } from "../../lib/admin.ts";
import { type AuditAction, recordAudit } from "../../lib/auditLog.ts";
import { tidyBaseUrl } from "../../lib/fields.ts";
import { unknownModes } from "../../lib/modeProblems.ts";
import { SETTINGS } from "../projects/projectSettings.ts";
import { modesAtEnd } from "./modes.ts";
import { requireWritten, type Section, type Use, viewsOf } from "./section.ts";

/** Updates the project unless somebody else has changed it since it was read; `use.project` is the updated project. */
async function write(use: Use, set: Partial<Project>, action: AuditAction): Promise<void> {
  const { project, ctx } = use;
  requireWritten(await changeUnchangedProject(ctx.models, project, set), `The project "${project.slug}"`);
  use.project = { ...project, ...set, rev: (project.rev ?? 0) + 1 };
  await recordAudit(ctx, use.caller, action, project._id, { project: project.slug, set: Object.keys(set) });
}

export const projectSection: Section = {
  kind: "project",
  async present(use) {
    const { slug, name, baseUrl, mainBranch, referenceEnvironmentId, previewHosts = [] } = use.project;
    const reference =
      referenceEnvironmentId === null
        ? null
        : await findEnvironment(use.ctx.models, referenceEnvironmentId, { slug: 1 });
    return [
      {
        name: slug,
        view: given({
          slug,
          name,
          baseUrl,
          mainBranch,
          referenceEnvironment: reference?.slug,
          previewHosts: someOf(previewHosts),
        }),
        change: (target) => changeProject(use, target),
        async remove() {
          throw new ProductError("forbidden", "A file cannot delete a project.");
        },
      },
    ];
  },
  wanted: ({ project }) => [
    { name: project.slug, view: { ...project, ...(project.baseUrl && { baseUrl: tidyBaseUrl(project.baseUrl) }) } },
  ],
  target(present, { view }) {
    const target = { ...present?.view, ...view };
    return { ...target, previewHosts: someOf(target.previewHosts) };
  },
  async create() {
    throw new ProductError("not_found", "The project does not exist.");
  },
  check(_use, { wanted }, { end }) {
    const { referenceEnvironment: slug } = wanted;
    const known = [...viewsOf(end, "environment").keys()];
    if (typeof slug !== "string" || known.includes(slug)) return [];
    return [{ path: "referenceEnvironment", message: `is not an environment of the project.${hintOf(slug, known)}` }];
  },
};

/** Returns undefined for an empty list, which means the same as an omitted one. */
const someOf = (list: unknown): unknown => (Array.isArray(list) && list.length === 0 ? undefined : list);

async function changeProject(use: Use, target: Item["view"]): Promise<void> {
  const { name, baseUrl, mainBranch, referenceEnvironment } = target as Record<string, string | undefined>;
  const set: Partial<Project> = { name, baseUrl, mainBranch, previewHosts: previewHostsOf(use, target) };
  if (referenceEnvironment !== undefined) {
    const found = await environmentIdBySlug(use.ctx.models, use.project._id, referenceEnvironment);
    if (found === null)
      throw new ProductError("not_found", `There is no environment "${referenceEnvironment}" in this project.`);
    set.referenceEnvironmentId = found;
  }
  await write(use, set, "project.change");
}

/** Only administrators may change preview hosts, because access data is sent to them; the right to change the project is not enough. */
function previewHostsOf({ caller, project }: Use, { previewHosts }: Item["view"]): string[] {
  const now = project.previewHosts ?? [];
  const wanted = (previewHosts ?? []) as string[];
  if (canonicalText(wanted) === canonicalText(now)) return now;
  try {
    mustBeAllowed(caller, "administer");
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    throw new ProductError(
      error.code,
      "Only an administrator can change project.previewHosts, because access data is sent to these hosts: in the project's settings, or with the admin command projects previews.",
    );
  }
  return wanted;
}

export const viewportSection: Section = {
  kind: "viewport",
  async present(use) {
    return VIEWPORT_NAMES.map((name) => ({
      ...viewportItem(name, use.project.viewports?.[name] ?? {}),
      change: (target: Item["view"]) => putViewport(use, name, target),
      async remove() {
        const { [name]: _gone, ...others } = use.project.viewports;
        await write(use, { viewports: others }, "project.change");
      },
    }));
  },
  wanted: ({ viewports }) =>
    viewports === undefined
      ? null
      : VIEWPORT_NAMES.flatMap((name) => (viewports[name] ? viewportItem(name, viewports[name]) : [])),
  create: (use, target, name) => putViewport(use, name as ViewportName, target),
};

async function putViewport(use: Use, name: ViewportName, size: Item["view"]): Promise<void> {
  const usual = DEFAULT_VIEWPORTS[name];
  const full = { ...usual, ...(size as Partial<Viewport>), name: usual.name };
  await write(use, { viewports: { ...use.project.viewports, [name]: full } }, "project.change");
}

export const settingsSection: Section = {
  kind: "settings",
  async present(use) {
    const settings = (use.project.settings ?? {}) as Item["view"];
    return [
      {
        name: "settings",
        view: settings,
        usual: Object.keys(settings).length === 0,
        change: (target) => write(use, { settings: target }, "project.settings"),
        remove: () => write(use, { settings: {} }, "project.settings"),
      },
    ];
  },
  wanted: ({ settings }) => (settings === undefined ? null : [{ name: "settings", view: settings as Item["view"] }]),
  // Omitted settings stay, unless `prune` is set and the file replaces all of them.
  target: (present, wanted, prune) =>
    prune ? wanted.view : (mergedWith(present?.view ?? {}, wanted.view) as Item["view"]),
  create: (use, target) => write(use, { settings: target }, "project.settings"),
  check(_use, { target }, outcome) {
    // Settings that are valid in the file can be invalid together with stored ones.
    checked(SETTINGS as unknown as Schema, target);
    const { modes = [] } = (target as ProjectSettings).visual ?? {};
    return unknownModes(modes, modesAtEnd(outcome), "visual.modes");
  },
};
