// One-time links: made, looked at, used. The token is in the answer that makes the link and nowhere else; its hash is stored.
import { randomBytes } from "node:crypto";
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { LINK_KINDS, type LinkKind, type LinkView } from "../../../domain/people/links.ts";
import { oidcSettings } from "../../../domain/people/oidc.ts";
import { type ProofAsked, proofAsked } from "../../../domain/people/proof.ts";
import { findChannel } from "../../../models/notifications/queries.ts";
import {
  deleteExpiredLinks,
  deleteLink,
  giveLinkBack,
  insertLink,
  linkOfHash,
  takeLink,
} from "../../../models/oneTimeLinks/queries.ts";
import type { OneTimeLink } from "../../../models/oneTimeLinks/schema.ts";
import { findOrganisation } from "../../../models/organisations/queries.ts";
import { findUser, userByEmail } from "../../../models/users/queries.ts";
import type { User } from "../../../models/users/schema.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
import type { OperationContext } from "../../lib/context.ts";
import { canMailLinks, mailLink } from "../../lib/mailLink.ts";
import { optional } from "../../lib/optional.ts";

export type People = Pick<OperationContext, "models" | "now" | "ulid" | "log">;

/** The same for a link that is unknown, used, withdrawn or expired: whoever guesses learns nothing. */
export const goneLink = () =>
  new ProductError(
    "not_found",
    "This link no longer works: it was used, withdrawn, or has expired. Ask for a new one.",
  );

const hashOf = (token: string): string => sha256(token);

type Wanted = Pick<OneTimeLink, "kind" | "orgId" | "createdBy"> &
  Partial<Pick<OneTimeLink, "userId" | "email" | "role" | "channelId" | "mailed">>;

/** Makes a link; `token` has 256 random bits. Takes away links that have expired. */
export async function makeLink(ctx: People, wanted: Wanted): Promise<{ token: string; link: OneTimeLink }> {
  const now = ctx.now();
  await deleteExpiredLinks(ctx.models, now);
  const token = randomBytes(32).toString("base64url");
  const link: OneTimeLink = {
    _id: makeId("oneTimeLink", ctx.ulid()),
    hash: hashOf(token),
    userId: null,
    email: null,
    role: null,
    ...wanted,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_KINDS[wanted.kind].holdsMs),
    usedAt: null,
  };
  await insertLink(ctx.models, link);
  return { token, link };
}

/**
 * A link for one person: mailed where the service can do that, and then `token` is null, because nobody else may see it. Throws
 * as mailLink does, and then there is no link.
 */
export async function makeLinkFor(
  ctx: People & Pick<OperationContext, "config">,
  wanted: Wanted & { email: string },
  words: { subject: string; text: string },
): Promise<{ token: string | null; link: OneTimeLink }> {
  const mailed = canMailLinks(ctx);
  const made = await makeLink(ctx, { ...wanted, mailed });
  if (!mailed) return made;
  try {
    await mailLink(ctx, { email: wanted.email, kind: wanted.kind, token: made.token, ...words });
  } catch (error) {
    await deleteLink(ctx.models, made.link._id);
    throw error;
  }
  return { token: null, link: made.link };
}

/** The link of a token, unless it holds no more. */
export async function openLink(ctx: People, token: string, kind?: LinkKind): Promise<OneTimeLink> {
  const link = await linkOfHash(ctx.models, hashOf(token));
  if (!link || link.usedAt !== null || link.expiresAt <= ctx.now()) throw goneLink();
  if (kind !== undefined && link.kind !== kind) throw goneLink();
  return link;
}

/** Does what the link is for. Of several at once one does it; when it fails, the link holds again. */
export async function spendLink<T>(ctx: People, link: OneTimeLink, work: () => Promise<T>): Promise<T> {
  if (!(await takeLink(ctx.models, link._id, ctx.now()))) throw goneLink();
  try {
    return await work();
  } catch (error) {
    await optional(ctx, "an unused link no longer works", { linkId: link._id }, () =>
      giveLinkBack(ctx.models, link._id),
    );
    throw error;
  }
}

/** What the page of a link shows before it is used. */
export async function lookAtLink(ctx: People & Pick<OperationContext, "config">, token: string): Promise<LinkView> {
  const link = await openLink(ctx, token);
  const [organisation, user, channel] = await Promise.all([
    findOrganisation(ctx.models, link.orgId, { name: 1 }),
    // Whether a recipient has an account is nobody's business.
    link.kind === "recipient" ? null : personOfLink(ctx, link),
    link.channelId ? findChannel(ctx.models, link.channelId) : null,
  ]);
  if (link.kind === "recipient" && !channel) throw goneLink();
  return {
    kind: link.kind,
    email: user?.email ?? link.email,
    // Of an invitation the account's name is nobody's business but its owner's.
    name: link.kind === "invitation" ? null : (user?.name ?? null),
    organisation: organisation && { name: organisation.name },
    channel: channel && { name: channel.name },
    role: link.role,
    hasAccount: user !== null,
    hasPassword: user?.passwordHash != null,
    proof: link.kind === "invitation" && !user?.provedBy ? proofOf(ctx, link) : null,
    expiresAt: link.expiresAt.toISOString(),
  };
}

/** How the taker of a link must prove its address first; null: not at all, as for a link that was mailed there. */
export function proofOf(ctx: Pick<OperationContext, "config">, { email, mailed }: OneTimeLink): ProofAsked {
  if (mailed || email === null) return null;
  return proofAsked(email, { mail: canMailLinks(ctx), domains: oidcSettings(ctx.config)?.domains ?? null });
}

/** The person whom a link is for, where there is one already. */
export async function personOfLink(ctx: People, { userId, email }: OneTimeLink): Promise<User | null> {
  if (userId !== null) return findUser(ctx.models, userId);
  return email === null ? null : userByEmail(ctx.models, email);
}
