// All users of the installation, for the operator.
import { membershipsOf } from "../../../models/organisations/members.ts";
import { allUsers } from "../../../models/users/queries.ts";
import type { Role } from "../../../models/users/schema.ts";
import { mustBeAllowed } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import type { People } from "./links.ts";

export type ListedUser = {
  id: string;
  email: string;
  name: string;
  organisations: { slug: string; role: Role }[];
};

/** Returns users sorted by address. */
export async function listUsers(ctx: Pick<People, "models">, caller: Caller): Promise<ListedUser[]> {
  mustBeAllowed(caller, "operate");
  const users = await allUsers(ctx.models);
  const listed: ListedUser[] = [];
  for (const user of users) {
    const places = await membershipsOf(ctx.models, user);
    const organisations = places.map(({ organisation: { slug }, member: { role } }) => ({ slug, role }));
    listed.push({ id: user._id, email: user.email, name: user.name, organisations });
  }
  return listed;
}
