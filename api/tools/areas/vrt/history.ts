// Runs over time: the list of runs, and a comparison of two runs.

import { number, object, string } from "yup";
import { isAudit } from "../../../../domain/audit/pillars.ts";
import { ProductError } from "../../../../domain/errors.ts";
import { namedSummary, runSummary } from "../../../../domain/runs/runSummary.ts";
import { gates, pillarOf, RUN_NAME, runNoun, type StatusType } from "../../../../domain/runTypes.ts";
import type { Run } from "../../../../models/runs/schema.ts";
import { choice, flag, prNumberField, text, time } from "../../../lib/validate.ts";
import { packed, slot } from "../../../operations/reports/packed.ts";
import { compareRuns, runBefore } from "../../../operations/runs/compareRuns.ts";
import { listRuns } from "../../../operations/runs/listRuns.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, environmentArg, pagingArgs, projectArg, runIdArg, verboseArg } from "../../args.ts";
import { GuidedError } from "../../guidedError.ts";
import { detailsOf, next } from "../../next.ts";
import { ended, runOf } from "../../runOf.ts";
import { oneLine, plural } from "../../sentences.ts";
import { type AnyTool, defineTool, type NextAction, type ToolUse } from "../../tool.ts";

const RUN_TYPES = Object.keys(RUN_NAME) as StatusType[];

const runData = object({
  runId: string().required(),
  type: string().required(),
  status: string().required(),
  verdict: string().nullable().defined(),
  createdAt: string().required(),
  result: string().required(),
  duration: number(),
  environmentName: string(),
  branch: string(),
  commitSha: string(),
  prNumber: number(),
  requestedBy: string(),
  error: string(),
});

const getRunHistory = defineTool({
  name: "get_run_history",
  title: "Runs of the project",
  description:
    "The project's runs, newest first, each with its verdict and result. Call it to see since when something fails; compare_runs compares two.",
  intent: { does: "earlier runs", when: [["history", "run"], ["history"]] },
  area: "vrt",
  profile: "full",
  mutating: false,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    type: choice(RUN_TYPES),
    branch: text(255),
    prNumber: prNumberField(),
    failed: described(flag(), "Only runs that failed"),
    from: described(time(), "Started at or after"),
    to: described(time(), "Started at or before"),
    ...pagingArgs,
    verbose: verboseArg(),
  },
  quiet: ["verbose"],
  data: object({ runs: listData(runData), nextCursor: string().nullable().defined() }),
  example: { type: "vrt-test" },
  async run({ ctx, caller, project, environment }, { verbose, from, to, ...args }) {
    const { cursor, type } = args;
    const asked = { ...args, ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) };
    const { runs, nextCursor } = await listRuns(ctx, caller, { ...asked, project, environment });
    // A part of a full audit is in the list, but is not what somebody started last.
    const latest = runs.find(({ parentRunId }) => cursor || type || parentRunId === null) ?? runs[0];
    return {
      summary: latest
        ? `${plural(runs.length, "run")}${nextCursor ? " and more" : ""}; the ${cursor ? "first here" : "latest"}: ${namedSummary(latest, `${RUN_NAME[latest.type]} ${latest._id}`)}`
        : "No runs found.",
      data: { runs: runs.map((run) => runView(run, verbose === true)), nextCursor },
    };
  },
});

function runView(run: Run, verbose: boolean) {
  const { _id, type, status, verdict, createdAt, duration, environmentName, branch, commitSha, prNumber } = run;
  return {
    runId: _id,
    type,
    status,
    verdict,
    createdAt: createdAt.toISOString(),
    result: oneLine(runSummary(run).sentence, 300),
    ...(environmentName && { environmentName }),
    ...(branch && { branch }),
    ...(commitSha && { commitSha }),
    ...(prNumber !== null && { prNumber }),
    ...(verbose && {
      ...(duration !== null && { duration }),
      requestedBy: run.requestedBy,
      ...(run.error && { error: oneLine(run.error, 200) }),
    }),
  };
}

const changes = () =>
  rowsData({
    name: string().required(),
    from: string().nullable().defined(),
    to: string().nullable().defined(),
  });
/** Kinds of changes in paging order, so that regressions are read first. */
const LISTS = ["worse", "appeared", "better", "vanished", "still"] as const;

const compareRunsTool = defineTool({
  name: "compare_runs",
  title: "Compare two runs",
  description:
    "What got better, worse, appeared, vanished and still fails between two runs of one type: results of visual tests, scenarios of functional tests, pages and findings of audits, pillars of full audits. What got worse comes first. get_run_history has the ids.",
  intent: { does: "two runs side by side", when: [["compare", "run"], ["compare"]] },
  area: "vrt",
  profile: "full",
  mutating: false,
  pageText: ["better", "worse", "appeared", "vanished", "still"],
  args: {
    project: projectArg(),
    environment: environmentArg(),
    runId: runIdArg(),
    baseRunId: described(text(), "Default: the previous completed run of its type"),
    ...pagingArgs,
    verbose: verboseArg(),
  },
  quiet: ["verbose"],
  data: object({
    type: string().required(),
    base: runData,
    run: runData,
    counts: object({
      better: number().required(),
      worse: number().required(),
      appeared: number().required(),
      vanished: number().required(),
      still: number().required(),
      unchanged: number().required(),
    }),
    better: changes(),
    worse: changes(),
    appeared: changes(),
    vanished: changes(),
    still: changes(),
    /** One cursor for all five lists. */
    nextCursor: string().nullable().defined(),
  }),
  example: { runId: "run_2", baseRunId: "run_1" },
  async run(use, { runId, baseRunId, limit, cursor, verbose = false }) {
    const { ctx, caller } = use;
    const run = ended(use, await runOf(use, runId));
    const base = baseRunId === undefined ? await runBefore(ctx, run) : ended(use, await runOf(use, baseRunId));
    if (base === null) {
      const { type } = run;
      const none = `There is no completed ${runNoun(type)} before ${run._id} on its environment and branch.`;
      throw new GuidedError(new ProductError("not_found", none), "Name one as baseRunId; get_run_history lists them.", [
        next({ project: use.project, environment: null }, "The runs there are", "get_run_history", { type }),
      ]);
    }
    const { unchanged, warnings, ...lists } = await compareRuns(ctx, caller, base, run);
    const { better, worse, appeared, vanished, still } = lists;
    const all = LISTS.flatMap((list) => lists[list].map(({ name, from, to }) => ({ list, name, from, to })));
    const place = slot({ limit, cursor });
    const { entries, nextCursor } = packed(
      all.slice(place.from, place.from + place.limit).map(({ name, ...one }) => ({ name: oneLine(name, 200), ...one })),
      place.from,
      all.length,
    );
    const here = (wanted: (typeof LISTS)[number]) =>
      entries.filter(({ list }) => list === wanted).map(({ list: _, ...change }) => change);
    return {
      summary: `${RUN_NAME[run.type]} ${run._id} against ${base._id}: ${better.length} better, ${worse.length} worse, ${appeared.length} appeared, ${vanished.length} vanished, ${unchanged} unchanged${still.length > 0 ? ` (${still.length} still wrong)` : ""}.`,
      data: {
        type: run.type,
        base: runView(base, verbose),
        run: runView(run, verbose),
        counts: {
          better: better.length,
          worse: worse.length,
          appeared: appeared.length,
          vanished: vanished.length,
          still: still.length,
          unchanged,
        },
        ...Object.fromEntries(LISTS.map((list) => [list, here(list)])),
        nextCursor,
      },
      warnings,
      nextActions: [
        ...(nextCursor === null
          ? []
          : [
              next(use, "The following changes", "compare_runs", {
                runId: run._id,
                baseRunId: base._id,
                cursor: nextCursor,
                ...(limit !== undefined && { limit }),
              }),
            ]),
        ...(worse.length + appeared.length > 0 ? whatFailed(use, run) : []),
      ],
    };
  },
});

function whatFailed(use: ToolUse, { _id: runId, type }: Run): NextAction[] {
  const pillar = pillarOf(type);
  return pillar === null || isAudit(pillar) || !gates(type) ? [] : [detailsOf(use, pillar, runId)];
}

export const historyTools: readonly AnyTool[] = [getRunHistory, compareRunsTool];
