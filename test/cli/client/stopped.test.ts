// Stopping `run --local` while it is starting its runs: nothing else listens for the stop before the command follows the runs.
import { expect } from "chai";
import { createService } from "../../../cli/client/service.ts";
import { startAll } from "../../../cli/commands/startAll.ts";
import { createOutput } from "../../../cli/output.ts";
import { RUN_WORDS } from "../../../domain/words/runs.ts";

const KINDS = [RUN_WORDS["vrt-test"], RUN_WORDS["a11y-test"]];

describe("a stop while runs are started", () => {
  /** The service of a command that is stopped during the response to start number `stopAt`. */
  async function stoppedAt(stopAt: number, kinds: typeof KINDS) {
    const stop = new AbortController();
    const asked: string[] = [];
    const notes: string[] = [];
    let started = 0;
    const service = createService({
      url: "http://plumbline.test",
      apiKey: "svc_live_1",
      note: (text) => notes.push(text),
      send: async (address, { method, signal }) => {
        signal?.throwIfAborted();
        const { pathname } = new URL(String(address));
        asked.push(`${method} ${pathname}`);
        if (pathname !== "/api/ci/run" && pathname !== "/api/ci/full-audit") return Response.json({ message: "" });
        started += 1;
        if (started === stopAt) stop.abort(new Error("Stopped."));
        return Response.json({ runId: `run_${started}` }, { status: 202 });
      },
    });
    const use = {
      args: [],
      options: {},
      cwd: "/",
      env: {},
      settings: { url: service.url, apiKey: "svc_live_1", project: "shop", environment: null },
      service,
      out: { ...createOutput(false), answer: () => {}, note: (text: string) => notes.push(text) },
    };
    const how = { kinds, start: { facts: {} }, timeout: 60_000, wait: true, signal: stop.signal };
    const outcome = await startAll(use, how).then(
      ({ exit }) => exit,
      (error: Error) => error.message,
    );
    return { outcome, asked, notes };
  }

  it("cancels the run that was just started, and follows nothing", async () => {
    const { outcome, asked, notes } = await stoppedAt(1, KINDS.slice(0, 1));
    expect(outcome).to.equal(3);
    expect(asked.slice(-2)).to.deep.equal(["POST /api/ci/run", "POST /api/ci/runs/run_1/cancel"]);
    expect(notes.at(-1)).to.match(/run_1\) is being cancelled/);
  });

  it("starts no further run, and cancels those before", async () => {
    const { outcome, asked } = await stoppedAt(1, KINDS);
    expect(outcome).to.equal("Stopped.");
    expect(asked.filter((call) => call.startsWith("POST /api/ci/"))).to.deep.equal([
      "POST /api/ci/run",
      "POST /api/ci/runs/run_1/cancel",
    ]);
  });

  it("is heard after the last one too", async () => {
    const { outcome, asked } = await stoppedAt(2, KINDS);
    expect(outcome).to.equal(3);
    expect(asked.filter((call) => call.endsWith("/cancel")).sort()).to.deep.equal([
      "POST /api/ci/runs/run_1/cancel",
      "POST /api/ci/runs/run_2/cancel",
    ]);
  });
});
