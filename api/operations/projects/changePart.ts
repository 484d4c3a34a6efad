// Changes a part of a project that people edit on its own, such as its settings or one mode.
import { isDeepStrictEqual } from "node:util";
import { ProductError, TRY_AGAIN } from "../../../domain/errors.ts";
import { findProject } from "../../../models/projects/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { changeUnchangedProject } from "../../../models/projects/writes.ts";
import type { OperationContext } from "../../lib/context.ts";
import { requireCurrent } from "../../lib/versionConflict.ts";

/** Maximum attempts if other parts of the project are written at the same time. */
const TRIES = 20;

type Edited = {
  /** Used in messages: "the mode dark". */
  name: string;
  /** The revision that was edited. Without it, the last write wins. */
  rev: string | undefined;
  /** Returns the part as people see it, with its revision: "" if there is none. */
  view: (project: Project) => { rev: string };
};

/**
 * Sets what `set` returns in one guarded write, and returns the project before and after: the same object if nothing changes. Throws
 * `conflict` with `now` if somebody else has changed the edited part since its `rev`. What is written to other parts at the same time
 * stays.
 */
export async function changePart(
  { models }: Pick<OperationContext, "models">,
  { _id }: Pick<Project, "_id">,
  set: (project: Project) => Partial<Project> | Promise<Partial<Project>>,
  edited?: Edited,
): Promise<{ before: Project; after: Project }> {
  for (let i = 0; i < TRIES; i++) {
    const before = await findProject(models, _id);
    if (!before) throw new ProductError("not_found", "The project was deleted.");
    if (edited?.rev !== undefined) requireCurrent(edited.name, edited.view(before), edited.rev);
    const fields = await set(before);
    if (isDeepStrictEqual({ ...before, ...fields }, before)) return { before, after: before };
    if (await changeUnchangedProject(models, before, fields)) return { before, after: { ...before, ...fields } };
  }
  const message = "Others keep changing the project. Try again.";
  throw new ProductError("conflict", message, { reason: TRY_AGAIN });
}
