// API keys over HTTP, for signed-in administrators.
import { emptyBody } from "../lib/schemas.ts";
import { bodyOf } from "../lib/validate.ts";
import { CREATE_KEY_INPUT, type CreateKeyInput, createKey } from "../operations/keys/createKey.ts";
import { listKeys } from "../operations/keys/listKeys.ts";
import { revokeKey } from "../operations/keys/revokeKey.ts";
import { createdKey, keys, revokedKey } from "./answers/accounts.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { administrators } from "./permits.ts";

const shared = { tag: "Administration", access: "session", ...administrators, limits: ["ci"] } as const;

const create = defineEndpoint({
  ...shared,
  method: "post",
  path: "/api/keys",
  id: "createKey",
  summary: "Create an API key",
  description: "The full key is in this answer and never again.",
  bodyDocument: CREATE_KEY_INPUT,
  bounds: "small",
  examples: { project_key: { name: "CI of the shop", kind: "project", project: "web-shop", scope: "ci" } },
  answers: { 201: { description: "The key.", json: createdKey } },
  refusals: { 404: "The project is unknown." },
  async handle({ ctx, caller, req }) {
    // The operation itself validates every field strictly.
    const { key, record } = await createKey(ctx, caller, bodyOf(req) as CreateKeyInput);
    return { json: { success: true, key, record }, headers: { "Cache-Control": "no-store" } };
  },
});

const list = defineEndpoint({
  ...shared,
  method: "get",
  path: "/api/keys",
  id: "listKeys",
  summary: "All API keys, revoked ones too",
  answers: { 200: { description: "The keys, without their text.", json: keys } },
  async handle({ ctx, caller }) {
    const all = await listKeys(ctx, caller);
    return { json: { keys: all, count: all.length } };
  },
});

const revoke = defineEndpoint({
  ...shared,
  method: "delete",
  path: "/api/keys/{id}",
  id: "revokeKey",
  summary: "Revoke an API key",
  params: { id: "Id or hint of the key" },
  body: emptyBody,
  bounds: "small",
  answers: { 200: { description: "It is invalid from now on.", json: revokedKey } },
  refusals: { 409: "Several keys begin so; name one by its id." },
  handle: async ({ ctx, caller, params }) => ({
    json: { success: true, ...(await revokeKey(ctx, caller, { key: params.id })) },
  }),
});

export const keyEndpoints: EndpointArea = { name: "keys", endpoints: [create, list, revoke] };
