// Adds a new or an existing person to an organisation.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { MAX_MEMBERS, type Role, withMember } from "../../../domain/people/members.ts";
import type { Proof } from "../../../domain/people/proof.ts";
import { changeMembers, type MembersChange } from "../../../models/organisations/members.ts";
import { keepsMembers } from "../../../models/organisations/queries.ts";
import { deleteUser, insertUser } from "../../../models/users/queries.ts";
import type { User } from "../../../models/users/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import { unlessTaken } from "../../lib/unlessTaken.ts";

type People = Pick<OperationContext, "models" | "now" | "ulid">;
export type NewPerson = {
  orgId: string;
  /** In lower case. */
  email: string;
  name: string;
  role: Role;
  passwordHash: string | null;
  identity?: string;
  /** null if nobody has verified the address. */
  provedBy: Proof | null;
};

export const addressTaken = (email: string): ProductError =>
  new ProductError("conflict", `A user with the address ${email} already exists.`, { email });

/** Creates a person and adds them to the organisation. Throws `conflict` if the e-mail address is already known. */
export async function addPerson(ctx: People, { orgId, email, role, ...person }: NewPerson): Promise<User> {
  const user: User = { _id: makeId("user", ctx.ulid()), orgId, email, role, ...person, createdAt: ctx.now() };
  // The member list is created first if it is not stored yet, because it must not include the new person before they join.
  await keepList(ctx, orgId);
  await unlessTaken(insertUser(ctx.models, user), () => addressTaken(email));
  try {
    await join(ctx, orgId, user._id, role);
  } catch (error) {
    await deleteUser(ctx.models, user._id);
    throw error;
  }
  return user;
}

/** Adds a person to an organisation. Throws `conflict` if they are already a member. */
export async function join(ctx: People, orgId: string, userId: string, role: Role): Promise<void> {
  membersOrThrow(
    await changeMembers(ctx.models, orgId, (members) =>
      // A new epoch, so that sessions from an earlier membership do not become valid again.
      withMember(members, { userId, role, joinedAt: ctx.now(), epoch: ctx.ulid() }),
    ),
  );
}

async function keepList(ctx: People, orgId: string): Promise<void> {
  if (!(await keepsMembers(ctx.models, orgId)))
    membersOrThrow(await changeMembers(ctx.models, orgId, (members) => ({ members: [...members] })));
}

const REFUSALS = {
  unknown: ["not_found", "Member not found."],
  known: ["conflict", "This person is a member already."],
  last_admin: ["conflict", "An organisation needs an administrator: give another member the role admin first."],
  full: ["conflict", `An organisation has at most ${MAX_MEMBERS} members.`],
  busy: ["unavailable", "Somebody else is changing the members. Try again shortly."],
} as const;

/** Returns the result of a change of members, or throws the reason why it was refused. */
export function membersOrThrow(change: MembersChange) {
  if ("done" in change) return change.done;
  const [code, message] = REFUSALS[change.refused];
  throw new ProductError(code, message);
}
