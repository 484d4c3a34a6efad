import { readFileSync } from "node:fs";
import path from "node:path";
import { type RetireEntry, readAdvisories } from "../../../../domain/pillars/security/advisories.ts";
import { SHIPPED_FOLDER } from "../../../../platform/advisories.ts";

/** Returns the expressions that read versions from a page; those for the service's own data are in `pageVersions.ts`. */
export function pageExpressions(file: string): { component: string; expression: string }[] {
  if (path.dirname(file) === path.resolve(SHIPPED_FOLDER)) return [];
  const { entries } = readAdvisories(readFileSync(file, "utf8"));
  return Object.entries<RetireEntry>(entries).flatMap(([component, { extractors }]) => {
    const { func } = extractors;
    return Array.isArray(func)
      ? func.filter((one) => typeof one === "string").map((expression) => ({ component, expression }))
      : [];
  });
}
