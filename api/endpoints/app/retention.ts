// What the next sweep will delete from a project, for the card "Retention".
import { requireAdmin, requireReadRight, resolveProject } from "../../lib/access.ts";
import { planNextSweep, readNextSweep } from "../../operations/retention/nextSweep.ts";
import { appNextSweep } from "../answers/app/retention.ts";
import { defineEndpoint } from "../define.ts";
import { right } from "../permits.ts";
import { inProject, shared, UNKNOWN_PROJECT } from "./shared.ts";

const ofProject = { ...shared, params: inProject } as const;
const refusals = { 404: UNKNOWN_PROJECT };

const read = defineEndpoint({
  ...ofProject,
  method: "get",
  path: "/api/app/projects/{slug}/next-sweep",
  id: "readAppNextSweep",
  summary: "What the next sweep deletes of a project",
  permit: right(requireReadRight),
  answers: { 200: { description: "When it is, and what the newest plan counted.", json: appNextSweep } },
  refusals,
  handle: async ({ ctx, caller, params }) => ({
    json: await readNextSweep(ctx, caller, await resolveProject(ctx, caller, params.slug)),
  }),
});

const plan = defineEndpoint({
  ...ofProject,
  method: "post",
  path: "/api/app/projects/{slug}/next-sweep",
  id: "planAppNextSweep",
  summary: "Count what the next sweep deletes",
  description: "Deletes nothing. A worker counts over all projects; the same answer shows when it is done.",
  allowed: "the role admin",
  limits: ["trigger"],
  permit: right(requireAdmin),
  answers: { 200: { description: "As it stands now; `counting` until it is done.", json: appNextSweep } },
  refusals,
  handle: async ({ ctx, caller, params }) => ({
    json: await planNextSweep(ctx, caller, await resolveProject(ctx, caller, params.slug)),
  }),
});

export const retentionEndpoints = [read, plan];
