// Modes in the project file, by name. They are a field of the project document.
import type { FieldProblem } from "../../../domain/import/problems.ts";
import type { Item } from "../../../domain/projectFile/types.ts";
import { type ModeOptions, type Modes, modeInOrder } from "../../../domain/visual/modes.ts";
import { changeUnchangedProject } from "../../../models/projects/writes.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import { type Outcome, requireWritten, type Section, type Use, viewsOf } from "./section.ts";

export const modeSection: Section = {
  kind: "mode",
  async present(use) {
    return Object.entries(use.project.modes ?? {}).map(([name, options]) => ({
      name,
      view: modeInOrder(options),
      change: (target: Item["view"]) => put(use, { ...use.project.modes, [name]: target as ModeOptions }),
      async remove() {
        const { [name]: _gone, ...others } = use.project.modes ?? {};
        await put(use, others);
      },
    }));
  },
  wanted: ({ modes }) =>
    modes === undefined ? null : Object.entries(modes).map(([name, options]) => ({ name, view: modeInOrder(options) })),
  create: (use, target, name) => put(use, { ...use.project.modes, [name]: target as ModeOptions }),
  checkRemoval(_use, name, { end }): FieldProblem[] {
    const users = [...viewsOf(end, "scenario")].filter(([, { modes }]) =>
      (modes as string[] | undefined)?.includes(name),
    );
    const [first] = users;
    if (first !== undefined)
      return [{ path: name, message: `is a mode of the scenario "${first[0]}": remove it there first` }];
    if (modesOfSettings(end).includes(name))
      return [{ path: name, message: "is named by settings.visual.modes: remove it there first" }];
    return [];
  },
};

/** Returns the names of the modes that the project will have. */
export const modesAtEnd = ({ end }: Outcome): string[] => [...viewsOf(end, "mode").keys()];

function modesOfSettings(end: Outcome["end"]): readonly string[] {
  const { visual } = (viewsOf(end, "settings").get("settings") ?? {}) as { visual?: { modes?: string[] } };
  return visual?.modes ?? [];
}

async function put(use: Use, modes: Modes): Promise<void> {
  const { project, ctx } = use;
  requireWritten(await changeUnchangedProject(ctx.models, project, { modes }), `The project "${project.slug}"`);
  use.project = { ...project, modes, rev: (project.rev ?? 0) + 1 };
  await recordAudit(ctx, use.caller, "project.change", project._id, { project: project.slug, set: ["modes"] });
}
