// Runs at a preview address: what they stand for, whose access data they use, and whether the project allows the host.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { judgeAddresses } from "../../../domain/net/allowList.ts";
import { AddressRefusedError } from "../../../domain/net/errors.ts";
import { type Preview, previewAddress } from "../../../domain/net/preview.ts";
import { isPreviewHost } from "../../../domain/net/previewHosts.ts";
import { isLocalhostName, targetOfUrl } from "../../../domain/net/targets.ts";
import type { StatusType } from "../../../domain/runTypes.ts";
import { keepPreview } from "../../../models/environments/previews.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { latestRun, latestRunOfType } from "../../../models/runs/queries.ts";
import { visitableHosts } from "../../../platform/net/allowedHosts.ts";
import type { OperationContext } from "../../lib/context.ts";
import { usualEnvironment } from "../../lib/usualEnvironment.ts";

type Asked = { baseUrl: string; branch: string | undefined; named: Environment | null; type: StatusType };

/**
 * `counted`: environment that the results count for; null for none. `keep`: creates or updates the branch's preview environment once the
 * run starts.
 */
export type PreviewOfRun = { counted: Environment | null; baseUrl: string; keep(): Promise<Preview> };

/**
 * Resolves a run's preview address. Results count for the named environment; if none is named, for the one that the main branch's newest
 * run used, so that the two are compared. Access data comes from the reference environment. Throws `forbidden` if the project does not
 * allow the host, and `validation_error` if the address is invalid.
 */
export async function previewOfRun(
  ctx: OperationContext,
  project: Project,
  { baseUrl: address, branch, named, type }: Asked,
): Promise<PreviewOfRun> {
  if (!branch) throw wrong("branch", "is required with baseUrl: each branch has a preview of its own");
  const reference = named ?? (await usualEnvironment(ctx, project));
  const standsFor = reference?.baseUrl ?? project.baseUrl;
  const asked = previewAddress(address, standsFor);
  if (asked.problem !== undefined) throw wrong("baseUrl", asked.problem);
  requireAllowed(ctx, project, new URL(asked.baseUrl));
  const counted = named ?? ((await isUsedOnMain(ctx, project, reference, type)) ? reference : null);
  const { baseUrl } = asked;
  return {
    counted,
    baseUrl,
    async keep() {
      const place = { projectId: project._id, branch, of: named?._id ?? null };
      const made = { baseUrl, freshId: makeId("environment", ctx.ulid()), at: ctx.now() };
      const environmentId = await keepPreview(ctx.models, place, made);
      return { environmentId, baseUrl, standsFor, accessOf: reference?._id ?? null };
    },
  };
}

/** Returns whether runs of the main branch use the reference environment rather than the project's own address. */
async function isUsedOnMain(
  { models }: OperationContext,
  project: Project,
  reference: Environment | null,
  type: StatusType,
): Promise<boolean> {
  if (reference === null) return false;
  const place = { project, branch: project.mainBranch };
  const last =
    (await latestRunOfType(models, place, type, { fields: { environmentId: 1 } })) ?? (await latestRun(models, place));
  return last?.environmentId === reference._id;
}

/**
 * Throws `forbidden` if the project does not allow the host. This checks only the host name, before any request; the addresses it resolves
 * to are checked again at every connection.
 */
function requireAllowed(ctx: OperationContext, project: Project, url: URL): void {
  const hosts = project.previewHosts ?? [];
  if (!isPreviewHost(hosts, url)) {
    const allowed =
      hosts.length > 0
        ? `The project ${project.name} allows previews on ${hosts.join(", ")}, and not on ${url.host}.`
        : `The project ${project.name} allows no previews.`;
    throw new ProductError(
      "forbidden",
      `${allowed} An administrator sets the hosts in the project's settings, under Environments.`,
    );
  }
  const target = targetOfUrl(url);
  const ip = target?.ip ?? (target && isLocalhostName(target.host) ? "127.0.0.1" : undefined);
  if (target === undefined || ip === undefined) return;
  const { refused } = judgeAddresses(visitableHosts(ctx.config)(), target, [ip]);
  if (refused) throw wrong("baseUrl", `is refused: ${new AddressRefusedError({ ...target, ...refused }).message}`);
}

function wrong(path: string, message: string): ProductError {
  return new ProductError("validation_error", `${path} ${message}.`, { fields: [{ path, message }] });
}
