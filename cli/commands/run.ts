import { RUN_WORDS, type RunWords } from "../../domain/words/runs.ts";
import { isMeasured, readBudgets, readWorse } from "../client/budgets.ts";
import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { readFacts } from "../client/facts.ts";
import {
  cancelRun,
  FULL,
  pillarNamed,
  readPages,
  runNamed,
  type StartOptions,
  startRun,
  takesBudgets,
  titleOf,
} from "../client/runs.ts";
import { LOCAL_OPTIONS } from "../local/options.ts";
import type { Started } from "../local/runLocal.ts";
import { requireFile } from "../projectFile/file.ts";
import { REPORT_OPTIONS, writeReports } from "../reports/index.ts";
import { type CommandDeclaration, type CommandUse, textOf, textsOf, wordsOf } from "./command.ts";
import { tellHistoryOf } from "./history.ts";
import { seeRunsEnd, TIMEOUT_OPTION, timeoutOf } from "./seeEnd.ts";

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
      description: "only scenarios affected by changes since the base branch, by the section changed of plumbline.yml",
    },
    {
      flags: "--base <branch>",
      description: "with --changed-only: instead of the one from CI, or the main branch",
    },
    {
      flags: "--against <reference>",
      description: "compare with this run, branch or environment instead of what the history says",
    },
    { flags: "--failed", description: "run again only what failed in the last run on this branch and environment" },
    { flags: "--browser <name>", description: "chromium, firefox, webkit", many: true },
    { flags: "--budget <name=number>", description: "a performance budget, such as lcp=2500 (ms)", many: true },
    {
      flags: "--worse <names>",
      description: "fail where these are worse than on main beyond noise: score, findings, lcp … or lcp=100",
    },
    {
      flags: "--base-url <address>",
      description: "where the branch is deployed: a preview, on a host that the project allows",
    },
    { flags: "--branch <name>", description: "instead of the one from CI or git" },
    { flags: "--commit <sha>", description: "instead of the one from CI or git" },
    { flags: "--pr <number>", description: "instead of the pull request from CI" },
    ...REPORT_OPTIONS,
    ...LOCAL_OPTIONS,
  ],
  example: "plumbline run visual a11y --budget lcp=2500 --wait",
  async run(use) {
    const { args, options, env, cwd } = use;
    const kinds = [...new Set((args.length > 0 ? args : [RUN_WORDS["vrt-test"].word]).map(runNamed))];
    if (kinds.length > 1 && kinds.some(isFull)) throw wrongUse(`"${FULL.word}" is every run type: use it alone.`);
    const perfBudgets = readBudgets(wordsOf(options, "budget"));
    if (perfBudgets && !kinds.some(takesBudgets)) throw wrongUse("A budget needs a performance run: add perf.");
    const worseWords = textOf(options, "worse");
    const worse = readWorse(worseWords?.split(",").filter(Boolean));
    if (worse) requireHeld(kinds, Object.keys(worse));
    const timeout = timeoutOf(options);
    const pr = textOf(options, "pr");
    if (pr !== undefined && !/^[1-9]\d*$/.test(pr)) throw wrongUse(`--pr takes a number, not "${pr}".`);
    const facts = {
      ...(await readFacts(env, cwd)),
      ...(textOf(options, "branch") ? { branch: textOf(options, "branch") } : {}),
      ...(textOf(options, "commit") ? { commitSha: textOf(options, "commit") } : {}),
      ...(pr ? { prNumber: Number(pr) } : {}),
    };
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
      against,
      failed,
      worse,
      scenarios,
      pages,
      browsers: wordsOf(options, "browser"),
      perfBudgets,
      facts,
    };
    const all = { kinds, start, timeout };
    if (options.local !== true) return (await startAll(use, { ...all, wait: options.wait === true })).exit;
    const { runLocal } = await import("../local/runLocal.ts");
    return runLocal(use, {
      compares: kinds.some(compares),
      facts,
      timeout,
      scenarios,
      browsers: start.browsers,
      start: (here) => startAll(here, { ...all, wait: true }),
    });
  },
};

/** Labels, none where nothing is shown; undefined: all of them. */
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
/** Whether screenshots are compared with baselines, alone or as a part. */
const compares = (run: RunWords): boolean => run.reviewed === true || isFull(run);

/** Before anything starts, as for references. */
function requireHeld(kinds: readonly RunWords[], names: readonly string[]): void {
  const audits = kinds.filter((run) => isFull(run) || pillarNamed(run.pillar)?.parts === "pages");
  if (audits.length === 0) throw wrongUse("--worse needs an audit, such as perf or a11y.");
  if (names.some(isMeasured) && !audits.some((run) => isFull(run) || takesBudgets(run)))
    throw wrongUse(`--worse ${names.filter(isMeasured).join(",")} needs a performance run: add perf.`);
}

/** Before anything starts: a later refusal would leave the runs before it going on. */
function requireCompared(kinds: readonly RunWords[]): void {
  const not = kinds.filter((run) => !isCompared(run)).map(({ word }) => word);
  if (not.length > 0)
    throw wrongUse(
      `--against is for runs that are compared with another: ${not.join(" and ")} ${not.length === 1 ? "is" : "are"} not.`,
    );
}
const isCompared = (run: RunWords): boolean => run.gates && pillarNamed(run.pillar)?.parts !== "scenarios";

type All = {
  kinds: readonly RunWords[];
  start: Omit<StartOptions, "project" | "environment">;
  timeout: number;
  wait: boolean;
};

type Asked = Awaited<ReturnType<typeof startRun>>;

/** Starts one of several runs; where it is refused, those before it are cancelled. */
async function startOrCancel(
  { service, out }: CommandUse,
  kind: RunWords,
  start: StartOptions,
  before: readonly Asked[],
): Promise<Asked> {
  try {
    return await startRun(service, kind, start);
  } catch (error) {
    for (const { runId, run, started } of before)
      if (started) {
        const end = await cancelRun(service, runId).then(
          () => "cancelled",
          // It may have ended already; the others are cancelled all the same, and the refusal is what is told.
          () => "not cancelled",
        );
        out.note(`${titleOf(run)} ${end}: ${runId}`);
      }
    throw error;
  }
}

async function startAll(use: CommandUse, { kinds, start, timeout, wait }: All): Promise<Started> {
  const { service, settings, out } = use;
  const { project, environment } = settings;
  await tellHistoryOf(use, start.facts);
  const asked: Asked[] = [];
  for (const kind of kinds) asked.push(await startOrCancel(use, kind, { ...start, project, environment }, asked));
  const started = asked.filter((one) => one.started);
  if (start.failed) for (const { run, message } of asked) out.note(`${titleOf(run)}: ${message}`);
  if (started.length === 0) {
    const messages = asked.map(({ message }) => message ?? "");
    const none = { ended: [], problems: [] };
    out.answer({ runs: [], messages, exit: CLIENT_EXIT.passed }, []);
    await writeReports({ service, options: use.options, ...none, facts: start.facts, env: use.env, note: out.note });
    return { exit: CLIENT_EXIT.passed, reviewable: [] };
  }
  // A capture of baselines says so where the branch is protected.
  // What a run is compared with is said where the caller named it.
  for (const { run, message } of started)
    if (!start.failed && (!run.gates || start.against !== undefined) && message !== undefined) out.note(message);
  const runs = started.map(({ runId, run, message }) => ({ runId, title: titleOf(run), message }));
  const ids = runs.map(({ runId }) => runId);
  const reviewable = started.filter(({ run }) => run.reviewed === true).map(({ runId }) => runId);
  if (wait) {
    for (const { runId, title } of runs) out.note(`${title} started: ${runId}`);
    const exit = await seeRunsEnd(use, { runs, timeout, cancels: true, facts: async () => start.facts });
    return { exit, reviewable };
  }
  out.answer(
    { runs },
    runs.map(({ runId, title }) => `${title}: ${runId}`),
  );
  out.note(`Follow it with: plumbline wait ${ids.join(" ")}`);
  return { exit: CLIENT_EXIT.passed, reviewable };
}
