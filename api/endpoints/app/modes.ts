// Modes in which a project's pages can be captured.

import { mixed } from "yup";
import { resolveProject } from "../../lib/access.ts";
import { closed, partRevField, requiredText } from "../../lib/validate.ts";
import { readModes, saveMode } from "../../operations/projects/modes.ts";
import { appModes } from "../answers/app/modes.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { edits, inProject, reads, STALE, UNKNOWN_PROJECT } from "./shared.ts";

const modes = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/modes",
  id: "listAppModes",
  summary: "The modes of a project",
  params: inProject,
  answers: { 200: { description: "In the order in which they were made.", json: appModes } },
  refusals: { 404: UNKNOWN_PROJECT },
  handle: async ({ ctx, caller, params }) => ({
    json: readModes(caller, await resolveProject(ctx, caller, params.slug)),
  }),
});

const setMode = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/modes",
  id: "setAppMode",
  summary: "Define a mode of a project, or delete it",
  description:
    "`mode` null deletes it; its baselines stay. With `rev`, a mode that somebody else changed first is not changed; an empty `rev` creates one that does not exist yet.",
  params: inProject,
  body: closed({ name: requiredText(40), mode: mixed().nullable().defined(), rev: partRevField() }),
  bounds: "small",
  answers: { 200: { description: "All modes as they are now.", json: appModes } },
  refusals: { 404: UNKNOWN_PROJECT, 409: `A scenario asks for it. ${STALE}` },
  async handle({ ctx, caller, params, body: { name, mode, rev } }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await saveMode(ctx, caller, { project, name, mode, rev }) };
  },
});

export const appModeEndpoints: EndpointArea = { name: "appModes", endpoints: [modes, setMode] };
