// Members of the caller's organisation: listing, roles and removal.
import { ProductError } from "../../../domain/errors.ts";
import { type Member, type Role, without, withRole } from "../../../domain/people/members.ts";
import { unconfirmRecipient } from "../../../models/notifications/queries.ts";
import { revokeGrants } from "../../../models/oauthGrants/queries.ts";
import { deleteLinksMadeBy, deleteLinksOfPerson } from "../../../models/oneTimeLinks/queries.ts";
import { changeMembers, membershipIn, membersOf } from "../../../models/organisations/members.ts";
import { findOrganisation } from "../../../models/organisations/queries.ts";
import { findUser, usersWithIds } from "../../../models/users/queries.ts";
import type { User } from "../../../models/users/schema.ts";
import { accessChanged } from "../../lib/accessChanged.ts";
import { mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { requireCurrent, revisionOf } from "../../lib/versionConflict.ts";
import { membersOrThrow } from "./addPerson.ts";
import type { People } from "./links.ts";

export type MemberView = {
  id: string;
  email: string;
  name: string;
  role: Role;
  joinedAt: string;
  you: boolean;
  /** Of the role. */
  rev: string;
};

function view(member: Member, user: User, caller: Caller): MemberView {
  return {
    id: user._id,
    email: user.email,
    name: user.name,
    role: member.role,
    joinedAt: new Date(member.joinedAt).toISOString(),
    you: caller.kind === "user" && caller.userId === user._id,
    rev: revisionOf(member.role),
  };
}

/** Returns all members by name, administrators first. */
export async function listMembers(ctx: People, caller: Caller): Promise<MemberView[]> {
  mustBeAllowed(caller, "view");
  const organisation = await findOrganisation(ctx.models, caller.orgId);
  const members = organisation ? await membersOf(ctx.models, organisation) : [];
  const users = await usersWithIds(
    ctx.models,
    members.map(({ userId }) => userId),
  );
  const byId = new Map(users.map((user) => [user._id, user]));
  const order: readonly Role[] = ["admin", "editor", "viewer"];
  return members
    .flatMap((member) => {
      const user = byId.get(member.userId);
      return user ? [view(member, user, caller)] : [];
    })
    .sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role) || a.name.localeCompare(b.name));
}

/** Returns a member of the caller's organisation. Throws `not_found` for anybody else. */
export async function memberOf(ctx: People, caller: Caller, id: string): Promise<{ user: User; member: Member }> {
  const user = await findUser(ctx.models, id);
  const place = user && (await membershipIn(ctx.models, user, caller.orgId));
  if (!place) throw new ProductError("not_found", "Member not found.");
  return { user, member: place.member };
}

/**
 * Changes the role, which ends the person's sessions in this organisation. The last administrator cannot be demoted. Throws `conflict` with
 * `now` if somebody else has given the person another role since `rev`.
 */
export async function setRole(
  ctx: People,
  caller: Caller,
  { id, role, rev }: { id: string; role: Role; rev?: string },
): Promise<{ member: MemberView; changed: boolean }> {
  mustBeAllowed(caller, "administer");
  const { user, member } = await memberOf(ctx, caller, id);
  const epoch = ctx.ulid();
  const find = (members: readonly Member[]) => members.find(({ userId }) => userId === id) ?? member;
  let before = member;
  const decide = (all: readonly Member[]) => {
    before = find(all);
    if (rev !== undefined && role !== before.role)
      requireCurrent(`the role of ${user.name}`, view(before, user, caller), rev);
    return withRole(all, id, role, epoch);
  };
  const after = find(membersOrThrow(await changeMembers(ctx.models, caller.orgId, decide)));
  const changed = before.role !== after.role;
  if (changed) {
    await accessChanged(ctx, id);
    if (before.role === "admin") await deleteLinksMadeBy(ctx.models, caller.orgId, user.email);
    await recordAudit(ctx, caller, "user.role", id, { from: before.role, to: role, email: user.email });
  }
  return { member: view(after, user, caller), changed };
}

/** Removes a person from the organisation; their account stays. The last administrator cannot be removed. */
export async function removeMember(ctx: People, caller: Caller, id: string): Promise<void> {
  mustBeAllowed(caller, "administer");
  const { user } = await memberOf(ctx, caller, id);
  membersOrThrow(await changeMembers(ctx.models, caller.orgId, (all) => without(all, id)));
  await accessChanged(ctx, id);
  // Links that the organisation's administrators created for this person are deleted too.
  await deleteLinksOfPerson(ctx.models, caller.orgId, id);
  await deleteLinksMadeBy(ctx.models, caller.orgId, user.email);
  // An e-mail channel sends to members without asking them.
  await unconfirmRecipient(ctx.models, caller.orgId, user.email, ctx.now());
  // If the person is invited again later, they have to connect their apps again.
  await revokeGrants(ctx.models, { orgId: caller.orgId, userId: id }, ctx.now());
  await recordAudit(ctx, caller, "user.remove", id, { email: user.email });
}
