// Receives webhooks of code hosts about comments on pull requests.
import { HOOK_PATH } from "../operations/comments/hooks.ts";
import { receiveHookCall } from "../operations/comments/receive.ts";
import { done } from "./answers/accounts.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";

const receive = defineEndpoint({
  method: "post",
  path: `${HOOK_PATH}/{hookId}`,
  id: "receiveComment",
  tag: "CI",
  summary: "Receive a comment from a code host",
  description:
    "The address of a webhook of GitHub (event Issue comments, content type application/json) or GitLab (Comments), signed with the webhook's secret. Lines of the comment that begin with `/plumbline` are carried out within seconds and answered by a comment. Other events are accepted and ignored.",
  access: "open",
  params: { hookId: "Id of the webhook" },
  bounds: "webhook",
  bodyRead: "last",
  limits: ["hook"],
  noStore: true,
  answers: { 200: { description: "Accepted, or already known.", json: done } },
  refusals: { 401: "The webhook is unknown, or the call is not signed with its secret." },
  async handle({ ctx, params, req }) {
    const body: unknown = req.body;
    await receiveHookCall(ctx, params.hookId, {
      header: (name) => req.get(name) ?? "",
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    });
    return { json: { success: true } };
  },
});

export const commentEndpoints: EndpointArea = { name: "comments", endpoints: [receive] };
