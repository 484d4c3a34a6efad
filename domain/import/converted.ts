// The result of converting another tool's configuration, and the context needed for it.
import type { ProjectFile } from "../projectFile/types.ts";
import type { LeftOut } from "./types.ts";

export type Converted = {
  sections: Pick<ProjectFile, "scenarios" | "viewports" | "environments" | "settings" | "features">;
  /** What was not imported, with the reasons. */
  leftOut: LeftOut[];
  /** What the configuration runs, if it specifies that. No section of plumbline.yml expresses it. */
  asks?: Asks;
};

/** `runs`: words of `plumbline run`. `budgets`: options of a performance run. */
export type Asks = { runs: string[]; budgets: Record<string, number> };

/**
 * Which pages of a sitemap are imported, and under which address. `exclude` and `find` are regular expressions written by the person who
 * imports.
 */
export type SitemapChoice = { find?: string; replace?: string; exclude?: string };

/** Context that only the reader of the files can provide. All fields are optional; whatever is missing is listed. */
export type Beside = {
  /** Contents of the files and addresses that the configuration names, by those names. */
  related?: ReadonlyMap<string, string>;
  /** The address that the text was loaded from. */
  from?: string;
  /** From pa11y-ci's command line. */
  sitemap?: SitemapChoice & { address?: string };
};

/** Returns the sections that are not empty. */
export function sectionsOf(sections: Converted["sections"]): Converted["sections"] {
  return Object.fromEntries(
    Object.entries(sections).filter(
      ([name, value]) => name === "scenarios" || (value !== undefined && Object.keys(value).length > 0),
    ),
  );
}
