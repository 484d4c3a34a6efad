// Signing in, and API keys.
import { signInBody } from "../lib/schemas.ts";
import { CREATE_KEY_INPUT } from "../operations/admin/createKey.ts";
import type { Endpoint } from "./endpoint.ts";

const ADMINS = "the role admin";

export const ADMINISTRATION_ENDPOINTS: readonly Endpoint[] = [
  {
    method: "post",
    path: "/api/auth/sign-in",
    id: "signIn",
    tag: "Administration",
    summary: "Sign in",
    access: "open",
    body: signInBody,
    limited: true,
    answers: { 200: { description: "Signed in.", json: "SignedIn", headers: ["Set-Cookie"] } },
    refusals: { 401: "The e-mail address or the password is wrong." },
  },
  {
    method: "post",
    path: "/api/auth/sign-out",
    id: "signOut",
    tag: "Administration",
    summary: "Sign out",
    access: "session",
    allowed: "with the CSRF token of the session",
    answers: { 200: { description: "Signed out.", json: "Done", headers: ["Set-Cookie"] } },
  },
  {
    method: "get",
    path: "/api/auth/session",
    id: "getSession",
    tag: "Administration",
    summary: "Who is signed in",
    access: "session",
    answers: { 200: { description: "The person, and the CSRF token of the session.", json: "Session" } },
  },
  {
    method: "post",
    path: "/api/keys",
    id: "createKey",
    tag: "Administration",
    summary: "Make an API key",
    description: "The full key is in this answer and never again.",
    access: "session",
    allowed: ADMINS,
    body: CREATE_KEY_INPUT,
    examples: { project_key: { name: "CI of the shop", kind: "project", project: "web-shop", scope: "ci" } },
    limited: true,
    answers: { 201: { description: "The key.", json: "CreatedKey" } },
    refusals: { 404: "The project is unknown." },
  },
  {
    method: "get",
    path: "/api/keys",
    id: "listKeys",
    tag: "Administration",
    summary: "All API keys, revoked ones too",
    access: "session",
    allowed: ADMINS,
    limited: true,
    answers: { 200: { description: "The keys, without their text.", json: "Keys" } },
  },
  {
    method: "delete",
    path: "/api/keys/{id}",
    id: "revokeKey",
    tag: "Administration",
    summary: "Revoke an API key",
    access: "session",
    allowed: ADMINS,
    params: { id: "Id or hint of the key" },
    // Without a body in the document: a DELETE with one has no defined meaning in HTTP.
    limited: true,
    answers: { 200: { description: "It is invalid from now on.", json: "RevokedKey" } },
    refusals: { 409: "Several keys begin so; name one by its id." },
  },
];
