// The module that workers load: every workflow of index.ts, with the versioning behavior of its executions.
import { setWorkflowOptions, type Workflow, workflowInfo } from "@temporalio/workflow";
import { VERSIONING } from "../domain/deployments.ts";
import * as workflows from "./index.ts";

const all: Record<keyof typeof VERSIONING, Workflow> = workflows;
for (const [name, workflow] of Object.entries(all)) {
  const behavior = VERSIONING[name as keyof typeof VERSIONING];
  // A worker without a version, used with a Temporal server that does not support versions, must not set a behavior; its tasks would be
  // refused.
  setWorkflowOptions(
    () => (workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: behavior } : {}),
    workflow,
  );
}

export * from "./index.ts";
