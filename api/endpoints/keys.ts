// API keys over HTTP, for signed-in administrators.
import { requireAdmin } from "../lib/access.ts";
import { emptyBody } from "../lib/schemas.ts";
import { bodyOf } from "../lib/validate.ts";
import { CREATE_KEY_INPUT, type CreateKeyInput, createKey } from "../operations/keys/createKey.ts";
import { listKeys } from "../operations/keys/listKeys.ts";
import { revokeKey } from "../operations/keys/revokeKey.ts";
import { createdKey, keys, revokedKey } from "./answers/accounts.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { right } from "./permits.ts";

const ADMINS = "the role admin";

const create = defineEndpoint({
  method: "post",
  path: "/api/keys",
  id: "createKey",
  tag: "Administration",
  summary: "Create an API key",
  description: "The full key is in this answer and never again.",
  access: "session",
  allowed: ADMINS,
  permit: right(requireAdmin),
  bodyDocument: CREATE_KEY_INPUT,
  bounds: "small",
  examples: { project_key: { name: "CI of the shop", kind: "project", project: "web-shop", scope: "ci" } },
  limits: ["ci"],
  answers: { 201: { description: "The key.", json: createdKey } },
  refusals: { 404: "The project is unknown." },
  async handle({ ctx, caller, req }) {
    // The operation itself validates every field strictly.
    const { key, record } = await createKey(ctx, caller, bodyOf(req) as CreateKeyInput);
    return { json: { success: true, key, record }, headers: { "Cache-Control": "no-store" } };
  },
});

const list = defineEndpoint({
  method: "get",
  path: "/api/keys",
  id: "listKeys",
  tag: "Administration",
  summary: "All API keys, revoked ones too",
  access: "session",
  allowed: ADMINS,
  permit: right(requireAdmin),
  limits: ["ci"],
  answers: { 200: { description: "The keys, without their text.", json: keys } },
  async handle({ ctx, caller }) {
    const all = await listKeys(ctx, caller);
    return { json: { keys: all, count: all.length } };
  },
});

const revoke = defineEndpoint({
  method: "delete",
  path: "/api/keys/{id}",
  id: "revokeKey",
  tag: "Administration",
  summary: "Revoke an API key",
  access: "session",
  allowed: ADMINS,
  permit: right(requireAdmin),
  params: { id: "Id or hint of the key" },
  body: emptyBody,
  bounds: "small",
  limits: ["ci"],
  answers: { 200: { description: "It is invalid from now on.", json: revokedKey } },
  refusals: { 409: "Several keys begin so; name one by its id." },
  handle: async ({ ctx, caller, params }) => ({
    json: { success: true, ...(await revokeKey(ctx, caller, { key: params.id })) },
  }),
});

export const keyEndpoints: EndpointArea = { name: "keys", endpoints: [create, list, revoke] };
