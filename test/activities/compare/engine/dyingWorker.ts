// A worker thread that its job terminates: by an error for a picture hash, by exiting for everything else.
import { parentPort } from "node:worker_threads";

parentPort?.on("message", (job: { id: number; kind: string; request: { png?: Uint8Array } }) => {
  if (job.kind === "reencode")
    parentPort?.postMessage({ id: job.id, ok: true, answer: { png: job.request.png, pixelSha256: "" } });
  else if (job.kind === "pixelHash") throw new Error("out of luck");
  else process.exit(7);
});
