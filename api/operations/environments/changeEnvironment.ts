// The only place that changes an environment: its access data never moves to an origin that it was not given for.
import { ProductError } from "../../../domain/errors.ts";
import { boundOrigin, leavesOrigin, originOf } from "../../../domain/net/accessOrigin.ts";
import type { SiteAccess } from "../../../domain/visual/shot.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { changeUnchangedEnvironment } from "../../../models/environments/writes.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { sealJson } from "../../lib/seal.ts";
import { unlessTaken } from "../../lib/unlessTaken.ts";

export type NewAccess = { plain: SiteAccess; from: Record<string, unknown> | null };
export type EnvironmentPatch = {
  name?: string;
  /** As returned by `tidyBaseUrl`. */
  baseUrl?: string;
  /** null deletes the access data. If omitted, it stays unless the site moves to another origin. */
  access?: NewAccess | null;
  /** null: any location. */
  location?: string | null;
};

/**
 * Updates the environment as it was read; returns null if somebody else changed it first. Throws `conflict` if the name is taken.
 * `dropped` is the origin whose access data was deleted because the site moved; null if none was.
 */
export async function changeEnvironment(
  ctx: OperationContext,
  caller: Caller,
  project: Pick<Project, "slug">,
  stored: Environment,
  { name, baseUrl, access, location }: EnvironmentPatch,
): Promise<{ dropped: string | null } | null> {
  const dropped = access === undefined && losesAccess(stored, baseUrl) ? boundOrigin(stored) : null;
  const set: Partial<Environment> = {
    ...(name !== undefined && { name }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(location !== undefined && { location }),
    ...(dropped === null ? await accessFields(ctx, stored, baseUrl, access) : NO_ACCESS),
  };
  if (!(await unlessTaken(changeUnchangedEnvironment(ctx.models, stored, set), () => nameTaken(name)))) return null;
  await recordAudit(ctx, caller, "environment.change", stored._id, {
    project: project.slug,
    slug: stored.slug,
    set: Object.keys(set).filter((key) => key !== "sealedAccess" && key !== "accessOrigin"),
    // Log that the access data changed, never its content.
    access: access !== undefined,
    ...(dropped !== null && { accessDroppedFrom: dropped }),
  });
  return { dropped };
}

export const nameTaken = (name: string | undefined): ProductError =>
  new ProductError("conflict", `Another environment already has the name "${name}".`);

/** Returns whether changing only the address would delete the stored access data. */
export const losesAccess = (stored: Environment, baseUrl: string | undefined): boolean =>
  stored.sealedAccess !== null && leavesOrigin(stored, baseUrl);

/** Returns the message shown when access data was deleted. */
export const droppedSentence = (origin: string): string =>
  `The stored access data was for ${origin} and was deleted, because the site moved to another origin. Enter the access data for the new one.`;

const NO_ACCESS = { sealedAccess: null, accessOrigin: null, accessFrom: null } as const;

async function accessFields(
  ctx: OperationContext,
  stored: Environment,
  baseUrl: string | undefined,
  access: NewAccess | null | undefined,
): Promise<Partial<Environment>> {
  if (access === null) return NO_ACCESS;
  if (access === undefined) return stored.sealedAccess === null ? {} : { accessOrigin: boundOrigin(stored) };
  return {
    sealedAccess: await sealJson(ctx, access.plain),
    accessOrigin: originOf(baseUrl ?? stored.baseUrl),
    accessFrom: access.from,
  };
}
