// What a run is called in lists.
import type { AppRunRow } from "../../../api/endpoints/answers/app/shared.ts";
import { plural } from "./format.ts";
import { pillarTitle } from "./words.ts";

/** Pillars that a run's name lists. */
const FEW = 3;

/** "Visual test", "Full audit: Visual, SEO": runs of some pillars alone are told apart. */
export function titleOf({ name, chosen }: Pick<AppRunRow, "name" | "chosen">): string {
  if (chosen.length === 0) return name;
  return `${name}: ${chosen.length > FEW ? plural(chosen.length, "pillar") : chosen.map(pillarTitle).join(", ")}`;
}
