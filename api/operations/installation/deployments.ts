// Worker versions, for a rolling upgrade: only the operator at the installation's own terminal decides.
import { deploymentOf } from "../../../domain/deployments.ts";
import { messageOf, ProductError } from "../../../domain/errors.ts";
import { nameDatabase } from "../../../models/installations/queries.ts";
import { presentBuilds } from "../../../models/workerPresence/queries.ts";
import type { Deployments } from "../../../platform/temporal/deployments.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";

export type DeploymentUse = { ctx: AdminContext; caller: Caller; deployments: Deployments };

/**
 * `running`: number of runs and jobs pinned to the version. `workers`: number of running processes; `queues` and `hosts`: what they serve,
 * and where.
 */
export type VersionView = {
  version: string;
  current: boolean;
  workers: number;
  running: number;
  queues: string;
  hosts: string;
};

const words = (names: readonly string[]): string => [...new Set(names)].sort().join(", ") || "-";

/** Returns the deployment name of the installation's workers in Temporal. */
export async function readDeployment({ models, config }: AdminContext): Promise<string> {
  return deploymentOf(config.queuePrefix ?? (await nameDatabase(models, null)).queuePrefix);
}

export async function listVersions({ ctx, caller, deployments }: DeploymentUse): Promise<VersionView[]> {
  mustBeAllowed(caller, "operate");
  const [builds, present] = await Promise.all([deployments.builds(), presentBuilds(ctx.models, ctx.now())]);
  return Promise.all(
    builds.map(async ({ build, current }) => {
      const workers = present.filter((one) => one.build === build);
      return {
        version: build,
        current,
        workers: workers.length,
        running: await deployments.pinned(build),
        queues: words(workers.flatMap(({ queues }) => queues)),
        hosts: words(workers.flatMap(({ host }) => host ?? [])),
      };
    }),
  );
}

/** Throws `not_found` if no worker of the version has polled, and `conflict` if its workers do not serve every queue. */
export async function promoteVersion({ ctx, caller, deployments }: DeploymentUse, version: string): Promise<void> {
  mustBeAllowed(caller, "operate");
  const promoted = await deployments.promote(version, { whole: true }).catch((error: unknown) => {
    throw new ProductError("conflict", `Temporal refuses it: ${messageOf(error)}`);
  });
  if (!promoted) throw await unknownVersion(deployments, version);
  await recordAudit(ctx, caller, "version.promote", version);
}

/**
 * Returns how many running executions are pinned to a version that gets no new ones. Throws `not_found` for an unknown version and
 * `conflict` for the current one.
 */
export async function leftOfVersion({ caller, deployments }: DeploymentUse, version: string): Promise<number> {
  mustBeAllowed(caller, "operate");
  const found = (await deployments.builds()).find(({ build }) => build === version);
  if (!found) throw await unknownVersion(deployments, version);
  if (found.current)
    throw new ProductError(
      "conflict",
      `${version} is the current version and gets new runs: promote another one first.`,
    );
  return deployments.pinned(version);
}

async function unknownVersion(deployments: Deployments, version: string): Promise<ProductError> {
  const known = (await deployments.builds()).map(({ build }) => build).join(", ") || "none";
  return new ProductError("not_found", `No worker of version ${version} has run here. Known versions: ${known}.`);
}
