// Invitations: the service sends a link to the address by e-mail, or an administrator shares it; whoever opens it becomes a member.
import { fieldError, ProductError } from "../../../domain/errors.ts";
import type { Role } from "../../../domain/people/members.ts";
import { oneLine, truncate } from "../../../domain/text.ts";
import {
  countOtherInvitations,
  deleteInvitation,
  deleteInvitationsOf,
  newestInvitationFor,
  openInvitations,
} from "../../../models/oneTimeLinks/queries.ts";
import type { OneTimeLink } from "../../../models/oneTimeLinks/schema.ts";
import { membershipIn } from "../../../models/organisations/members.ts";
import { findOrganisation } from "../../../models/organisations/queries.ts";
import { userByEmail } from "../../../models/users/queries.ts";
import type { User } from "../../../models/users/schema.ts";
import { describeCaller } from "../../lib/access.ts";
import { mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { optional } from "../../lib/optional.ts";
import { hashPassword, verifyPassword } from "../keys/passwords.ts";
import { enter, type SignedIn } from "../keys/signIn.ts";
import { beginAttempt } from "../keys/signInAttempts.ts";
import { addPerson, join } from "./addPerson.ts";
import { makeLinkFor, openLink, type People, personOfLink, proofOf, spendLink } from "./links.ts";

export type InvitationView = {
  id: string;
  email: string;
  role: Role;
  createdBy: string;
  createdAt: string;
  expiresAt: string;
};

/** Maximum number of open invitations per organisation; nobody would read more. */
const MAX_OPEN = 500;

const view = (link: OneTimeLink): InvitationView => ({
  id: link._id,
  email: link.email ?? "",
  role: link.role ?? "viewer",
  createdBy: link.createdBy,
  createdAt: link.createdAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
});

/** Returns open invitations, newest first. */
export async function listInvitations(ctx: People, caller: Caller): Promise<InvitationView[]> {
  mustBeAllowed(caller, "administer");
  const links = await openInvitations(ctx.models, { orgId: caller.orgId, at: ctx.now() });
  return links.map(view);
}

/** Creates an invitation, which replaces an earlier one for the same address. `token`: to be shared; null if the link was sent by e-mail. */
export async function invite(
  ctx: People & Pick<OperationContext, "config">,
  caller: Caller,
  input: { email: string; role: Role },
): Promise<{ token: string | null; invitation: InvitationView }> {
  mustBeAllowed(caller, "administer");
  const email = input.email.toLowerCase();
  const known = await userByEmail(ctx.models, email);
  if (known && (await membershipIn(ctx.models, known, caller.orgId)))
    throw new ProductError("conflict", `${email} is a member already.`);
  const place = { orgId: caller.orgId, at: ctx.now(), email };
  if ((await countOtherInvitations(ctx.models, place)) >= MAX_OPEN)
    throw new ProductError("conflict", `${MAX_OPEN} invitations are open: withdraw some first.`);
  await deleteInvitationsOf(ctx.models, place);
  const organisation = await findOrganisation(ctx.models, caller.orgId, { name: 1 });
  const { token, link } = await makeLinkFor(
    ctx,
    { kind: "invitation", orgId: caller.orgId, email, role: input.role, createdBy: describeCaller(caller) },
    {
      subject: "You are invited to Plumbline",
      text: `${describeCaller(caller)} invites you to "${truncate(oneLine(organisation?.name ?? ""), 60)}" as ${input.role}. The link works once, for 7 days:`,
    },
  );
  await recordAudit(ctx, caller, "user.invite", link._id, { email, role: input.role, mailed: token === null });
  return { token, invitation: view(link) };
}

export async function withdrawInvitation(ctx: People, caller: Caller, id: string): Promise<void> {
  mustBeAllowed(caller, "administer");
  if (!(await deleteInvitation(ctx.models, { orgId: caller.orgId, at: ctx.now(), id })))
    throw new ProductError("not_found", "No open invitation has this id.");
  await recordAudit(ctx, caller, "user.withdraw", id);
}

/**
 * Accepts an invitation. A new person provides a name and a password; a person with an account proves that it is theirs by its password or
 * by being signed in (`signedInAs`), because the link alone must not open an account that belongs to other organisations too.
 */
export async function acceptInvitation(
  ctx: People & Pick<OperationContext, "config"> & OperationContext,
  input: { token: string; name?: string; password?: string; address: string; signedInAs: string | null },
): Promise<SignedIn> {
  const link = await openLink(ctx, input.token, "invitation");
  const { orgId, email, role } = link;
  if (email === null || role === null) throw new Error(`The invitation ${link._id} is for nobody.`);
  const owner = await personOfLink(ctx, link);
  if (!owner?.provedBy) requireProof(ctx, link);
  if (owner) await requireOwner(ctx, owner, input);
  const passwordHash = owner ? null : await hashPassword(needed(input.password, "password"));
  const place = { orgId, email, role, provedBy: link.mailed ? ("mail" as const) : null };
  const user = await spendLink(ctx, link, async () => {
    if (!owner) return addPerson(ctx, { ...place, name: needed(input.name, "name"), passwordHash });
    await join(ctx, orgId, owner._id, role);
    return owner;
  });
  const caller: Caller = { kind: "user", userId: user._id, email, orgId, role };
  await recordAudit(ctx, caller, "user.join", user._id, { role, invitedBy: link.createdBy });
  return enter(ctx, user, orgId);
}

/** Throws `forbidden` if the link does not verify the address although it could be verified in another way. */
function requireProof(ctx: Pick<OperationContext, "config">, link: OneTimeLink): void {
  const asked = proofOf(ctx, link);
  if (asked === "sso")
    throw new ProductError(
      "forbidden",
      `Sign in with ${ctx.config.oidcName} as ${link.email} first: it proves that the address is yours. Then open this link again, unless you are a member already.`,
    );
  if (asked === "mail")
    throw new ProductError("forbidden", "Ask for a new invitation: it is mailed to you, which proves your address.");
}

/**
 * Accepts the newest invitation for the address of a person without an account, which the identity provider has verified. Returns null if
 * there is none.
 */
export async function joinInvited(
  ctx: People,
  { email, name, identity }: { email: string; name: string; identity: string },
): Promise<User | null> {
  const link = await newestInvitationFor(ctx.models, email, ctx.now());
  if (!link || link.role === null) return null;
  const { orgId, role } = link;
  const user = await spendLink(ctx, link, () =>
    addPerson(ctx, { orgId, email, name, role, passwordHash: null, identity, provedBy: "sso" }),
  );
  const caller: Caller = { kind: "user", userId: user._id, email, orgId, role };
  await recordAudit(ctx, caller, "user.join", user._id, { role, invitedBy: link.createdBy, by: "oidc" });
  return user;
}

async function requireOwner(
  ctx: OperationContext,
  owner: User,
  { password, address, signedInAs }: { password?: string; address: string; signedInAs: string | null },
): Promise<void> {
  if (signedInAs === owner._id) return;
  if (owner.passwordHash === null)
    throw new ProductError("forbidden", "This address has an account without a password: sign in to it first.");
  const given = needed(password, "password");
  const attempt = await beginAttempt(ctx, { address, email: owner.email });
  if (!(await verifyPassword(owner.passwordHash, given))) throw new ProductError("forbidden", "The password is wrong.");
  await optional(ctx, "failed sign-ins not reset", { userId: owner._id }, () => attempt.succeeded());
}

function needed(value: string | undefined, path: string): string {
  if (value !== undefined && value !== "") return value;
  throw fieldError(path, `${path} is required`);
}
