// Evaluates Content Security Policies by the table of MDN HTTP Observatory (mdn/mdn-http-observatory, as of 2026).
import { isHttps } from "./addresses.ts";
import type { SitePage } from "./gathered.ts";
import { headerOf, headerValues } from "./headers.ts";

type Sources = ReadonlyMap<string, ReadonlySet<string>>;

const BROAD: ReadonlySet<string> = new Set([
  "ftp:",
  "http:",
  "https:",
  "*",
  "http://*",
  "http://*.*",
  "https://*",
  "https://*.*",
]);
const INLINE: ReadonlySet<string> = new Set(["'unsafe-inline'", "data:"]);
const PASSIVE = ["img-src", "media-src"];
/** Directives that browsers ignore in a meta element. */
const HEADER_ONLY: ReadonlySet<string> = new Set(["frame-ancestors", "report-uri", "sandbox"]);
/** Directives that may be repeated. */
const REPORTING: ReadonlySet<string> = new Set(["report-uri", "report-to"]);
/** Minimum length of a policy with a directive. */
const MIN_LENGTH = 6;
const ANY: ReadonlySet<string> = new Set(["*"]);

const split = (value: string): string[] => value.split(",").map((text) => text.trim());

export function policyResult(page: SitePage): string {
  const fromHeaders = headerValues(page, "content-security-policy").flatMap(split);
  const all = [...fromHeaders, ...page.metaCsp.map((text) => text.trim())];
  const read = all.map(readPolicy);
  const policies = read.filter((policy) => policy !== null);
  if (policies.length < read.length) return "csp-header-invalid";
  const effective = policies.flatMap((policy, index) =>
    [...policy.keys()].filter((directive) => index < fromHeaders.length || !HEADER_ONLY.has(directive)),
  );
  if (effective.length === 0)
    return headerOf(page, "content-security-policy-report-only") === undefined
      ? "csp-not-implemented"
      : "csp-not-implemented-but-reporting-enabled";
  return judge(combined(policies), isHttps(page.finalUrl));
}

/** Returns null if the text is too short for a policy or repeats a directive. */
function readPolicy(text: string): Map<string, Set<string>> | null {
  if (text.length < MIN_LENGTH) return null;
  const policy = new Map<string, Set<string>>();
  for (const part of text.toLowerCase().split(";")) {
    const [directive = "", ...sources] = part.trim().split(/\s+/);
    if (directive === "") continue;
    if (policy.has(directive) && !REPORTING.has(directive)) return null;
    if (!policy.has(directive))
      policy.set(directive, new Set(sources.length === 0 && directive.endsWith("-src") ? ["'none'"] : sources));
  }
  return policy;
}

/** Combines policies: a source counts only if every policy with the directive lists it. */
function combined(policies: readonly Map<string, Set<string>>[]): Sources {
  const all = new Map<string, Set<string>>();
  for (const policy of policies)
    for (const [directive, sources] of policy) {
      const known = all.get(directive);
      const common = known === undefined ? sources : new Set([...known].filter((source) => sources.has(source)));
      all.set(directive, common.size === 0 && known !== undefined ? new Set(["'none'"]) : common);
    }
  return all;
}

const isKey = (source: string): boolean => /^'(?:sha256|sha384|sha512|nonce)-/.test(source);
const isInsecure = (source: string): boolean => source.startsWith("http:") || source.startsWith("ftp:");

function judge(csp: Sources, https: boolean): string {
  const sourcesOf = (directive: string): Set<string> => new Set(csp.get(directive) ?? csp.get("default-src") ?? ANY);
  const [script, style, object] = [sourcesOf("script-src"), sourcesOf("style-src"), sourcesOf("object-src")];
  // Browsers ignore 'unsafe-inline' next to a nonce or hash.
  for (const sources of [script, style]) if ([...sources].some(isKey)) sources.delete("'unsafe-inline'");
  if (script.has("'strict-dynamic'")) {
    if (![...script].some(isKey)) return "csp-header-invalid";
    for (const source of script)
      if (source === "'self'" || [...BROAD].some((broad) => source.startsWith(broad))) script.delete(source);
  }
  const some = (sources: ReadonlySet<string>, ...among: ReadonlySet<string>[]): boolean =>
    [...sources].some((source) => among.some((set) => set.has(source)));
  if (some(script, BROAD, INLINE) || some(object, BROAD)) return "csp-implemented-with-unsafe-inline";
  const active = [...csp].flatMap(([directive, sources]) =>
    PASSIVE.includes(directive) || directive === "script-src" ? [] : [...sources],
  );
  if (https && [...active, ...script].some(isInsecure)) return "csp-implemented-with-insecure-scheme";
  if (script.has("'unsafe-eval'") || style.has("'unsafe-eval'")) return "csp-implemented-with-unsafe-eval";
  const passive = PASSIVE.flatMap((directive) => [...(csp.get(directive) ?? csp.get("default-src") ?? [])]);
  if (https && passive.some(isInsecure)) return "csp-implemented-with-insecure-scheme-in-passive-content-only";
  if (some(style, BROAD, INLINE)) return "csp-implemented-with-unsafe-inline-in-style-src-only";
  const byDefault = csp.get("default-src");
  return byDefault?.size === 1 && byDefault.has("'none'")
    ? "csp-implemented-with-no-unsafe-default-src-none"
    : "csp-implemented-with-no-unsafe";
}
