// Measures how late scheduled runs start: twenty schedules in the same minute, with an API process and without one.
import { connect } from "../../models/database/connect.ts";
import { bindModels, type Models } from "../../models/index.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { startInstallation } from "../lib/installation.ts";
import { median, p95 } from "../lib/stats.ts";

const SCHEDULES = 20;
const EVERY_MS = 300_000;
const CRON = "*/5 * * * *";
const BAR_S = 2;
/** Schedules created just before they are due start at the next time. */
const AHEAD_MS = 20_000;
/** Runs that have not started by then count as missing, not as late. */
const GIVE_UP_MS = 150_000;

/** Waits for two due times and returns the table. */
export async function benchSchedules(log: (line: string) => void): Promise<string> {
  const site = await startDemoSite({ variant: "good" });
  const installation = await startInstallation(site, ["/legal/terms"], log, ["phone"]);
  const { service, client } = installation;
  const connection = await connect(service.stack.mongoUri, { dbName: "plumbline" });
  const models = bindModels(connection);
  try {
    for (let at = 0; at < SCHEDULES; at++)
      await client.request("POST", "/api/schedules", { name: `schedule ${at}`, cron: CRON, types: ["test"] });
    const rows = [line("API and worker", await latenessOf(models, log))];
    await ended(models);
    await service.api.stop();
    rows.push(line("worker alone", await latenessOf(models, log)));
    return table([`${SCHEDULES} schedules`, "started", "p50 s", "p95 s", "most s", "bar", ""], rows);
  } finally {
    await connection.close();
    await installation.stop();
    await site.close();
  }
}

/** Returns, for each started run, the seconds from the due time until Temporal received it. */
async function latenessOf(models: Models, log: (line: string) => void): Promise<number[]> {
  const due = Math.ceil((Date.now() + AHEAD_MS) / EVERY_MS) * EVERY_MS;
  log(`waiting until ${new Date(due).toISOString()}`);
  await pause(due - Date.now());
  for (;;) {
    const runs = await models.runs
      .find({ createdAt: { $gte: new Date(due) } }, { startedAt: 1 })
      .lean<{ startedAt: Date | null }[]>();
    const late = runs.flatMap(({ startedAt }) => (startedAt ? [(startedAt.getTime() - due) / 1_000] : []));
    if (late.length >= SCHEDULES || Date.now() > due + GIVE_UP_MS) return late;
    await pause(1_000);
  }
}

/** Waits for running runs, because a schedule is skipped while its previous run is running. */
async function ended(models: Models): Promise<void> {
  while ((await models.runs.countDocuments({ status: "running" })) > 0) await pause(1_000);
}

function line(what: string, late: readonly number[]): string[] {
  const all = [...late];
  const met = late.length === SCHEDULES && p95(all) <= BAR_S;
  const figures = [median(all), p95(all), Math.max(0, ...all)].map((seconds) => seconds.toFixed(2));
  return [what, `${late.length} of ${SCHEDULES}`, ...figures, `p95 ≤ ${BAR_S} s`, met ? "met" : "missed"];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
