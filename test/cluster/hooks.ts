// One cluster for all files of a run: started before the first test, stopped after the last. Loaded by mocha's --require.
import { type Cluster, startCluster } from "./cluster.ts";
import { findPrograms } from "./programs.ts";

/** Options passed on by the runner. */
export const OPTIONS = {
  quick: process.env.PLUMBLINE_CLUSTER_QUICK === "1",
  cutMs: Number(process.env.PLUMBLINE_CLUSTER_CUT_SECONDS ?? 60) * 1_000,
  /** A location is cut off for longer: ten minutes, unless all faults are shortened. */
  locationMs: Number(process.env.PLUMBLINE_CLUSTER_CUT_SECONDS ?? 60) * 10_000,
  /** Number of pages in the rolling restart, each in three widths. */
  pages: Number(process.env.PLUMBLINE_CLUSTER_SHOTS ?? 300) / 3,
  only: (process.env.PLUMBLINE_CLUSTER_ONLY ?? "").split(";").filter(Boolean),
  slow: { delayMs: 200, loss: 0.05 },
};

/** Whether the case with this title should run. */
export const isWanted = (title: string): boolean =>
  OPTIONS.only.length === 0 || OPTIONS.only.some((words) => title.includes(words));

const log = (line: string) => console.log(`cluster: ${line}`);
let running: Cluster | undefined;

export function cluster(): Cluster {
  if (!running) throw new Error("the cluster is not up");
  return running;
}

export const mochaHooks = {
  async beforeAll(this: Mocha.Context) {
    this.timeout(600_000);
    running = await startCluster(await findPrograms(log), { log });
  },
  async afterAll(this: Mocha.Context) {
    this.timeout(120_000);
    for (const line of running?.told ?? []) log(line);
    await running?.stop();
  },
};
