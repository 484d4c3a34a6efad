// Which runs a person starts, with what, and the command that starts the same from a terminal.

/** Kinds of runs that a person starts, with the address that starts them. */
export const STARTS = [
  { kind: "test", title: "Visual test" },
  { kind: "functional", title: "Functional test" },
  { kind: "perf", title: "Performance audit" },
  { kind: "a11y", title: "Accessibility audit" },
  { kind: "seo", title: "SEO audit" },
  { kind: "security", title: "Security audit" },
  { kind: "tracking", title: "Tracking audit" },
  { kind: "privacy", title: "Privacy audit" },
  { kind: "full-suite", title: "Full audit" },
  { kind: "reference", title: "New baseline" },
] as const;
export type StartKind = (typeof STARTS)[number]["kind"];

/** The kind that starts a run of a type again; null: none does. */
export function startOfType(type: string): StartKind | null {
  const kinds: Record<string, StartKind> = {
    "vrt-test": "test",
    baseline: "reference",
    "full-suite": "full-suite",
    "frt-test": "functional",
  };
  return kinds[type] ?? STARTS.find(({ kind }) => `${kind}-test` === type)?.kind ?? null;
}

/** Which pages an audit visits. "": the project's setting. */
export const PAGES = [
  { value: "", label: "As the project is set" },
  { value: "scenarios", label: "Pages of the scenarios" },
  { value: "templates", label: "One page of each template of a crawl" },
  { value: "crawl", label: "All pages of a crawl" },
] as const;
const OF_SITES: ReadonlySet<StartKind> = new Set(["perf", "a11y", "seo", "security", "privacy", "full-suite"]);
/** Whether runs of a kind can visit the pages of a crawl. */
export const visitsSites = (kind: StartKind): boolean => OF_SITES.has(kind);

export type StartInput = {
  kind: StartKind;
  project: string;
  environment?: string;
  scenarios?: string[];
  pages?: string;
  browsers?: string[];
  branch?: string;
  commitSha?: string;
};

/** Names of the command line for the kinds of runs, where they differ. */
const WORDS: Partial<Record<StartKind, string>> = { test: "visual", reference: "baseline", "full-suite": "all" };

/** What a POSIX shell takes as one word. */
const quoted = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What follows the name of the command line: everything that was chosen, and nothing that was not. */
export function startCommand({
  kind,
  project,
  environment,
  pages,
  scenarios,
  browsers,
  branch,
  commitSha,
}: StartInput): string {
  const options: [string, string | readonly string[] | undefined][] = [
    ["--project", project],
    ["--environment", environment],
    ["--pages", pages],
    ["--scenario", scenarios],
    ["--browser", browsers],
    ["--branch", branch],
    ["--commit", commitSha],
  ];
  const words = options.flatMap(([flag, values = []]) => [values].flat().map((value) => `${flag} ${quoted(value)}`));
  return ["run", WORDS[kind] ?? kind, ...words, "--wait"].join(" ");
}
