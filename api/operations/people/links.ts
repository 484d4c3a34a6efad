// One-time links: creating, viewing and using them. The token is only returned when the link is created; only its hash is stored.
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

/** Same error for an unknown, used, withdrawn or expired link, so that guessing reveals nothing. */
export const goneLink = () =>
  new ProductError(
    "not_found",
    "This link no longer works: it was used, withdrawn, or has expired. Ask for a new one.",
  );

const hashOf = (token: string): string => sha256(token);

type Wanted = Pick<OneTimeLink, "kind" | "orgId" | "createdBy"> &
  Partial<Pick<OneTimeLink, "userId" | "email" | "role" | "channelId" | "mailed">>;

/** Creates a link; `token` has 256 random bits. Deletes expired links. */
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
 * Creates a link for one person. If the service can send e-mail, it is sent and `token` is null, because nobody else may see it. Throws
 * the same errors as `mailLink`; then no link exists.
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

/** Returns the link of a token. Throws if it no longer works. */
export async function openLink(ctx: People, token: string, kind?: LinkKind): Promise<OneTimeLink> {
  const link = await linkOfHash(ctx.models, hashOf(token));
  if (!link || link.usedAt !== null || link.expiresAt <= ctx.now()) throw goneLink();
  if (kind !== undefined && link.kind !== kind) throw goneLink();
  return link;
}

/** Uses the link and runs `work`. Of several simultaneous calls only one succeeds; if `work` fails, the link becomes valid again. */
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

/** Returns what the page of a link shows before it is used. */
export async function lookAtLink(ctx: People & Pick<OperationContext, "config">, token: string): Promise<LinkView> {
  const link = await openLink(ctx, token);
  const [organisation, user, channel] = await Promise.all([
    findOrganisation(ctx.models, link.orgId, { name: 1 }),
    // Must not reveal whether a recipient has an account.
    link.kind === "recipient" ? null : personOfLink(ctx, link),
    link.channelId ? findChannel(ctx.models, link.channelId) : null,
  ]);
  if (link.kind === "recipient" && !channel) throw goneLink();
  return {
    kind: link.kind,
    email: user?.email ?? link.email,
    // An invitation must not reveal the name of the account to anyone but its owner.
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

/** Returns how the person who opens a link must first verify the address; null if not at all, for example because the link was sent there. */
export function proofOf(ctx: Pick<OperationContext, "config">, { email, mailed }: OneTimeLink): ProofAsked {
  if (mailed || email === null) return null;
  return proofAsked(email, { mail: canMailLinks(ctx), domains: oidcSettings(ctx.config)?.domains ?? null });
}

/** Returns the person a link is for, if they already have an account. */
export async function personOfLink(ctx: People, { userId, email }: OneTimeLink): Promise<User | null> {
  if (userId !== null) return findUser(ctx.models, userId);
  return email === null ? null : userByEmail(ctx.models, email);
}
