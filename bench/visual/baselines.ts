// Measures a first baseline of all screenshots, each time in a new project, compared with `backstop reference`.
import type { ApiClient } from "../../temporal-dev/apiClient.ts";

const LOOK_MS = 250;

export type BaselineTimes = {
  /** ms until each screenshot has its first picture, which is all that the peer captures. */
  pictures: number[];
  /** ms until the run has ended, when a second capture has confirmed each picture. */
  confirmed: number[];
  theirs: number[];
};

/** `another`: creates a project without baselines. */
export async function timedBaselines(
  rounds: number,
  another: () => Promise<ApiClient>,
  reference: () => Promise<number>,
  log: (line: string) => void,
): Promise<BaselineTimes> {
  const times: BaselineTimes = { pictures: [], confirmed: [], theirs: [] };
  for (let round = 1; round <= rounds; round += 1) {
    const client = await another();
    const started = performance.now();
    const { runId } = await client.run({ type: "baseline" });
    const isTaken = ({ progress }: { progress?: { phase: string } }) => progress?.phase === "confirming";
    await client.wait(runId, { everyMs: LOOK_MS, until: isTaken });
    const pictures = performance.now() - started;
    const run = await client.wait(runId, { everyMs: LOOK_MS });
    if (run.status !== "completed") throw new Error(`The baseline run ended as ${run.status}: ${run.error}`);
    times.pictures.push(pictures);
    times.confirmed.push(performance.now() - started);
    times.theirs.push(await reference());
    const ms = (list: number[]) => Math.round(list.at(-1) ?? 0);
    log(
      `first baseline ${round}/${rounds}: pictures ${ms(times.pictures)} ms, confirmed ${ms(times.confirmed)} ms, BackstopJS ${ms(times.theirs)} ms`,
    );
  }
  return times;
}
