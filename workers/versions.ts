// A worker's part in the installation's versions: it has a version, and workers with workflows keep theirs current.
import type { Client } from "@temporalio/client";
import { type Config, ConfigError } from "../domain/config.ts";
import { buildOf, deploymentOf } from "../domain/deployments.ts";
import type { QueueRole } from "../domain/workflowNames.ts";
import type { Models } from "../models/index.ts";
import { presentBuilds } from "../models/workerPresence/queries.ts";
import type { Log } from "../platform/log.ts";
import { type Deployments, temporalDeployments } from "../platform/temporal/deployments.ts";
import { hashOfSources } from "./bundle.ts";
import { watchVersions } from "./versionWatch.ts";

type Place = { client: Client; config: Pick<Config, "workerPromotion"> & { queuePrefix: string } };

const deploymentsOf = ({ client, config }: Place): Deployments =>
  temporalDeployments(client, deploymentOf(config.queuePrefix));

/**
 * Returns the build id of this worker; null if it has no version.
 * Throws ConfigError if versions are off although other workers have them: Temporal permanently gives work only to the current version, so
 * a worker without one would never get any.
 */
export async function ownBuild(place: Place, program: string): Promise<string | null> {
  if (place.config.workerPromotion !== "off") return buildOf(program, await hashOfSources());
  // A Temporal server that does not support versions has none.
  const builds = await deploymentsOf(place)
    .builds()
    .catch(() => []);
  const current = builds.find((one) => one.current);
  if (current)
    throw new ConfigError([
      `SVC_WORKER_PROMOTION: "off" is for installations whose workers never had versions, and here ${current.build} is the current one`,
    ]);
  return null;
}

/**
 * Watches the worker's version until stopped. Returns undefined if there is no version, or if this worker runs no workflows: a version of
 * such workers alone could not run anything.
 */
export function watchOwnVersion(
  place: Place & { models: Models; log: Log },
  build: string | null,
  roles: readonly QueueRole[],
): (() => void) | undefined {
  if (build === null || !roles.includes("orchestration")) return undefined;
  const { models, log, config } = place;
  return watchVersions({
    own: build,
    mode: config.workerPromotion,
    deployments: deploymentsOf(place),
    async alive() {
      const present = await presentBuilds(models, new Date());
      return new Set(present.filter(({ queues }) => queues.includes("orchestration")).map((one) => one.build));
    },
    log,
  });
}
