// Requests the commits between the known history and a run's commit from a code host, and stores them.
import type { HistoryRow } from "../../../domain/history/commit.ts";
import { namesBranch } from "../../../domain/history/cut.ts";
import type { Graph } from "../../../domain/history/graph.ts";
import { readHistory } from "../../../domain/history/intake.ts";
import { type KeptHistory, keepHistory } from "../../../models/commits/queries.ts";
import type { Models } from "../../../models/index.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { type CodeHistory, isMissing, MAX_BETWEEN, PAGE, UNREADABLE } from "../../../platform/codeHosts/codeHistory.ts";
import { HostError } from "../../../platform/codeHosts/codeHost.ts";

/** Maximum number of pages of ancestors requested until they connect to the known history. */
const MAX_PAGES = 10;

type Filling = {
  run: Pick<Run, "projectId" | "branch" | "baseBranch"> & { commitSha: string };
  mainBranch: string;
  /** The previously known history. */
  graph: Graph;
  at: Date;
};

/**
 * Stores main's newest commits and the commits since the run's branch left main. Returns null, or why that is not enough, as a
 * clause. Rejects with HostError.
 */
export async function fillHistory(
  models: Models,
  host: CodeHistory,
  { run, mainBranch, graph, at }: Filling,
): Promise<string | null> {
  const { projectId, branch, commitSha } = run;
  const source = readable(host);
  const keep = (rows: readonly HistoryRow[], onMain: boolean): Promise<KeptHistory> =>
    keepHistory(models, { projectId, rows: readHistory(rows).rows, onMain, at });
  const lineOf = (from: string) => ancestors(source, graph, from);
  const beyond = `it does not connect to the known history within ${(MAX_PAGES * PAGE).toLocaleString("en-US")} commits`;

  if (branch === null || branch === mainBranch) {
    const { known } = await keep(await lineOf(commitSha), branch === mainBranch);
    return known ? null : beyond;
  }

  const bases = [...new Set([run.baseBranch ?? mainBranch, mainBranch])].filter(namesBranch);
  const [base = mainBranch, ...others] = bases;
  const [first, main] = await Promise.all([unlessMissing(source.compare(base, commitSha), others), lineOf(mainBranch)]);
  const ofMain = await keep(main, true);
  const rows: HistoryRow[] = [];
  let tip = commitSha;
  let known = false;
  const add = async (compared: Awaited<ReturnType<CodeHistory["compare"]>>): Promise<boolean> => {
    rows.push(...compared.between, compared.mergeBase);
    tip = compared.mergeBase[0];
    known = (await keep(rows, false)).known;
    return compared.complete;
  };
  const long = `it is more than ${MAX_BETWEEN * PAGE} commits beyond ${base}`;
  if (first && !(await add(first))) return long;
  for (const other of known ? [] : others) if (!known && !(await add(await source.compare(other, tip)))) return long;
  if (!known) {
    rows.push(...(await lineOf(tip)));
    known = (await keep(rows, false)).known;
  }
  // Main's own commits may connect to the known history only through the branch.
  if (ofMain.kept === 0) await keep(main, true);
  return known ? null : beyond;
}

/** Returns ancestors, newest first, until they connect to the known history. If the host fails after the first page, that page is the result. */
async function ancestors(source: CodeHistory, graph: Graph, from: string): Promise<HistoryRow[]> {
  const found: HistoryRow[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    try {
      const { rows, last } = await source.ancestors(from, page);
      if (page === 1 && rows.length === 0) throw new HostError(404, "no commit");
      found.push(...rows);
      if (last || rows.some(([sha, parents]) => graph.has(sha) || parents.some((parent) => graph.has(parent)))) break;
    } catch (error) {
      if (page === 1) throw error;
      break;
    }
  }
  return found;
}

/** Returns null if it is missing and there are other commits to request. */
async function unlessMissing<T>(asked: Promise<T>, others: readonly string[]): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (others.length > 0 && error instanceof HostError && isMissing(error)) return null;
    throw error;
  }
}

/** Wraps the host so that it also rejects with HostError if a response does not contain commits. */
function readable(host: CodeHistory): CodeHistory {
  const read = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof HostError) throw error;
      throw new HostError(UNREADABLE, "its answer cannot be read");
    }
  };
  return {
    compare: (base, head) => read(host.compare(base, head)),
    ancestors: (from, page) => read(host.ancestors(from, page)),
  };
}
