// The first administrator: whoever opens the link that the service printed in the terminal while there were no users.
import { ProductError } from "../../../domain/errors.ts";
import { deleteWelcomeLinks } from "../../../models/oneTimeLinks/queries.ts";
import { hasUsers as anyUsers } from "../../../models/users/queries.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import { hashPassword } from "../keys/passwords.ts";
import { callerOfUser, enter, type SignedIn } from "../keys/signIn.ts";
import { addPerson } from "./addPerson.ts";
import { makeLink, openLink, type People, spendLink } from "./links.ts";

/** Returns the token of a new link, which replaces any earlier one; null if there is a user already. */
export async function makeFirstLink(ctx: People, orgId: string): Promise<string | null> {
  if (await hasUsers(ctx)) return null;
  await deleteWelcomeLinks(ctx.models);
  return (await makeLink(ctx, { kind: "welcome", orgId, createdBy: "operator" })).token;
}

export const hasUsers = ({ models }: Pick<People, "models">): Promise<boolean> => anyUsers(models);

/** Creates the first administrator and signs them in. Throws `conflict` if there is a user already. */
export async function welcome(
  ctx: People,
  input: { token: string; email: string; name: string; password: string },
): Promise<SignedIn> {
  const link = await openLink(ctx, input.token, "welcome");
  if (await hasUsers(ctx)) throw new ProductError("conflict", "There is already an administrator. Sign in.");
  const passwordHash = await hashPassword(input.password);
  const { name, email } = input;
  const user = await spendLink(ctx, link, () =>
    addPerson(ctx, {
      orgId: link.orgId,
      email: email.toLowerCase(),
      name,
      role: "admin",
      passwordHash,
      provedBy: "operator",
    }),
  );
  const signedIn = await enter(ctx, user);
  await recordAudit(ctx, callerOfUser(signedIn.user), "user.create", user._id, { email: user.email, role: "admin" });
  return signedIn;
}
