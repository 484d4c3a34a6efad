// The URL under which apps find the service: issuer of tokens, and resource that the tokens are for.
import type { Config } from "../config.ts";
import { isLoopback } from "./redirects.ts";

/**
 * Returns the issuer without a trailing slash, or null if apps cannot connect. This is the public URL if one is configured. Without one,
 * only addresses of this machine are accepted, because any other Host header is an unverified claim and tokens would be sent without TLS.
 */
export function issuerOf({ publicUrl }: Pick<Config, "publicUrl">, host: string | undefined): string | null {
  const url = URL.parse(publicUrl || `http://${host ?? ""}`);
  if (url === null || (!publicUrl && host !== url.host)) return null;
  const safe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
  return safe ? (url.origin + url.pathname).replace(/\/+$/, "") : null;
}

/** Returns whether an app means this resource. The case of scheme and host, and a trailing slash, make no difference. */
export function isResource(asked: string, resource: string): boolean {
  const url = URL.parse(asked);
  return (
    url !== null && !asked.includes("#") && url.href.replace(/\/$/, "") === new URL(resource).href.replace(/\/$/, "")
  );
}
