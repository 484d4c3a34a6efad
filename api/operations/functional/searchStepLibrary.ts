// Searches the built-in and the project's own step definitions for those that do what a text asks for.
import type { Found } from "../../../domain/functional/find/rank.ts";
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import type { StepDef } from "../../../domain/functional/stepDef.ts";
import { listStepDefs, stepDefOf } from "../../../models/features/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { findBest } from "../../../models/textVectors/findBest.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

export type FoundStepDef = Omit<Found, "id"> & { def: StepDef; origin: "builtin" | "project" };

/** Returns matches, best first, without definitions that are unrelated to the query. */
export async function searchStepLibrary(
  ctx: OperationContext,
  caller: Caller,
  { project, query }: { project: Project; query: string },
): Promise<{ found: FoundStepDef[]; warnings: string[] }> {
  requireRight(caller, "mcpRead");
  const own = (await listStepDefs(ctx.models, project._id)).map(stepDefOf).filter(({ status }) => status === "ready");
  const defs = new Map<string, { def: StepDef; origin: "builtin" | "project" }>();
  for (const def of BUILTIN_STEP_DEFS) defs.set(def.id, { def, origin: "builtin" });
  for (const def of own) defs.set(def.id, { def, origin: "project" });
  const items = [...defs.values()].map(({ def: { id, pattern, description, examples } }) => ({
    id,
    title: pattern.replace(/\([^()]*\)/g, " "),
    text: `${pattern.replace(/\([^()]*\)/g, " ")}. ${description} ${examples.join(". ")}`,
  }));
  const { found, warnings } = await findBest(ctx, query, items);
  return {
    found: found.flatMap(({ id, ...rest }) => {
      const known = defs.get(id);
      return known && rest.band !== "none" ? [{ ...known, ...rest }] : [];
    }),
    warnings,
  };
}
