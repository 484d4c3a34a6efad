// Signed links to artifacts: each opens one artifact for its holder until it expires.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "../domain/config.ts";
import { deriveSecret } from "./secrets.ts";

export type LinkContext = { now(): Date } & { config: Pick<Config, "secretKey"> };

/** For links in responses to callers that can ask again. */
export const LINK_TTL_MS = 3_600_000;
/** Expiry is rounded up to this step, so that links created within an hour are equal and a browser's cache finds them. */
const LINK_STEP_MS = 3_600_000;

const derived = new WeakMap<object, Buffer>();

function signature(ctx: LinkContext, id: string, expires: number): Buffer {
  let key = derived.get(ctx.config);
  if (!key) {
    key = deriveSecret(ctx.config, "signed links");
    derived.set(ctx.config, key);
  }
  return createHmac("sha256", key).update(`${id}\n${expires}`).digest();
}

/** Returns the path of a signed link: `/api/artifacts/<id>?expires=<unix seconds>&sig=<base64url>`. */
export function artifactLink(ctx: LinkContext, id: string, ttlMs = LINK_TTL_MS): string {
  const expires = (Math.ceil((ctx.now().getTime() + ttlMs) / LINK_STEP_MS) * LINK_STEP_MS) / 1_000;
  return `/api/artifacts/${id}?expires=${expires}&sig=${signature(ctx, id, expires).toString("base64url")}`;
}

/** Returns whether the signature opens this artifact now. */
export function linkOpens(ctx: LinkContext, id: string, expires: string, sig: string): boolean {
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 <= ctx.now().getTime()) return false;
  const expected = signature(ctx, id, Number(expires));
  const given = Buffer.from(sig, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
