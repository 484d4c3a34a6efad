// The versions of an installation's workers, as stored by Temporal.
import { type Client, isGrpcServiceError } from "@temporalio/client";
import { GRPC } from "./grpc.ts";

export type BuildState = { build: string; current: boolean };

/** Every call rejects with the client's error while Temporal is unavailable. */
export type Deployments = {
  readonly deployment: string;
  /** Returns the builds, the current one first, then newest first. */
  builds(): Promise<BuildState[]>;
  /** Makes the build current. Returns false if no worker of the build has polled yet. `whole`: only if it serves all queues of the current build. */
  promote(build: string, options?: { whole?: boolean }): Promise<boolean>;
  /** Returns the number of running executions pinned to the build. */
  pinned(build: string): Promise<number>;
  /** Lets the executions pinned to the build continue under the current one. Returns how many. */
  moveOn(build: string): Promise<number>;
};

/** No worker has polled yet. During the first second of a new deployment, Temporal answers every call with the second of these errors. */
const isUnknown = (error: unknown): boolean =>
  isGrpcServiceError(error) &&
  (error.code === GRPC.notFound ||
    (error.code === GRPC.failedPrecondition && /version not found|no worker deployment found/i.test(error.details)));

export function temporalDeployments(client: Client, deployment: string): Deployments {
  const { workflowService: service, options } = client;
  const { namespace } = options;
  const stayingWith = (build: string) =>
    `TemporalWorkerDeploymentVersion = '${deployment}:${build}' AND TemporalWorkflowVersioningBehavior = 'Pinned' AND ExecutionStatus = 'Running'`;
  return {
    deployment,
    async builds() {
      try {
        const { workerDeploymentInfo: info } = await service.describeWorkerDeployment({
          namespace,
          deploymentName: deployment,
        });
        const current = info?.routingConfig?.currentDeploymentVersion?.buildId ?? null;
        const names = (info?.versionSummaries ?? []).flatMap(
          ({ deploymentVersion }) => deploymentVersion?.buildId ?? [],
        );
        return names
          .map((build) => ({ build, current: build === current }))
          .sort((a, b) => Number(b.current) - Number(a.current));
      } catch (error) {
        if (isUnknown(error)) return [];
        throw error;
      }
    },
    async promote(build, { whole = false } = {}) {
      try {
        await service.setWorkerDeploymentCurrentVersion({
          namespace,
          deploymentName: deployment,
          buildId: build,
          ignoreMissingTaskQueues: !whole,
        });
        return true;
      } catch (error) {
        if (isUnknown(error)) return false;
        throw error;
      }
    },
    pinned: async (build) => (await client.workflow.count(stayingWith(build))).count,
    async moveOn(build) {
      let moved = 0;
      for await (const { workflowId, runId } of client.workflow.list({ query: stayingWith(build) })) {
        try {
          await service.updateWorkflowExecutionOptions({
            namespace,
            workflowExecution: { workflowId, runId },
            updateMask: { paths: ["versioning_override"] },
            workflowExecutionOptions: { versioningOverride: { autoUpgrade: true } },
          });
          moved += 1;
        } catch (error) {
          // It has ended since it was listed.
          if (!isGrpcServiceError(error) || error.code !== GRPC.notFound) throw error;
        }
      }
      return moved;
    },
  };
}
