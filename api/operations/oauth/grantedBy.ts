// Current rights of the person who connected an app, because a token must never do more than that person may do.

import type { OauthGrant } from "../../../models/oauthGrants/schema.ts";
import { membershipIn } from "../../../models/organisations/members.ts";
import { projectOf } from "../../../models/projects/queries.ts";
import { findUser } from "../../../models/users/queries.ts";
import type { Role, User } from "../../../models/users/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Returns null if the account, the membership or the project is gone, which also ends the connection. */
export async function grantedBy(
  { models }: Pick<OperationContext, "models">,
  { userId, orgId, projectId }: OauthGrant,
): Promise<{ user: User; role: Role } | null> {
  const [user, project] = await Promise.all([findUser(models, userId), projectOf(models, orgId, projectId)]);
  const place = user && (await membershipIn(models, user, orgId));
  return user && place && project ? { user, role: place.member.role } : null;
}
