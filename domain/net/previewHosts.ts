// Restricts the hosts on which a project's previews may be. Passwords, cookies and secrets of the environment that a preview stands for are
// sent there, so a pattern must not cover names that anybody can register.
import { getDomain } from "tldts-icann";
import { parseIp } from "./addresses.ts";

/** `port` is null for the scheme's default port, "*" for any. */
type HostPattern = { labels: readonly string[]; port: string | null };

/** A label in which stars stand for any letters, digits and hyphens. */
const LABEL = /^(?!.*\*\*)[a-z0-9*_]([a-z0-9*_-]{0,61}[a-z0-9*_])?$/;
const WITH_PORT = /^(.*?)(?::(\d{1,5}|\*))?$/s;
const FORM =
  "write a host such as *.preview.example.com or shop-*.example.app, with :port where it is not the usual one";

/** Returns what is wrong with a pattern, or null. A sentence without its period. */
export function previewHostProblem(text: string): string | null {
  const pattern = patternOf(text);
  if (pattern === null) return FORM;
  const { labels } = pattern;
  const host = labels.join(".");
  if (!host.includes("*")) return null;
  if (/^\d+$/.test(labels.at(-1) ?? "")) return "an address of digits has no stars: write the whole address";
  return isTooWide(labels) ? `${text} covers names that anybody can register: ${FORM}` : null;
}

/** Returns whether a preview may be at this URL. Invalid patterns cover nothing. */
export function isPreviewHost(patterns: readonly string[], url: URL): boolean {
  return patterns.some((text) => {
    const pattern = previewHostProblem(text) === null ? patternOf(text) : null;
    return pattern !== null && coversPort(pattern, url) && coversHost(pattern.labels, url.hostname.replace(/\.$/, ""));
  });
}

function patternOf(text: string): HostPattern | null {
  const [, host = "", port = null] = WITH_PORT.exec(text) ?? [];
  if (port !== null && port !== "*" && !(Number(port) >= 1 && Number(port) <= 65_535)) return null;
  // An IPv6 address is a single label, because its parts are not names.
  if (/^\[.*\]$/.test(host)) return parseIp(host.slice(1, -1)) === undefined ? null : { labels: [host], port };
  const labels = host.split(".");
  return host.length <= 253 && labels.every((label) => LABEL.test(label)) ? { labels, port } : null;
}

/** A star in the registrable part of the name would cover other people's sites. Everything below `localhost` is this machine. */
function isTooWide(labels: readonly string[]): boolean {
  const own = labels.at(-1) === "localhost" ? "localhost" : getDomain(labels.join(".").replaceAll("*", "x"));
  if (own === null) return true;
  const registered = own.split(".").length;
  return labels.slice(-registered).some((label) => label.includes("*"));
}

/** A star does not match dots, as in certificates. */
function coversHost(labels: readonly string[], hostname: string): boolean {
  const parts = hostname.startsWith("[") ? [hostname] : hostname.split(".");
  return (
    parts.length === labels.length &&
    labels.every((label, at) => {
      const part = parts[at] ?? "";
      if (!label.includes("*")) return label === part;
      return new RegExp(`^${label.split("*").join("[a-z0-9_-]+")}$`).test(part);
    })
  );
}

function coversPort({ port }: HostPattern, url: URL): boolean {
  if (port === "*") return true;
  const usual = url.protocol === "https:" ? "443" : "80";
  return (url.port || usual) === (port ?? usual);
}
