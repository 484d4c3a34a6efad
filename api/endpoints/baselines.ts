// Baselines: reading them, who promoted them, and rolling back.
import { baselinesQuery, rollbackBody, rollbackRunBody } from "../lib/schemas.ts";
import { listBaselines } from "../operations/visual/listBaselines.ts";
import { rollbackBaseline } from "../operations/visual/rollbackBaseline.ts";
import { rollbackRun } from "../operations/visual/rollbackRun.ts";
import { baselines, rolledBack, runRolledBack } from "./answers/visual.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { changers } from "./permits.ts";

const shared = { tag: "Dashboard", access: "either", limits: ["ci"] } as const;

const list = defineEndpoint({
  ...shared,
  method: "get",
  path: "/api/baselines",
  id: "listBaselines",
  summary: "Baselines with their history",
  allowed: "keys of scope mcp_read or mcp_full; everyone signed in",
  query: baselinesQuery,
  answers: { 200: { description: "A page of baselines.", json: baselines } },
  refusals: { 404: "The project or the scenario is unknown." },
  handle: async ({ ctx, caller, query }) => ({ json: await listBaselines(ctx, caller, query) }),
});

const rollback = defineEndpoint({
  ...shared,
  ...changers("Going back to an older baseline"),
  method: "post",
  path: "/api/baselines/rollback",
  id: "rollbackBaseline",
  summary: "Revert to an older screenshot",
  description: "The older screenshot becomes the newest version; the history keeps all.",
  body: rollbackBody,
  bounds: "small",
  answers: { 200: { description: "The baseline as it is now.", json: rolledBack } },
  refusals: { 404: "The baseline or the version is unknown." },
  handle: async ({ ctx, caller, body }) => ({
    json: { success: true, ...(await rollbackBaseline(ctx, caller, body)) },
  }),
});

const rollbackAll = defineEndpoint({
  ...shared,
  ...changers("Reverting the baselines of a run"),
  method: "post",
  path: "/api/baselines/rollback-run",
  id: "rollbackRun",
  summary: "Revert all baselines of a run",
  description:
    "Every baseline that the run created, directly or by approvals of its results, returns to its previous screenshot. Later baselines are kept and listed. May be repeated.",
  body: rollbackRunBody,
  bounds: "small",
  answers: { 200: { description: "What was rolled back, and what stays.", json: runRolledBack } },
  refusals: { 404: "The run is unknown.", 409: "The run is still running, or has promoted nothing." },
  handle: async ({ ctx, caller, body }) => ({
    json: { success: true, ...(await rollbackRun(ctx, caller, body.runId)) },
  }),
});

export const baselineEndpoints: EndpointArea = { name: "baselines", endpoints: [list, rollback, rollbackAll] };
