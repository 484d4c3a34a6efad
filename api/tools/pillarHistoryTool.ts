// Defines the tools that list the runs of a pillar, which differ only in the pillar.
import { number, object, string } from "yup";
import { PILLAR_NAME, type Pillar } from "../../domain/audit/pillars.ts";
import { given } from "../../domain/given.ts";
import { partWords } from "../../domain/runs/part.ts";
import { text } from "../lib/validate.ts";
import { type HistoryRow, pillarHistory, rollingScore } from "../operations/reports/pillarHistory.ts";
import { lockedPillar } from "../operations/runs/startRun.ts";
import { rowsData } from "./answers.ts";
import { described, environmentArg, pagingArgs, projectArg, verboseArg } from "./args.ts";
import { next, startOf, waitFor } from "./next.ts";
import { oneLine, plural } from "./sentences.ts";
import { type AnyTool, defineTool } from "./tool.ts";

type Declared = { name: string; title: string; description: string; pillar: Pillar; reportTool: string };

const historyData = object({
  pillar: string().required(),
  rolling: object({
    score: number().nullable().defined(),
    trend: string().required(),
    confidence: string().required(),
    noise: number().nullable().defined(),
    runs: number().required(),
  }).required(),
  runs: rowsData({
    runId: string().required(),
    at: string().required(),
    status: string().required(),
    verdict: string().nullable().defined(),
    score: number().nullable().defined(),
    over: described(string(), "What the score covers, if not everything"),
    new: number().nullable().defined(),
    fixed: number().nullable().defined(),
    branch: string().nullable().defined(),
  }),
  nextCursor: string().nullable().defined(),
});

export function pillarHistoryTool({ pillar, reportTool, ...declared }: Declared): AnyTool {
  return defineTool({
    ...declared,
    area: "reports",
    profile: "full",
    mutating: false,
    args: {
      project: projectArg(),
      environment: environmentArg(),
      branch: described(text(), "Default: all"),
      ...pagingArgs,
      verbose: verboseArg(),
    },
    quiet: ["verbose"],
    data: historyData,
    example: {},
    async run({ ctx, caller, project, environment }, { branch, limit, cursor, verbose }) {
      const place = { project, environment, pillar };
      const [{ runs, nextCursor }, rolling] = await Promise.all([
        pillarHistory(ctx, caller, { ...place, branch, limit, cursor }),
        rollingScore(ctx, caller, place),
      ]);
      const [newest] = runs;
      const here = { project, environment, branch };
      const locked = newest ? null : await lockedPillar(ctx, caller.orgId, [pillar]);
      const { score, trend, confidence, noise } = rolling;
      return {
        summary:
          newest === undefined
            ? oneLine(`There is no run of ${PILLAR_NAME[pillar]} here yet.${locked ? ` ${locked}` : ""}`)
            : oneLine(
                `${plural(runs.length, "run")}${nextCursor === null ? "" : " and more"}; rolling score ${score ?? "unknown"}. ${trend.sentence}`,
              ),
        data: {
          pillar,
          rolling: { score, trend: trend.sentence, confidence, noise, runs: rolling.runs },
          runs: runs.map((run) => rowOf(run, verbose === true)),
          nextCursor,
        },
        nextActions: [
          newest === undefined
            ? locked
              ? next(here, "What the plan unlocks", "get_project")
              : startOf(here, pillar, "Run one")
            : newest.status === "running"
              ? waitFor(here, newest._id)
              : next(here, "What the newest one found", reportTool, { runId: newest._id }),
        ],
      };
    },
  });
}

function rowOf(run: HistoryRow & { score: number | null }, verbose: boolean) {
  const summary = run.summary && "bySeverity" in run.summary ? run.summary : null;
  return {
    runId: run._id,
    at: run.createdAt.toISOString(),
    status: run.status,
    verdict: run.verdict,
    score: run.score,
    ...given({ over: partWords(run.part) ?? undefined }),
    new: summary?.new ?? null,
    fixed: summary?.fixed ?? null,
    branch: run.branch,
    ...(verbose && {
      environment: run.environmentName,
      commitSha: run.commitSha,
      durationMs: run.duration,
      error: run.error === null ? null : oneLine(run.error),
      pages: summary?.pages ?? null,
      bySeverity: summary?.bySeverity ?? null,
    }),
  };
}
