// Measures the time from a POST until a browser starts the run's first screenshot, by the timestamps of Temporal's history.
import { Client, Connection } from "@temporalio/client";
import { workflowIdOfRun } from "../../domain/ids.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { startInstallation, timedRun } from "../lib/installation.ts";

/** Milliseconds since the request was sent, one value per run. */
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

async function momentsOf(client: Client, runId: string): Promise<Moments> {
  const { events } = await client.workflow.getHandle(workflowIdOfRun(runId)).fetchHistory();
  return momentsIn(events ?? []);
}

type Moments = { workflow: number; planned: number; shot: number };
type Events = NonNullable<Awaited<ReturnType<ReturnType<Client["workflow"]["getHandle"]>["fetchHistory"]>>["events"]>;

/** Returns milliseconds since 1970. Throws if a run's history lacks an event, because the table would otherwise show a wrong time. */
export function momentsIn(events: Events): Moments {
  const at = (event: Events[number] | undefined): number =>
    Number(event?.eventTime?.seconds) * 1_000 + (event?.eventTime?.nanos ?? 0) / 1e6;
  const moment = (
    activity: string,
    what: "activityTaskStartedEventAttributes" | "activityTaskCompletedEventAttributes",
  ): number => {
    const scheduled = events.find(
      (one) => one.activityTaskScheduledEventAttributes?.activityType?.name === activity,
    )?.eventId;
    const found = events.find((one) => one[what] && String(one[what].scheduledEventId) === String(scheduled));
    if (!scheduled || !found) throw new Error(`The history has no ${what} of ${activity}.`);
    return at(found);
  };
  return {
    workflow: at(events[0]),
    planned: moment("planRun", "activityTaskCompletedEventAttributes"),
    shot: moment("captureShot", "activityTaskStartedEventAttributes"),
  };
}
