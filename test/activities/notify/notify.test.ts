// From the end of a run to the receiver: who is notified of what, exactly once, whatever is killed in between.
import type { ServerResponse } from "node:http";
import { WorkflowNotFoundError } from "@temporalio/client";
import { MockActivityEnvironment } from "@temporalio/testing";
import { expect } from "chai";
import { createDeliverActivities } from "../../../activities/notify/deliver.ts";
import { createTellActivities } from "../../../activities/notify/tellVerdicts.ts";
import { readConfig } from "../../../domain/config.ts";
import type { NotificationBody } from "../../../domain/notify/message.ts";
import { DELIVERY_ANSWER_MS, SENDING_MARGIN_MS, SENDING_MS } from "../../../domain/notify/retries.ts";
import { findChannel, writeTries } from "../../../models/notifications/queries.ts";
import type { NotificationChannel, NotificationDelivery } from "../../../models/notifications/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { makeWebhookSecret } from "../../../platform/webhookSignature.ts";
import { POLICIES } from "../../../workflows/policies.ts";
import { addRun } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { eventually } from "../../support/eventually.ts";
import { openReceiver, type Receiver } from "../../support/receiver.ts";
import { isSigned } from "../../support/webhookReceiver.ts";

const SECRET = makeWebhookSecret();
const START = Date.parse("2026-03-10T10:00:00Z");

describe("notifications", () => {
  let world: ActivityWorld;
  let receiver: Receiver;
  let tell: () => Promise<{ told: number; started: number }>;
  let attempt: (deliveryId: string, attempt?: number) => Promise<{ pauseMs: number | null; outcome?: string }>;
  let now: Date;
  let projects = 0;
  let projectId = "";
  /** Deliveries whose workflow was started, and the known workflows with their state. */
  const started: string[] = [];
  const workflows = new Map<string, string>();
  let temporalAway = false;
  const logged: string[] = [];

  before(async () => {
    receiver = await openReceiver();
    world = await openActivityWorld({
      config: { ...readConfig({ SVC_PUBLIC_URL: "https://quality.example" }), allowedHosts: receiver.host },
      log: (_level, message, fields) => void logged.push(JSON.stringify([message, fields])),
      now: () => now,
      client: {
        workflow: {
          start: async (_type: string, { workflowId }: { workflowId: string }) => {
            if (temporalAway) throw new Error("Temporal is unavailable");
            started.push(workflowId.replace("delivery-", ""));
          },
          getHandle: (id: string) => ({
            describe: async () => {
              const name = workflows.get(id);
              if (!name) throw new WorkflowNotFoundError("none", id, undefined);
              return { status: { name } };
            },
          }),
        },
      } as never,
    });
    const queues = { orchestration: "o", browser: "b", lab: "l" };
    const activities = {
      ...createTellActivities({ ...world.deps, queues }),
      ...createDeliverActivities({ ...world.deps, answerMs: 60_000 }),
    };
    tell = () => withActivity(activities.tellVerdicts);
    attempt = (deliveryId, number = 1) =>
      withActivity(() => activities.attemptDelivery({ deliveryId, attempt: number }));
  });
  after(async () => {
    await world?.close();
    await receiver?.close();
  });
  beforeEach(async () => {
    projectId = `prj_${++projects}`;
    now = new Date(START + 3_600_000);
    temporalAway = false;
    await world.models.projects.create({
      _id: projectId,
      orgId: "org_a",
      name: "Shop",
      slug: `shop-${projects}`,
      mainBranch: "main",
      baseUrl: "https://shop.example",
      createdAt: now,
    });
    receiver.play((res) => res.writeHead(204).end());
    started.length = 0;
  });

  const addChannel = async (patch: Partial<NotificationChannel> = {}, path = "/hook") => {
    const _id = `chn_${projectId}_${patch.name ?? "alarm"}`;
    await world.models.notificationChannels.create({
      _id,
      orgId: "org_a",
      projectId,
      name: "alarm",
      kind: "webhook",
      enabled: true,
      branches: "main",
      events: ["broke", "mended", "first_failure", "flapping"],
      sealed: world.deps.sealer.seal(JSON.stringify({ url: receiver.url + path, secret: SECRET })),
      createdBy: "test",
      createdAt: now,
      updatedAt: now,
      ...patch,
    });
    return _id;
  };
  let runs = 0;
  const addEnded = (verdict: Run["verdict"], patch: Partial<Run> = {}) => {
    const createdAt = new Date(START + ++runs * 1_000);
    return addRun(world.models, `run_${projectId}_${String(runs).padStart(3, "0")}`, {
      projectId,
      verdict,
      createdAt,
      finishedAt: createdAt,
      outbox: "waiting",
      ...patch,
    });
  };
  const deliveries = () =>
    world.models.notificationDeliveries
      .find({ projectId })
      .sort({ createdAt: 1, _id: 1 })
      .lean<NotificationDelivery[]>();
  const kinds = async () => (await deliveries()).map(({ kind }) => kind);
  /** Returns the log of a delivery after this many tries. */
  const tried = async (tries = 1) => {
    const [{ _id }] = (await deliveries()) as [NotificationDelivery];
    let answer: Awaited<ReturnType<typeof attempt>> = { pauseMs: null };
    for (let number = 1; number <= tries; number++) answer = await attempt(_id, number);
    return { answer, delivery: (await deliveries())[0]! };
  };
  const broken = async () => {
    await addEnded("pass");
    await addEnded("fail");
    await tell();
  };

  it("tells a signed webhook that a run broke, once", async () => {
    await addChannel();
    const passed = await addEnded("pass");
    const failed = await addEnded("fail", { branch: "main" });
    expect(await tell()).to.deep.include({ told: 2, started: 1 });
    expect(await tell()).to.deep.equal({ told: 0, started: 0 });
    const { delivery } = await tried();
    expect(delivery).to.include({ status: "delivered", kind: "broke", runId: failed });
    expect(receiver.received).to.have.length(1);
    const { path, headers, body } = receiver.received[0]!;
    expect(path).to.equal("/hook");
    expect(isSigned(SECRET, headers, body, { now })).to.equal(true);
    expect(isSigned(SECRET, headers, `${body} `, { now })).to.equal(false);
    expect(isSigned(makeWebhookSecret(), headers, body, { now })).to.equal(false);
    expect(isSigned(SECRET, headers, body, { now: new Date(now.getTime() + 301_000) })).to.equal(false);
    expect(headers["webhook-id"]).to.equal(delivery.eventId);
    const message = JSON.parse(body) as NotificationBody;
    expect(message).to.deep.include({
      id: delivery.eventId,
      type: "run.broke",
      previous: { runId: passed, verdict: "pass" },
      summary: "Visual test of Shop on Production (branch main) fails. It passed before.",
    });
    expect(message.run).to.include({ id: failed, url: `https://quality.example/p/shop-1/visual/${failed}` });
    // Another attempt of the same try, by a worker that does not know about the first.
    expect(await attempt(delivery._id)).to.deep.equal({ pauseMs: null });
    expect(receiver.received).to.have.length(1);
  });

  /** A receiver that responds when `heard` is called. */
  const slowReceiver = () => {
    const { promise, resolve: heard } = Promise.withResolvers<void>();
    receiver.play((res) => void promise.then(() => res.writeHead(204).end()));
    return { slow: createDeliverActivities({ ...world.deps, answerMs: 60_000 }), heard };
  };
  /** The environment of an attempt that calls `heard` at its third heartbeat. */
  const afterBeats = (attempt: number, heard: () => void) => {
    const environment = new MockActivityEnvironment({ attempt });
    let beats = 0;
    environment.on("heartbeat", () => {
      if (++beats === 3) heard();
    });
    return environment;
  };

  it("sends a slow receiver one message, and beats while it waits for the answer", async () => {
    await addChannel();
    await broken();
    const [{ _id, eventId }] = (await deliveries()) as [NotificationDelivery];
    // The receiver responds after three heartbeats; without them it never does.
    const { slow, heard } = slowReceiver();
    const environment = afterBeats(1, heard);
    await environment.run(() => slow.attemptDelivery({ deliveryId: _id, attempt: 1 }));
    expect((await deliveries())[0]).to.include({ status: "delivered" });
    expect(receiver.received.map(({ headers }) => headers["idempotency-key"])).to.deep.equal([eventId]);
  });

  it("sends once when its worker is taken for lost: the other one waits for what the first wrote", async () => {
    await addChannel();
    await broken();
    const [{ _id, eventId }] = (await deliveries()) as [NotificationDelivery];
    const { slow, heard } = slowReceiver();
    const first = withActivity(() => slow.attemptDelivery({ deliveryId: _id, attempt: 1 }));
    await eventually("the receiver has the message", async () => receiver.received.length === 1);
    // At the second heartbeat it has already looked, and waits.
    const environment = afterBeats(2, heard);
    const second = environment.run(() => slow.attemptDelivery({ deliveryId: _id, attempt: 1 }));
    expect(await Promise.all([first, second])).to.deep.equal([
      { pauseMs: null, outcome: "delivered" },
      { pauseMs: null },
    ]);
    expect(receiver.received.map(({ headers }) => headers["idempotency-key"])).to.deep.equal([eventId]);
    const [delivery] = await deliveries();
    expect(delivery).to.include({ status: "delivered", sendingUntil: null });
    expect(delivery?.tries.map(({ attempt: made, note }) => [made, note])).to.deep.equal([[1, ""]]);
  });

  it("leaves the delivery to the worker that took it over: a send that ends late writes nothing", async () => {
    const channelId = await addChannel();
    await broken();
    const [{ _id }] = (await deliveries()) as [NotificationDelivery];
    const heard = Promise.withResolvers<void>();
    receiver.play((res) => void heard.promise.then(() => res.writeHead(410).end()));
    const slow = createDeliverActivities({ ...world.deps, answerMs: 60_000 });
    const late = withActivity(() => slow.attemptDelivery({ deliveryId: _id, attempt: 1 }));
    await eventually("the receiver has the message", async () => receiver.received.length === 1);
    // Another worker finds that the first one's time has expired, and is sending when the first one gets its response.
    const others = new Date(now.getTime() + 3_600_000);
    await world.models.notificationDeliveries.updateOne({ _id }, { $set: { sendingUntil: others } });
    heard.resolve();
    // A receiver that is gone (410) disables the channel, which is written just before the try ends.
    await eventually("the answer came", async () => (await findChannel(world.models, channelId))?.enabled === false);
    expect((await deliveries())[0]).to.deep.include({ status: "pending", tries: [], sendingUntil: others });
    const tries = [{ attempt: 1, at: now, ms: 5, status: 204, note: "" }];
    const ended = { status: "delivered" as const, tries, nextTryAt: null, endedAt: now };
    expect(await writeTries(world.models, { _id, sendingUntil: new Date(others.getTime() - 1) }, ended)).to.equal(
      false,
    );
    expect(await writeTries(world.models, { _id, sendingUntil: others }, ended)).to.equal(true);
    expect(await late).to.deep.equal({ pauseMs: null });
    const [delivery] = await deliveries();
    expect(delivery).to.deep.include({ status: "delivered", sendingUntil: null, tries });
  });

  it("sends again with the same id what a killed worker was sending, and says so", async () => {
    await addChannel();
    await broken();
    const [{ _id, eventId }] = (await deliveries()) as [NotificationDelivery];
    await world.models.notificationDeliveries.updateOne(
      { _id },
      { $set: { sendingUntil: new Date(now.getTime() - 1) } },
    );
    const { delivery } = await tried();
    expect(delivery).to.include({ status: "delivered", sendingUntil: null });
    expect(delivery.tries[0]?.note).to.equal(
      "The worker that was sending it stopped, so it was sent again with the same id.",
    );
    expect(receiver.received.map(({ headers }) => headers["idempotency-key"])).to.deep.equal([eventId]);
  });

  it("is taken by one of many workers that mean the same try", async () => {
    await addChannel();
    await broken();
    const [{ _id }] = (await deliveries()) as [NotificationDelivery];
    await Promise.all(Array.from({ length: 5 }, () => attempt(_id)));
    expect(receiver.received).to.have.length(1);
    expect((await deliveries())[0]?.tries).to.have.length(1);
  });

  it("carries the same id in each try", async () => {
    await addChannel();
    await broken();
    receiver.play((res) => res.writeHead(503).end());
    const { delivery } = await tried(3);
    const ids = receiver.received.map(({ headers, body }) => [headers["idempotency-key"], JSON.parse(body).id]);
    expect(ids).to.deep.equal(Array.from({ length: 3 }, () => [delivery.eventId, delivery.eventId]));
  });

  it("gives a receiver less time than a worker has without a beat, and the whole try more", () => {
    const { startToCloseTimeout, heartbeatTimeout } = POLICIES.deliver;
    expect(DELIVERY_ANSWER_MS * 2).to.be.at.most(Number.parseInt(heartbeatTimeout, 10) * 1_000);
    // Covers waiting for a lost worker, followed by a complete send.
    expect(2 * (SENDING_MS + SENDING_MARGIN_MS)).to.be.at.most(Number.parseInt(startToCloseTimeout, 10) * 1_000);
  });

  it("follows each type, environment and branch by itself, and only the main branch unless asked", async () => {
    await addChannel();
    await addChannel({ name: "all", branches: "all" });
    await addEnded("fail", { branch: "feature" });
    await addEnded("pass");
    await addEnded("fail", { type: "seo-test" });
    await addEnded("fail", { environmentId: null });
    await tell();
    const by = async (name: string) =>
      (await deliveries()).filter(({ channelId }) => channelId.endsWith(name)).map(({ kind }) => kind);
    expect(await by("_alarm")).to.deep.equal(["first_failure", "first_failure"]);
    expect(await by("_all")).to.have.length(3);
  });

  it("follows runs that cover something else by themselves: one scenario that passes does not end a failure of all", async () => {
    await addChannel();
    const others: Partial<Run>[] = [
      { scenarios: ["scn_home"] },
      { type: "frt-test", extra: { functional: { tags: "@smoke" } } },
      { type: "seo-test", pages: "crawl" },
      { type: "full-suite", extra: { pillars: ["privacy"] } },
      { upload: { build: "b", shards: 1, done: [], idleMs: 0, lastAt: now, closedAt: now } },
    ];
    for (const [at, other] of others.entries()) {
      const place = { environmentId: `env_${at}`, type: other.type ?? "vrt-test" };
      await addEnded("pass", place);
      await addEnded("fail", place);
      await addEnded("pass", { ...place, ...other });
      await addEnded("fail", place);
      await addEnded("fail", { ...place, ...other });
    }
    await tell();
    const told = (await deliveries()).map(({ kind, runId }) => `${kind} ${runId?.slice(-3)}`);
    const ids = (await world.models.runs.find({ projectId }).sort({ createdAt: 1 }).lean()).map(({ _id }) =>
      _id.slice(-3),
    );
    // Of five runs, the second and the last one end a series of passes.
    const broke = ids.filter((_, index) => index % 5 === 1 || index % 5 === 4);
    expect(told.sort()).to.deep.equal(broke.map((id) => `broke ${id}`).sort());
  });

  it("follows audits of whatever the project has as one, with those of earlier versions, and those of named pillars by themselves", async () => {
    await addChannel();
    const audit = (pillars: string[], named: boolean) => ({ type: "full-suite" as const, extra: { pillars, named } });
    await addEnded("pass", { type: "full-suite", extra: { pillars: ["privacy", "seo"] } });
    await addEnded("fail", audit(["privacy", "seo"], false));
    await addEnded("pass", audit(["privacy", "seo"], true));
    // The project has got a feature.
    await addEnded("fail", audit(["functional", "privacy", "seo"], false));
    await addEnded("fail", audit(["privacy", "seo"], true));
    await addEnded("pass", audit(["functional", "privacy", "seo"], false));
    await tell();
    expect(await kinds()).to.deep.equal(["broke", "broke", "mended"]);
  });

  it("is told neither that new parts fail, nor more than once that a run of all ends their failures", async () => {
    await addChannel();
    const part = (label: string) => ({ scenarios: [label] });
    for (const label of ["a", "b"]) await addEnded("fail", part(label));
    await tell();
    expect(await kinds()).to.deep.equal([]);
    for (const verdict of ["pass", "fail"] as const)
      for (const label of ["a", "b"]) await addEnded(verdict, part(label));
    await addEnded("pass", { pages: "crawl" });
    await tell();
    expect(await kinds()).to.deep.equal(["broke", "broke"]);
    const ended = await addEnded("pass");
    await tell();
    const told = async () => (await deliveries()).flatMap(({ kind, runId }) => (kind === "broke" ? [] : [kind, runId]));
    expect(await told()).to.deep.equal(["mended", ended]);
    for (const label of ["a", "b"]) await addEnded("pass", part(label));
    await tell();
    expect(await told()).to.deep.equal(["mended", ended]);
    // The run's own message says it too.
    await addEnded("fail", part("a"));
    await addEnded("fail");
    await addEnded("pass");
    await tell();
    expect((await told()).filter((_, index) => index % 2 === 0)).to.deep.equal(["mended", "mended"]);
    expect((await kinds()).filter((kind) => kind === "broke")).to.have.length(4);
  });

  it("forgets what it told of runs that are not repeated, and reads it again from the runs", async () => {
    await addChannel();
    await broken();
    now = new Date(now.getTime() + 91 * 24 * 3_600_000);
    await tell();
    expect(await world.models.verdictTracks.countDocuments({ projectId })).to.equal(0);
    await addEnded("fail");
    await tell();
    await addEnded("pass");
    await tell();
    // The log of deliveries is kept for a shorter time.
    expect(await kinds()).to.deep.equal(["mended"]);
  });

  it("says nothing of runs that could not be judged, of proofs, of parts of full audits and of baselines", async () => {
    await addChannel();
    await addEnded("pass");
    const functional = { featureIds: ["basket"], scenarioIds: ["fill"], provedEventId: "add_to_cart" };
    for (const verdict of ["pass", "fail"] as const)
      await addEnded(verdict, { type: "frt-test", extra: { functional } });
    await addEnded(null, { status: "failed", error: "The browser is gone." });
    await addEnded("fail", { parentRunId: "run_x" });
    await addEnded("fail", { type: "baseline" });
    await addEnded("pass");
    expect((await tell()).told).to.equal(7);
    expect(await kinds()).to.deep.equal([]);
  });

  it("knows what was before the first channel", async () => {
    await addEnded("fail", { outbox: "done" });
    await addEnded("fail");
    await addChannel();
    await tell();
    expect(await kinds()).to.deep.equal([]);
    await addEnded("pass");
    await tell();
    expect(await kinds()).to.deep.equal(["mended"]);
  });

  it("tells of a run that passes because its results were approved", async () => {
    await addChannel();
    await addEnded("pass");
    const runId = await addEnded("fail");
    await tell();
    await world.models.runs.updateOne({ _id: runId }, { $set: { verdict: "pass", outbox: "waiting" } });
    await tell();
    expect(await kinds()).to.deep.equal(["broke", "mended"]);
  });

  it("loses nothing and doubles nothing when it is killed between any two writes", async () => {
    const { models } = world;
    await addChannel();
    await addEnded("pass");
    await tell();
    await addEnded("fail");
    // Each write of a round fails in turn; the next round continues.
    const writes: [collection: keyof typeof models, method: "create" | "updateOne"][] = [
      ["verdictTracks", "updateOne"],
      ["notificationDeliveries", "create"],
      ["runs", "updateOne"],
      ["notificationDeliveries", "updateOne"],
    ];
    for (const [collection, method] of writes) {
      const model = models[collection] as unknown as Record<string, unknown>;
      const whole = model[method] as (...args: unknown[]) => unknown;
      model[method] = (...args: unknown[]) => {
        // The write takes effect, then the worker is killed.
        const done = whole.apply(model, args) as PromiseLike<unknown>;
        return (async () => {
          await done;
          throw new Error("killed");
        })();
      };
      try {
        await tell();
      } finally {
        delete model[method];
      }
    }
    await Promise.all([tell(), tell()]);
    expect(await kinds()).to.deep.equal(["broke"]);
    expect(new Set(started)).to.have.property("size", 1);
    expect((await models.runs.findOne({ projectId, verdict: "fail" }).lean())?.outbox).to.equal("done");
  });

  it("starts what waited while Temporal was away, and closes what was ended in Temporal", async () => {
    await addChannel();
    temporalAway = true;
    await broken();
    expect((await deliveries()).map(({ startedAt }) => startedAt)).to.deep.equal([null]);
    temporalAway = false;
    expect((await tell()).started).to.equal(1);
    expect((await tell()).started).to.equal(0);
    const [{ _id }] = (await deliveries()) as [NotificationDelivery];
    now = new Date(now.getTime() + 3_600_000);
    workflows.set(`delivery-${_id}`, "RUNNING");
    await tell();
    expect((await deliveries())[0]).to.include({ status: "pending" });
    workflows.set(`delivery-${_id}`, "TERMINATED");
    await tell();
    expect((await deliveries())[0]).to.include({ status: "failed" });
  });

  it("tries a receiver that fails again, later each time, and then gives up", async () => {
    await addChannel();
    receiver.play((res) => res.writeHead(503).end("down"));
    await broken();
    const first = await tried();
    expect(first.answer).to.deep.equal({ pauseMs: 10_000, outcome: "again" });
    expect(first.delivery).to.include({ status: "pending" });
    expect(first.delivery.tries[0]).to.include({ status: 503, note: "The receiver answered HTTP 503." });
    // The worker died after it had written the result of the try.
    expect((await attempt(first.delivery._id, 1)).pauseMs).to.equal(10_000);
    const { answer, delivery } = await tried(9);
    expect(answer).to.deep.equal({ pauseMs: null, outcome: "gaveUp" });
    expect(delivery).to.include({ status: "failed" });
    expect(delivery.tries.map((one) => one.attempt)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("gives up a receiver that hangs, or whose answer never ends, and tries it again", async () => {
    await addChannel();
    let dripping: NodeJS.Timeout | undefined;
    const hanging: ((res: ServerResponse) => void)[] = [
      () => {},
      (res) => {
        res.writeHead(200);
        dripping = setInterval(() => res.write("."), 20);
        res.on("close", () => clearInterval(dripping));
      },
    ];
    await broken();
    const [{ _id }] = (await deliveries()) as [NotificationDelivery];
    const impatient = createDeliverActivities({ ...world.deps, answerMs: 300 });
    for (const [index, answer] of hanging.entries()) {
      receiver.play(answer);
      const delivery = { deliveryId: _id, attempt: index + 1 };
      expect((await withActivity(() => impatient.attemptDelivery(delivery))).pauseMs).to.be.above(0);
    }
    receiver.play((res) => res.writeHead(204).end());
    expect((await attempt(_id, 3)).pauseMs).to.equal(null);
    const [delivery] = await deliveries();
    expect(delivery).to.include({ status: "delivered" });
    expect(
      delivery?.tries.map(({ status, note }) => [status, /did not answer completely within 300 ms/.test(note)]),
    ).to.deep.equal([
      [null, true],
      [null, true],
      [204, false],
    ]);
    expect(receiver.received[0]?.headers["webhook-id"]).to.equal(delivery?.eventId);
  });

  it("turns a channel off whose receiver is gone, and says why", async () => {
    const channelId = await addChannel();
    receiver.play((res) => res.writeHead(410).end());
    await broken();
    expect((await tried()).delivery).to.include({ status: "failed" });
    const channel = await world.models.notificationChannels.findOne({ _id: channelId }).lean();
    expect(channel).to.deep.include({ enabled: false });
    expect(channel?.offReason).to.match(/410 Gone/);
  });

  it("follows no redirect, least of all to a private address", async () => {
    await addChannel();
    const inner = await openReceiver();
    receiver.play((res) => res.writeHead(307, { location: `${inner.url}/inner` }).end());
    await broken();
    const { delivery, answer } = await tried();
    await inner.close();
    expect([inner.received.length, answer.pauseMs, delivery.status]).to.deep.equal([0, null, "failed"]);
    expect(delivery.tries[0]?.note).to.match(/a redirect, which is not followed/);
  });

  it("refuses a private address, also behind a name", async () => {
    const inner = await openReceiver();
    for (const [index, url] of [inner.url, `http://localhost:${inner.host.split(":")[1]}`].entries())
      await addChannel({
        name: `private-${index}`,
        sealed: world.deps.sealer.seal(JSON.stringify({ url: `${url}/token`, secret: SECRET })),
      });
    await broken();
    for (const { _id } of await deliveries()) expect((await attempt(_id)).pauseMs).to.equal(null);
    await inner.close();
    expect(inner.received).to.deep.equal([]);
    for (const { tries, status } of await deliveries()) {
      expect(status).to.equal("failed");
      expect(tries[0]?.note).to.match(/^The address is refused: .*SVC_ALLOWED_HOSTS/);
      expect(tries[0]?.note).not.to.include("token");
    }
  });

  it("takes no more of a huge answer than it needs", async () => {
    await addChannel();
    let open = true;
    receiver.play((res) => {
      res.writeHead(200);
      res.on("close", () => {
        open = false;
      });
      const more = () => {
        while (open && res.write("x".repeat(65_536)));
        if (open) res.once("drain", more);
      };
      more();
    });
    await broken();
    expect((await tried()).delivery).to.include({ status: "delivered" });
  });

  it("keeps addresses and secrets out of logs and records", async () => {
    await addChannel({}, "/services/T0/B0/token-of-the-hook");
    receiver.play((res) => res.destroy());
    await broken();
    const { delivery } = await tried();
    expect(delivery.tries[0]?.status).to.equal(null);
    const kept = JSON.stringify([delivery, logged, await world.models.notificationChannels.find({ projectId }).lean()]);
    for (const secret of ["token-of-the-hook", SECRET, SECRET.slice(6)]) expect(kept).not.to.include(secret);
  });

  it("sends nothing more to a channel that was deleted or turned off", async () => {
    const channelId = await addChannel();
    await broken();
    await world.models.notificationChannels.updateOne({ _id: channelId }, { $set: { enabled: false } });
    const { answer, delivery } = await tried();
    expect(answer).to.deep.equal({ pauseMs: null, outcome: "unwanted" });
    expect(delivery.tries[0]?.note).to.equal("The channel is turned off.");
    expect(receiver.received).to.deep.equal([]);
  });

  it("forgets old deliveries", async () => {
    await addChannel();
    await broken();
    await tried();
    now = new Date(now.getTime() + 31 * 24 * 3_600_000);
    await tell();
    expect(await deliveries()).to.deep.equal([]);
  });
});
