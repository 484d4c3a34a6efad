// Where a request comes from, as far as limits are concerned.
import { isIP } from "node:net";
import type { Request } from "express";
import { ipKeyGenerator } from "express-rate-limit";

/**
 * The caller's address: one IPv4 address, or the /56 of an IPv6 one, which is about what one customer of a provider has.
 * Behind proxies it is what the outermost trusted one says (SVC_TRUST_PROXY); what is no address there counts as one caller.
 */
export function callerAddress(req: Request): string {
  const said = req.ip ?? "";
  // Some proxies add the port.
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(said)?.[1] ?? /^([\d.]+):\d+$/.exec(said)?.[1] ?? said;
  return isIP(bare) === 0 ? "unknown" : ipKeyGenerator(bare);
}
