import { expect } from "chai";
import { ClientError } from "../../../cli/client/exit.ts";
import { createService } from "../../../cli/client/service.ts";
import { TRY_AGAIN } from "../../../domain/errors.ts";

type Answer = Response | Error;
const refused = Object.assign(new TypeError("fetch failed"), {
  cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }),
});
const lost = Object.assign(new TypeError("fetch failed"), {
  cause: Object.assign(new Error("x"), { code: "ECONNRESET" }),
});
const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

/** A service that returns these responses in turn, without pauses between attempts. */
function service(answers: Answer[], retryForMs = 60_000) {
  const asked: { url: string; headers: Record<string, string> }[] = [];
  const notes: string[] = [];
  const pauses: number[] = [];
  const made = createService({
    url: "http://plumbline.test",
    apiKey: "svc_live_1",
    retryForMs,
    note: (text) => notes.push(text),
    send: async (url, init) => {
      asked.push({ url: String(url), headers: init.headers });
      const next = answers.shift() ?? new Error("asked more often than expected");
      if (next instanceof Error) throw next;
      return next;
    },
    pause: async (ms) => void pauses.push(ms),
  });
  return { made, asked, notes, pauses };
}
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: ClientError) => error,
  );

describe("the service as the command line reaches it", () => {
  it("is tried again while it is unavailable, which is said once", async () => {
    const { made, asked, notes } = service([refused, lost, json({}, 503), json({ ok: 1 })]);
    expect(await made.get("/api/baselines", { query: { project: "b c", cursor: undefined } })).to.deep.equal({ ok: 1 });
    expect(asked).to.have.length(4);
    expect(asked[0]).to.deep.equal({
      url: "http://plumbline.test/api/baselines?project=b+c",
      headers: { accept: "application/json", "x-api-key": "svc_live_1" },
    });
    expect(notes).to.deep.equal([
      "Plumbline at http://plumbline.test does not answer (connection refused); trying again.",
      "Plumbline answers again.",
    ]);
  });

  it("is waited for as long as it asks for", async () => {
    const { made, pauses } = service([json({}, 429, { "retry-after": "7" }), json({})]);
    await made.get("/api/schedules");
    expect(pauses).to.deep.equal([7_000]);
  });

  it("is asked again where a request hung and did not arrive whole", async () => {
    const { made, asked } = service([new Response(null, { status: 408 }), json({ ok: 1 })]);
    expect(await made.post("/api/tests/approve")).to.deep.equal({ ok: 1 });
    expect(asked).to.have.length(2);
  });

  it("gets a start again under the same key, and what has no key only where it never arrived", async () => {
    const start = service([lost, json({ runId: "r" })]);
    expect(await start.made.post("/api/ci/run", { idempotencyKey: "k" })).to.deep.equal({ runId: "r" });
    expect(start.asked.map(({ headers }) => headers["idempotency-key"])).to.deep.equal(["k", "k"]);
    const sent = service([lost, json({})]);
    expect(await failure(sent.made.post("/api/tests/approve", {}))).to.include({ exit: 5 });
    expect(sent.asked).to.have.length(1);
    const never = service([refused, json({ ok: true })]);
    expect(await never.made.post("/api/tests/approve", {})).to.deep.equal({ ok: true });
  });

  it("is given up when the retryForMs is over", async () => {
    const { made } = service([refused], 0);
    const error = await failure(made.get("/api/schedules"));
    expect(error).to.be.instanceOf(ClientError);
    expect(error).to.include({ exit: 5, code: "unreachable" });
    expect(error?.message).to.match(/could not be reached at http:\/\/plumbline\.test \(connection refused\)/);
  });

  const ID = { "x-request-id": "01k0000000000000000000000a" };
  for (const [status, error, more, headers, code] of [
    [503, "Temporal does not answer. The run is stored and starts automatically.", {}, ID, "http_503"],
    [429, "500 runs are open, and the plan allows no more.", {}, ID, "http_429"],
    [503, "The service is migrating its data.", { code: "unavailable" }, {}, "unavailable"],
  ] as const)
    it(`says in its own words what keeps it from answering (${status} ${code})`, async () => {
      const answer = () => json({ error, ...more }, status, headers);
      const { made, notes } = service([answer()], 0);
      const failed = await failure(made.get("/api/schedules"));
      expect(failed).to.include({ exit: 5, code, message: error });
      expect(notes).to.deep.equal([]);
      const again = service([answer(), json({ ok: 1 })]);
      expect(await again.made.get("/api/schedules")).to.deep.equal({ ok: 1 });
      expect(again.notes).to.deep.equal([`${error} Trying again.`, "Plumbline answers again."]);
    });

  for (const [what, status, body, headers] of [
    ["a proxy's sentence", 503, { error: "no healthy upstream" }, {}],
    ["a proxy's limit", 429, { error: { code: "quota", message: "Slow down." } }, {}],
    ["what is no sentence", 503, { error: true, summary: {} }, ID],
  ] as const)
    it(`does not pass ${what} on as its own, and says where it was looked for`, async () => {
      const answer = () => json(body, status, headers);
      const failed = await failure(service([answer()], 0).made.get("/api/schedules"));
      expect(failed).to.include({ exit: 5, code: "unreachable" });
      expect(failed?.message).to.match(/at http:\/\/plumbline\.test .*is SVC_URL right\?$/);
      const again = service([answer(), json({ ok: 1 })]);
      await again.made.get("/api/schedules");
      expect(again.notes[0]).to.match(/^Plumbline at http:\/\/plumbline\.test does not answer/);
    });

  it("ends a pause between attempts with the reason of the stop", async () => {
    const stop = new AbortController();
    const made = createService({
      url: "http://plumbline.test",
      apiKey: "k",
      note: () => setTimeout(() => stop.abort(new Error("Stopped."))),
      send: async () => json({}, 503, { "retry-after": "20" }),
      retryForMs: 60_000,
    });
    const start = { idempotencyKey: "k", stop: stop.signal };
    expect((await failure(made.post("/api/ci/run", start as never)))?.message).to.equal("Stopped.");
  });

  it("is not tried again once the command is stopped, and a request that was sent is awaited", async () => {
    const stop = new AbortController();
    const sent = service([lost, json({ runId: "r" })]);
    stop.abort(new Error("Stopped."));
    const start = { idempotencyKey: "k", stop: stop.signal };
    expect((await failure(sent.made.post("/api/ci/run", start as never)))?.message).to.equal("Stopped.");
    expect(sent.asked).to.have.length(1);
    const answered = service([json({ runId: "r" })]);
    expect(await answered.made.post("/api/ci/run", start as never)).to.deep.equal({ runId: "r" });
  });

  it("is given up soon where nobody takes the first connection, and not where somebody answers for it", async () => {
    let now = 0;
    const at = (answers: Answer[]) => {
      now = 0;
      return createService({
        url: "http://plumbline.test",
        apiKey: "svc_live_1",
        note: () => undefined,
        send: async () => {
          const next = answers.shift() ?? json({ ok: 1 });
          if (next instanceof Error) throw next;
          return next;
        },
        pause: async (ms) => {
          now += ms;
        },
        now: () => now,
      });
    };
    const away = Array.from({ length: 20 }, () => refused);
    expect(await failure(at(away).get("/api/schedules"))).to.include({ exit: 5, code: "unreachable" });
    expect(now).to.be.below(2_000);
    const restarting = [json({}, 503), json({}, 503), json({}, 503), json({}, 503), json({}, 503)];
    expect(await at(restarting).get("/api/schedules")).to.deep.equal({ ok: 1 });
    expect(now).to.be.above(4_000);
  });

  it("is given up where packets to it are lost, in words", async () => {
    const late = Object.assign(new Error("x"), { code: "NO_CONNECTION" });
    const asked: (number | undefined)[] = [];
    const made = createService({
      url: "http://plumbline.test",
      apiKey: "k",
      note: () => undefined,
      now: () => asked.length * 2_000,
      send: async (_, { connectMs }) => {
        asked.push(connectMs);
        throw late;
      },
    });
    const error = await failure(made.get("/api/schedules"));
    expect(error).to.include({ exit: 5 });
    expect(error?.message).to.match(/no connection was made in time/);
    expect(asked).to.deep.equal([2_000]);
  });

  for (const [what, answer, exit, code, message] of [
    ["a refusal of CI", json({ error: "The project is required." }, 400), 2, "http_400", "The project is required."],
    ["a key that is none", json({ error: "The key is not valid." }, 401), 5, "http_401", "The key is not valid."],
    [
      "a tool that says no",
      json({ ok: false, summary: "No.", error: { code: "plan_gate", message: "No." } }, 403),
      5,
      "plan_gate",
      "No.",
    ],
    [
      "somebody else's page",
      new Response("<html>Not found</html>", { status: 404 }),
      5,
      "http_404",
      "http://plumbline.test answered HTTP 404, which is not a response of Plumbline: <html>Not found</html>. Is the address right?",
    ],
    [
      "a redirect, which no key follows",
      new Response("", { status: 302, headers: { location: "http://elsewhere.test" } }),
      5,
      "http_302",
      "http://plumbline.test answered HTTP 302, which is not a response of Plumbline: an empty body. Is the address right?",
    ],
  ] as const)
    it(`understands ${what}`, async () => {
      expect(await failure(service([answer]).made.invoke("x", {}))).to.include({ exit, code, message });
    });

  it("is inconclusive where another one was faster, and wrong use where the call itself is in conflict", async () => {
    const said = (more: object) => service([json({ error: "Not now.", ...more }, 409)]).made.get("/api/config");
    expect(await failure(said({ reason: TRY_AGAIN }))).to.include({ exit: 3, message: "Not now." });
    expect(await failure(said({}))).to.include({ exit: 2 });
    const fields = [{ path: "a", message: "is wrong" }];
    expect(await failure(said({ fields: [...fields, { path: 1 }, null] }))).to.deep.include({ fields });
  });
});
