// The current organisation: its settings, plan and usage, audit log and keys. Also creates organisations.
import { MAX_LIMIT } from "../lib/paging.ts";
import { closed, partRevField, requiredText, text, wholeNumber } from "../lib/validate.ts";
import { personOf } from "../operations/coach/person.ts";
import { revokeKey } from "../operations/keys/revokeKey.ts";
import { accountOf } from "../operations/people/me.ts";
import { createOrganisation, readOrganisation, renameOrganisation } from "../operations/people/organisations.ts";
import { readPlanUsage } from "../operations/people/planUsage.ts";
import { readAuditLog } from "../operations/people/readAuditLog.ts";
import { readStorage } from "../operations/people/storage.ts";
import { revokedKey } from "./answers/accounts.ts";
import { auditLog, createdOrganisation, organisation, planUsage, storage } from "./answers/people.ts";
import { STALE } from "./app/shared.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { personName } from "./links.ts";
import { administrators } from "./permits.ts";

const members = {
  tag: "Administration",
  access: "session",
  allowed: "everyone signed in",
  limits: ["ci"],
  noStore: true,
} as const;
const admins = { ...members, ...administrators } as const;

const read = defineEndpoint({
  ...members,
  method: "get",
  path: "/api/app/organisation",
  id: "getOrganisation",
  summary: "The organisation that is open",
  answers: { 200: { description: "Its name, plan and size.", json: organisation } },
  handle: async ({ ctx, caller }) => ({ json: await readOrganisation(ctx, caller) }),
});

const rename = defineEndpoint({
  ...admins,
  method: "post",
  path: "/api/app/organisation",
  id: "changeOrganisation",
  summary: "Rename the organisation",
  body: closed({ name: personName(), rev: partRevField() }),
  bounds: "small",
  answers: { 200: { description: "The organisation.", json: organisation } },
  refusals: { 409: STALE },
  handle: async ({ ctx, caller, body }) => ({ json: await renameOrganisation(ctx, caller, body) }),
});

const create = defineEndpoint({
  ...admins,
  method: "post",
  path: "/api/app/organisations",
  id: "createOrganisation",
  summary: "Create another organisation",
  description: "The caller is its administrator. With `SVC_ORGANISATIONS_BY=operator` only the operator creates them.",
  body: closed({ name: personName(), slug: text(63) }),
  bounds: "small",
  limits: ["trigger"],
  answers: { 201: { description: "The organisation.", json: createdOrganisation } },
  refusals: { 409: "The slug is taken." },
  async handle({ ctx, caller, body }) {
    const admin = await accountOf(ctx, personOf(caller));
    return { json: { organisation: await createOrganisation(ctx, caller, { ...body, admin }) } };
  },
});

const usage = defineEndpoint({
  ...members,
  method: "get",
  path: "/api/app/usage",
  id: "getPlanUsage",
  summary: "The plan, and what was used of it",
  answers: { 200: { description: "Quotas (null: no limit) and what was used.", json: planUsage } },
  handle: async ({ ctx, caller }) => ({ json: await readPlanUsage(ctx, caller) }),
});

const storageUse = defineEndpoint({
  ...members,
  method: "get",
  path: "/api/app/storage",
  id: "getStorage",
  summary: "How many bytes the organisation stores",
  answers: { 200: { description: "By project and by what they belong to, and the limit.", json: storage } },
  handle: async ({ ctx, caller }) => ({ json: await readStorage(ctx, caller) }),
});

const log = defineEndpoint({
  ...admins,
  method: "get",
  path: "/api/app/audit-log",
  id: "getAuditLog",
  summary: "Who did what",
  description:
    "The newest first. `action` is a whole action or its beginning, such as `user.`; `who` as the entries have it.",
  query: closed({ limit: wholeNumber(1, MAX_LIMIT), cursor: text(200), action: text(100), who: text(300) }),
  answers: { 200: { description: "A page of the log.", json: auditLog } },
  handle: async ({ ctx, caller, query }) => ({ json: await readAuditLog(ctx, caller, query) }),
});

const revoke = defineEndpoint({
  ...admins,
  method: "post",
  path: "/api/app/keys/{id}/revoke",
  id: "revokeKeyByName",
  summary: "Revoke an API key, with its name typed",
  params: { id: "Id of the key" },
  body: closed({ name: requiredText(100) }),
  bounds: "small",
  answers: { 200: { description: "It is invalid from now on.", json: revokedKey } },
  handle: async ({ ctx, caller, params, body }) => ({
    json: { success: true, ...(await revokeKey(ctx, caller, { key: params.id, name: body.name })) },
  }),
});

export const organisationEndpoints: EndpointArea = {
  name: "organisation",
  endpoints: [read, rename, create, usage, storageUse, log, revoke],
};
