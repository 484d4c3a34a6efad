// Apps register themselves before a person connects them (RFC 7591). Anybody may, so it is bounded: what nobody connects is forgotten.
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
/** An app is connected within minutes of its registration, but a person may be away over a weekend. */
const UNCONNECTED_MS = 7 * 24 * HOUR_MS;
/** One that registered within the hour is never made to give way. */
const SURE_MS = HOUR_MS;
/** Registered apps that nobody has connected, over all: about 500 KB. */
const MAX_UNCONNECTED = 1_000;

/** The metadata as it was taken, with the app's id. It gets no secret: every app is public and uses PKCE. */
export async function registerClient(
  ctx: Pick<OperationContext, "models" | "now" | "ulid">,
  given: unknown,
): Promise<OauthClient> {
  const read = readMetadata(given);
  if ("error" in read) throw new OAuthError(read.error, read.message);
  const now = ctx.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await deleteUnconnected(ctx.models, before(UNCONNECTED_MS));
  // Renewing its tokens for that long, an app needs its registration no more.
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
