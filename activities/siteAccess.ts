// How the site of a run is entered. Opened only inside an activity; never logged or stored.
import { requirePageUrl } from "../domain/net/pageAddress.ts";
import type { SiteAccess } from "../domain/visual/shot.ts";
import type { Models } from "../models/index.ts";
import type { Sealer } from "../models/sealing.ts";
import type { SiteEntry } from "./capture/engine/index.ts";

/** undefined: the environment is open, or the run has none. */
export async function siteAccessOf(
  { models, sealer }: { models: Models; sealer: Sealer },
  environmentId: string | null,
): Promise<SiteEntry | undefined> {
  if (!environmentId) return undefined;
  const environment = await models.environments.findById(environmentId, { sealedAccess: 1, baseUrl: 1 }).lean();
  if (!environment?.sealedAccess) return undefined;
  const access = JSON.parse(sealer.open(environment.sealedAccess)) as SiteAccess;
  return { ...access, origin: requirePageUrl(environment.baseUrl).origin };
}
