// The workflow bundle of the current sources, built once for all tests because bundling takes seconds.
import path from "node:path";
import type { WorkflowBundle } from "@temporalio/worker";
import { cacheDir } from "../../temporal-dev/lib/paths.mjs";
import { workflowBundle } from "../../workers/bundle.ts";

export const testBundle = (): Promise<WorkflowBundle> => workflowBundle(path.join(cacheDir(), "bundles"));
