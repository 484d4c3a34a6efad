// Members of organisations: the only module that reads and changes the list in an organisation's document.
import type { Member, MembersVerdict } from "../../domain/people/members.ts";
import type { Models } from "../index.ts";
import type { User } from "../users/schema.ts";
import type { Organisation } from "./schema.ts";

/** Maximum number of attempts per change if others change the same list. */
const TURNS = 50;

export type Membership = { organisation: Organisation; member: Member };

/** Returns the members of an organisation in the order in which they joined. */
export async function membersOf(models: Models, organisation: Organisation): Promise<Member[]> {
  if (organisation.members) return organisation.members;
  const users = await models.users
    .find({ orgId: organisation._id }, { role: 1, createdAt: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .lean<User[]>();
  return users.map(({ _id, role, createdAt }) => ({ userId: _id, role, joinedAt: createdAt, epoch: null }));
}

/** Returns the person's membership in an organisation, or null if there is none. */
export async function membershipIn(models: Models, user: User, orgId: string): Promise<Membership | null> {
  const organisation = await models.organisations.findOne({ _id: orgId }).lean<Organisation>();
  if (!organisation) return null;
  const member = placeOf(organisation, user);
  return member && { organisation, member };
}

/** Returns every organisation that the person belongs to, sorted by name. */
export async function membershipsOf(models: Models, user: User): Promise<Membership[]> {
  const found = await models.organisations
    .find({ $or: [{ "members.userId": user._id }, { _id: user.orgId }] })
    .lean<Organisation[]>();
  return found
    .flatMap((organisation) => {
      const member = placeOf(organisation, user);
      return member ? [{ organisation, member }] : [];
    })
    .sort((a, b) => a.organisation.name.localeCompare(b.organisation.name));
}

function placeOf(organisation: Organisation, user: User): Member | null {
  // It is being deleted, so its sessions have ended.
  if (organisation.erasing) return null;
  if (organisation.members) return organisation.members.find(({ userId }) => userId === user._id) ?? null;
  // No list yet: the user's own document contains the membership.
  const { _id: userId, role, createdAt: joinedAt } = user;
  return user.orgId === organisation._id ? { userId, role, joinedAt, epoch: null } : null;
}

export type MembersChange = { done: Member[] } | { refused: "unknown" | "known" | "last_admin" | "full" | "busy" };

/** Changes the list to what `decide` returns for the stored members; if another change happens at the same time, decides again. */
export async function changeMembers(
  models: Models,
  orgId: string,
  decide: (members: readonly Member[]) => MembersVerdict,
): Promise<MembersChange> {
  for (let turn = 0; turn < TURNS; turn++) {
    const organisation = await models.organisations.findOne({ _id: orgId }).lean<Organisation>();
    // Nobody joins or leaves an organisation that is being deleted.
    if (!organisation || organisation.erasing) return { refused: "unknown" };
    const verdict = decide(await membersOf(models, organisation));
    if ("refused" in verdict) return verdict;
    const rev = organisation.membersRev ?? null;
    const { modifiedCount } = await models.organisations.updateOne(
      { _id: orgId, membersRev: rev, erasing: null },
      { $set: { members: verdict.members, membersRev: (rev ?? 0) + 1 } },
    );
    if (modifiedCount === 1) return { done: verdict.members };
  }
  return { refused: "busy" };
}
