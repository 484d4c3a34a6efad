// What workers load: every workflow of index.ts, with what a new version of the program does to its executions.
import { setWorkflowOptions, type Workflow, workflowInfo } from "@temporalio/workflow";
import { VERSIONING } from "../domain/deployments.ts";
import * as workflows from "./index.ts";

const all: Record<keyof typeof VERSIONING, Workflow> = workflows;
for (const [name, workflow] of Object.entries(all)) {
  const behavior = VERSIONING[name as keyof typeof VERSIONING];
  // A worker without a version, for a Temporal that knows none, must not speak of one: its tasks would be refused.
  setWorkflowOptions(
    () => (workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: behavior } : {}),
    workflow,
  );
}

export * from "./index.ts";
