// What the configuration of another tool becomes, and what it is read with besides its own text.
import type { ProjectFile } from "../projectFile/types.ts";
import type { LeftOut } from "./types.ts";

export type Converted = {
  sections: Pick<ProjectFile, "scenarios" | "viewports" | "environments" | "settings" | "features">;
  /** Not taken over, each with the reason. */
  leftOut: LeftOut[];
  /** What the configuration runs, where it says so itself: no section of plumbline.yml says it. */
  asks?: Asks;
};

/** `runs`: words of `plumbline run`. `budgets`: options of a performance run. */
export type Asks = { runs: string[]; budgets: Record<string, number> };

/** Which pages of a sitemap are taken, and under which address. `exclude` and `find` are regular expressions of the person who imports. */
export type SitemapChoice = { find?: string; replace?: string; exclude?: string };

/** What only whoever reads the files can add. All may be absent: then what is missing is named. */
export type Beside = {
  /** Texts of the files and addresses that the configuration names, by the names that it gives them. */
  related?: ReadonlyMap<string, string>;
  /** The address that the text came from. */
  from?: string;
  /** Of pa11y-ci's command line. */
  sitemap?: SitemapChoice & { address?: string };
};

/** The sections that have something in them. */
export function sectionsOf(sections: Converted["sections"]): Converted["sections"] {
  return Object.fromEntries(
    Object.entries(sections).filter(
      ([name, value]) => name === "scenarios" || (value !== undefined && Object.keys(value).length > 0),
    ),
  );
}
