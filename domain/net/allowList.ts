// The operator's list of hosts that may be visited although their addresses are not public (SVC_ALLOWED_HOSTS).
import type ipaddr from "ipaddr.js";
import { type AddressKind, behindNat64, classifyAddress, parseIp } from "./addresses.ts";
import { type AllowEntry, parseAllowEntry } from "./allowEntries.ts";

import type { RefusalReason } from "./errors.ts";
import { isMetadataAddress } from "./metadata.ts";
import type { Target } from "./targets.ts";

type Ip = ipaddr.IPv4 | ipaddr.IPv6;

export type AllowList = readonly AllowEntry[];

/** `position` counts from 1. `message` is one sentence for the operator, with the correct form if there is one. */
export type AllowListError = { entry: string; position: number; message: string };

export type ParsedAllowList = { ok: true; list: AllowList } | { ok: false; errors: AllowListError[] };

/** Allows only the public internet. */
export const NOTHING_ALLOWED: AllowList = [];

/** Parses SVC_ALLOWED_HOSTS: comma-separated names, `*.names`, addresses and CIDR ranges, each with an optional `:port`. */
export function parseAllowList(text: string | undefined): ParsedAllowList {
  const list: AllowEntry[] = [];
  const errors: AllowListError[] = [];
  for (const [index, raw] of (text ?? "").split(",").entries()) {
    const entry = raw.trim();
    if (entry === "") continue;
    const parsed = parseAllowEntry(entry);
    if (typeof parsed === "string") errors.push({ entry, position: index + 1, message: parsed });
    else list.push(parsed);
  }
  return errors.length === 0 ? { ok: true, list } : { ok: false, errors };
}

/** Returns the list of settings that were validated at start. */
export function allowListOf({ allowedHosts }: { allowedHosts: string }): AllowList {
  const parsed = parseAllowList(allowedHosts);
  return parsed.ok ? parsed.list : NOTHING_ALLOWED;
}

/** Returns whether an entry covers this host at this address and port. `host` and `ip` are canonical, as returned by targets.ts. */
export function isAllowed(list: AllowList, target: { host: string; ip: string; port: number }): boolean {
  if (list.length === 0) return false;
  const ip = parseIp(target.ip);
  return list.some((entry) => (entry.port ?? target.port) === target.port && covers(entry, target.host, ip));
}

export type AddressJudgement = {
  /** Addresses that may be connected to, in the given order. */
  permitted: string[];
  /** Set if no address is permitted: the first address and why it is refused. */
  refused?: { reason: RefusalReason; address: string };
};

const NONE: ReadonlySet<string> = new Set();

/**
 * Separates the addresses of a target into permitted and refused ones. A name with public and private addresses keeps its public ones.
 * Without addresses, nothing is permitted and nothing refused. `ofHost`: canonical addresses of the machine that the service runs on. They
 * may look public, but what listens on them is meant for the machine's own network as much as what listens on loopback. Metadata services
 * of clouds are never permitted.
 */
export function judgeAddresses(
  list: AllowList,
  target: Target,
  addresses: readonly string[],
  ofHost: ReadonlySet<string> = NONE,
): AddressJudgement {
  const permitted: string[] = [];
  let refused: AddressJudgement["refused"];
  for (const text of addresses) {
    const { address, kind } = classifyAddress(text);
    const ip = parseIp(text);
    const isOwn = ofHost.has(address) || (ip !== undefined && ofHost.has(behindNat64(ip).toString()));
    const reason = isOwn ? (reasonAgainst(kind) ?? "own_host") : reasonAgainst(kind);
    if (isMetadataAddress(address)) refused ??= { reason: "metadata", address };
    else if (reason === undefined || isAllowed(list, { host: target.host, ip: address, port: target.port })) {
      permitted.push(address);
    } else refused ??= { reason, address };
  }
  return permitted.length > 0 || refused === undefined ? { permitted } : { permitted, refused };
}

function reasonAgainst(kind: AddressKind): RefusalReason | undefined {
  return kind === "public" ? undefined : kind;
}

function covers(entry: AllowEntry, host: string, ip: Ip | undefined): boolean {
  switch (entry.kind) {
    case "name":
      return host === entry.name;
    case "suffix":
      return host.endsWith(entry.suffix);
    case "range":
      return ip !== undefined && ip.kind() === entry.base.kind() && ip.match(entry.base, entry.bits);
  }
}
