// The project of a site, for the operator at the terminal: found by its address, or made.
import { ProductError } from "../../../domain/errors.ts";
import { projectsWithin } from "../../../models/projects/queries.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import { slugFor, tidyBaseUrl } from "../../lib/fields.ts";
import { createProject } from "../projects/createProject.ts";

export type SitePlace = { id: string; slug: string; name: string; created: boolean };

/** Its only environment, where the site runs on the person's own machine. */
const LOCAL = { slug: "local", name: "Local" };
/** Characters of a host before a count: a slug that is cut must not lose the count. */
const MAX_COUNTED = 50;

/**
 * The project with the slug, else the oldest one at this address, else a new one. Throws `conflict` where the slug belongs to
 * a project of another address.
 */
export async function projectOfSite(
  ctx: AdminContext,
  caller: Caller & { orgId: string },
  { site, slug, local }: { site: string; slug: string | null; local: boolean },
): Promise<SitePlace> {
  mustBeAllowed(caller, "operate");
  const { origin, pathname, host } = new URL(site);
  const baseUrl = tidyBaseUrl(`${origin}${pathname}`);
  const all = await projectsWithin(ctx.models, { orgId: caller.orgId });
  const named = slug === null ? undefined : all.find((one) => one.slug === slug);
  if (named && named.baseUrl !== baseUrl)
    throw new ProductError("conflict", `The project ${named.slug} tests ${named.baseUrl}: choose another --project.`);
  const [oldest] = all.filter((one) => one.baseUrl === baseUrl).sort((a, b) => (a._id < b._id ? -1 : 1));
  const found = named ?? (slug === null ? oldest : undefined);
  if (found) return { id: found._id, slug: found.slug, name: found.name, created: false };
  const environment = local ? { ...LOCAL, baseUrl } : undefined;
  // Another address of the same host may have the name.
  const names = new Set(all.map((one) => one.slug));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? host : `${host.slice(0, MAX_COUNTED)} ${count}`;
    const wanted = slugFor(slug ?? undefined, name);
    if (slug === null && names.has(wanted)) continue;
    const { project } = await createProject(ctx, caller, { name, baseUrl, slug: wanted, environment });
    return { id: project.id, slug: project.slug, name: project.name, created: true };
  }
}
