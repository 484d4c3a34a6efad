// Finds the name that a host name is an alias of (CNAME): only queries the system's name servers, connects to nothing.
import { Resolver } from "node:dns/promises";

/** Returns null if the host is not an alias, or that is unknown. Never rejects. */
export type ResolveAlias = (host: string) => Promise<string | null>;

const ASK_MS = 1_500;
const KEEP_MS = 10 * 60_000;
const KEEP_NAMES = 1_000;

/** Caches results, and failures too, so that a name server that does not respond is not queried again for each page. */
export function rememberingAlias(ask: ResolveAlias = systemAlias, now: () => number = Date.now): ResolveAlias {
  const kept = new Map<string, { answer: Promise<string | null>; until: number }>();
  return (host) => {
    const known = kept.get(host);
    if (known !== undefined && known.until > now()) return known.answer;
    const answer = ask(host).catch(() => null);
    kept.delete(host);
    kept.set(host, { answer, until: now() + KEEP_MS });
    if (kept.size > KEEP_NAMES) kept.delete(kept.keys().next().value ?? host);
    return answer;
  };
}

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
