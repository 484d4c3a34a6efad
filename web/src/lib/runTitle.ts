// Titles of runs in lists.
import type { AppRunRow } from "../../../api/endpoints/answers/app/shared.ts";
import { plural } from "./format.ts";
import { pillarTitle } from "./words.ts";

/** Maximum number of pillars listed in a title. */
const FEW = 3;

/** "Visual test", "Full audit: Visual, SEO". Audits of only some pillars list them, so that they can be told apart. */
export function titleOf({ name, chosen }: Pick<AppRunRow, "name" | "chosen">): string {
  if (chosen.length === 0) return name;
  return `${name}: ${chosen.length > FEW ? plural(chosen.length, "pillar") : chosen.map(pillarTitle).join(", ")}`;
}
