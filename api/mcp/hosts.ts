// Which hosts and origins may use MCP: a page in a browser must not reach a service on the same machine.
import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/express";
import { localhostAllowedHostnames } from "@modelcontextprotocol/server";
import type { RequestHandler } from "express";
import type { Config } from "../../domain/config.ts";

/** Returns the host as the URL parser writes it, which puts brackets around IPv6. */
const hostnameOf = (host: string) => new URL(`http://${host.includes(":") ? `[${host}]` : host}`).hostname;
const ANY = ["0.0.0.0", "::"];

/**
 * Returns the checks of Host and Origin. A service that listens on all addresses may be reached by any host name, such as a container's;
 * browsers still need an Origin of this machine or of SVC_PUBLIC_URL.
 */
export function hostChecks({ host, publicUrl }: Pick<Config, "host" | "publicUrl">): RequestHandler[] {
  const own = publicUrl ? [new URL(publicUrl).hostname] : [];
  const names = [...localhostAllowedHostnames(), ...own];
  if (ANY.includes(host)) return [originValidation(names)];
  const known = [...names, hostnameOf(host)];
  return [hostHeaderValidation(known), originValidation(known)];
}
