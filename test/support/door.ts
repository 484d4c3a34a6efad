// Connection options of a server, for a relay or a wire in front of it.
import type { NetConnectOpts } from "node:net";

/** `address`: a MongoDB connection string or host:port. */
export function doorOf(address: string): NetConnectOpts {
  const name = decodeURIComponent(address.includes("://") ? new URL(address).host : address);
  if (name.startsWith("/")) return { path: name };
  const [host = "", port = "27017"] = name.split(":");
  return { host, port: Number(port) };
}
