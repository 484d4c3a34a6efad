// Permanent deletion of a project, the organisation or one's own account.
import { emptyBody } from "../lib/schemas.ts";
import { closed, requiredText } from "../lib/validate.ts";
import { personOf } from "../operations/coach/person.ts";
import { askForErasure, listErasures, planErasure, readErasure, retryErasure } from "../operations/erasure/erasures.ts";
import { erasure, erasurePlan, erasures } from "./answers/erasure.ts";
import { inProject } from "./app/shared.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { administrators } from "./permits.ts";

const shared = { tag: "Administration", access: "session", limits: ["ci"], noStore: true } as const;
const admins = { ...shared, ...administrators } as const;
const own = { ...shared, allowed: "everyone signed in" } as const;

const body = closed({ confirm: requiredText(300) });
const PLAN = { 200: { description: "What would go, and what must be typed.", json: erasurePlan } } as const;
const ASKED = {
  202: { description: "The deletion has started. If one is already running, that one is returned.", json: erasure },
} as const;
const UNKNOWN_PROJECT = "The project is unknown.";

const planProject = defineEndpoint({
  ...admins,
  method: "get",
  path: "/api/app/projects/{slug}/deletion",
  id: "planProjectDeletion",
  summary: "What deleting a project would delete",
  params: inProject,
  answers: PLAN,
  refusals: { 404: UNKNOWN_PROJECT },
  handle: async ({ ctx, caller, params }) => ({
    json: await planErasure(ctx, caller, { kind: "project", named: params.slug }),
  }),
});

const deleteProject = defineEndpoint({
  ...admins,
  method: "post",
  path: "/api/app/projects/{slug}/deletion",
  id: "deleteProject",
  summary: "Delete a project for good",
  description:
    "`confirm` is the project's name. Its keys are refused immediately, its runs are cancelled, and a worker deletes everything it has.",
  params: inProject,
  body,
  bounds: "small",
  answers: ASKED,
  refusals: { 404: UNKNOWN_PROJECT },
  handle: async ({ ctx, caller, params, body: { confirm } }) => ({
    json: await askForErasure(ctx, caller, { kind: "project", named: params.slug, confirm }),
  }),
});

const planOrganisation = defineEndpoint({
  ...admins,
  method: "get",
  path: "/api/app/organisation/deletion",
  id: "planOrganisationDeletion",
  summary: "What deleting the organisation would delete",
  answers: PLAN,
  handle: async ({ ctx, caller }) => ({ json: await planErasure(ctx, caller, { kind: "organisation" }) }),
});

const deleteOrganisation = defineEndpoint({
  ...admins,
  method: "post",
  path: "/api/app/organisation/deletion",
  id: "deleteOrganisation",
  summary: "Delete the organisation for good",
  description:
    "`confirm` is its name. Its sessions and keys end immediately. Accounts that belong to no other organisation are deleted too.",
  body,
  bounds: "small",
  answers: ASKED,
  refusals: { 409: "It is the installation's only organisation." },
  handle: async ({ ctx, caller, body: { confirm } }) => ({
    json: await askForErasure(ctx, caller, { kind: "organisation", confirm }),
  }),
});

const planAccount = defineEndpoint({
  ...own,
  method: "get",
  path: "/api/app/me/deletion",
  id: "planAccountDeletion",
  summary: "What deleting one's account would delete",
  answers: PLAN,
  handle: async ({ ctx, caller }) => ({ json: await planErasure(ctx, personOf(caller), { kind: "user" }) }),
});

const deleteAccount = defineEndpoint({
  ...own,
  method: "post",
  path: "/api/app/me/deletion",
  id: "deleteAccount",
  summary: "Delete one's account for good",
  description:
    "`confirm` is the account's e-mail address. Its sessions and the API keys that the person created end immediately; what they decided and wrote stays under the name Deleted user.",
  body,
  bounds: "small",
  answers: ASKED,
  refusals: { 409: "The account is the last administrator of an organisation." },
  handle: async ({ ctx, caller, body: { confirm } }) => ({
    json: await askForErasure(ctx, personOf(caller), { kind: "user", confirm }),
  }),
});

const list = defineEndpoint({
  ...admins,
  method: "get",
  path: "/api/app/deletions",
  id: "listDeletions",
  summary: "The newest deletions of the organisation",
  answers: { 200: { description: "The newest first.", json: erasures } },
  async handle({ ctx, caller }) {
    const all = await listErasures(ctx, caller);
    return { json: { erasures: all, count: all.length } };
  },
});

const read = defineEndpoint({
  ...admins,
  method: "get",
  path: "/api/app/deletions/{id}",
  id: "readDeletion",
  summary: "Progress of a deletion",
  params: { id: "Id of the deletion" },
  answers: { 200: { description: "Its step, and what was deleted so far.", json: erasure } },
  handle: async ({ ctx, caller, params }) => ({ json: await readErasure(ctx, caller, params.id) }),
});

const retry = defineEndpoint({
  ...admins,
  method: "post",
  path: "/api/app/deletions/{id}/retry",
  id: "retryDeletion",
  summary: "Continue a deletion that failed",
  params: { id: "Id of the deletion" },
  body: emptyBody,
  bounds: "small",
  answers: { 202: { description: "The deletion that continues with what is left.", json: erasure } },
  refusals: { 409: "The deletion is complete." },
  handle: async ({ ctx, caller, params }) => ({ json: await retryErasure(ctx, caller, params.id) }),
});

export const erasureEndpoints: EndpointArea = {
  name: "erasure",
  endpoints: [
    planProject,
    deleteProject,
    planOrganisation,
    deleteOrganisation,
    planAccount,
    deleteAccount,
    list,
    read,
    retry,
  ],
};
