// From the text of an API key to its caller. Looked up at every call, so that a revoked key is invalid at once.
import { messageOf, ProductError } from "../../../domain/errors.ts";
import { parseKey } from "../../../domain/keys.ts";
import { keyOfHash, noteKeyUsed } from "../../../models/apiKeys/queries.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

/** How often `lastUsedAt` is written at most: one write a minute for each key, not one a call. */
const LAST_USED_STEP_MS = 60_000;

/** What is kept of a key: SHA-256 of its text in hex. The text has 190 random bits, so it needs no slow hash. */
export function hashKey(text: string): string {
  return sha256(text);
}

/** The caller of a key. Throws unauthorized, in the same words for an unknown, a revoked and an expired key. */
export async function authenticateKey(
  ctx: OperationContext,
  text: string | undefined,
): Promise<Extract<Caller, { kind: "key" }>> {
  if (!text) throw new ProductError("unauthorized", "An API key is needed: send it in the header X-API-Key.");
  const refused = new ProductError("unauthorized", "The API key is not valid: it is unknown, revoked or expired.");
  const kind = parseKey(text);
  if (!kind) throw refused;
  const key = await keyOfHash(ctx.models, hashKey(text));
  const now = ctx.now();
  if (!key || key.kind !== kind || key.revokedAt !== null) throw refused;
  if (key.expiresAt !== null && key.expiresAt <= now) throw refused;
  // A project key without its project would see everything.
  if (key.kind === "project" && key.projectId === null) throw refused;
  if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() >= LAST_USED_STEP_MS)
    await noteKeyUsed(ctx.models, key._id, now).catch((error: unknown) =>
      ctx.log("warn", "last use of a key not written", { keyId: key._id, reason: messageOf(error) }),
    );
  return {
    kind: "key",
    keyId: key._id,
    keyName: key.name,
    orgId: key.orgId,
    scope: key.scope,
    projectId: key.kind === "project" ? key.projectId : null,
    defaultProject: key.defaultProject,
  };
}
