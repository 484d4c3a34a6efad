import { type Check, failed, warning } from "../../../audit/finding.ts";
import type { SecuritySite, SitePage } from "../gathered.ts";
import { headerOf } from "../headers.ts";
import { overPages, type Remark } from "../overPages.ts";
import { tokenOf } from "../structuredField.ts";

type Known = { header: string; structured: boolean; values: readonly string[]; open: readonly string[] };

const KNOWN: readonly Known[] = [
  {
    header: "Cross-Origin-Opener-Policy",
    structured: true,
    values: ["same-origin", "same-origin-allow-popups", "noopener-allow-popups"],
    open: ["unsafe-none"],
  },
  {
    header: "Cross-Origin-Embedder-Policy",
    structured: true,
    values: ["require-corp", "credentialless"],
    open: ["unsafe-none"],
  },
  // Fetch standard: a plain value that is matched case-sensitively.
  {
    header: "Cross-Origin-Resource-Policy",
    structured: false,
    values: ["same-origin", "same-site"],
    open: ["cross-origin"],
  },
];

const sends = (page: SitePage, header: string): boolean => headerOf(page, header.toLowerCase()) !== undefined;

export const crossOriginPolicies: Check<SecuritySite> = {
  rule: "cross-origin-policies",
  severity: "minor",
  title: "The cross-origin policies have values that protect.",
  fault: "Cross-origin policy is invalid or has no effect",
  help: "Use same-origin for Cross-Origin-Opener-Policy and Cross-Origin-Resource-Policy, require-corp for Cross-Origin-Embedder-Policy.",
  run: (site) =>
    overPages(
      site.pages.filter((page) => page.html && KNOWN.some(({ header }) => sends(page, header))),
      (page) => KNOWN.flatMap((known) => judge(page, known)),
      { good: "The cross-origin policies protect the pages.", none: "No page sends a cross-origin policy." },
    ),
};

function judge(page: SitePage, { header, structured, values, open }: Known): Remark[] {
  const sent = headerOf(page, header.toLowerCase());
  if (sent === undefined) return [];
  const value = structured ? tokenOf(sent) : sent.trim();
  if (value !== null && values.includes(value)) return [];
  const evidence = { value: sent.slice(0, 200) };
  if (value !== null && open.includes(value))
    return [warning(`${header} is ${value}, which protects nothing`, header, { evidence })];
  const known = [...values, ...open].find((one) => sent.trim().replace(/^"|"$/g, "").toLowerCase() === one);
  const hint = known === undefined ? "" : `: it is written ${known}`;
  return [failed(`${header} has a value that browsers do not know, so they ignore it${hint}`, header, { evidence })];
}
