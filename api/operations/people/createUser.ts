import { randomInt } from "node:crypto";
import { type InferType, object, string } from "yup";
import { isAddressTaken } from "../../../models/users/queries.ts";
import { ROLES, type Role } from "../../../models/users/schema.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { nameField } from "../../lib/fields.ts";
import { hashPassword, PASSWORD_LENGTH as PASSWORD } from "../keys/passwords.ts";
import { addPerson, addressTaken } from "./addPerson.ts";

const INPUT = object({
  email: string().trim("must not begin or end with a space").email().max(254).required(),
  name: nameField.required(),
  role: string().oneOf(ROLES).required(),
  /** If omitted, a password is generated and returned once. */
  password: string().min(PASSWORD.min).max(PASSWORD.max),
})
  .noUnknown()
  .required();
export type CreateUserInput = InferType<typeof INPUT>;
export type UserView = { id: string; email: string; name: string; role: Role };

/**
 * Creates a person who can sign in. `password` is only returned if it was generated here. Throws `conflict` if the e-mail address is
 * already known.
 */
export async function createUser(
  ctx: AdminContext,
  caller: Caller,
  input: CreateUserInput,
): Promise<{ user: UserView; password: string | null }> {
  mustBeAllowed(caller, "administer");
  const wanted = checked(INPUT, input);
  const email = wanted.email.toLowerCase();
  // Checked first, because hashing is slow on purpose.
  if (await isAddressTaken(ctx.models, email)) throw addressTaken(email);

  const made = wanted.password == null ? makePassword() : null;
  const passwordHash = await hashPassword(made ?? (wanted.password as string));
  const { orgId } = caller;
  const { name, role } = wanted;
  const provedBy = caller.kind === "operator" ? "operator" : null;
  const { _id: id } = await addPerson(ctx, { orgId, email, name, role, passwordHash, provedBy });
  const user: UserView = { id, email, name: wanted.name, role: wanted.role };
  await recordAudit(ctx, caller, "user.create", user.id, { email, role: user.role });
  return { user, password: made };
}

/** Excludes characters that are easily confused when read aloud: 5 groups of 4 out of 32 letters are 100 bits. */
function makePassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: 5 }, group).join("-");
}
