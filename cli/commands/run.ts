import { RUN_WORDS, type RunWords } from "../../domain/words/runs.ts";
import { isMeasured, readBudgets, readWorse } from "../client/budgets.ts";
import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { FULL, pillarNamed, readPages, runNamed, takesBudgets } from "../client/runs.ts";
import { STOPPED_BEFORE, stoppable } from "../client/stop.ts";
import { LOCAL_OPTIONS } from "../local/options.ts";
import { requireFile } from "../projectFile/file.ts";
import { REPORT_OPTIONS, writeReports } from "../reports/index.ts";
import { type CommandDeclaration, type CommandUse, pullRequestOf, textOf, textsOf, wordsOf } from "./command.ts";
import { givenFacts } from "./givenFacts.ts";
import { TIMEOUT_OPTION, timeoutOf } from "./seeEnd.ts";
import { type All, startAll } from "./startAll.ts";

export const runCommand: CommandDeclaration = {
  name: "run",
  summary: "start runs, and with --wait exit with their verdict",
  args: "[type...]",
  options: [
    { flags: "--wait", description: "wait for the runs; the exit code is their verdict" },
    TIMEOUT_OPTION,
    { flags: "--scenario <label>", description: "only this scenario", many: true },
    {
      flags: "--pages <which>",
      description: "for audits: scenarios, templates (one page of each in a crawl) or crawl (all pages)",
    },
    {
      flags: "--changed-only",
      description: "only scenarios affected by changes since the base branch, as mapped by `changed` in plumbline.yml",
    },
    {
      flags: "--base <branch>",
      description: "with --changed-only: overrides the base branch from CI, or the main branch",
    },
    {
      flags: "--against <reference>",
      description: "compare with this run, branch or environment instead of the automatic choice",
    },
    { flags: "--failed", description: "run only what failed in the last run on this branch and environment" },
    { flags: "--pillar <name>", description: "for all: only these pillars", many: true },
    { flags: "--browser <name>", description: "chromium, firefox, webkit", many: true },
    { flags: "--budget <name=number>", description: "a performance budget, such as lcp=2500 (ms)", many: true },
    {
      flags: "--worse <names>",
      description: "fail if these get worse than on main, beyond noise: score, findings, lcp, … or lcp=100",
    },
    {
      flags: "--base-url <address>",
      description: "preview address of the branch, on a host that the project allows",
    },
    { flags: "--location <name>", description: "location of its browsers" },
    { flags: "--branch <name>", description: "overrides the one from CI or git" },
    { flags: "--commit <sha>", description: "overrides the one from CI or git" },
    { flags: "--pr <number>", description: "overrides the pull request from CI" },
    ...REPORT_OPTIONS,
    ...LOCAL_OPTIONS,
  ],
  example: "plumbline run visual a11y --budget lcp=2500 --wait",
  async run(use) {
    const { args, options, env } = use;
    const kinds = [...new Set((args.length > 0 ? args : [RUN_WORDS["vrt-test"].word]).map(runNamed))];
    if (kinds.length > 1 && kinds.some(isFull)) throw wrongUse(`"${FULL.word}" is every run type: use it alone.`);
    const perfBudgets = readBudgets(wordsOf(options, "budget"));
    if (perfBudgets && !kinds.some(takesBudgets)) throw wrongUse("A budget needs a performance run: add perf.");
    const worseWords = textOf(options, "worse");
    const worse = readWorse(worseWords?.split(",").filter(Boolean));
    if (worse) requireHeld(kinds, Object.keys(worse));
    const timeout = timeoutOf(options);
    const pr = pullRequestOf(options);
    const facts = await givenFacts(use);
    if (pr !== undefined) facts.prNumber = pr;
    const scenarios = options.changedOnly === true ? await changedScenarios(use) : textsOf(options, "scenario");
    const pages = readPages(textOf(options, "pages"), kinds, scenarios);
    if (scenarios?.length === 0) {
      use.out.answer({ runs: [], exit: CLIENT_EXIT.passed }, ["No scenario is affected by the changes."]);
      // CI systems fail a job whose report is missing.
      const { service, out } = use;
      await writeReports({ service, options, ended: [], problems: [], facts, env, note: out.note });
      return CLIENT_EXIT.passed;
    }
    const baseUrl = textOf(options, "baseUrl");
    if (baseUrl !== undefined && options.local === true)
      throw wrongUse("--base-url is a preview of a project that a service has: with --local pass --url.");
    const against = textOf(options, "against");
    if (against !== undefined) requireCompared(kinds);
    const failed = options.failed === true ? true : undefined;
    const start = {
      baseUrl,
      location: textOf(options, "location"),
      against,
      failed,
      worse,
      scenarios,
      pages,
      browsers: wordsOf(options, "browser"),
      pillars: readPillars(wordsOf(options, "pillar"), kinds),
      perfBudgets,
      facts,
    };
    const all = { kinds, start, timeout };
    if (options.local !== true) {
      const begin = async (stop: Pick<All, "signal" | "release">) => (await startAll(use, { ...all, ...stop })).exit;
      return options.wait === true
        ? stoppable(STOPPED_BEFORE, ({ signal }, release) => begin({ signal, release }))
        : begin({ signal: null });
    }
    const { runLocal } = await import("../local/runLocal.ts");
    return runLocal(use, {
      compares: kinds.some(compares),
      facts,
      timeout,
      scenarios,
      browsers: start.browsers,
      start: (here, signal) => startAll(here, { ...all, signal }),
    });
  },
};

/** Returns the affected labels, an empty list if no scenario is affected; undefined for all of them. */
async function changedScenarios({ options, out, env, cwd }: CommandUse): Promise<string[] | undefined> {
  const { affectedBy, baseBranch, changedFiles, changedRules } = await import("../client/changed.ts");
  const { config } = await requireFile(cwd, textOf(options, "file"));
  const rules = changedRules(config.changed);
  const { mainBranch = "main" } = (config.project ?? {}) as { mainBranch?: string };
  const base = textOf(options, "base") ?? baseBranch(env) ?? mainBranch;
  const files = await changedFiles(cwd, base);
  const affected =
    files === null
      ? { all: true as const, reason: `git cannot find the commit where this branch started from ${base}` }
      : affectedBy(files, rules);
  if (!affected.all) {
    const asked = textsOf(options, "scenario");
    return asked ? asked.filter((label) => affected.scenarios.includes(label)) : affected.scenarios;
  }
  out.note(`Everything is tested: ${affected.reason}.`);
  return textsOf(options, "scenario");
}

const isFull = ({ type }: RunWords): boolean => type === FULL.type;
/** Whether screenshots are compared with baselines, by the run itself or by one of its parts. */
const compares = (run: RunWords): boolean => run.reviewed === true || isFull(run);

/** Converts the given words to the service's pillar names. */
function readPillars(words: string[] | undefined, kinds: readonly RunWords[]): string[] | undefined {
  if (words === undefined) return undefined;
  if (!kinds.some(isFull)) throw wrongUse(`--pillar is for ${FULL.word}.`);
  return words.map((word) => {
    const { pillar } = runNamed(word);
    if (pillar === null) throw wrongUse(`--pillar takes a pillar, not "${word}".`);
    return pillar;
  });
}

/** Checks `--worse` before anything starts, as for `--against`. */
function requireHeld(kinds: readonly RunWords[], names: readonly string[]): void {
  const audits = kinds.filter((run) => isFull(run) || pillarNamed(run.pillar)?.parts === "pages");
  if (audits.length === 0) throw wrongUse("--worse needs an audit, such as perf or a11y.");
  if (names.some(isMeasured) && !audits.some((run) => isFull(run) || takesBudgets(run)))
    throw wrongUse(`--worse ${names.filter(isMeasured).join(",")} needs a performance run: add perf.`);
}

/** Checks `--against` before anything starts; if a later run were refused, the ones before it would keep running. */
function requireCompared(kinds: readonly RunWords[]): void {
  const not = kinds.filter((run) => !isCompared(run)).map(({ word }) => word);
  if (not.length > 0)
    throw wrongUse(
      `--against is for runs that are compared with another: ${not.join(" and ")} ${not.length === 1 ? "is" : "are"} not.`,
    );
}
const isCompared = (run: RunWords): boolean => run.gates && pillarNamed(run.pillar)?.parts !== "scenarios";
