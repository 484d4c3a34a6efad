import { percentDecoded } from "./text.ts";

/** Returns the hosts of a MongoDB URI, or the path of its Unix socket. For messages, so without user and password. */
export function mongoHosts(uri: string): string {
  const authority = uri.replace(/^[^:]+:\/\//, "").replace(/[/?].*$/s, "");
  const hosts = authority.slice(authority.lastIndexOf("@") + 1) || "the given address";
  return hosts.replace(/[^,]+\.sock(?=,|$)/gi, percentDecoded);
}
