// Decides whether a site may be visited, needs permission, or must never be visited.

import { parseAllowEntry } from "./allowEntries.ts";
import { type AllowList, judgeAddresses } from "./allowList.ts";
import type { RefusalReason } from "./errors.ts";
import { formatTarget, type Target } from "./targets.ts";

/** `ask`: `entry` is the host and port that must be allowed. */
export type VisitGrant =
  | { state: "open" }
  | { state: "ask"; entry: string }
  | { state: "never"; reason: RefusalReason };

/** Kinds of addresses at which people run their own sites. No other non-public address is anybody's site. */
const ASKABLE: ReadonlySet<RefusalReason> = new Set(["loopback", "private", "unique_local", "own_host"]);

/** `addresses`: addresses that the target's name resolves to. `ofHost`: addresses of this machine. Pure. */
export function visitGrant(
  list: AllowList,
  target: Target,
  addresses: readonly string[],
  ofHost: ReadonlySet<string>,
): VisitGrant {
  const { refused } = judgeAddresses(list, target, addresses, ofHost);
  if (refused === undefined) return { state: "open" };
  if (!ASKABLE.has(refused.reason)) return { state: "never", reason: refused.reason };
  return { state: "ask", entry: formatTarget(target) };
}

/** Parses entries that were allowed individually: each must be a single host with its port, so that no entry opens a whole network. */
export function singleHosts(entries: readonly string[]): AllowList {
  return entries.flatMap((text) => {
    const entry = parseAllowEntry(text);
    if (typeof entry === "string" || entry.port === undefined) return [];
    const single =
      entry.kind === "name" || (entry.kind === "range" && entry.bits === (entry.base.kind() === "ipv4" ? 32 : 128));
    return single ? [entry] : [];
  });
}
