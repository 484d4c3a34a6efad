// Stopping a command while it is starting its runs, and a start that is refused after others.
import { expect } from "chai";
import type { ClientError } from "../../../cli/client/exit.ts";
import { createService } from "../../../cli/client/service.ts";
import { stoppable } from "../../../cli/client/stop.ts";
import { featuresCommand } from "../../../cli/commands/features.ts";
import { startAll } from "../../../cli/commands/startAll.ts";
import { waitCommand } from "../../../cli/commands/wait.ts";
import { createOutput } from "../../../cli/output.ts";
import { RUN_WORDS } from "../../../domain/words/runs.ts";

const listening = process.listenerCount("SIGTERM");
/** Sends a signal to what listens since `others`: browsers of other tests in this process would end it. */
const signalOnly = (others: readonly unknown[], signal: "SIGINT" | "SIGTERM") => {
  for (const listener of process.listeners(signal)) if (!others.includes(listener)) listener(signal);
};
const KINDS = [RUN_WORDS["vrt-test"], RUN_WORDS["a11y-test"]];

describe("a stop while runs are started", () => {
  /** The service of a command that is stopped during the response to start number `stopAt`, which is `answer` if given. */
  async function stoppedAt(stopAt: number, kinds: typeof KINDS, answer?: Response) {
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
        if (started === stopAt && answer) return answer;
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
    const how = { kinds, start: { facts: {} }, timeout: 60_000, signal: stop.signal };
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

  it("cancels a run that is stored and would start later", async () => {
    const stored = Response.json({ error: "It starts later.", runId: "run_later" }, { status: 503 });
    const { outcome, asked, notes } = await stoppedAt(2, KINDS, stored);
    expect(outcome).to.equal("Stopped.");
    expect(asked.slice(-2)).to.deep.equal(["POST /api/ci/runs/run_1/cancel", "POST /api/ci/runs/run_later/cancel"]);
    expect(notes.at(-1)).to.equal("Accessibility cancelled: run_later");
  });

  it("a feature that is refused cancels those before it, because wrong use starts nothing", async () => {
    const asked: string[] = [];
    const service = createService({
      url: "http://plumbline.test",
      apiKey: "svc_live_1",
      note: () => undefined,
      send: async (address, { method, body }) => {
        const { pathname } = new URL(String(address));
        const { featureId } = JSON.parse(String(body ?? "{}")) as { featureId?: string };
        asked.push([method, pathname, featureId].filter(Boolean).join(" "));
        if (featureId === "baskt") return Response.json({ error: "There is no feature." }, { status: 404 });
        return Response.json({ runId: "run_1", message: "" }, { status: 202 });
      },
    });
    const settings = { url: service.url, apiKey: "svc_live_1", project: "shop", environment: null };
    const args = ["run", "search", "baskt"];
    const use = { args, options: { wait: true }, cwd: "/", env: {}, settings, service, out: createOutput(true) };
    const error = await featuresCommand.run(use).then(
      () => null,
      (thrown: ClientError) => thrown,
    );
    expect(error).to.include({ exit: 2, message: "There is no feature." });
    expect(asked).to.deep.equal([
      "POST /api/ci/frt/run search",
      "POST /api/ci/frt/run baskt",
      "POST /api/ci/runs/run_1/cancel",
    ]);
    expect(process.listenerCount("SIGTERM")).to.equal(listening);
  });

  it("is left to the process once the runs have ended and only reports remain", async () => {
    const run = { runId: "run_1", projectId: "prj_1", type: "vrt-test", status: "completed", duration: 1, error: null };
    const summary = { total: 1, passed: 1, failed: 0, errors: 0, noBaseline: 0, verdict: "pass" };
    const counts: number[] = [];
    const service = createService({
      url: "http://plumbline.test",
      apiKey: "svc_live_1",
      note: () => undefined,
      send: async (address) => {
        const { pathname } = new URL(String(address));
        if (!pathname.startsWith("/api/ci/status/"))
          return Response.json({ results: [], projects: [], nextCursor: null });
        counts.push(process.listenerCount("SIGTERM") - listening);
        return Response.json({ ...run, summary, perfBudgetResult: null });
      },
    });
    const settings = { url: service.url, apiKey: "svc_live_1", project: "shop", environment: null };
    const answer = () => void counts.push(process.listenerCount("SIGTERM") - listening);
    const use = { args: ["run_1"], options: {}, cwd: "/", env: {}, settings, service };
    expect(await waitCommand.run({ ...use, out: { ...createOutput(true), answer } })).to.equal(0);
    // Before the wait, during it, and after it.
    expect(counts).to.deep.equal([0, 1, 0]);
  });

  it("keeps its handlers once it has begun, because the signal may be sent again", async () => {
    const others = process.listeners("SIGINT");
    await stoppable(new Error("Stopped."), async (_, release) => {
      signalOnly(others, "SIGINT");
      release();
      expect(process.listenerCount("SIGTERM")).to.equal(listening + 1);
    });
  });

  it("is asked for by a signal; the third one does not wait for the work", async () => {
    const { exit } = process;
    const others = [...process.listeners("SIGINT"), ...process.listeners("SIGTERM")];
    const exits: unknown[] = [];
    process.exit = ((code) => void exits.push(code)) as typeof process.exit;
    try {
      const seen = await stoppable(new Error("Stopped."), async ({ signal }) => {
        const before = signal.aborted;
        signalOnly(others, "SIGINT");
        signalOnly(others, "SIGINT");
        const after = [signal.reason.message, ...exits];
        signalOnly(others, "SIGTERM");
        return [before, ...after];
      });
      expect([seen, exits]).to.deep.equal([[false, "Stopped."], [130]]);
      expect(process.listenerCount("SIGTERM")).to.equal(listening);
    } finally {
      process.exit = exit;
    }
  });
});
