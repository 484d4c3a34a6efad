// Reads the headers of a page's document for the rules.
import type { DocumentHop, SitePage } from "./gathered.ts";

/** Returns the last response, which contained the document. */
export function documentHop(page: Pick<SitePage, "hops">): DocumentHop | undefined {
  return page.hops.at(-1);
}

/** Returns all values of a header in order. `name` is lowercase. */
export function headerValues(page: Pick<SitePage, "hops">, name: string): string[] {
  return (documentHop(page)?.headers ?? []).flatMap((header) =>
    header.name === name && header.value !== null ? [header.value] : [],
  );
}

/** Returns the values joined as browsers do, or undefined if there are none. */
export function headerOf(page: Pick<SitePage, "hops">, name: string): string | undefined {
  const values = headerValues(page, name);
  return values.length === 0 ? undefined : values.join(", ");
}

/** Headers whose values the rules read. None of them contains secrets; for all others only the name is stored. */
export const READ_HEADERS: ReadonlySet<string> = new Set([
  "content-security-policy",
  "content-security-policy-report-only",
  "strict-transport-security",
  "x-content-type-options",
  "x-frame-options",
  "referrer-policy",
  "permissions-policy",
  "feature-policy",
  "cross-origin-opener-policy",
  "cross-origin-embedder-policy",
  "cross-origin-resource-policy",
  "content-type",
  "server",
  "x-powered-by",
  "x-aspnet-version",
  "x-aspnetmvc-version",
  "x-generator",
]);

export type Hsts = { maxAge: number; includeSubDomains: boolean } | "invalid";

/** Returns the first header only (RFC 6797), or undefined if none was sent. */
export function hstsOf(page: Pick<SitePage, "hops">): Hsts | undefined {
  const value = headerValues(page, "strict-transport-security")[0];
  if (value === undefined) return undefined;
  let maxAge: number | undefined;
  let includeSubDomains = false;
  for (const part of value.split(";")) {
    const [name = "", text = ""] = part.split("=").map((s) => s.trim().toLowerCase());
    if (name === "includesubdomains") includeSubDomains = true;
    const digits = /^"?(\d{1,15})"?$/.exec(text)?.[1];
    if (name === "max-age" && digits !== undefined) maxAge = Number(digits);
  }
  return maxAge === undefined ? "invalid" : { maxAge, includeSubDomains };
}

/** RFC 6797 specifies no minimum; Observatory requires six months, counted as 180 days. */
export const HSTS_LEAST_SECONDS = 15_552_000;

export const SAFE_REFERRER_POLICIES: ReadonlySet<string> = new Set([
  "no-referrer",
  "same-origin",
  "strict-origin",
  "strict-origin-when-cross-origin",
]);
export const UNSAFE_REFERRER_POLICIES: ReadonlySet<string> = new Set([
  "origin",
  "origin-when-cross-origin",
  "unsafe-url",
  "no-referrer-when-downgrade",
]);

/** Older words that a meta element may still use (HTML, 4.2.5.1). */
const OLD_REFERRER_POLICIES: Readonly<Record<string, string>> = {
  never: "no-referrer",
  default: "strict-origin-when-cross-origin",
  always: "unsafe-url",
  "origin-when-crossorigin": "origin-when-cross-origin",
};

/** Words that browsers know in a meta element. */
export const META_REFERRER_WORDS: readonly string[] = [
  ...SAFE_REFERRER_POLICIES,
  ...UNSAFE_REFERRER_POLICIES,
  ...Object.keys(OLD_REFERRER_POLICIES),
];

const isReferrerPolicy = (text: string): boolean =>
  SAFE_REFERRER_POLICIES.has(text) || UNSAFE_REFERRER_POLICIES.has(text);

/**
 * Returns the last policy that browsers know (Referrer Policy, 8.1), or `invalid` if none of the values is known. A meta element
 * overrides the headers, unless its value is unknown.
 */
export function referrerPolicyOf(page: Pick<SitePage, "hops" | "metaReferrer">): string | "invalid" | undefined {
  const meta = page.metaReferrer?.trim().toLowerCase();
  if (meta !== undefined) {
    const policy = Object.hasOwn(OLD_REFERRER_POLICIES, meta) ? OLD_REFERRER_POLICIES[meta] : meta;
    if (policy !== undefined && isReferrerPolicy(policy)) return policy;
  }
  const given = headerValues(page, "referrer-policy");
  if (given.length === 0) return undefined;
  const words = given.join(",").toLowerCase().split(",");
  return words.map((text) => text.trim()).findLast(isReferrerPolicy) ?? "invalid";
}
