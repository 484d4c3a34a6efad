// Has a worker open a page of the project's site and waits for the result.
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import type {
  InspectionKind,
  InspectionOptions,
  InspectionRequest,
  PageInspection,
} from "../../../domain/inspect/inspection.ts";
import { siteAddress } from "../../../domain/inspect/siteUrl.ts";
import { DEFAULT_VIEWPORTS, type ViewportName } from "../../../domain/visual/shot.ts";
import { referenceEnvironmentOf } from "../../../models/baselines/key.ts";
import { environmentsOf } from "../../../models/environments/queries.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { requireBrowsers } from "../../lib/unservedQueues.ts";

export type InspectionInput<K extends InspectionKind> = {
  project: Project;
  environment: Environment | null;
  /** Absolute on the project's site, or relative to it. */
  url: string;
  viewport?: ViewportName;
  what: K;
  wish: InspectionOptions[K];
  /** Aborted when the caller disconnects. */
  signal?: AbortSignal;
};
export type SeenPage<K extends InspectionKind> = Extract<PageInspection<K>, { state: "seen" }> & {
  url: string;
  environment: Environment | null;
  warnings: string[];
};

/**
 * Inspects a page. Throws `validation_error` for an address on another site, and `tool_error` with the reason if the page cannot be
 * opened. The browser runs at the location of the page's environment; throws `unavailable` if no worker serves it.
 */
export async function inspectPage<K extends InspectionKind>(
  ctx: OperationContext,
  caller: Caller,
  input: InspectionInput<K>,
): Promise<SeenPage<K>> {
  const { look, url, environment } = await lookAtPage(ctx, caller, input);
  if (look.state === "not_seen") throw new ProductError("tool_error", `${url} could not be opened: ${look.reason}`);
  const warnings: string[] = [];
  if (withoutHash(look.finalUrl) !== withoutHash(url)) warnings.push(`The page redirected to ${look.finalUrl}.`);
  if (!look.loaded) warnings.push("The page had not finished loading and was read as it was.");
  return { ...look, url, environment, warnings };
}

/** Like `inspectPage`, but returns the failure of a page instead of throwing it. */
export async function lookAtPage<K extends InspectionKind>(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, url, viewport = "desktop", what, wish, signal }: InspectionInput<K>,
): Promise<{ look: PageInspection<K>; url: string; environment: Environment | null }> {
  requireRight(caller, "mcpRead");
  const environments = await environmentsOf(ctx.models, project._id, { by: "name" });
  const reference = referenceEnvironmentOf(project, environments);
  const preferred = environments.sort((a, b) => Number(b._id === reference) - Number(a._id === reference));
  const address = siteAddress(url, project, preferred, environment);
  if ("refused" in address)
    throw new ProductError("validation_error", address.refused, {
      fields: [{ path: "url", message: address.refused }],
    });
  const { environmentId } = address;
  const place = preferred.find(({ _id }) => _id === environmentId) ?? null;
  const location = place?.location || undefined;
  await requireBrowsers(ctx, location);
  const request: InspectionRequest<K> = {
    projectId: project._id,
    environmentId,
    url: address.url,
    viewport: project.viewports?.[viewport] ?? DEFAULT_VIEWPORTS[viewport],
    what,
    wish,
  };
  const of = { projectSlug: project.slug, ...given({ location }) };
  const look = await ctx.engine.inspectPage(ctx.ulid(), request, signal, of);
  return { look, url: address.url, environment: place };
}

const withoutHash = (url: string): string => url.split("#")[0] ?? url;
