// Reads how to enter the site of a run. Decrypted only inside an activity; never logged or stored.

import type { SiteEntry } from "../browsers/page/access.ts";
import { maskTexts } from "../domain/functional/values.ts";
import { boundOrigin, leavesOrigin } from "../domain/net/accessOrigin.ts";
import { AddressRefusedError } from "../domain/net/errors.ts";
import { requirePageUrl } from "../domain/net/pageAddress.ts";
import { atPreview, moveAddresses, type Preview } from "../domain/net/preview.ts";
import { isPreviewHost } from "../domain/net/previewHosts.ts";
import { resolveOnSite } from "../domain/visual/scenarioUrl.ts";
import type { SiteAccess } from "../domain/visual/shot.ts";
import { findEnvironment } from "../models/environments/queries.ts";
import type { Models } from "../models/index.ts";
import { findProject } from "../models/projects/queries.ts";
import type { Sealer } from "../platform/sealing.ts";
import { invalid } from "./failures.ts";
import { withSession } from "./signIn/withSession.ts";

type AccessDeps = { models: Models; sealer: Sealer; config: { allowedHosts: string; dataDir: string } };

/** The site's owner as stored in the database, never as given in a workflow's input. */
export type SiteOwner = { projectId: string; environmentId: string | null; preview?: Preview | null };

/**
 * Returns the site's access; undefined if the environment is public, or there is none. The environment must belong to the project, so that
 * no other project's access is ever decrypted for it. A relative sign-in address is resolved against the environment. A preview uses the
 * access of the environment it stands for, as long as the project allows the preview's host.
 */
export async function siteAccessOf(
  deps: AccessDeps,
  { projectId, environmentId: own, preview }: SiteOwner,
): Promise<SiteEntry | undefined> {
  const environmentId = preview ? preview.accessOf : own;
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
  if (preview) await requirePreviewHost(models, projectId, preview);
  const access = JSON.parse(sealer.open(environment.sealedAccess)) as SiteAccess;
  try {
    const baseUrl = preview?.baseUrl ?? environment.baseUrl;
    const { origin } = requirePageUrl(baseUrl);
    const entry: SiteEntry = { ...(preview ? movedTo(preview, access) : access), origin };
    const onSite = (address: string): string => {
      const url = resolveOnSite(address, environment.baseUrl);
      return preview ? atPreview(url, preview) : url;
    };
    const { signIn, signInCall } = entry;
    if (signIn !== undefined) entry.signIn = { ...signIn, url: onSite(signIn.url) };
    if (signInCall !== undefined) {
      entry.signInCall = { ...signInCall, url: onSite(signInCall.url) };
      const { page } = signInCall;
      if (page !== undefined) entry.signInCall.page = onSite(page);
    }
    const { name, sealedAccess } = environment;
    return withSession(deps, entry, { name, sealedAccess, environmentId, baseUrl });
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error;
    throw invalid(`The environment ${environment.name} cannot be entered: ${error.message}.`);
  }
}

/** Throws if the project does not allow the preview's host: an administrator may have removed it since the run started. */
async function requirePreviewHost(models: Models, projectId: string, { baseUrl }: Preview): Promise<void> {
  const project = await findProject(models, projectId, { previewHosts: 1 });
  const url = requirePageUrl(baseUrl);
  if (!isPreviewHost(project?.previewHosts ?? [], url))
    throw invalid(`The project no longer allows previews on ${url.host}.`);
}

/** Addresses that steps take from variables are moved to the preview too. */
function movedTo({ standsFor, baseUrl }: Preview, access: SiteAccess): SiteAccess {
  const { variables } = access;
  if (variables === undefined) return access;
  return { ...access, variables: maskTexts(variables, moveAddresses(standsFor, baseUrl)) };
}
