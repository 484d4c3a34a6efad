// Resolves the text of an API key to its caller. Every call sees the key as stored when it came or later, so that a
// revoked key is invalid immediately.
import { messageOf, ProductError } from "../../../domain/errors.ts";
import { parseKey } from "../../../domain/keys.ts";
import { keyOfHash, noteKeyUsed } from "../../../models/apiKeys/queries.ts";
import type { ApiKey } from "../../../models/apiKeys/schema.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
import { sharedReads } from "../../../platform/sharedReads.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

/** Minimum interval between writes of `lastUsedAt` per key: one write a minute instead of one per call. */
const LAST_USED_STEP_MS = 60_000;

/** Hundreds of clients poll with one key. */
const shared = sharedReads<ApiKey | null>();

/** Returns the stored form of a key: the SHA-256 of its text in hex. The text has 190 random bits, so no slow hash is needed. */
export function hashKey(text: string): string {
  return sha256(text);
}

/** Returns the caller of a key. Throws `unauthorized`, with the same message for an unknown, a revoked and an expired key. */
export async function authenticateKey(
  ctx: Pick<OperationContext, "models" | "now" | "log">,
  text: string | undefined,
): Promise<Extract<Caller, { kind: "key" }>> {
  if (!text) throw new ProductError("unauthorized", "Send an API key in the header X-API-Key.");
  const refused = new ProductError("unauthorized", "The API key is not valid: it is unknown, revoked or expired.");
  const kind = parseKey(text);
  if (!kind) throw refused;
  const hash = hashKey(text);
  const key = await shared(ctx.models, hash, () => keyOfHash(ctx.models, hash));
  const now = ctx.now();
  if (!key || key.kind !== kind || key.revokedAt !== null) throw refused;
  if (key.expiresAt !== null && key.expiresAt <= now) throw refused;
  // A project key without its project would have access to everything.
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
