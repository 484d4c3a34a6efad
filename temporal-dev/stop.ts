// `npm stop`: ends the service that runs on the data folder, and waits until all of its processes have stopped.
import path from "node:path";
import { readConfig } from "../domain/config.ts";
import { isServing, serverOf } from "./background.ts";

/** A worker gives its activities half a minute, and each process is killed after 45 s. */
const STOP_MS = 3 * 60_000;
const POLL_MS = 100;

const dataDir = path.resolve(readConfig(process.env).dataDir);
const pid = serverOf(dataDir);
if (pid === null) console.log(`no service runs on ${dataDir}`);
else {
  console.log(`stopping the service on ${dataDir}…`);
  process.kill(pid, "SIGTERM");
  const late = Date.now() + STOP_MS;
  // Waits for the process, not for the lock, because it releases the folder a moment before it ends.
  while (isServing(pid) && Date.now() < late) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const left = isServing(pid);
  console.log(left ? `it is still stopping: process ${pid}` : "stopped");
  process.exitCode = left ? 1 : 0;
}
