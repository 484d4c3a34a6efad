// Sign-in through the identity provider: the returning person is signed in, added, or told why not.
import { ProductError } from "../../../domain/errors.ts";
import { withRole } from "../../../domain/people/members.ts";
import { type Claims, type Judged, judgeClaims, type OidcSettings } from "../../../domain/people/oidc.ts";
import type { OidcProblem } from "../../../domain/people/oidcProblems.ts";
import { changeMembers } from "../../../models/organisations/members.ts";
import { userByEmail, userByIdentity } from "../../../models/users/queries.ts";
import type { User } from "../../../models/users/schema.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
import { accessChanged } from "../../lib/accessChanged.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { OperationContext } from "../../lib/context.ts";
import { callerOfUser, enter, type SignedIn } from "../keys/signIn.ts";
import { addPerson } from "./addPerson.ts";
import { ensureDefaultOrganisation } from "./ensureDefaultOrganisation.ts";
import { joinInvited } from "./invitations.ts";
import { linkToProvider } from "./linkToProvider.ts";

/** Signs in the person that the provider's claims describe. New people join the installation's default organisation. */
export async function admitByOidc(
  ctx: OperationContext,
  settings: OidcSettings,
  claims: Claims,
): Promise<SignedIn | { problem: OidcProblem }> {
  const judged = judgeClaims(settings, claims);
  if ("problem" in judged) return judged;
  const organisation = await ensureDefaultOrganisation(ctx);
  const user = await personOf(ctx, settings, judged, organisation._id);
  if ("problem" in user) return user;
  if (judged.role) await followGroups(ctx, organisation._id, user, judged.role);
  try {
    const signedIn = await enter(ctx, user);
    await recordAudit(ctx, callerOfUser(signedIn.user), "user.sign_in", user._id, { by: "oidc" });
    return signedIn;
  } catch (error) {
    if (error instanceof ProductError && error.code === "forbidden") return { problem: "oidc_nowhere" };
    throw error;
  }
}

async function personOf(
  ctx: OperationContext,
  settings: OidcSettings,
  { issuer, subject, email, name, role }: Judged,
  orgId: string,
): Promise<User | { problem: OidcProblem }> {
  const identity = sha256(JSON.stringify([issuer, subject]));
  // An account belongs to the first person of the provider who verifies its address.
  const find = async () => (await userByIdentity(ctx.models, identity)) ?? (await userByEmail(ctx.models, email));
  const owner = await find();
  if (owner) return (await linkToProvider(ctx, owner, identity, find)) ?? { problem: "oidc_other" };
  try {
    if (settings.domains.length === 0)
      return (await joinInvited(ctx, { email, name, identity })) ?? { problem: "oidc_unknown" };
    const provedBy = "sso" as const;
    const wanted = { orgId, email, name, role: role ?? settings.role, passwordHash: null, identity, provedBy };
    const made = await addPerson(ctx, wanted);
    const caller = { kind: "user", userId: made._id, email, orgId, role: wanted.role } as const;
    await recordAudit(ctx, caller, "user.create", made._id, { email, role: wanted.role, by: "oidc" });
    return made;
  } catch (error) {
    // Two simultaneous sign-ins create only one account.
    const other = await userByIdentity(ctx.models, identity);
    if (other) return other;
    throw error;
  }
}

/** If groups are mapped to roles, the provider decides the role, but it cannot demote the last administrator. */
async function followGroups(ctx: OperationContext, orgId: string, user: User, role: Judged["role"]): Promise<void> {
  if (!role) return;
  const change = await changeMembers(ctx.models, orgId, (members) => withRole(members, user._id, role, ctx.ulid()));
  if ("refused" in change && change.refused !== "unknown")
    ctx.log("warn", "a role by groups was not given", { userId: user._id, role, reason: change.refused });
  else await accessChanged(ctx, user._id);
}
