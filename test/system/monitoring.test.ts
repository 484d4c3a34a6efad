// What an operator sees of a running service: one trace of a run, metrics, logs, Temporal's list, and a part that hangs.
import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Client, Connection } from "@temporalio/client";
import { expect } from "chai";
import { getPromtool } from "../../temporal-dev/lib/promtool.mjs";
import { waitUntilReady } from "../../temporal-dev/service.ts";
import { eventually } from "../support/eventually.ts";
import { openReceiver, type Receiver } from "../support/receiver.ts";
import { startWorld, type World } from "../support/service.ts";
import { expectWholeTrace, spansOf } from "../support/traces.ts";

const SECRET = "b7e1f0secretofthesite";
const root = new URL("../../", import.meta.url);

describe("a service that is watched", function () {
  this.timeout(300_000);
  let world: World;
  let collector: Receiver;
  let baselineId: string;
  let runId: string;
  let key: string;
  before(async () => {
    collector = await openReceiver();
    collector.play((res) => res.writeHead(200, { "content-type": "application/json" }).end("{}"));
    world = await startWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "500" });
    const project = await world.project({ One: `/page/one?token=${SECRET}`, Two: "/page/two" });
    key = project.key;
    ({ runId: baselineId } = await project.client.run({ type: "baseline" }));
    await project.client.wait(baselineId);
    ({ runId } = await project.client.run({}));
    await project.client.wait(runId);
  });
  after(async () => {
    await world?.stop();
    await collector?.close();
  });

  const metricsOf = async (service: "api" | "worker"): Promise<string> => {
    const { service: it } = world;
    const url = service === "api" ? it.apiUrl : `http://127.0.0.1:${it.env.SVC_WORKER_METRICS_PORT}`;
    return (await fetch(`${url}/metrics`)).text();
  };

  it("is one trace from the request over workflow and activities to the browser's phases and the store", async () => {
    await expectWholeTrace(() => spansOf(collector.received), { runId, baselineId, project: "project-1" });
  });

  it("sends no address, no secret and no key to the collector", () => {
    const sent = collector.received.map(({ body }) => body).join("\n");
    expect(sent).to.include("RUN vrt-test").and.not.include(SECRET).and.not.include(key);
    expect(sent).not.to.match(/page\/one|token=/);
  });

  it("exposes every metric that the alert rules and the dashboard name", async () => {
    const shown = (await Promise.all([metricsOf("api"), metricsOf("worker")])).join("\n");
    const known = new Set([...shown.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name));
    const named = (
      await Promise.all(
        ["deploy/prometheus/alerts.yml", "deploy/grafana/plumbline.json"].map((file) =>
          readFile(new URL(file, root), "utf8"),
        ),
      )
    ).join("\n");
    const names = [...new Set(named.match(/\b(?:plumbline|temporal|nodejs|process)_[a-z0-9_]+\b/g))];
    expect(names.length).to.be.above(25);
    // A failure that never occurred has no series, because the SDK creates its counters on first use.
    const seldom = /^temporal_(long_)?request_failure_total$/;
    const missing = names.filter((name) => !known.has(name.replace(/_bucket$/, "")) && !seldom.test(name));
    expect(missing).to.deep.equal([]);
    for (const name of ["plumbline_build_info", "nodejs_eventloop_lag_p99_seconds", "plumbline_database_up"])
      expect(shown.split(`# TYPE ${name} `), name).to.have.length(3);
    // Otherwise each start would create its own series.
    expect(shown).to.match(/task_queue="[^"]*-home"/);
    expect(shown).not.to.match(/"[^"]*-[0-9a-z]{26}"/);
  });

  it("names them as promtool wants them", async function () {
    const promtool = await getPromtool({ log: () => {} });
    if (promtool.path === null) {
      process.stdout.write(`    promtool is not here: ${promtool.why}\n`);
      return this.skip();
    }
    for (const service of ["api", "worker"] as const) {
      const input = await metricsOf(service);
      execFileSync(promtool.path, ["check", "metrics"], { input, stdio: ["pipe", "pipe", "pipe"], encoding: "utf8" });
    }
  });

  it("writes lines of JSON, each with a level and a message", async () => {
    const folders = [path.join(world.service.dataDir, "logs"), world.service.dataDir];
    let lines = 0;
    for (const folder of folders)
      for (const file of (await readdir(folder)).filter((name) => name.endsWith(".log")))
        for (const line of (await readFile(path.join(folder, file), "utf8")).split("\n").filter(Boolean)) {
          const { level, message, msg, error } = JSON.parse(line);
          expect(level, line).to.be.a("string");
          expect(message ?? msg, line).to.be.a("string");
          if (typeof error === "object") expect(error, line).to.include.keys("type", "message");
          lines += 1;
        }
    expect(lines).to.be.above(10);
  });

  it("shows in Temporal what each workflow is about", async () => {
    const { temporalAddress: address, temporalNamespace: namespace } = world.service.stack;
    const connection = await Connection.connect({ address });
    try {
      const client = new Client({ connection, namespace });
      let projects = 0;
      for await (const one of client.workflow.list()) {
        const { memo, typedSearchAttributes, workflowId } = one;
        const labels = new Map(typedSearchAttributes.getAll().map(({ key: { name }, value }) => [name, value]));
        const type = labels.get("PlumblineRunType");
        expect(type, workflowId).to.be.a("string").and.not.equal("");
        expect(memo?.type, workflowId).to.equal(type);
        if (type !== "housekeeping" && type !== "cleanup") {
          projects += 1;
          expect(labels.get("PlumblineProject"), workflowId).to.equal("project-1");
          expect(memo?.project, workflowId).to.equal("project-1");
        }
        const { staticSummary } = await client.workflow
          .getHandle(workflowId)
          .describe()
          .then((it) => ({ staticSummary: it.staticSummary }));
        expect(await staticSummary(), workflowId)
          .to.be.a("string")
          .and.not.equal("");
      }
      expect(projects).to.be.at.least(2);
    } finally {
      await connection.close();
    }
  });

  it("says within ten seconds which part hangs, and starts it again after its bound", async () => {
    const { worker, apiUrl, stack } = world.service;
    const first = worker.pid!;
    process.kill(first, "SIGSTOP");
    const said = await eventually(
      "it is said",
      () => world.said().find((line) => /has not answered/.test(line)),
      15_000,
    );
    expect(said).to.match(/^the worker has not answered for 7 s \(process \d+\); it is started again in 23 s/);
    await eventually("another worker runs", () => world.said().includes("the worker runs again"), 90_000);
    expect(worker.pid).not.to.equal(first);
    await waitUntilReady(apiUrl);
    const died = world.said().find((line) => line.startsWith("the worker ended unexpectedly"));
    expect(died).to.match(/ended by SIGKILL.*\); it is started again/);

    process.kill(stack.pids.mongo!, "SIGSTOP");
    await eventually(
      "the database is named",
      () => world.said().find((line) => /^MongoDB has not answered/.test(line)),
      15_000,
    );
    process.kill(stack.pids.mongo!, "SIGCONT");
    await eventually(
      "it answers again",
      () => world.said().find((line) => /^MongoDB answers again/.test(line)),
      30_000,
    );
    await waitUntilReady(apiUrl);
  });
});
