// Kinds of runs that people can start, their options, and the equivalent CLI command.
import type { Pillar } from "../../../domain/audit/pillars.ts";
import type { ViewportName } from "../../../domain/functional/runOptions.ts";
import { PAGE_CHOICES, PAGE_WORDS } from "../../../domain/words/pages.ts";
import { RUN_WORDS } from "../../../domain/words/runs.ts";
import { type Option, RUNS } from "./words.ts";

/** Kinds of runs that people can start; each is the last segment of its endpoint. */
export const STARTS = Object.values(RUN_WORDS).map(({ path, name }) => ({ kind: path, title: name }));
export type StartKind = (typeof STARTS)[number]["kind"];

/** Returns the kind that starts a run type again, or null. */
export const startOfType = (type: string): StartKind | null =>
  Object.values(RUN_WORDS).find((run) => run.type === type)?.path ?? null;

const runOfKind = (kind: StartKind) => RUNS.find(({ path }) => path === kind);

/** Which pages an audit visits. "" uses the project's setting. */
export const PAGES: readonly Option[] = [
  { value: "", label: "Project setting" },
  ...PAGE_CHOICES.map((value) => ({ value, label: PAGE_WORDS[value] })),
];
/** Returns whether people choose the browsers of a kind of runs. */
export const choosesBrowsers = (kind: StartKind): boolean => runOfKind(kind)?.choosesBrowsers === true;
/** Returns whether runs of a kind can visit crawled pages. */
export const visitsSites = (kind: StartKind): boolean => runOfKind(kind)?.crawls === true;

export type StartInput = {
  kind: StartKind;
  project: string;
  environment?: string;
  scenarios?: string[];
  pages?: string;
  browsers?: string[];
  baseUrl?: string;
  location?: string;
  branch?: string;
  commitSha?: string;
  /** For a full audit: only these pillars. */
  pillars?: readonly Pillar[];
  /** For functional tests: one feature, with the options of the earlier run. */
  feature?: {
    featureId: string;
    tags?: string;
    viewports?: readonly ViewportName[];
    retries?: number;
    verifyTracking?: boolean;
  };
};

/** Quotes a text as one word for a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns the CLI arguments for everything that was selected. */
export function startCommand({
  kind,
  project,
  environment,
  pages,
  scenarios,
  browsers,
  baseUrl,
  location,
  branch,
  commitSha,
  pillars,
  feature,
}: StartInput): string {
  const options: [string, string | readonly string[] | undefined][] = [
    ["--project", project],
    ["--pillar", pillars],
    ["--tags", feature?.tags || undefined],
    ["--viewport", feature?.viewports],
    ["--retries", feature?.retries?.toString()],
    ["--environment", environment],
    ["--pages", pages],
    ["--scenario", scenarios],
    ["--browser", browsers],
    ["--base-url", baseUrl],
    ["--location", location],
    ["--branch", branch],
    ["--commit", commitSha],
  ];
  const words = options.flatMap(([flag, values = []]) => [values].flat().map((value) => `${flag} ${quoted(value)}`));
  const command = feature ? `features run ${quoted(feature.featureId)}` : `run ${runOfKind(kind)?.word ?? kind}`;
  return [command, ...words, ...(feature?.verifyTracking ? ["--verify-tracking"] : []), "--wait"].join(" ");
}
