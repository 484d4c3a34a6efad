// How the site of a run is entered. Opened only inside an activity; never logged or stored.
import { boundOrigin, leavesOrigin } from "../domain/net/accessOrigin.ts";
import { AddressRefusedError } from "../domain/net/errors.ts";
import { requirePageUrl } from "../domain/net/pageAddress.ts";
import { resolveOnSite } from "../domain/visual/scenarioUrl.ts";
import type { SiteAccess } from "../domain/visual/shot.ts";
import { findEnvironment } from "../models/environments/queries.ts";
import type { Models } from "../models/index.ts";
import type { Sealer } from "../platform/sealing.ts";
import type { SiteEntry } from "./capture/engine/index.ts";
import { invalid } from "./failures.ts";
import { withSession } from "./signIn/withSession.ts";

export type AccessDeps = { models: Models; sealer: Sealer; config: { allowedHosts: string } };

/** Whose site it is, as the database says: never as a workflow's input does. */
export type SiteOwner = { projectId: string; environmentId: string | null };

/**
 * undefined: the environment is open, or there is none. The environment must be one of the project, so that no other's access
 * is ever opened for it. A sign-in address that is relative lies on the environment.
 */
export async function siteAccessOf(
  deps: AccessDeps,
  { projectId, environmentId }: SiteOwner,
): Promise<SiteEntry | undefined> {
  if (!environmentId) return undefined;
  const { models, sealer } = deps;
  const fields = { projectId: 1, name: 1, sealedAccess: 1, accessOrigin: 1, baseUrl: 1 } as const;
  const environment = await findEnvironment(models, environmentId, fields);
  if (!environment) return undefined;
  if (environment.projectId !== projectId) throw invalid("The environment does not belong to the project.");
  if (!environment.sealedAccess) return undefined;
  if (leavesOrigin(environment))
    throw invalid(
      `The access of the environment ${environment.name} was given for ${boundOrigin(environment)}, and its site is elsewhere: give it again.`,
    );
  const access = JSON.parse(sealer.open(environment.sealedAccess)) as SiteAccess;
  try {
    const { origin } = requirePageUrl(environment.baseUrl);
    const entry: SiteEntry = { ...access, origin };
    const { signIn, signInCall } = access;
    if (signIn !== undefined) entry.signIn = { ...signIn, url: resolveOnSite(signIn.url, environment.baseUrl) };
    if (signInCall !== undefined) {
      entry.signInCall = { ...signInCall, url: resolveOnSite(signInCall.url, environment.baseUrl) };
      const { page } = signInCall;
      if (page !== undefined) entry.signInCall.page = resolveOnSite(page, environment.baseUrl);
    }
    return withSession(deps, entry, { ...environment, sealedAccess: environment.sealedAccess, environmentId });
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error;
    throw invalid(`The environment ${environment.name} cannot be entered: ${error.message}.`);
  }
}
