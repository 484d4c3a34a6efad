// Measures how long it takes to choose what the screenshots of a run are compared with: a large run on a long history.
import type { Commit } from "../../domain/history/commit.ts";
import { buildGraph } from "../../domain/history/graph.ts";
import { type Accepted, selectReferences } from "../../domain/history/select.ts";
import { table } from "../../temporal-dev/table.ts";
import { randomOf } from "../../test/domain/history/oracle/random.ts";
import { median } from "../lib/stats.ts";

const COMMITS = 5000;
const SHOTS = 2000;
/** Average number of versions of a screenshot, and of one page that changes all the time. */
const VERSIONS = 3;
const BUSY = 200;
const WARM_UP = 3;
const BAR_MS = 150;

/** A year of a team: pull requests with a few commits, merged or squashed; each screenshot is approved now and then. */
function yearOf(seed: number) {
  const random = randomOf(seed);
  const rows: Commit[] = [];
  const branchOf: { sha: string; branch: string; pr: number | null }[] = [];
  const add = (parents: readonly string[], branch: string, number: number | null, merges: number | null): string => {
    const sha = rows.length.toString(16).padStart(40, "c");
    rows.push({ sha, parents, pr: merges, at: new Date(rows.length * 1000), onMain: branch === "main" });
    branchOf.push({ sha, branch, pr: number });
    return sha;
  };
  const recent: string[] = [add([], "main", null, null)];
  for (let pr = 1; rows.length < COMMITS; pr++) {
    let tip = recent[Math.max(0, recent.length - 1 - random.int(8))] ?? "";
    const main = recent.at(-1) ?? "";
    for (let commits = 1 + random.int(6); commits > 0; commits--) {
      const takesMain = random.chance(0.1) && tip !== main;
      tip = add(takesMain ? [tip, main] : [tip], `feature-${pr}`, pr, null);
    }
    const squashes = random.chance(0.4);
    recent.push(add(squashes ? [main] : [main, tip], "main", null, squashes || random.chance(0.5) ? pr : null));
  }
  const accepted = Array.from({ length: SHOTS * VERSIONS + BUSY }, (_, at): Accepted => {
    const place = at < SHOTS ? at : at < SHOTS * VERSIONS ? random.int(SHOTS) : 0;
    const commit = at < SHOTS ? 0 : random.int(rows.length);
    const { sha, branch, pr } = branchOf[commit] ?? { sha: "", branch: "main", pr: null };
    return {
      id: `v${at}`,
      place,
      branch,
      commitSha: sha,
      prNumber: pr,
      at: new Date(commit * 1000 + 500),
      look: `${place} ${random.int(50)}`,
      withdrawn: false,
    };
  });
  return { rows: rows.toReversed(), accepted, head: recent.at(-1) ?? "" };
}

/** Measures building the graph and choosing, as for one run. */
export function benchHistory(rounds: number, log: (line: string) => void): string {
  const build: number[] = [];
  const choose: number[] = [];
  let merges = 0;
  for (let round = -WARM_UP; round < rounds; round++) {
    const { rows, accepted, head } = yearOf(round + WARM_UP + 1);
    const started = performance.now();
    const graph = buildGraph(rows);
    const built = performance.now();
    const run = { sha: head, branch: "main", prNumber: null, mainBranch: "main" };
    const choices = selectReferences(graph, run, SHOTS, accepted);
    const ended = performance.now();
    if (round < 0) continue;
    build.push(built - started);
    choose.push(ended - built);
    merges = Math.max(merges, choices.filter(({ kind }) => kind === "merge").length);
    log(`round ${round + 1}: ${Math.round(ended - started)} ms`);
  }
  const most = Math.max(...choose);
  const verdict = median(choose) <= BAR_MS ? "met" : "missed";
  return table(
    [
      `${SHOTS} shots, ${COMMITS} commits, ${SHOTS * VERSIONS + BUSY} accepted pictures`,
      "median ms",
      "most ms",
      "bar",
      "",
    ],
    [
      ["building the graph", median(build).toFixed(0), Math.max(...build).toFixed(0), "", ""],
      [`choosing (up to ${merges} merges)`, median(choose).toFixed(0), most.toFixed(0), `≤ ${BAR_MS}`, verdict],
    ],
  );
}
