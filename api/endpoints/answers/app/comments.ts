// Response schemas for comment webhooks and linked code host accounts.
import { array, object } from "yup";
import { CODE_HOSTS } from "../../../../domain/report/codePlace.ts";
import { id, listOf, maybeText, note, oneOf, rowsOf, text, time } from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";

const host = () => oneOf(CODE_HOSTS).required();
const hook = {
  id: id(),
  host: host(),
  repository: text(),
  url: text().meta(note("Where the code host sends to; a path where the service has no public address")),
  createdBy: text(),
  createdAt: time(),
  lastCallAt: maybeText().meta(note("ISO 8601; the last call that was signed")),
};

export const commentHooks = named(
  "CommentHooks",
  object({
    hooks: listOf(object(hook)),
    hosts: array().of(host()).required().meta(note("Code hosts that the service has a token for")),
  }).required(),
);
export type CommentHooks = AnswerOf<typeof commentHooks>;

export const createdCommentHook = named(
  "CreatedCommentHook",
  object({ ...hook, secret: text().meta(note("In this answer and never again")) }).required(),
);

export const codeAccounts = named(
  "CodeAccounts",
  object({
    hosts: array().of(host()).required(),
    accounts: rowsOf({ id: id(), host: host(), login: text(), linkedAt: time() }),
  }).required(),
);
export type CodeAccounts = AnswerOf<typeof codeAccounts>;

export const linkCode = named(
  "LinkCode",
  object({ command: text().meta(note("To post as a comment")), expiresAt: time() }).required(),
);
