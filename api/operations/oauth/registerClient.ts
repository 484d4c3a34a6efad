// Registration of apps before a person connects them (RFC 7591). It is open to anybody and therefore limited: apps that nobody connects are
// deleted.
import { makeId } from "../../../domain/ids.ts";
import { readMetadata } from "../../../domain/oauth/clientMetadata.ts";
import { LIFETIMES } from "../../../domain/oauth/tokens.ts";
import {
  countUnconnected,
  deleteForgotten,
  deleteUnconnected,
  insertClient,
} from "../../../models/oauthClients/queries.ts";
import type { OauthClient } from "../../../models/oauthClients/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import { OAuthError, OAuthErrorCode, refusal } from "./refusal.ts";

const HOUR_MS = 3_600_000;
/** An app is usually connected within minutes of its registration, but a person may be away over a weekend. */
const UNCONNECTED_MS = 7 * 24 * HOUR_MS;
/** An app that registered within the hour is never deleted to make room. */
const SURE_MS = HOUR_MS;
/** Maximum number of registered apps that nobody has connected, in total: about 500 KB. */
const MAX_UNCONNECTED = 1_000;

/** Returns the metadata as accepted, with the app's id. There is no secret, because every app is public and uses PKCE. */
export async function registerClient(
  ctx: Pick<OperationContext, "models" | "now" | "ulid">,
  given: unknown,
): Promise<OauthClient> {
  const read = readMetadata(given);
  if ("error" in read) throw new OAuthError(read.error, read.message);
  const now = ctx.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await deleteUnconnected(ctx.models, before(UNCONNECTED_MS));
  // An app that has not renewed its tokens for that long no longer needs its registration.
  await deleteForgotten(ctx.models, before(2 * LIFETIMES.refreshMs));
  if ((await countUnconnected(ctx.models)) >= MAX_UNCONNECTED) {
    await deleteUnconnected(ctx.models, before(SURE_MS));
    if ((await countUnconnected(ctx.models)) >= MAX_UNCONNECTED)
      throw refusal(
        OAuthErrorCode.TemporarilyUnavailable,
        "Too many apps registered within the hour. Try again later.",
      );
  }
  const client: OauthClient = {
    _id: makeId("oauthClient", ctx.ulid()),
    ...read,
    createdAt: now,
    connectedAt: null,
  };
  await insertClient(ctx.models, client);
  return client;
}
