// How the site of a run is entered. Opened only inside an activity; never logged or stored.
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
import type { SiteEntry } from "./capture/engine/index.ts";
import { invalid } from "./failures.ts";
import { withSession } from "./signIn/withSession.ts";

type AccessDeps = { models: Models; sealer: Sealer; config: { allowedHosts: string; dataDir: string } };

/** Whose site it is, as the database says: never as a workflow's input does. */
export type SiteOwner = { projectId: string; environmentId: string | null; preview?: Preview | null };

/**
 * undefined: the environment is open, or there is none. The environment must be one of the project, so that no other's access
 * is ever opened for it. A sign-in address that is relative lies on the environment. The access of the environment that a preview
 * stands for is used at the preview, while the project allows its host.
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

/** An administrator may have removed the host since the run started. */
async function requirePreviewHost(models: Models, projectId: string, { baseUrl }: Preview): Promise<void> {
  const project = await findProject(models, projectId, { previewHosts: 1 });
  const url = requirePageUrl(baseUrl);
  if (!isPreviewHost(project?.previewHosts ?? [], url))
    throw invalid(`The project no longer allows previews on ${url.host}.`);
}

/** Addresses that steps take from variables lie on the preview too. */
function movedTo({ standsFor, baseUrl }: Preview, access: SiteAccess): SiteAccess {
  const { variables } = access;
  if (variables === undefined) return access;
  return { ...access, variables: maskTexts(variables, moveAddresses(standsFor, baseUrl)) };
}
