// GET /metrics: what it contains, and who may read it.
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { createApp } from "../../../api/app.ts";
import type { Config } from "../../../domain/config.ts";
import { tellPresence } from "../../../models/workerPresence/queries.ts";
import { serveMetrics } from "../../../platform/metricsServer.ts";
import { makeWorld, type World } from "../support/world.ts";

describe("GET /metrics", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());
  const read = async () => (await world.client.get("/metrics")).raw.toString();

  it("counts requests by route, not by address", async () => {
    const key = await world.addKey("ci");
    for (const id of ["run_a", "run_b"]) await world.client.get(`/api/ci/status/${id}`, { key });
    const { status, headers } = await world.client.get("/metrics");
    expect([status, headers.get("content-type")]).to.deep.equal([200, "text/plain; version=0.0.4; charset=utf-8"]);
    const text = await read();
    expect(text).to.match(
      /plumbline_http_requests_total\{method="GET",route="\/api\/ci\/status\/:runId",status="404"\} \d+/,
    );
    expect(text).not.to.include("run_a");
    expect(text).to.include("plumbline_http_request_seconds_bucket");
  });

  it("says how many tasks wait in each queue, and no old number while Temporal is unavailable", async () => {
    world.engine.waiting = [
      { queue: "orchestration", kind: "workflow", tasks: 0, oldestSeconds: 0 },
      { queue: "browser", kind: "activity", tasks: 7, oldestSeconds: 90 },
    ];
    expect(await read())
      .to.include('plumbline_queue_tasks{queue="browser",kind="activity"} 7')
      .and.include('plumbline_queue_tasks{queue="orchestration",kind="workflow"} 0')
      .and.include('plumbline_queue_oldest_task_seconds{queue="browser",kind="activity"} 90')
      .and.include("plumbline_temporal_up 1");
    world.engine.available = false;
    const text = await read();
    world.engine.available = true;
    expect(text)
      .to.include("plumbline_temporal_up 0")
      .and.not.match(/plumbline_queue_(tasks|oldest_task_seconds|served)\{/);
    expect(text).to.include("plumbline_http_requests_total{");
  });

  it("says whether the artifact store can be written, by the readiness's probe or one of its own a minute", async () => {
    let probes = 0;
    let up = false;
    const check = async () => {
      probes += 1;
      if (!up) throw new Error("ECONNREFUSED");
    };
    const client = await world.listen({ artifacts: { ...world.ctx.artifacts, check } });
    const told = async () => {
      const text = (await client.get("/metrics")).raw.toString();
      return [/^plumbline_artifact_store_up (\d)$/m.exec(text)?.[1], probes];
    };
    const { at } = world.clock;
    const later = (seconds: number) => {
      world.clock.at = new Date(at.getTime() + seconds * 1_000);
    };
    expect(await told()).to.deep.equal(["0", 1]);
    up = true;
    later(59);
    expect(await told()).to.deep.equal(["0", 1]);
    await client.get("/api/ready");
    expect(await told()).to.deep.equal(["1", 2]);
    up = false;
    later(130);
    expect(await told()).to.deep.equal(["0", 3]);
    world.clock.at = at;
  });

  it("says which queues no worker serves", async () => {
    const served = async () => (await read()).match(/^plumbline_queue_served\{.*$/gm);
    const pollers = { ...world.engine.pollers };
    expect(await served()).to.have.length(3);
    world.engine.pollers = { ...pollers, lab: 0 };
    expect(await served()).to.include('plumbline_queue_served{queue="lab"} 0');
    world.engine.pollers = { ...pollers, lab: 1 };
    expect(await served()).to.include('plumbline_queue_served{queue="lab"} 1');
    world.engine.pollers = pollers;
  });

  it("says which places no worker serves, role by role, once something is to run there", async () => {
    const placed = async () => (await read()).match(/^plumbline_queue_served\{queue="\w+@.*$/gm);
    expect(await placed()).to.equal(null);
    await world.models.environments.updateOne({ _id: "env_stage" }, { $set: { location: "eu" } });
    await tellPresence(world.models, { _id: "wrk_eu", queues: ["browser"], location: "eu", seenAt: world.clock.at });
    expect(await placed()).to.deep.equal([
      'plumbline_queue_served{queue="browser@eu"} 1',
      'plumbline_queue_served{queue="lab@eu"} 0',
    ]);
    world.engine.waiting = [
      { queue: "browser", location: "eu", kind: "activity", tasks: 3, oldestSeconds: 12 },
      { queue: "browser", location: "nowhere", kind: "activity", tasks: 1, oldestSeconds: 1 },
    ];
    expect(await read())
      .to.include('plumbline_queue_tasks{queue="browser@eu",kind="activity"} 3')
      .and.include('plumbline_queue_oldest_task_seconds{queue="browser@eu",kind="activity"} 12')
      .and.not.include("nowhere");
    world.engine.silent = ["eu"];
    expect(await read(), "one place that is late does not take Temporal down")
      .to.include("plumbline_temporal_up 1")
      .and.not.include('plumbline_queue_tasks{queue="browser@eu"');
    world.engine.silent = [];
    world.engine.waiting = [];
    await world.models.environments.updateOne({ _id: "env_stage" }, { $set: { location: null } });
    expect(await placed()).to.equal(null);
  });

  /** Returns the status that a program on this machine gets. */
  async function statusFor(config: Partial<Config>, headers: Record<string, string>): Promise<number> {
    const server = createServer(createApp({ ...world.ctx, config: { ...world.ctx.config, ...config } }));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      return await new Promise((resolve, reject) => {
        // `fetch` does not allow setting the Host header.
        request({ host: "127.0.0.1", port, path: "/metrics", headers, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .once("error", reject)
          .end();
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
  const local = { host: "127.0.0.1:4400" };
  for (const [what, config, headers, status] of [
    ["a program of this machine", {}, local, 200],
    ["one that says localhost", {}, { host: "localhost" }, 200],
    ["one that says [::1]", {}, { host: "[::1]:4400" }, 200],
    ["a page under a name that leads here", {}, { host: "attacker.example:4400" }, 404],
    ["a name that begins like an address", {}, { host: "127.0.0.1.attacker.example" }, 404],
    ["a caller behind a proxy", {}, { ...local, "x-forwarded-for": "203.0.113.9" }, 404],
    ["anyone behind a proxy that was announced", { trustProxy: 1 }, local, 404],
    ["anyone, when it is open", { metricsAccess: "anyone" }, { host: "plumbline.example" }, 200],
    ["a program of this machine, when it is off", { metricsAccess: "nobody" }, local, 404],
  ] as [string, Partial<Config>, Record<string, string>, number][])
    it(`answers ${status} to ${what}`, async () => expect(await statusFor(config, headers)).to.equal(status));
});

describe("serveMetrics", () => {
  it("warns of a port that is taken, and serves nothing on port 0", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    const warned = Promise.withResolvers<string>();
    const server = serveMetrics(
      { host: "127.0.0.1", port },
      async () => "",
      (level, message) => warned.resolve(`${level}: ${message}`),
    );
    expect(await warned.promise).to.equal("warn: metrics are not served");
    server?.close();
    taken.close();
    expect(
      serveMetrics(
        { host: "127.0.0.1", port: 0 },
        async () => "",
        () => {},
      ),
    ).to.equal(null);
  });
});
