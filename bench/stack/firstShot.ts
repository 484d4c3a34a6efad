// From a POST to the moment at which a browser begins with the first shot of the run, by the clock of Temporal's history.
import { Client, Connection } from "@temporalio/client";
import { workflowIdOfRun } from "../../domain/ids.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { startInstallation, timedRun } from "../lib/installation.ts";

/** Milliseconds after the request was sent, one of each run. */
export type FirstShots = { answered: number[]; workflow: number[]; planned: number[]; shot: number[] };

const WARM_UP = 3;

export async function measureFirstShots(runs: number, log: (line: string) => void): Promise<FirstShots> {
  const site = await startDemoSite({ variant: "good" });
  const { service, client, stop } = await startInstallation(site, ["/legal/terms"], log, ["desktop"]);
  const connection = await Connection.connect({ address: service.stack.temporalAddress });
  const times: FirstShots = { answered: [], workflow: [], planned: [], shot: [] };
  try {
    const temporal = new Client({ connection });
    await timedRun(client, "baseline");
    for (let run = -WARM_UP; run < runs; run += 1) {
      const asked = Date.now();
      const { runId } = await client.run({ type: "test" });
      const answered = Date.now() - asked;
      await client.wait(runId);
      const moments = await momentsOf(temporal, runId);
      if (run < 0) continue;
      times.answered.push(answered);
      for (const name of ["workflow", "planned", "shot"] as const) times[name].push(moments[name] - asked);
    }
    return times;
  } finally {
    await connection.close();
    await stop();
    await site.close();
  }
}

/** Milliseconds since 1970. */
async function momentsOf(client: Client, runId: string): Promise<{ workflow: number; planned: number; shot: number }> {
  const { events } = await client.workflow.getHandle(workflowIdOfRun(runId)).fetchHistory();
  const all = events ?? [];
  const at = (event: (typeof all)[number] | undefined): number =>
    Number(event?.eventTime?.seconds ?? 0) * 1_000 + (event?.eventTime?.nanos ?? 0) / 1e6;
  const scheduled = (name: string) =>
    all.find((one) => one.activityTaskScheduledEventAttributes?.activityType?.name === name)?.eventId;
  const [plan, shot] = [scheduled("planRun"), scheduled("captureShot")];
  const of = (id: unknown, what: "activityTaskStartedEventAttributes" | "activityTaskCompletedEventAttributes") =>
    at(all.find((one) => String(one[what]?.scheduledEventId) === String(id)));
  return {
    workflow: at(all[0]),
    planned: of(plan, "activityTaskCompletedEventAttributes"),
    shot: of(shot, "activityTaskStartedEventAttributes"),
  };
}
