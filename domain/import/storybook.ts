// A Storybook's index.json (from version 7 on; stories.json of version 6) as a scenario a story.
import type { FileScenario } from "../projectFile/types.ts";
import { truncate } from "../text.ts";
import type { Converted } from "./converted.ts";
import { refused } from "./problems.ts";
import type { LeftOut } from "./types.ts";

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function storybook(index: Fields): Converted {
  const entries = index.entries ?? index.stories;
  if (!isFields(entries))
    throw refused("The file is not a Storybook index", [{ path: "entries", message: "must be an object of stories" }]);
  const leftOut: LeftOut[] = [];
  const scenarios: FileScenario[] = [];
  const taken = new Set<string>();
  for (const [id, entry] of Object.entries(entries)) {
    const path = `entries.${id}`;
    if (!isFields(entry)) leftOut.push({ path, reason: "is not a story" });
    else if (entry.type === "docs") leftOut.push({ path, reason: "is a page of documentation, and no story" });
    else {
      const wanted = truncate(
        `${entry.title ?? id}: ${entry.name ?? entry.story ?? id}`.replace(/\s+/g, " ").trim(),
        190,
      );
      const label = taken.has(wanted) ? truncate(`${wanted} (${id})`, 200) : wanted;
      taken.add(label);
      scenarios.push({
        label,
        url: `/iframe.html?id=${encodeURIComponent(id)}&viewMode=story`,
        viewports: ["desktop"],
      });
    }
  }
  return { sections: { scenarios }, leftOut };
}
