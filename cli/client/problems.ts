// What is wrong in runs that failed, for the terminal: each problem once, at most fifteen lines.
import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { lineWidth, painter, wrapped } from "../terminal.ts";
import { runOfType } from "./runs.ts";
import type { Service } from "./service.ts";
import type { Ended } from "./watch.ts";

type Problem = Pick<AnswerAt<"GET", "/api/ci/runs/{runId}/problems">["problems"][number], "title" | "where">;
/** The problems of one run; `total`: of all, of which these are the first. */
export type Problems = {
  title: string;
  runId: string;
  /** It has changes that somebody may have meant. */
  approvable: boolean;
  problems: Problem[];
  total: number;
};

const MAX_LINES = 15;
/** More lines than this are never needed for the rest of a run. */
const READ = 15;

/** Of runs that did not pass. A service of an earlier version has no list, and a verdict stands without one. */
export async function readProblems(service: Service, ended: readonly Ended[]): Promise<Problems[]> {
  const found = await Promise.all(
    ended
      .filter(({ outcome }) => outcome.word === "failed" || outcome.word === "inconclusive")
      .map(async ({ run: { runId, type }, title, outcome }): Promise<Problems> => {
        const answer = await service
          .get("/api/ci/runs/{runId}/problems", { params: { runId }, query: { limit: READ }, patience: 0 })
          .catch(() => ({ problems: [], total: 0 }));
        const approvable = runOfType(type)?.reviewed === true && outcome.word === "failed";
        return { title, runId, approvable, problems: answer.problems, total: answer.total };
      }),
  );
  return found.filter(({ total }) => total > 0);
}

/** `approves`: with the command that makes changed screenshots the baselines. */
export function problemLines(all: readonly Problems[], { approves }: { approves: boolean }): string[] {
  const paint = painter();
  const lines: string[] = [];
  const share = Math.max(1, Math.floor(MAX_LINES / Math.max(1, all.length)));
  for (const { title, problems, total } of all) {
    if (all.length > 1) lines.push(`  ${title}`);
    let [shown, used] = [0, 0];
    for (const problem of problems) {
      const [first = "", ...more] = wrapped(
        problem.where === "" ? problem.title : `${problem.title}  ${problem.where}`,
        lineWidth() - 4,
      );
      if (shown > 0 && used + 1 + more.length > share) break;
      lines.push(`  ${paint("✖", "red")} ${first}`, ...more.map((line) => `    ${line}`));
      used += 1 + more.length;
      shown += 1;
    }
    if (total > shown) lines.push(`    and ${total - shown} more`);
  }
  const approvable = approves ? all.filter((one) => one.approvable) : [];
  return lines.length === 0
    ? []
    : ["", ...lines, ...(approvable.length > 0 ? [""] : []), ...approvable.map(({ runId }) => approveLine(runId))];
}

const approveLine = (runId: string): string => `If intended: plumbline approve --run ${runId} --all`;
