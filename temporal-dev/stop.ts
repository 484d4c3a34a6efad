// `npm stop`: ends the service that runs on the data folder, and waits until everything of it has stopped.
import path from "node:path";
import { readConfig } from "../domain/config.ts";
import { runningOn } from "./background.ts";
import { runs } from "./child.ts";

/** A worker gives its activities half a minute, and each process has 45 s before it is killed. */
const STOP_MS = 3 * 60_000;
const POLL_MS = 100;

const dataDir = path.resolve(readConfig(process.env).dataDir);
const found = runningOn(dataDir);
if (found === null) console.log(`no service runs on ${dataDir}`);
else {
  console.log(`stopping the service at ${found.apiUrl}…`);
  process.kill(found.pid, "SIGTERM");
  const late = Date.now() + STOP_MS;
  while (runs(found.pid, "temporal-dev") && Date.now() < late)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const left = runs(found.pid, "temporal-dev");
  console.log(left ? `it is still stopping: process ${found.pid}` : "stopped");
  process.exitCode = left ? 1 : 0;
}
