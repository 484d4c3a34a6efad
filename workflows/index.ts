// Everything a worker registers; names here are the workflow types seen in the Temporal UI.
export { auditRun } from "./auditRun.ts";
export { baselineRun } from "./baselineRun.ts";
export { crawlSite } from "./crawlSite.ts";
export { exploreSite } from "./exploreSite.ts";
export { featureRun } from "./featureRun.ts";
export { fullSuite } from "./fullSuite.ts";
export { generateScenarios } from "./generateScenarios.ts";
export { healStep } from "./healStep.ts";
export { inspectPage } from "./inspectPage.ts";
export { proveIssue } from "./proveIssue.ts";
export { recompareRun } from "./recompareRun.ts";
export { reconcile } from "./reconcile.ts";
export { recording } from "./recording.ts";
export { renderDiff } from "./renderDiff.ts";
export { renderReport } from "./renderReport.ts";
export { visualRun } from "./visualRun.ts";
