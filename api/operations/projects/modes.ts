// Changes the modes of a project one at a time.
import { object, string } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { modeShape } from "../../../domain/import/modeShape.ts";
import { refused } from "../../../domain/import/problems.ts";
import {
  MAX_MODES,
  MODE_NAME,
  type Mode,
  type ModeOptions,
  modeInOrder,
  NO_MODE,
} from "../../../domain/visual/modes.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { changeUnchangedProject } from "../../../models/projects/writes.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { requireReadRight, requireRight } from "../../lib/access.ts";
import { checked } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { versionConflict } from "../../lib/versionConflict.ts";

const INPUT = object({
  name: string()
    .matches(MODE_NAME, "must be of small letters, digits and dashes")
    .notOneOf([NO_MODE], `must not be ${NO_MODE}, which is the page without a mode`)
    .required(),
  mode: modeShape.nullable(),
})
  .noUnknown()
  .required();

export function readModes(caller: Caller, { modes = {} }: Pick<Project, "modes">): { modes: Mode[] } {
  requireReadRight(caller);
  return { modes: Object.entries(modes).map(([name, options]) => ({ name, ...options })) };
}

/**
 * Defines a mode, or deletes it if `mode` is null. Throws `validation_error` with paths, and `conflict` if somebody else changed the
 * project or a scenario still uses the mode to be deleted.
 */
export async function saveMode(
  ctx: OperationContext,
  caller: Caller,
  { project, ...input }: { project: Project; name: string; mode: unknown },
): Promise<{ modes: Mode[] }> {
  requireRight(caller, "mcpWrite");
  const { name, mode } = checked(INPUT, input) as { name: string; mode: ModeOptions | null };
  const { [name]: before, ...others } = project.modes ?? {};
  if (mode === null && before !== undefined) await requireUnused(ctx, project, name);
  if (mode !== null && Object.keys(others).length >= MAX_MODES)
    throw refused("The mode cannot be stored", [
      { path: "name", message: `would be mode ${MAX_MODES + 1}; at most ${MAX_MODES} are allowed` },
    ]);
  // An existing mode keeps its position.
  const modes = mode === null ? others : { ...project.modes, [name]: modeInOrder(mode) };
  if (!(await changeUnchangedProject(ctx.models, project, { modes })))
    throw versionConflict("Somebody else changed the project. Reload it.");
  await recordAudit(ctx, caller, "project.change", project._id, { project: project.slug, set: ["modes"], mode: name });
  return readModes(caller, { modes });
}

async function requireUnused({ models }: OperationContext, { _id, settings }: Project, name: string): Promise<void> {
  const scenarios = await scenariosOf(models, _id, { declared: true, fields: { label: 1, modes: 1 } });
  const user = scenarios.find(({ modes }) => modes?.includes(name));
  const who =
    user !== undefined
      ? `The scenario "${user.label}"`
      : settings?.visual?.modes?.includes(name)
        ? "The project's settings"
        : null;
  if (who !== null) throw new ProductError("conflict", `${who} asks for the mode "${name}": remove it there first.`);
}
