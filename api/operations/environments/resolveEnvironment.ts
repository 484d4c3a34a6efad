// Resolves the environment that a call names by id, slug or name.
import { ProductError } from "../../../domain/errors.ts";
import { quoted } from "../../../domain/nearest.ts";
import { environmentsOf } from "../../../models/environments/queries.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

/**
 * Resolves an environment by id, slug or name, in that order; names also match case-insensitively. Throws an error that lists the known
 * environments if there is no match.
 */
export async function resolveEnvironment(
  ctx: Pick<OperationContext, "models">,
  project: { _id: string; name: string },
  named: string,
): Promise<Environment> {
  // A project has only a few environments, and the database has no collation to compare names case-insensitively.
  const all = await environmentsOf(ctx.models, project._id, { by: "name" });
  const lower = named.toLowerCase();
  const found =
    all.find((e) => e._id === named) ??
    all.find((e) => e.slug === named) ??
    all.find((e) => e.name === named) ??
    all.find((e) => e.name.toLowerCase() === lower || e.slug.toLowerCase() === lower);
  if (found) return found;
  const known = all.length > 0 ? `It has ${quoted(all.map((e) => e.name))}.` : "It has none.";
  throw new ProductError(
    "project_resolution_error",
    `Environment "${named}" was not found in the project ${project.name}. ${known}`,
  );
}

/** Returns the environments of a project by slug, without their access data. */
export function environmentNames(
  ctx: Pick<OperationContext, "models">,
  project: { _id: string },
): Promise<Pick<Environment, "_id" | "slug" | "name" | "baseUrl">[]> {
  return environmentsOf(ctx.models, project._id, { fields: { slug: 1, name: 1, baseUrl: 1 }, by: "slug" });
}
