// Branch previews: the hosts that a project's runs may visit, and the known previews.
import { resolveProject } from "../../lib/access.ts";
import { closed, listOf, partRevField, requiredText } from "../../lib/validate.ts";
import { readPreviews, setPreviewHosts } from "../../operations/projects/previewHosts.ts";
import { appPreviews } from "../answers/app/settings.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { administers, inProject, reads, STALE, UNKNOWN_PROJECT } from "./shared.ts";

const previews = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/previews",
  id: "listAppPreviews",
  summary: "Where previews may be, and those of branches with a run of late",
  params: inProject,
  answers: { 200: { description: "Newest run first.", json: appPreviews } },
  refusals: { 404: UNKNOWN_PROJECT },
  handle: async ({ ctx, caller, params }) => ({ json: await readPreviews(ctx, caller, { project: params.slug }) }),
});

const setHosts = defineEndpoint({
  ...administers,
  method: "post",
  path: "/api/app/projects/{slug}/previews",
  id: "setAppPreviewHosts",
  summary: "Set the hosts on which runs may visit previews",
  description:
    "The access data of the previewed environment is sent to these hosts. A star matches a part of a name between two dots, so `*.preview.example.com` covers `shop-7.preview.example.com`. Names that anybody can register, such as `*.com`, are refused. With `rev`, hosts that somebody else changed first are not changed.",
  params: inProject,
  body: closed({ hosts: listOf(requiredText(260)).required(), rev: partRevField() }),
  bounds: "small",
  answers: { 200: { description: "As they are now.", json: appPreviews } },
  refusals: { 404: UNKNOWN_PROJECT, 409: STALE },
  async handle({ ctx, caller, params, body: { hosts, rev } }) {
    // Resolved before the body is checked, as for every setting.
    const { _id: project } = await resolveProject(ctx, caller, params.slug);
    return { json: await setPreviewHosts(ctx, caller, { project, hosts, rev }) };
  },
});

export const appPreviewEndpoints: EndpointArea = { name: "appPreviews", endpoints: [previews, setHosts] };
