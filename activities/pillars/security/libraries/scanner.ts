// Sends one script at a time to the scanning thread, and aborts one that takes too long.
import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { Advisory, Detection } from "../../../../domain/pillars/security/gathered.ts";

export type Detected = { component: string; version: string; detection: Detection; advisories: Advisory[] };
export type ScanRequest = {
  id: number;
  script?: { url: string; text: string | null };
  versions?: { component: string; version: string }[];
};
export type ScanReply = { id: number; found: Detected[] } | { id: number; problem: string };

/** The scan of one script timed out or failed; `message` is a sentence. */
export class ScanFailedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ScanFailedError";
  }
}

export type LibraryScanner = {
  /** Returns what the address and the content of one script reveal. Rejects with ScanFailedError or the signal's reason. */
  script(script: { url: string; text: string | null }, signal: AbortSignal): Promise<Detected[]>;
  /** Returns known vulnerabilities of versions that a page reported itself. */
  versions(versions: { component: string; version: string }[], signal: AbortSignal): Promise<Detected[]>;
  close(): Promise<void>;
};

export type ScannerOptions = { file: string; limitMs?: number; workerFile?: URL };

/** 3 MB of minified code took 0.4 s on two busy cores. */
const LIMIT_MS = 10_000;
const MAX_REMEMBERED = 2_000;
// The packaged service runs this file as .js next to a .js worker.
const WORKER_FILE = new URL(import.meta.url.endsWith(".ts") ? "./scanWorker.ts" : "./scanWorker.js", import.meta.url);

export function createLibraryScanner({
  file,
  limitMs = LIMIT_MS,
  workerFile = WORKER_FILE,
}: ScannerOptions): LibraryScanner {
  let worker: Worker | undefined;
  let lastId = 0;
  let queue: Promise<unknown> = Promise.resolve();
  /** Cached, because pages of a site share their scripts. */
  const remembered = new Map<string, Detected[]>();

  function start(): Worker {
    const started = new Worker(workerFile, { workerData: { file } });
    // A thread that is idle or ending may still fail, when nobody waits for it.
    started.on("error", () => undefined);
    started.once("exit", () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  function ask(request: Omit<ScanRequest, "id">, signal: AbortSignal): Promise<Detected[]> {
    const answered = queue.then(() => send(request, signal));
    queue = answered.catch(() => undefined);
    return answered;
  }

  function send(request: Omit<ScanRequest, "id">, signal: AbortSignal): Promise<Detected[]> {
    signal.throwIfAborted();
    worker ??= start();
    const current = worker;
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Detected[]>();
    const drop = (): void => {
      if (worker === current) worker = undefined;
      void current.terminate();
    };
    const timer = setTimeout(() => {
      drop();
      reject(new ScanFailedError(`A script could not be searched for libraries within ${limitMs / 1000} s.`));
    }, limitMs);
    const onMessage = (reply: ScanReply): void => {
      if (reply.id !== id) return;
      if ("found" in reply) resolve(reply.found);
      else reject(new ScanFailedError(`A script could not be searched for libraries: ${reply.problem}`));
    };
    const onError = (error: unknown): void => {
      drop();
      const why = error instanceof Error ? error.message : String(error);
      reject(new ScanFailedError(`The search for libraries failed: ${why.slice(0, 200)}`));
    };
    const onExit = (): void => onError(new Error("its thread ended"));
    const onAbort = (): void => {
      drop();
      reject(signal.reason);
    };
    current.ref();
    current.on("message", onMessage).on("error", onError).on("exit", onExit);
    signal.addEventListener("abort", onAbort, { once: true });
    current.postMessage({ ...request, id });
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      current.off("message", onMessage).off("exit", onExit);
      current.off("error", onError);
      // An idle thread does not keep the process alive.
      current.unref();
    });
  }

  return {
    async script({ url, text }, signal) {
      const bounded = { url: url.slice(0, 500), text };
      const key = createHash("sha256")
        .update(`${bounded.url}\n`)
        .update(text ?? "\0")
        .digest("hex");
      const known = remembered.get(key);
      if (known) return known;
      const found = await ask({ script: bounded }, signal);
      remembered.set(key, found);
      if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? key);
      return found;
    },
    versions: (versions, signal) => (versions.length === 0 ? Promise.resolve([]) : ask({ versions }, signal)),
    async close() {
      await worker?.terminate();
      worker = undefined;
    },
  };
}
