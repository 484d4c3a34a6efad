// Response schemas for connected apps: those of the OAuth protocol, and those of the dashboard.
import { boolean, number, object, string } from "yup";
import { OAUTH_SCOPES } from "../../../domain/oauth/scopes.ts";
import { address, id, listOf, maybeText, maybeTime, note, oneOf, text, texts, time, yes } from "./fields.ts";
import { type AnswerOf, named } from "./named.ts";

export const resourceMetadata = named(
  "OauthResource",
  object({
    resource: address(),
    authorization_servers: texts(),
    scopes_supported: texts(),
    bearer_methods_supported: texts(),
    resource_name: text(),
    resource_documentation: address(),
  }).required(),
);

const serverFields = {
  issuer: address(),
  authorization_endpoint: address(),
  token_endpoint: address(),
  registration_endpoint: address(),
  revocation_endpoint: address(),
  response_types_supported: texts(),
  response_modes_supported: texts(),
  grant_types_supported: texts(),
  code_challenge_methods_supported: texts(),
  token_endpoint_auth_methods_supported: texts(),
  revocation_endpoint_auth_methods_supported: texts(),
  scopes_supported: texts(),
  service_documentation: address(),
  authorization_response_iss_parameter_supported: yes(),
  client_id_metadata_document_supported: yes(),
};
export const serverMetadata = named("OauthServer", object(serverFields).required());
export const openIdMetadata = named(
  "OauthOpenIdServer",
  object({
    ...serverFields,
    jwks_uri: address(),
    subject_types_supported: texts(),
    id_token_signing_alg_values_supported: texts(),
  }).required(),
);
export const noKeys = named("OauthKeys", object({ keys: texts() }).required());

export const registeredApp = named(
  "RegisteredApp",
  object({
    client_id: id(),
    client_id_issued_at: number().integer().required().meta(note("Seconds since 1970")),
    client_name: text(),
    redirect_uris: texts(),
    client_uri: string().meta(note("As the app said")),
    grant_types: texts(),
    response_types: texts(),
    token_endpoint_auth_method: oneOf(["none"]).required(),
  }).required(),
);

export const tokens = named(
  "OauthTokens",
  object({
    access_token: text(),
    token_type: oneOf(["Bearer"]).required(),
    expires_in: number().integer().required().meta(note("Seconds")),
    refresh_token: text(),
    scope: text(),
  }).required(),
);

const projectOption = object({ id: id(), name: text(), slug: text() }).required();

export const appRequest = named(
  "AppRequest",
  object({
    app: object({
      name: text().meta(note("As the app calls itself")),
      uri: maybeText(),
      returnsTo: text().meta(note("Where the person is sent back to")),
      documentHost: maybeText().meta(note("The host that describes the app; null: it registered itself")),
      local: boolean().required().meta(note("It waits on the person's own computer")),
    }).required(),
    person: text(),
    organisation: string().defined(),
    projects: listOf(projectOption),
    scopes: listOf(oneOf(OAUTH_SCOPES).required()).meta(note("What the person may grant")),
    asked: oneOf(OAUTH_SCOPES).nullable().defined().meta(note("What the app asks for")),
    problem: object({ message: text(), back: address() })
      .nullable()
      .defined()
      .meta(note("Why it cannot be granted, and the way back to the app")),
  }).required(),
);

export const wayBack = named("WayBackToApp", object({ redirect: address() }).required());

const connectedApp = object({
  id: id(),
  name: text(),
  returnsTo: text(),
  project: object({ name: text(), slug: text() }).required(),
  scope: oneOf(OAUTH_SCOPES).required(),
  person: text(),
  yours: boolean().required(),
  connectedAt: time(),
  lastUsedAt: maybeTime(),
  expiresAt: time().meta(note("When it ends unless the app is used before")),
}).required();
export const connectedApps = named("ConnectedApps", object({ apps: listOf(connectedApp) }).required());

export type AppRequestView = AnswerOf<typeof appRequest>;
