// Converts a Storybook index.json (version 7 or later; stories.json of version 6) into one scenario per story.

import { type Fields, isFields } from "../fields.ts";
import type { FileScenario } from "../projectFile/types.ts";
import { truncate } from "../text.ts";
import { type Converted, sectionsOf } from "./converted.ts";
import { environmentOf } from "./environments.ts";
import { createNotes } from "./leftOut.ts";
import { refused } from "./problems.ts";

const VIEWPORTS =
  "the index does not include the viewports, themes and delays of stories (parameters): set viewports, steps and delay of the scenarios";

/** `from`: the address of the index; its host becomes an environment, and its folder stays in the addresses. */
export function storybook(index: Fields, from?: string): Converted {
  const entries = index.entries ?? index.stories;
  if (!isFields(entries))
    throw refused("The file is not a Storybook index", [{ path: "entries", message: "must be an object of stories" }]);
  const notes = createNotes();
  const folder = (URL.parse(from ?? "")?.pathname ?? "/").replace(/[^/]*$/, "");
  const scenarios: FileScenario[] = [];
  const taken = new Set<string>();
  for (const [id, entry] of Object.entries(entries)) {
    const path = `entries.${id}`;
    const tags: unknown[] = isFields(entry) && Array.isArray(entry.tags) ? entry.tags : [];
    if (!isFields(entry)) notes.needsYou(path, "is not a story");
    else if (entry.type === "docs") notes.noMeaning(path, "is a documentation page, not a story");
    else {
      const wanted = truncate(
        `${entry.title ?? id}: ${entry.name ?? entry.story ?? id}`.replace(/\s+/g, " ").trim(),
        190,
      );
      const label = taken.has(wanted) ? truncate(`${wanted} (${id})`, 200) : wanted;
      taken.add(label);
      if (tags.includes("play-fn")) notes.noMeaning(path, "its play function runs when the story is opened");
      scenarios.push({
        label,
        url: `${folder}iframe.html?id=${encodeURIComponent(id)}&viewMode=story`,
        viewports: ["desktop"],
      });
    }
  }
  if (scenarios.length > 0) notes.needsYou("", VIEWPORTS);
  const site = environmentOf(from ?? null);
  return { sections: sectionsOf({ environments: site ? [site] : [], scenarios }), leftOut: notes.all() };
}
