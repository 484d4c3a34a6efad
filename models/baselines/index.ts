export * from "./branchApproval.ts";
export * from "./choose.ts";
export * from "./history.ts";
export * from "./key.ts";
export * from "./load.ts";
export * from "./origin.ts";
export * from "./promote.ts";
export * from "./rollbackRun.ts";
