// What the next sweep will delete from a project, for the card "Retention".
import { resolveProject } from "../../lib/access.ts";
import { planNextSweep, readNextSweep } from "../../operations/retention/nextSweep.ts";
import { appNextSweep } from "../answers/app/retention.ts";
import { defineEndpoint } from "../define.ts";
import { administers, inProject, reads, UNKNOWN_PROJECT } from "./shared.ts";

const refusals = { 404: UNKNOWN_PROJECT };

const read = defineEndpoint({
  ...reads,
  params: inProject,
  method: "get",
  path: "/api/app/projects/{slug}/next-sweep",
  id: "readAppNextSweep",
  summary: "What the next sweep deletes of a project",
  answers: { 200: { description: "When it is, and what the newest plan counted.", json: appNextSweep } },
  refusals,
  handle: async ({ ctx, caller, params }) => ({
    json: await readNextSweep(ctx, caller, await resolveProject(ctx, caller, params.slug)),
  }),
});

const plan = defineEndpoint({
  ...administers,
  params: inProject,
  method: "post",
  path: "/api/app/projects/{slug}/next-sweep",
  id: "planAppNextSweep",
  summary: "Count what the next sweep deletes",
  description: "Deletes nothing. A worker counts over all projects; the same answer shows when it is done.",
  limits: ["trigger"],
  answers: { 200: { description: "As it stands now; `counting` until it is done.", json: appNextSweep } },
  refusals,
  handle: async ({ ctx, caller, params }) => ({
    json: await planNextSweep(ctx, caller, await resolveProject(ctx, caller, params.slug)),
  }),
});

export const retentionEndpoints = [read, plan];
