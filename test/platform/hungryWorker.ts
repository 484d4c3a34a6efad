// A worker thread whose jobs never end, exhaust memory, throw, return their thread id, or respond immediately.
import { parentPort, threadId } from "node:worker_threads";

parentPort?.on("message", ({ id, kind }: { id: number; kind: string }) => {
  if (kind === "endless") for (;;);
  if (kind === "greedy")
    for (const all: string[][] = []; ; ) all.push(Array.from({ length: 1_000_000 }, (_, at) => `x${at}`));
  if (kind === "broken") return parentPort?.postMessage({ id, ok: false, code: "failed", message: "It broke." });
  parentPort?.postMessage({ id, ok: true, answer: kind === "threadId" ? String(threadId) : "done" });
});
