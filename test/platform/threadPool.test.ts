import { expect } from "chai";
import { closeThreads, inThread } from "../../activities/threads/inThread.ts";
import { createThreadPool, type ThreadPool } from "../../platform/threadPool.ts";
import { eventually } from "../support/eventually.ts";

type Jobs = Record<"endless" | "greedy" | "broken" | "quick", { request: object; answer: string }>;

describe("threads for what sites send", () => {
  let pool: ThreadPool<Jobs>;
  before(() => {
    pool = createThreadPool<Jobs>({
      workerFile: new URL("./hungryWorker.ts", import.meta.url),
      threads: 1,
      memoryMb: 64,
      failure: (code, detail) => new Error(`${code}: ${detail}`),
    });
  });
  after(async () => {
    await pool?.close();
    await closeThreads();
  });

  const outcome = (job: Promise<unknown>) =>
    job.then(
      (answer) => answer,
      (error: Error) => error.message.split(":")[0],
    );

  it("end a job that never ends or takes all memory, with its thread, and go on with the next", async () => {
    const jobs = [
      pool.run("endless", {}, { limitMs: 1_000 }),
      pool.run("quick", {}),
      pool.run("greedy", {}, { limitMs: 30_000 }),
      pool.run("broken", {}),
      pool.run("quick", {}),
    ];
    expect(await Promise.all(jobs.map(outcome))).to.deep.equal(["late", "done", "crashed", "failed", "done"]);
  });

  it("drop a job whose caller no longer waits", async () => {
    const cancel = new AbortController();
    const running = pool.run("endless", {}, { limitMs: 1_000 });
    const waiting = pool.run("quick", {}, { signal: cancel.signal });
    cancel.abort();
    expect(await Promise.all([running, waiting].map(outcome))).to.deep.equal(["late", "aborted"]);
  });

  it("end when they have had nothing to do for a while, and begin again for the next job", async () => {
    const resting = createThreadPool<Record<"threadId", { request: object; answer: string }>>({
      workerFile: new URL("./hungryWorker.ts", import.meta.url),
      threads: 1,
      idleMs: 50,
      failure: (code, detail) => new Error(`${code}: ${detail}`),
    });
    try {
      const first = await resting.run("threadId", {});
      const next = await eventually("another thread answers", async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        const id = await resting.run("threadId", {});
        return id !== first && id;
      });
      expect(next).not.to.equal(first);
    } finally {
      await resting.close();
    }
  });

  it("read a sitemap as it is read here", async () => {
    const body = Buffer.from(
      "<urlset><url><loc>https://a.example/</loc></url><url><loc>https://a.example/b</loc></url></urlset>",
    );
    expect(await inThread("sitemap", { body, truncated: false, mostBytes: 1_000, mostEntries: 1 })).to.deep.equal({
      state: "read",
      kind: "urlset",
      addresses: ["https://a.example/"],
      bad: 0,
      truncated: true,
      versions: [],
      versionsCut: false,
    });
  });
});
