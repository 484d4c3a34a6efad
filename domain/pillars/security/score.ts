// Adds up what the rules said.
import { faultsOf, ownCookies } from "./cookies.ts";
import type { SitePage } from "./gathered.ts";
import { headerOf, referrerPolicyOf, SAFE_REFERRER_POLICIES } from "./headers.ts";
import { BONUS_FROM, BONUSES, type BonusName, GRADES, PENALTIES, type Said } from "./modifiers.ts";
import { enforcedPolicies, headerPolicies, sourcesOf } from "./policies.ts";

export type Modifier = { name: string; points: number };
/** `score` is 0 to 100. `total` is not cut: 100 and above is an A+, as Observatory has it. */
export type Scored = { score: number; total: number; grade: string; modifiers: Modifier[] };

/** `said` is everything that rules said; `pages` are those that bonuses are looked for on. */
export function scoreOf(said: readonly Said[], pages: readonly SitePage[]): Scored {
  const worst = new Map<string, Modifier>();
  for (const { group, name, points, when } of PENALTIES)
    if (points < (worst.get(group)?.points ?? 0) && said.some(when)) worst.set(group, { name, points });
  const modifiers = [...worst.values()];
  let total = 100 + sum(modifiers);
  if (total >= BONUS_FROM) {
    const earned = bonusesOf(said, pages).map((name) => ({ name, points: BONUSES[name] }));
    modifiers.push(...earned);
    total += sum(earned);
  }
  const grade = GRADES.find(([least]) => total >= least)?.[1] ?? "F";
  return { score: Math.min(100, Math.max(0, total)), total, grade, modifiers };
}

const sum = (modifiers: readonly Modifier[]): number => modifiers.reduce((total, { points }) => total + points, 0);

/** A bonus is earned by all pages or not at all. */
function bonusesOf(said: readonly Said[], pages: readonly SitePage[]): BonusName[] {
  const html = pages.filter((page) => page.html);
  if (html.length === 0) return [];
  const clean = (rule: string): boolean =>
    said.every((one) => one.rule !== rule || one.outcome === "passed" || one.outcome === "inapplicable");
  const all = (holds: (page: SitePage) => boolean): boolean => html.every(holds);
  const earned: BonusName[] = [];
  if (clean("csp-weak") && all((page) => enforcedPolicies(page).length > 0 && !hasUnsafe(page)))
    earned.push(
      all((page) => sourcesOf(enforcedPolicies(page), "default-src").some((sources) => sources.join() === "'none'"))
        ? "csp-implemented-with-no-unsafe-default-src-none"
        : "csp-implemented-with-no-unsafe",
    );
  const cookies = html.flatMap((page) => ownCookies(page).map((cookie) => faultsOf(cookie, page.finalUrl)));
  if (cookies.length > 0 && cookies.every((faults) => faults.length === 0))
    earned.push("cookies-secure-with-httponly-sessions-and-samesite");
  if (all((page) => SAFE_REFERRER_POLICIES.has(referrerPolicyOf(page) ?? ""))) earned.push("referrer-policy-private");
  if (clean("sri") && said.some((one) => one.rule === "sri" && one.outcome === "passed"))
    earned.push("sri-implemented");
  if (clean("frame-ancestors") && all((page) => sourcesOf(headerPolicies(page), "frame-ancestors").length > 0))
    earned.push("x-frame-options-implemented-via-csp");
  if (all((page) => /^same-(?:origin|site)$/i.test(headerOf(page, "cross-origin-resource-policy") ?? "")))
    earned.push("corp-implemented");
  return earned;
}

function hasUnsafe(page: SitePage): boolean {
  const policies = enforcedPolicies(page);
  return ["script-src", "style-src", "default-src"].some((directive) =>
    sourcesOf(policies, directive).some((sources) => sources.some((source) => source.startsWith("'unsafe-"))),
  );
}
