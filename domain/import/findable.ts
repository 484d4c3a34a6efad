// File and folder names under which other tools keep their configurations in a repository.
import type { Format } from "./formats.ts";

export type FoundKind = Extract<Format, "backstopjs" | "lighthouserc" | "pa11y-ci" | "storybook"> | "playwright";
export type FoundAs = FoundKind | "storybook-source";

type Row = { as: FoundAs; kind: "file" | "folder"; name: RegExp; words: string };

/** `words`: its name in the list for users who have none of them. */
const ROWS: readonly Row[] = [
  {
    as: "backstopjs",
    kind: "file",
    name: /^backstop(?:\.config)?\.(?:json|[cm]?js)$/i,
    words: "backstop.json or backstop.config.js",
  },
  {
    as: "lighthouserc",
    kind: "file",
    name: /^\.?lighthouserc\.(?:json|ya?ml|[cm]?js)$/,
    words: "lighthouserc.json, .yml or .js",
  },
  { as: "pa11y-ci", kind: "file", name: /^\.pa11yci(?:\.(?:json|[cm]?js))?$/, words: ".pa11yci" },
  { as: "storybook", kind: "folder", name: /^storybook-static$/, words: "storybook-static" },
  { as: "storybook-source", kind: "folder", name: /^\.storybook$/, words: ".storybook" },
  { as: "playwright", kind: "folder", name: /.-snapshots$/, words: "snapshot folders of Playwright (…-snapshots)" },
];

/** Returns what a file or folder of this name is, or null if it is not searched for. */
export const foundAs = (name: string, kind: Row["kind"]): FoundAs | null =>
  ROWS.find((row) => row.kind === kind && row.name.test(name))?.as ?? null;

/** Everything that is searched for, as part of a sentence. */
export const LOOKED_FOR: string = ROWS.map(({ words }) => words)
  .join(", ")
  .replace(/, (?=[^,]*$)/, " and ");

/** Runs for configurations that do not specify them, as words of `plumbline run`. */
export const RUNS_OF: Readonly<Record<FoundKind, readonly string[]>> = {
  backstopjs: [],
  lighthouserc: ["perf", "a11y", "seo"],
  "pa11y-ci": ["a11y"],
  storybook: [],
  playwright: [],
};
