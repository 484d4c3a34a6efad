// Whether a site may be visited as it is, needs somebody's leave, or is never visited.

import { parseAllowEntry } from "./allowEntries.ts";
import { type AllowList, judgeAddresses } from "./allowList.ts";
import type { RefusalReason } from "./errors.ts";
import { formatTarget, type Target } from "./targets.ts";

/** `ask`: `entry` is what has to be allowed, a host with its port. */
export type VisitGrant =
  | { state: "open" }
  | { state: "ask"; entry: string }
  | { state: "never"; reason: RefusalReason };

/** Where people run sites of their own. Everything else that is not public is nobody's site. */
const ASKABLE: ReadonlySet<RefusalReason> = new Set(["loopback", "private", "unique_local", "own_host"]);

/** Pure: `addresses` are what the target's name leads to, `ofHost` the addresses of this machine. */
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

/** Entries that were allowed one by one: a single host with its port each, so that no line opens a network. */
export function singleHosts(entries: readonly string[]): AllowList {
  return entries.flatMap((text) => {
    const entry = parseAllowEntry(text);
    if (typeof entry === "string" || entry.port === undefined) return [];
    const single =
      entry.kind === "name" || (entry.kind === "range" && entry.bits === (entry.base.kind() === "ipv4" ? 32 : 128));
    return single ? [entry] : [];
  });
}
