// What to do next about runs: where to look, and commands to paste.
import { columnsOf, commandName, padded, type painter, shellWord } from "../terminal.ts";
import { dashboardAddress } from "./dashboard.ts";
import { needsAttention } from "./outcome.ts";
import { onlyScenario, type Problems } from "./problems.ts";
import { runOfType } from "./runs.ts";
import type { Ended } from "./watch.ts";

/**
 * `service`: the service remains available. `slug` is null if the project's slug is unknown, and then nothing is linked; `options` are
 * those that a further command needs, such as "--url https://…". `local`: the service ends with the command. `report` is the file that
 * remains; `again` returns the words of the command that captures the current screenshots as baselines.
 */
export type Next =
  | { kind: "service"; url: string; slug: string | null; options: readonly string[] }
  | { kind: "local"; report: string | null; again(scenario: string | null): readonly string[] };

type Layout = { width: number; paint: ReturnType<typeof painter> };
type Told = { label: string; words: readonly string[] };

const LABEL_COLUMNS = 10;
/** Label of the command that accepts the changes. */
export const INTENDED = "Intended";

/**
 * Returns the URLs and commands, each in one piece: what does not fit beside its label goes below it, and a command is broken the way a
 * shell reads it.
 */
export function nextLines(
  ended: readonly Ended[],
  problems: readonly Problems[],
  next: Next,
  { width, paint }: Layout,
): string[] {
  const told = next.kind === "local" ? localNext(ended, problems, next) : serviceNext(ended, problems, next, width);
  return told.flatMap(({ label, words }) => {
    const whole = words.join(" ");
    for (const columns of [LABEL_COLUMNS, columnsOf(label) + 1])
      if (columns + columnsOf(whole) <= width) return [`${paint(padded(label, columns), "dim")}${whole}`];
    return [paint(label, "dim"), ...broken(words, width)];
  });
}

type ServiceNext = Extract<Next, { kind: "service" }>;
type LocalNext = Extract<Next, { kind: "local" }>;

function serviceNext(
  ended: readonly Ended[],
  problems: readonly Problems[],
  { url, slug, options }: ServiceNext,
  width: number,
): Told[] {
  const bad = ended.filter(isBad);
  const shown = [...bad, ...bad.flatMap(({ parts = [] }) => parts.filter((part) => isBad(part) && isReviewed(part)))];
  const links = shown.map((one): Told => {
    const { runId, type } = one.run;
    const label = isReviewed(one) ? "Review" : "Details";
    // The URL that people use may differ from the one that this job uses.
    const told = problems.find((of) => of.runId === runId)?.url;
    return { label, words: [told ?? url + dashboardAddress(slug ?? "", { kind: "run", runId, type })] };
  });
  const approvals = problems
    .filter(({ approvable }) => approvable)
    .map((one): Told => ({ label: INTENDED, words: approval(one, options, width) }));
  const open = ended.filter(({ run }) => run.status === "running").map(({ run }) => run.runId);
  const waits = open.length > 0 ? [{ label: "Wait", words: [commandName(), "wait", ...open, ...options] }] : [];
  return [...(slug === null ? [] : links), ...approvals, ...waits];
}

/** Approves by scenario name if a single scenario shows all problems and the command fits on one line. */
function approval(of: Problems, options: readonly string[], width: number): string[] {
  const scenario = onlyScenario(of);
  const rest = ["--run", of.runId, ...options];
  const named = scenario === null ? null : [commandName(), "approve", shellWord(scenario), ...rest];
  if (named && columnsOf(named.join(" ")) <= width) return named;
  return [commandName(), "approve", "--run", of.runId, "--all", ...options];
}

function localNext(ended: readonly Ended[], problems: readonly Problems[], { report, again }: LocalNext): Told[] {
  const approvable = problems.filter((one) => one.approvable);
  const [only] = approvable.length === 1 ? approvable : [];
  const intended = [{ label: INTENDED, words: again(only ? onlyScenario(only) : null) }];
  const reports = report !== null && ended.some(isBad) ? [{ label: "Report", words: [shellWord(report)] }] : [];
  return [...reports, ...(approvable.length > 0 ? intended : [])];
}

const isBad = ({ outcome }: Ended): boolean => needsAttention(outcome);
const isReviewed = ({ run }: Ended): boolean => runOfType(run.type)?.reviewed === true;

/** Breaks words into lines that a shell reads as one command; a word is never broken. */
function broken(words: readonly string[], width: number): string[] {
  const whole = words.join(" ");
  if (columnsOf(whole) <= width) return [whole];
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const indent = lines.length === 0 ? "" : "  ";
    // Leaves room for a space and a backslash.
    if (last !== undefined && columnsOf(last) + 1 + columnsOf(word) + 2 <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines.map((line, at) => (at < lines.length - 1 ? `${line} \\` : line));
}
