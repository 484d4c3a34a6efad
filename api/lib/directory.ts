// The members of an organisation by e-mail address: who can be mentioned, asked for a review and notified.
import { displayName } from "../../domain/words/people.ts";
import { membersOf } from "../../models/organisations/members.ts";
import { findOrganisation } from "../../models/organisations/queries.ts";
import { usersWithIds } from "../../models/users/queries.ts";
import type { Role, User } from "../../models/users/schema.ts";
import { describeCaller } from "./access.ts";
import type { Caller, OperationContext } from "./context.ts";

export type DirectoryEntry = { email: string; name: string; role: Role; user: User };

export async function directoryOf(
  { models }: Pick<OperationContext, "models">,
  orgId: string,
): Promise<ReadonlyMap<string, DirectoryEntry>> {
  const organisation = await findOrganisation(models, orgId);
  const members = organisation ? await membersOf(models, organisation) : [];
  const roles = new Map(members.map(({ userId, role }) => [userId, role]));
  const users = await usersWithIds(models, [...roles.keys()]);
  return new Map(
    users.map((user) => [
      user.email,
      { email: user.email, name: displayName(user), role: roles.get(user._id) ?? "viewer", user },
    ]),
  );
}

/** Returns the caller's name for messages to others. */
export const nameOfCaller = (caller: Caller, directory: ReadonlyMap<string, DirectoryEntry>): string =>
  directory.get(describeCaller(caller))?.name ?? describeCaller(caller);
