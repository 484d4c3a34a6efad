// The project of a site, for the operator at the terminal: found by its address, or created.
import { ProductError } from "../../../domain/errors.ts";
import { projectsWithin } from "../../../models/projects/queries.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import { slugFor, tidyBaseUrl } from "../../lib/fields.ts";
import { createProject } from "../projects/createProject.ts";

export type SitePlace = { id: string; slug: string; name: string; created: boolean };

/** The only environment if the site runs on the person's own machine. */
const LOCAL = { slug: "local", name: "Local" };
/** Maximum characters of a host before a number is appended, so that truncating the slug does not remove the number. */
const MAX_COUNTED = 50;

/**
 * Returns the project with the slug, otherwise the oldest one at this address, otherwise a new one. Throws `conflict` if the slug belongs
 * to a project at another address.
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
  // Another address on the same host may have taken the name.
  const names = new Set(all.map((one) => one.slug));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? host : `${host.slice(0, MAX_COUNTED)} ${count}`;
    const wanted = slugFor(slug ?? undefined, name);
    if (slug === null && names.has(wanted)) continue;
    const { project } = await createProject(ctx, caller, { name, baseUrl, slug: wanted, environment });
    return { id: project.id, slug: project.slug, name: project.name, created: true };
  }
}
