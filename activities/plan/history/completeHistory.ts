// Before a run is planned: if the history of its commit is incomplete, as in a shallow clone, requests the rest from the code host.
import { shortCommit } from "../../../domain/history/commit.ts";
import { isCut, namesCommit } from "../../../domain/history/cut.ts";
import { buildGraph } from "../../../domain/history/graph.ts";
import { newestOf, unknownHistory } from "../../../domain/history/mending.ts";
import { HOST_TITLE } from "../../../domain/report/codePlace.ts";
import { loadCommits } from "../../../models/commits/queries.ts";
import { findProject } from "../../../models/projects/queries.ts";
import { noteHistory } from "../../../models/runs/lifecycle.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { historyProblem, isMissing } from "../../../platform/codeHosts/codeHistory.ts";
import { HostError } from "../../../platform/codeHosts/codeHost.ts";
import {
  codeHostAllowList,
  configuredHosts,
  hostAccount,
  isRepositoryAllowed,
} from "../../../platform/codeHosts/configured.ts";
import { githubHistory } from "../../../platform/codeHosts/githubHistory.ts";
import { gitlabHistory } from "../../../platform/codeHosts/gitlabHistory.ts";
import { retryingFetch } from "../../../platform/codeHosts/retryingFetch.ts";
import type { CommonDeps } from "../../commonDeps.ts";
import { fillHistory } from "./fillHistory.ts";
import { repositoryOf } from "./repositoryOf.ts";

/** For all requests to the host: a run does not wait longer for its references. */
export const HOST_MS = 6_000;

const HISTORY_OF = { github: githubHistory, gitlab: gitlabHistory } as const;
type Deps = Pick<CommonDeps, "config" | "models" | "log" | "now">;

/**
 * Stores what the project's code host reports about a commit with incomplete history. Any obstacle becomes a note of the
 * run, which continues with what is known. Parts of a full audit leave this to the audit. Repeating it requests only what is missing.
 */
export async function completeHistory(deps: Deps, run: Run, hostMs = HOST_MS): Promise<void> {
  const { models, config } = deps;
  const { commitSha, branch, projectId, parentRunId } = run;
  if (commitSha === null || !namesCommit(commitSha) || parentRunId !== null) return;
  const hosts = configuredHosts(config);
  if (hosts.length === 0) return;
  const project = await findProject(models, projectId, { mainBranch: 1 });
  if (!project) return;
  const { mainBranch } = project;
  const commits = await loadCommits(models, projectId);
  const graph = buildGraph(commits);
  if (!isCut(graph, commits, { commitSha, branch, mainBranch }, deps.now())) return;
  const place = await repositoryOf(models, run, hosts);
  if (place === null) return;
  const { host, repository, usual } = place;
  const unknown = unknownHistory({ commitSha, branch, mainBranch, ciProvider: run.ciProvider });
  const others = (run.historyNotes ?? []).filter(({ message }) => message !== unknown);

  const filled = async (): Promise<string | null> => {
    if (!isRepositoryAllowed(config, repository)) return `SVC_PR_REPOSITORIES does not name ${repository}`;
    try {
      const fetch = retryingFetch(codeHostAllowList(config), hostMs);
      const source = HISTORY_OF[host]({ ...hostAccount(config, host), repository }, fetch);
      return await fillHistory(models, source, { run: { ...run, commitSha }, mainBranch, graph, at: deps.now() });
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      deps.log("warn", "the code host returns no history", { host, runId: run._id, status: error.status });
      // The installation's repository may not be this project's.
      if (usual && isMissing(error) && graph.size === 0) return "";
      return historyProblem(host, error, repository, `${shortCommit(commitSha)} or ${mainBranch}`);
    }
  };

  const problem = await filled();
  if (problem === "") return;
  if (problem === null) {
    if (others.length < (run.historyNotes?.length ?? 0)) await noteHistory(models, run, others);
    return;
  }
  const notes = run.historyNotes ?? [];
  // If the run does not yet describe the consequence, this sentence does.
  const follows = graph.resolve(commitSha) === null && notes.length === others.length;
  const message = `${HOST_TITLE[host]} could not return the history of ${shortCommit(commitSha)}: ${problem}${
    follows ? `, so it is compared with the newest of ${newestOf(branch, mainBranch)}` : ""
  }.`;
  if (notes.some((one) => one.message === message)) return;
  await noteHistory(models, run, [...notes, { code: "history", message }]);
}
