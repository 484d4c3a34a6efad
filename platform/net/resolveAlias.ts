// Finds the name that a host name is an alias of (CNAME): only queries the system's name servers, connects to nothing.
import { Resolver } from "node:dns/promises";
import { remembering } from "./remembering.ts";

/** Returns null if the host is not an alias, or that is unknown. Never rejects. */
export type ResolveAlias = (host: string) => Promise<string | null>;

const ASK_MS = 1_500;
const KEEP_MS = 10 * 60_000;
const KEEP_NAMES = 1_000;

/** Caches results, and failures too, so that a name server that does not respond is not queried again for each page. */
export const rememberingAlias = (ask: ResolveAlias = systemAlias): ResolveAlias =>
  remembering((host) => ask(host).catch(() => null), { keepMs: KEEP_MS, most: KEEP_NAMES });

const systemAlias: ResolveAlias = async (host) => {
  const resolver = new Resolver({ timeout: ASK_MS, tries: 1 });
  const late = setTimeout(() => resolver.cancel(), ASK_MS);
  try {
    return (await resolver.resolveCname(host))[0] ?? null;
  } catch {
    // No such record, or no response.
    return null;
  } finally {
    clearTimeout(late);
  }
};
