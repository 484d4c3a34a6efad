// The address of a request's caller, for rate limits.
import { isIP } from "node:net";
import type { Request } from "express";
import { ipKeyGenerator } from "express-rate-limit";

/**
 * Returns the caller's address: an IPv4 address, or the /56 prefix of an IPv6 one, which is about what one customer of a provider has.
 * Behind proxies, it is the address reported by the outermost trusted one (SVC_TRUST_PROXY); invalid values count as a single caller.
 */
export function callerAddress(req: Request): string {
  const said = req.ip ?? "";
  // Some proxies append the port.
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(said)?.[1] ?? /^([\d.]+):\d+$/.exec(said)?.[1] ?? said;
  return isIP(bare) === 0 ? "unknown" : ipKeyGenerator(bare);
}
