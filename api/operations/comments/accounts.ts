// Code host accounts that people link to their own account by posting a code, which only the named account can use, in a comment.
import { randomInt } from "node:crypto";
import { ProductError } from "../../../domain/errors.ts";
import { type CodeHostName, HOST_TITLE } from "../../../domain/report/codePlace.ts";
import {
  codeAccountsOf,
  putCodeAccount,
  replaceLinkCode,
  spendLinkCode,
  takeCodeAccount,
} from "../../../models/codeAccounts/queries.ts";
import { findUser } from "../../../models/users/queries.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
import { configuredHosts } from "../../../platform/codeHosts/configured.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { OperationContext } from "../../lib/context.ts";
import type { Person } from "../people/me.ts";

/** Excludes 0, O, 1, I and L. 12 of 31 letters give 59 bits. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const LENGTH = 12;
const HOLDS_MS = 30 * 60_000;

const hashOf = (code: string): string => sha256(code);
/** Qualifies the account id with the host, because ids are unique only within a host and an installation may change its host. */
export const codeAccountId = (site: string, id: string): string => `${URL.parse(site)?.host ?? site}:${id}`;

export async function listCodeAccounts(ctx: OperationContext, { userId }: Person) {
  const accounts = await codeAccountsOf(ctx.models, userId);
  return {
    hosts: configuredHosts(ctx.config).map(({ host }) => host),
    accounts: accounts.map(({ _id: id, host, login, linkedAt }) => ({
      id,
      host,
      login,
      linkedAt: linkedAt.toISOString(),
    })),
  };
}

/** Creates a code that only the account `login` can post. It replaces an earlier one. */
export async function makeLinkCode(
  ctx: OperationContext,
  { userId, orgId }: Person,
  { host, login }: { host: CodeHostName; login: string },
): Promise<{ command: string; expiresAt: string }> {
  if (!configuredHosts(ctx.config).some((one) => one.host === host))
    throw new ProductError("validation_error", `This service has no token for ${HOST_TITLE[host]}.`);
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const createdAt = ctx.now();
  const expiresAt = new Date(createdAt.getTime() + HOLDS_MS);
  const of = { userId, orgId, host, login: login.replace(/^@/, "").toLowerCase() };
  await replaceLinkCode(ctx.models, { _id: hashOf(code), ...of, createdAt, expiresAt });
  return { command: `/plumbline link ${code}`, expiresAt: expiresAt.toISOString() };
}

/** Links the author of a comment. Returns false if the code is not theirs or has expired. */
export async function linkAuthor(
  ctx: OperationContext,
  { host, site, author, code, via }: Author & { code: string; via: string },
): Promise<boolean> {
  const { models } = ctx;
  const at = ctx.now();
  const spent = await spendLinkCode(models, { hash: hashOf(code), host, login: author.login.toLowerCase(), at });
  const user = spent && (await findUser(models, spent.userId));
  if (!spent || !user) return false;
  const { login } = author;
  const _id = codeAccountId(site, author.id);
  await putCodeAccount(models, { _id, userId: user._id, host, login, linkedAt: at });
  await recordAudit(ctx, { orgId: spent.orgId, who: user.email }, "codeAccount.link", _id, { host, login, via });
  return true;
}
export type Author = { host: CodeHostName; site: string; author: { id: string; login: string } };

export async function unlinkCodeAccount(ctx: OperationContext, caller: Person, id: string): Promise<void> {
  const gone = await takeCodeAccount(ctx.models, caller.userId, id);
  if (!gone) throw new ProductError("not_found", "No such account is linked to yours.");
  await recordAudit(ctx, caller, "codeAccount.unlink", id, { host: gone.host, login: gone.login });
}
