import { type Check, failed, warning } from "../../../audit/finding.ts";
import type { SecuritySite, SitePage } from "../gathered.ts";
import { headerOf } from "../headers.ts";
import { overPages, type Remark } from "../overPages.ts";

type Known = { header: string; values: readonly string[]; open: readonly string[] };

const KNOWN: readonly Known[] = [
  {
    header: "Cross-Origin-Opener-Policy",
    values: ["same-origin", "same-origin-allow-popups", "noopener-allow-popups"],
    open: ["unsafe-none"],
  },
  { header: "Cross-Origin-Embedder-Policy", values: ["require-corp", "credentialless"], open: ["unsafe-none"] },
  { header: "Cross-Origin-Resource-Policy", values: ["same-origin", "same-site"], open: ["cross-origin"] },
];

/** A structured item: what follows a semicolon is a parameter. */
const valueOfHeader = (page: SitePage, header: string): string | undefined =>
  headerOf(page, header.toLowerCase())?.split(";")[0]?.trim().toLowerCase();

export const crossOriginPolicies: Check<SecuritySite> = {
  rule: "cross-origin-policies",
  severity: "minor",
  title: "The cross-origin policies have values that protect.",
  help: "Use same-origin for Cross-Origin-Opener-Policy and Cross-Origin-Resource-Policy, require-corp for Cross-Origin-Embedder-Policy.",
  run: (site) =>
    overPages(
      site.pages.filter((page) => page.html && KNOWN.some(({ header }) => valueOfHeader(page, header) !== undefined)),
      (page) => KNOWN.flatMap((known) => judge(page, known)),
      { good: "The cross-origin policies protect the pages.", none: "No page sends a cross-origin policy." },
    ),
};

function judge(page: SitePage, { header, values, open }: Known): Remark[] {
  const value = valueOfHeader(page, header);
  if (value === undefined || values.includes(value)) return [];
  if (open.includes(value)) return [warning(`${header} is ${value}, which protects nothing`, header)];
  return [failed(`${header} has a value that browsers do not know, so they ignore it`, header)];
}
