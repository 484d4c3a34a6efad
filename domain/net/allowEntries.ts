// Parses entries of the allow list. For an invalid entry the result is a sentence that tells the operator what to write.
import ipaddr from "ipaddr.js";
import { parseIp } from "./addresses.ts";
import { targetOfAuthority } from "./targets.ts";

type Ip = ipaddr.IPv4 | ipaddr.IPv6;

/** An entry. Without `port` it covers every port. A `suffix` begins with a dot and covers the names below it, but not the name itself. */
export type AllowEntry = { text: string; port?: number } & (
  | { kind: "name"; name: string }
  | { kind: "suffix"; suffix: string }
  | { kind: "range"; base: Ip; bits: number }
);

type Split = { body: string; port: string | undefined };

/** Parses an entry without surrounding spaces. Returns a sentence that says what is wrong with an invalid entry. */
export function parseAllowEntry(text: string): AllowEntry | string {
  const wrong = wrongForm(text);
  if (wrong !== undefined) return wrong;
  const split = splitPort(text);
  if (typeof split === "string") return split;
  const { body } = split;
  let port: number | undefined;
  if (split.port !== undefined) {
    port = /^\d{1,5}$/.test(split.port) ? Number(split.port) : Number.NaN;
    if (!(port >= 1 && port <= 65535)) return `the port "${split.port}" is not a number from 1 to 65535`;
  }
  const entry = body.includes("/") ? parseRange(body) : parseHost(body);
  return typeof entry === "string" ? entry : { ...entry, text, ...(port === undefined ? {} : { port }) };
}

type Bare =
  | { kind: "name"; name: string }
  | { kind: "suffix"; suffix: string }
  | { kind: "range"; base: ipaddr.IPv4 | ipaddr.IPv6; bits: number };

function wrongForm(text: string): string | undefined {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? URL.parse(text) : null;
  if (url !== null || text.includes("://")) {
    return `write the host alone, without scheme and path${url?.host ? `: ${url.host}` : ""}`;
  }
  if (/\s/.test(text)) return "an entry has no spaces: separate entries with commas";
  if (text === "*") return "this would allow everything; if you want that, use 0.0.0.0/0 and ::/0";
  if (text.includes("@")) return "an entry has no user name";
  return undefined;
}

/** IPv6 needs brackets if a port follows: [::1]:3000, [fd00::/8]:3000 or [fd00::]/8:3000. */
function splitPort(text: string): Split | string {
  if (text.startsWith("[")) {
    const match = /^\[([^\]]*)\](\/\d+)?(?::(.*))?$/.exec(text);
    if (match === null) return "write IPv6 with a port as [address]:port";
    const body = `${match[1]}${match[2] ?? ""}`;
    if (!body.includes(":")) return "brackets are for IPv6 addresses only";
    return { body, port: match[3] };
  }
  const colons = text.split(":").length - 1;
  if (colons > 1) return { body: text, port: undefined };
  if (colons === 0) return { body: text, port: undefined };
  const at = text.indexOf(":");
  return { body: text.slice(0, at), port: text.slice(at + 1) };
}

function parseRange(body: string): Bare | string {
  const [address = "", prefix = "", ...rest] = body.split("/");
  const ip = address.includes(":") || /^[\d.]+$/.test(address) ? parseExact(address) : undefined;
  if (ip === undefined) {
    return `"${address}" is not an IP address; a range is written like 10.0.0.0/8, a host without a path`;
  }
  if (typeof ip === "string") return ip;
  const size = ip.kind() === "ipv4" ? 32 : 128;
  const bits = /^\d{1,3}$/.test(prefix) && rest.length === 0 ? Number(prefix) : Number.NaN;
  if (!(bits <= size)) return `the prefix length "${[prefix, ...rest].join("/")}" is not a number from 0 to ${size}`;
  const base = networkOf(ip, bits);
  if (base.toString() !== ip.toString()) return `the address has bits beyond its prefix: write ${base}/${bits}`;
  return { kind: "range", base, bits };
}

function parseHost(body: string): Bare | string {
  const ip = parseExact(body);
  if (typeof ip === "string") return ip;
  if (ip !== undefined) return { kind: "range", base: ip, bits: ip.kind() === "ipv4" ? 32 : 128 };
  if (body.includes(":")) return `"${body}" is not an IPv6 address`;
  const wild = body.startsWith("*.");
  const target = targetOfAuthority(wild ? body.slice(2) : body, 80);
  if (target?.ip !== undefined && !wild) return `this is another way to write ${target.ip}: write that`;
  if (target === undefined || target.ip !== undefined || !isName(target.host)) return notAName(body);
  return wild ? { kind: "suffix", suffix: `.${target.host}` } : { kind: "name", name: target.host };
}

/** IPv4-mapped IPv6 is refused, because such an entry looks like IPv6 but would match IPv4. */
function parseExact(text: string): ipaddr.IPv4 | ipaddr.IPv6 | string | undefined {
  const ip = parseIp(text);
  if (ip !== undefined && text.includes(":")) {
    if (ip.kind() === "ipv4") return `this is another way to write ${ip}: write that`;
    if (text.includes("%")) return "an address with a zone cannot be allowed: leave the zone out";
  }
  return ip;
}

function isName(host: string): boolean {
  return host.length <= 253 && host.split(".").every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
}

function notAName(body: string): string {
  if (body.includes("*")) return `"${body}": a star is allowed only at the start, as in *.example.com`;
  return `"${body}" is not a host name`;
}

function networkOf(ip: ipaddr.IPv4 | ipaddr.IPv6, bits: number): ipaddr.IPv4 | ipaddr.IPv6 {
  const bytes = ip.toByteArray().map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return ipaddr.fromByteArray(bytes);
}
