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
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { requireReadRight, requireRight } from "../../lib/access.ts";
import { checked } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { revisionOf } from "../../lib/versionConflict.ts";
import { changePart } from "./changePart.ts";

const INPUT = object({
  name: string()
    .matches(MODE_NAME, "must be of small letters, digits and dashes")
    .notOneOf([NO_MODE], `must not be ${NO_MODE}, which is the page without a mode`)
    .required(),
  mode: modeShape.nullable(),
})
  .noUnknown()
  .required();

type ModeView = Mode & { rev: string };

export function readModes(caller: Caller, project: Pick<Project, "modes">): { modes: ModeView[] } {
  requireReadRight(caller);
  return { modes: Object.keys(project.modes ?? {}).map((name) => viewOf(project, name)) };
}

const viewOf = ({ modes = {} }: Pick<Project, "modes">, name: string): ModeView => {
  const options = Object.hasOwn(modes, name) ? modes[name] : undefined;
  return { name, ...options, rev: revisionOf(options) };
};

/**
 * Defines a mode, or deletes it if `mode` is null. `rev`: the revision that was edited; "" if there was none. Throws `validation_error`
 * with paths, and `conflict` with `now` if somebody else has changed the mode since, or if a scenario still uses the mode to be deleted.
 */
export async function saveMode(
  ctx: OperationContext,
  caller: Caller,
  { project, rev, ...input }: { project: Project; name: string; mode: unknown; rev?: string },
): Promise<{ modes: ModeView[] }> {
  requireRight(caller, "mcpWrite");
  const { name, mode } = checked(INPUT, input) as { name: string; mode: ModeOptions | null };
  const set = async (read: Project) => {
    const { [name]: before, ...others } = read.modes ?? {};
    if (mode === null && before !== undefined) await requireUnused(ctx, read, name);
    if (mode !== null && Object.keys(others).length >= MAX_MODES)
      throw refused("The mode cannot be stored", [
        { path: "name", message: `would be mode ${MAX_MODES + 1}; at most ${MAX_MODES} are allowed` },
      ]);
    // An existing mode keeps its position.
    return { modes: mode === null ? others : { ...read.modes, [name]: modeInOrder(mode) } };
  };
  const view = (read: Project) => viewOf(read, name);
  const { before, after } = await changePart(ctx, project, set, { name: `the mode ${name}`, rev, view });
  if (after !== before)
    await recordAudit(ctx, caller, "project.change", project._id, {
      project: project.slug,
      set: ["modes"],
      mode: name,
    });
  return readModes(caller, after);
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
