import { type InferType, object, string } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { ID_PREFIXES } from "../../../domain/ids.ts";
import { parseKey } from "../../../domain/keys.ts";
import { findKey, keysLike, revoke } from "../../../models/apiKeys/queries.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { hashKey } from "./authenticateKey.ts";
import { type KeyView, viewKey } from "./keyView.ts";

const INPUT = object({
  /** Id, full text or hint of the key. */
  key: string().trim("must not begin or end with a space").min(1).max(200).required(),
  /** Name of the key, typed by the person to confirm that this key is meant. */
  name: string().max(100),
})
  .noUnknown()
  .required();

/**
 * Revokes a key: the next request with it is refused. Revoking it again changes nothing and returns when it was revoked. Throws
 * `not_found`, or `conflict` if several keys share the hint. No message repeats the input, because it may be a key.
 */
export async function revokeKey(
  ctx: AdminContext,
  caller: Caller,
  input: InferType<typeof INPUT>,
): Promise<{ record: KeyView; revokedNow: boolean }> {
  mustBeAllowed(caller, "administer");
  const { key: given, name } = checked(INPUT, input);
  const found = await keysLike(ctx.models, caller.orgId, findVisible(given));
  const [key, ...others] = found;
  if (!key) throw new ProductError("not_found", "No key has this id, text or hint.");
  if (others.length > 0)
    throw new ProductError(
      "conflict",
      `Several keys begin with this text; use an id: ${found.map((k) => k._id).join(", ")}.`,
    );
  if (name !== undefined && name !== key.name) {
    const message = "name is not the name of this key";
    throw new ProductError("validation_error", `${message}.`, { fields: [{ path: "name", message }] });
  }

  const now = ctx.now();
  const revokedNow = await revoke(ctx.models, key._id, now);
  if (revokedNow) await recordAudit(ctx, caller, "key.revoke", key._id, { name: key.name });
  const stored = await findKey(ctx.models, key._id);
  return { record: viewKey(stored ?? { ...key, revokedAt: now }), revokedNow };
}

function findVisible(given: string): { _id: string } | { hash: string } | { hint: string } {
  if (given.startsWith(`${ID_PREFIXES.apiKey}_`)) return { _id: given };
  if (parseKey(given)) return { hash: hashKey(given) };
  return { hint: given.replace(/(…|\.\.\.)$/, "") };
}
