// Under which address apps find the service: the issuer of tokens, and the resource that they are for.
import type { Config } from "../config.ts";
import { isLoopback } from "./redirects.ts";

/**
 * The issuer, without a slash at its end; null: apps cannot be connected. That is the public address where one is set. Without one,
 * only an address of this machine counts: any other Host is a claim of whoever asks, and tokens would travel without TLS.
 */
export function issuerOf({ publicUrl }: Pick<Config, "publicUrl">, host: string | undefined): string | null {
  const url = URL.parse(publicUrl || `http://${host ?? ""}`);
  if (url === null || (!publicUrl && host !== url.host)) return null;
  const safe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
  return safe ? (url.origin + url.pathname).replace(/\/+$/, "") : null;
}

/** Whether an app means this resource: letters of scheme and name in any case, and a slash at the end, make no other. */
export function isResource(asked: string, resource: string): boolean {
  const url = URL.parse(asked);
  return (
    url !== null && !asked.includes("#") && url.href.replace(/\/$/, "") === new URL(resource).href.replace(/\/$/, "")
  );
}
