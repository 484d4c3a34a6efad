// The headers of a page's document, as the rules read them.
import type { DocumentHop, SitePage } from "./gathered.ts";

/** The answer that gave the document: the last one. */
export function documentHop(page: Pick<SitePage, "hops">): DocumentHop | undefined {
  return page.hops.at(-1);
}

/** All values under the name, in order; names are in lower case. */
export function headerValues(page: Pick<SitePage, "hops">, name: string): string[] {
  return (documentHop(page)?.headers ?? []).flatMap((header) =>
    header.name === name && header.value !== null ? [header.value] : [],
  );
}

/** The values joined as browsers join them; undefined when there is none. */
export function headerOf(page: Pick<SitePage, "hops">, name: string): string | undefined {
  const values = headerValues(page, name);
  return values.length === 0 ? undefined : values.join(", ");
}

/** Headers whose values rules read. None of them carries secrets; of all others only the name is kept. */
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

/** RFC 6797: only the first header counts. undefined: none was sent. */
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

/** RFC 6797 names no least time; Observatory asks for six months and takes 180 days for them. */
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

/** The last policy that browsers know counts (Referrer Policy, 8.1). `invalid`: none of those given is known. */
export function referrerPolicyOf(page: Pick<SitePage, "hops" | "metaReferrer">): string | "invalid" | undefined {
  const given = page.metaReferrer ?? headerOf(page, "referrer-policy");
  if (given === undefined) return undefined;
  const known = given
    .toLowerCase()
    .split(",")
    .map((text) => text.trim())
    .filter((text) => SAFE_REFERRER_POLICIES.has(text) || UNSAFE_REFERRER_POLICIES.has(text));
  return known.at(-1) ?? "invalid";
}
