// The person's side of connecting an app: the request, the decision, and the list of connected apps.
import { REQUEST_FIELDS } from "../../../domain/oauth/request.ts";
import { OAUTH_SCOPES } from "../../../domain/oauth/scopes.ts";
import { choice, closed, flag, text } from "../../lib/validate.ts";
import { personOf } from "../../operations/coach/person.ts";
import { decideRequest, readRequest } from "../../operations/oauth/appRequest.ts";
import { disconnectApp, listConnectedApps } from "../../operations/oauth/connectedApps.ts";
import { done } from "../answers/accounts.ts";
import { appRequest, connectedApps, wayBack } from "../answers/oauth.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";

const MAX_PARAMETER = 2_000;

const own = { tag: "Administration", access: "session", allowed: "everyone signed in", noStore: true } as const;
const parameters = Object.fromEntries(REQUEST_FIELDS.map((name) => [name, text(MAX_PARAMETER)])) as Record<
  (typeof REQUEST_FIELDS)[number],
  ReturnType<typeof text>
>;
const NOT_OFFERED = "Apps cannot be connected under this address.";

const read = defineEndpoint({
  ...own,
  method: "get",
  path: "/api/app/oauth/request",
  id: "readAppRequest",
  summary: "What an app asks for",
  description: "The parameters with which the app called `/oauth/authorize`. Nothing is granted by reading.",
  query: closed(parameters),
  limits: ["ci", "connect"],
  answers: { 200: { description: "The app, and what the person may grant.", json: appRequest } },
  refusals: { 404: NOT_OFFERED },
  handle: async ({ ctx, caller, query, req }) => ({
    json: await readRequest(ctx, personOf(caller), { request: query, host: req.get("host") }),
  }),
});

const decide = defineEndpoint({
  ...own,
  method: "post",
  path: "/api/app/oauth/decision",
  id: "decideAppRequest",
  summary: "Connect an app, or refuse it",
  body: closed({
    request: closed(parameters).required(),
    allow: flag().required(),
    project: text(100),
    scope: choice(OAUTH_SCOPES),
  }),
  bounds: "small",
  limits: ["ci", "connect"],
  answers: { 200: { description: "Where the person goes now: back to the app.", json: wayBack } },
  refusals: { 404: `${NOT_OFFERED} Or the project is unknown.`, 409: "The person has connected too many apps." },
  handle: async ({ ctx, caller, body, req }) => ({
    json: await decideRequest(ctx, personOf(caller), { ...body, host: req.get("host") }),
  }),
});

const list = defineEndpoint({
  ...own,
  method: "get",
  path: "/api/app/connected-apps",
  id: "listConnectedApps",
  summary: "Connected apps: one's own, for administrators everybody's",
  limits: ["ci"],
  answers: { 200: { description: "Apps that work at this moment.", json: connectedApps } },
  handle: async ({ ctx, caller }) => ({ json: { apps: await listConnectedApps(ctx, personOf(caller)) } }),
});

const disconnect = defineEndpoint({
  ...own,
  method: "delete",
  path: "/api/app/connected-apps/{id}",
  id: "disconnectApp",
  summary: "Disconnect an app",
  params: { id: "Id of the connection" },
  limits: ["ci"],
  answers: { 200: { description: "Its next call is refused.", json: done } },
  async handle({ ctx, caller, params }) {
    await disconnectApp(ctx, personOf(caller), params.id);
    return { json: { success: true } };
  },
});

export const connectedAppEndpoints: EndpointArea = {
  name: "connectedApps",
  endpoints: [read, decide, list, disconnect],
};
