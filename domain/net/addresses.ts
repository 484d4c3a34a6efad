import ipaddr from "ipaddr.js";

/** Kind of an IP address. Only `public` addresses may be visited without the operator's permission. */
export type AddressKind =
  | "public"
  | "unspecified"
  | "loopback"
  | "private"
  | "link_local"
  | "carrier_nat"
  | "unique_local"
  | "multicast"
  | "broadcast"
  | "tunnel"
  | "reserved"
  | "invalid";

/** `address` is in canonical notation; an IPv4-mapped IPv6 address is written as IPv4. */
export type AddressClass = { address: string; kind: AddressKind; public: boolean };

type Ip = ipaddr.IPv4 | ipaddr.IPv6;

/** Ranges of ipaddr.js that are meaningful to readers; all its other special ranges are `reserved`. */
const KIND_OF_RANGE: Readonly<Record<string, AddressKind>> = {
  unicast: "public",
  unspecified: "unspecified",
  loopback: "loopback",
  private: "private",
  linkLocal: "link_local",
  carrierGradeNat: "carrier_nat",
  uniqueLocal: "unique_local",
  deprecatedSiteLocal: "unique_local",
  multicast: "multicast",
  broadcast: "broadcast",
  // They hide an IPv4 address that another machine unwraps; web sites no longer use them (RFC 7526).
  "6to4": "tunnel",
  teredo: "tunnel",
};

/** RFC 4291: addresses outside 2000::/3 were never allocated, including the old IPv4-compatible ::a.b.c.d. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** RFC 6052: the well-known NAT64 prefix, which DNS64 returns for public IPv4 sites on IPv6-only networks. */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Parses an IP address in canonical notation (dotted quad, or IPv6 with or without brackets). IPv4-mapped IPv6 becomes the IPv4 address
 * that the kernel would connect to. Returns undefined for short, octal and hexadecimal IPv4, which a URL parser must normalize first (see
 * targets.ts).
 */
export function parseIp(text: string): Ip | undefined {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  if (!bare.includes(":") || !ipaddr.IPv6.isValid(bare)) return undefined;
  const parsed = ipaddr.IPv6.parse(bare);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

/** Returns the kind of an address, and whether it is an ordinary address of the public internet. */
export function classifyAddress(text: string): AddressClass {
  const ip = parseIp(text);
  if (ip === undefined) return { address: text, kind: "invalid", public: false };
  const kind = kindOf(ip);
  return { address: ip.toString(), kind, public: kind === "public" };
}

/** Returns the IPv4 address that a NAT64 address leads to; any other address as it is. */
export const behindNat64 = (ip: Ip): Ip =>
  isIpv6(ip) && ip.match(NAT64) ? new ipaddr.IPv4(ip.toByteArray().slice(12)) : ip;

function kindOf(ipOrNat64: Ip): AddressKind {
  const ip = behindNat64(ipOrNat64);
  const kind = KIND_OF_RANGE[ip.range()] ?? "reserved";
  if (kind === "public" && isIpv6(ip) && !ip.match(GLOBAL_UNICAST)) return "reserved";
  return kind;
}

function isIpv6(ip: Ip): ip is ipaddr.IPv6 {
  return ip.kind() === "ipv6";
}
