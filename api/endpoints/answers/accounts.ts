// Response schemas for people and keys.
import { boolean, object } from "yup";
import { KEY_KINDS, SCOPES } from "../../../domain/keys.ts";
import { count, id, listOf, maybeText, maybeTime, note, oneOf, text, time, yes } from "./fields.ts";
import { named } from "./named.ts";

export const user = object({
  id: id(),
  email: text(),
  name: text(),
  role: oneOf(["admin", "editor", "viewer"]).required(),
  orgId: id(),
}).required();

const csrfToken = () => text().meta(note("Goes into the header X-CSRF-Token of every write of this session"));

export const key = object({
  id: id(),
  name: text(),
  kind: oneOf(KEY_KINDS).required(),
  scope: oneOf(SCOPES).required(),
  projectId: maybeText(),
  defaultProject: maybeText(),
  hint: text().meta(note("The beginning of the key's text")),
  createdBy: text(),
  createdAt: time(),
  expiresAt: maybeTime(),
  lastUsedAt: maybeTime(),
  revokedAt: maybeTime(),
}).required();

export const signedIn = named("SignedIn", object({ success: yes(), user, csrfToken: csrfToken() }).required());

export const session = named("Session", object({ user, csrfToken: csrfToken() }).required());

export const done = named("Done", object({ success: yes() }).required());

export const createdKey = named(
  "CreatedKey",
  object({
    success: yes(),
    key: text().meta(note("The key's full text: in this answer and never again")),
    record: key,
  }).required(),
);

export const keys = named("Keys", object({ keys: listOf(key), count: count() }).required());

export const revokedKey = named(
  "RevokedKey",
  object({ success: yes(), record: key, revokedNow: boolean().required() }).required(),
);
