// A thread that does nothing beside a sweep: how long the machine itself holds it.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parentPort } from "node:worker_threads";

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
parentPort?.postMessage(0);
parentPort?.once("message", () => {
  parentPort?.postMessage(delay.max / 1e6);
});
