// Caller on whose behalf the holder of the legacy coach credential asks: an organisation (read access only) or one of its people.
import { ProductError } from "../../../domain/errors.ts";
import { membershipIn } from "../../../models/organisations/members.ts";
import { organisationNamed } from "../../../models/organisations/queries.ts";
import { findUser } from "../../../models/users/queries.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

export async function agentCaller(
  ctx: OperationContext,
  { orgId, userId }: { orgId: string; userId?: string },
): Promise<Caller> {
  const organisation = await organisationNamed(ctx.models, orgId);
  if (organisation === null) throw new ProductError("not_found", `Organisation "${orgId}" was not found.`);
  if (userId === undefined)
    return {
      kind: "key",
      keyId: `coach-agent:${organisation}`,
      keyName: "coach agent",
      orgId: organisation,
      scope: "mcp_read",
      projectId: null,
      defaultProject: null,
    };
  const user = await findUser(ctx.models, userId);
  if (!user || !(await membershipIn(ctx.models, user, organisation)))
    throw new ProductError("not_found", `The organisation has no person with the id "${userId}".`);
  // The credential only reads on behalf of a person, so the role is always viewer.
  return { kind: "user", userId: user._id, email: user.email, orgId: organisation, role: "viewer" };
}
