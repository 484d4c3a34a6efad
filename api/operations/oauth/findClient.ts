// Finds the app of a client id: one that registered itself, or one whose id is the address of its metadata document.
import { NOTHING_ALLOWED } from "../../../domain/net/allowList.ts";
import { AddressRefusedError, RequestFailedError } from "../../../domain/net/errors.ts";
import { type ClientMetadata, isDocumentAddress, readDocument } from "../../../domain/oauth/clientMetadata.ts";
import { findClient as registered } from "../../../models/oauthClients/queries.ts";
import { headerText, safeFetch } from "../../../platform/net/safeFetch.ts";
import type { OperationContext } from "../../lib/context.ts";
import { OAuthErrorCode, refusal } from "./refusal.ts";

/** `documentHost`: host that vouches for the document by TLS; null if the app registered itself. */
export type AppClient = ClientMetadata & { id: string; documentHost: string | null };

/** Limit advised by the draft; a document has a few hundred bytes. */
const MAX_BYTES = 10_240;
const TIMEOUT_MS = 5_000;
const HOUR_MS = 3_600_000;
const MAX_CACHE_MS = 24 * HOUR_MS;
const MAX_CACHED = 200;
const MAX_ADDRESS = 500;

type Cached = { client: AppClient; until: number };
const caches = new WeakMap<object, Map<string, Cached>>();

const unknownClient = (message: string) => refusal(OAuthErrorCode.InvalidClient, message);

/**
 * Throws `invalid_client`. A document is only read on behalf of signed-in people, from public addresses, and without following redirects.
 */
export async function findClient(ctx: Pick<OperationContext, "models" | "now">, clientId: string): Promise<AppClient> {
  if (/^https?:/i.test(clientId)) return fromDocument(ctx, clientId);
  const client = await registered(ctx.models, clientId);
  if (!client)
    throw unknownClient("This app is not registered here. Remove the connection in the app, and connect again.");
  const { _id: id, name, redirectUris, uri } = client;
  return { id, name, redirectUris, uri, documentHost: null };
}

async function fromDocument(ctx: Pick<OperationContext, "models" | "now">, address: string): Promise<AppClient> {
  if (address.length > MAX_ADDRESS || !isDocumentAddress(address))
    throw unknownClient("client_id is not the address of a client's document: https, with a path.");
  const cache = caches.get(ctx.models) ?? new Map<string, Cached>();
  caches.set(ctx.models, cache);
  const known = cache.get(address);
  const now = ctx.now().getTime();
  if (known && known.until > now) return known.client;

  const answer = await safeFetch(address, {
    allowList: NOTHING_ALLOWED,
    headers: { accept: "application/json" },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    followRedirects: false,
  }).catch((error: unknown) => {
    // Not distinguished, because the difference would reveal what answers inside the network.
    if (error instanceof AddressRefusedError || error instanceof RequestFailedError)
      throw unknownClient("The app's document cannot be read from its address.");
    throw error;
  });
  if (answer.status !== 200) throw unknownClient("The app's document cannot be read from its address.");
  const read = readDocument(address, parsed(answer.body));
  if ("error" in read) throw unknownClient(`The app's document is invalid. ${read.message}`);
  const client: AppClient = { ...read, id: address, documentHost: new URL(address).host };
  cache.delete(address);
  for (const oldest of cache.keys()) if (cache.size >= MAX_CACHED) cache.delete(oldest);
  const until = now + cacheMs(headerText(answer.headers, "cache-control") ?? "");
  if (until > now) cache.set(address, { client, until });
  return client;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

/** Returns how long a document may be cached: an hour if it does not say, and never more than a day. */
function cacheMs(control: string): number {
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
  const seconds = /\bmax-age=(\d{1,9})/i.exec(control)?.[1];
  return seconds === undefined ? HOUR_MS : Math.min(Number(seconds) * 1_000, MAX_CACHE_MS);
}
