// Which runs a person starts, with what, and the command that starts the same from a terminal.
import type { Pillar } from "../../../domain/audit/pillars.ts";
import type { ViewportName } from "../../../domain/functional/runOptions.ts";
import { PAGE_CHOICES, PAGE_WORDS } from "../../../domain/words/pages.ts";
import { RUN_WORDS } from "../../../domain/words/runs.ts";
import { type Option, RUNS } from "./words.ts";

/** Kinds of runs that a person starts, each the end of the address that starts it. */
export const STARTS = Object.values(RUN_WORDS).map(({ path, name }) => ({ kind: path, title: name }));
export type StartKind = (typeof STARTS)[number]["kind"];

/** The kind that starts a run of a type again; null: none does. */
export const startOfType = (type: string): StartKind | null =>
  Object.values(RUN_WORDS).find((run) => run.type === type)?.path ?? null;

const runOfKind = (kind: StartKind) => RUNS.find(({ path }) => path === kind);

/** Which pages an audit visits. "": the project's setting. */
export const PAGES: readonly Option[] = [
  { value: "", label: "Project setting" },
  ...PAGE_CHOICES.map((value) => ({ value, label: PAGE_WORDS[value] })),
];
/** Whether runs of a kind can visit the pages of a crawl. */
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
  /** Of a full audit: these alone. */
  pillars?: readonly Pillar[];
  /** Of functional tests: one feature, as it was run. */
  feature?: {
    featureId: string;
    tags: string;
    viewports: readonly ViewportName[];
    retries: number;
    verifyTracking: boolean;
  };
};

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
    ["--retries", feature && String(feature.retries)],
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
