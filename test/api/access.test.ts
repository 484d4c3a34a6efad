// Who may call what: every endpoint with every kind of caller, in one table.
import { expect } from "chai";
import type { Send } from "./support/client.ts";
import { makeWorld, type World } from "./support/world.ts";

const CALLERS = ["nobody", "ci", "mcp_read", "mcp_full", "before scopes", "viewer", "editor", "admin"] as const;
type CallerName = (typeof CALLERS)[number];

/** [method, path, body, statuses in the order of CALLERS]. A 400, 404 or 409 means that the caller is authorised, but the request is incomplete. */
const TABLE: [string, string, unknown, number[]][] = [
  //                                                          none  ci  read full null view edit admin
  ["GET", "/api/health", undefined, [200, 200, 200, 200, 200, 200, 200, 200]],
  ["GET", "/api/ready", undefined, [200, 200, 200, 200, 200, 200, 200, 200]],
  ["POST", "/api/ci/run", {}, [401, 202, 403, 202, 202, 401, 401, 401]],
  ["GET", "/api/ci/status/RUN", undefined, [401, 200, 403, 200, 200, 200, 200, 200]],
  ["GET", "/api/ci/projects", undefined, [401, 200, 403, 200, 200, 200, 200, 200]],
  ["GET", "/api/ci/runs/RUN/results", undefined, [401, 200, 403, 200, 200, 200, 200, 200]],
  ["POST", "/api/ci/comment", {}, [401, 400, 403, 400, 400, 401, 401, 401]],
  ["POST", "/api/config", { mode: "plan" }, [401, 400, 403, 400, 400, 403, 403, 400]],
  ["POST", "/api/config", { mode: "apply" }, [401, 403, 403, 400, 400, 403, 403, 400]],
  ["POST", "/api/ci/runs/ENDED/cancel", {}, [401, 409, 403, 409, 409, 403, 409, 409]],
  ["POST", "/api/tests/test", { project: "shop" }, [401, 401, 401, 401, 401, 403, 202, 202]],
  ["POST", "/api/tests/reference", { project: "shop" }, [401, 401, 401, 401, 401, 403, 202, 202]],
  ["POST", "/api/tests/a11y", { project: "shop" }, [401, 401, 401, 401, 401, 403, 202, 202]],
  ["POST", "/api/tests/perf", { project: "shop" }, [401, 401, 401, 401, 401, 403, 202, 202]],
  ["POST", "/api/tests/seo", { project: "shop" }, [401, 401, 401, 401, 401, 403, 202, 202]],
  ["POST", "/api/tests/security", { project: "shop" }, [401, 401, 401, 401, 401, 403, 202, 202]],
  ["POST", "/api/tests/analytics", { project: "shop" }, [401, 401, 401, 401, 401, 403, 202, 202]],
  ["POST", "/api/tests/tracking", { project: "shop" }, [401, 401, 401, 401, 401, 403, 202, 202]],
  ["POST", "/api/tests/full-suite", { project: "shop" }, [401, 401, 401, 401, 401, 403, 202, 202]],
  ["POST", "/api/tests/privacy", { project: "shop" }, [401, 401, 401, 401, 401, 403, 202, 202]],
  ["POST", "/api/ci/full-audit", {}, [401, 403, 403, 202, 202, 401, 401, 401]],
  ["POST", "/api/quality-score/full-audit", { project: "shop" }, [401, 401, 401, 401, 401, 403, 202, 202]],
  ["GET", "/api/ci/runs/RUN/report", undefined, [401, 409, 403, 409, 409, 409, 409, 409]],
  ["POST", "/api/tests/approve", { project: "shop" }, [401, 403, 403, 400, 400, 403, 400, 400]],
  ["POST", "/api/tests/recompare", { project: "shop" }, [401, 401, 401, 401, 401, 403, 404, 404]],
  ["GET", "/api/tests/status/shop", undefined, [401, 401, 401, 401, 401, 200, 200, 200]],
  ["GET", "/api/baselines?project=shop", undefined, [401, 403, 200, 200, 200, 200, 200, 200]],
  ["POST", "/api/baselines/rollback", {}, [401, 403, 403, 400, 400, 403, 400, 400]],
  ["POST", "/api/baselines/rollback-run", {}, [401, 403, 403, 400, 400, 403, 400, 400]],
  ["GET", "/api/artifacts/abc", undefined, [401, 404, 404, 404, 404, 404, 404, 404]],
  ["GET", "/api/auth/session", undefined, [401, 401, 401, 401, 401, 200, 200, 200]],
  ["POST", "/api/auth/sign-in", {}, [400, 400, 400, 400, 400, 400, 400, 400]],
  ["GET", "/api/keys", undefined, [401, 401, 401, 401, 401, 403, 403, 200]],
  ["POST", "/api/keys", {}, [401, 401, 401, 401, 401, 403, 403, 400]],
  ["DELETE", "/api/keys/key_nope", undefined, [401, 401, 401, 401, 401, 403, 403, 404]],
  ["GET", "/api/nothing", undefined, [404, 404, 404, 404, 404, 404, 404, 404]],
  ["DELETE", "/api/ci/run", undefined, [404, 404, 404, 404, 404, 404, 404, 404]],
];

describe("Who may call what", () => {
  let world: World;
  const send = {} as Record<CallerName, Send>;
  let runId = "";
  let ended = "";
  before(async () => {
    world = await makeWorld({ signInRatePerMinute: 1_000 });
    for (const scope of ["ci", "mcp_read", "mcp_full"] as const) send[scope] = { key: await world.addKey(scope) };
    for (const role of ["viewer", "editor", "admin"] as const) send[role] = { session: await world.session(role) };
    send["before scopes"] = { key: await world.addKey(null) };
    send.nobody = {};
    const start = async () => String((await world.client.post("/api/ci/run", { ...send.ci, body: {} })).body.runId);
    runId = await start();
    ended = await start();
    await world.models.runs.updateOne({ _id: ended }, { $set: { status: "completed", type: "baseline" } });
  });
  after(() => world.close());

  for (const [method, path, body, statuses] of TABLE)
    it(`${method} ${path}: ${CALLERS.map((c, i) => `${c} ${statuses[i]}`).join(", ")}`, async () => {
      const real = path.replace("RUN", runId).replace("ENDED", ended);
      const got: number[] = [];
      for (const caller of CALLERS) {
        const answer = await world.client.send(method, real, { ...send[caller], body });
        got.push(answer.status);
        if (answer.status >= 400) expect(answer.body.error).to.be.a("string").that.is.not.empty;
        if (answer.status === 403 && caller === "mcp_read") expect(answer.body.error).to.include("mcp_read");
      }
      expect(got).to.deep.equal(statuses);
    });

  it("a scope that is too narrow is named", async () => {
    const run = await world.client.post("/api/ci/run", { ...send.mcp_read, body: {} });
    expect(run.body).to.deep.equal({
      error: "A key with the scope mcp_read cannot call CI endpoints; use a key with the scope ci or mcp_full.",
    });
    const approve = await world.client.post("/api/tests/approve", { ...send.ci, body: {} });
    expect(approve.body.error).to.match(/the scope ci cannot .* mcp_full/);
  });

  it("a key of a session's browser does not make up for a missing CSRF token", async () => {
    const session = { ...send.editor!.session!, csrf: "guessed" };
    for (const path of [
      "/api/tests/test",
      "/api/tests/approve",
      `/api/ci/runs/${runId}/cancel`,
      "/api/auth/sign-out",
    ]) {
      const answer = await world.client.post(path, { session, body: { project: "shop" } });
      expect([path, answer.status]).to.deep.equal([path, 403]);
      expect(answer.body.error).to.include("x-csrf-token");
    }
  });

  describe("keys that open nothing", () => {
    const read = async (key: string) => world.client.get("/api/ci/projects", { key });
    it("are refused in the same words, whatever is wrong with them", async () => {
      const revoked = await world.addKey("ci", { name: "revoked" });
      expect((await read(revoked)).status).to.equal(200);
      await world.models.apiKeys.updateOne({ name: "revoked" }, { $set: { revokedAt: world.clock.at } });
      const expired = await world.addKey("ci", { expiresAt: world.clock.at });
      const good = await world.addKey("ci");
      const mistyped = good.slice(0, -1) + (good.endsWith("a") ? "b" : "a");
      const { composeKey } = await import("../../domain/keys.ts");
      const unknown = composeKey("project", new Uint8Array(24));
      for (const key of [revoked, expired, mistyped, unknown, "svc_live_x", "secret"]) {
        const answer = await read(key);
        expect([answer.status, answer.body]).to.deep.equal([
          401,
          { error: "The API key is not valid: it is unknown, revoked or expired." },
        ]);
      }
      expect((await read(good)).status).to.equal(200);
    });
    it("and no key at all is told where to put one", async () => {
      expect((await world.client.post("/api/ci/run", { body: {} })).body.error).to.match(/header X-API-Key/);
    });
  });

  it("notes the last use of a key once a minute at most", async () => {
    const key = await world.addKey("ci", { name: "noted" });
    const lastUse = async () => (await world.models.apiKeys.findOne({ name: "noted" }).lean())?.lastUsedAt?.getTime();
    const first = world.clock.at.getTime();
    for (const [step, expected] of [
      [0, first],
      [59_999, first],
      [1, first + 60_000],
    ] as const) {
      world.advance(step);
      await world.client.get("/api/ci/projects", { key });
      expect(await lastUse()).to.equal(expected);
    }
  });

  it("never writes keys, cookies, passwords or signatures to the log", async () => {
    await world.client.get("/api/artifacts/abc?expires=1&sig=SIGNATURE", send.admin);
    const text = JSON.stringify(world.logged);
    for (const { key, session } of Object.values(send))
      for (const secret of [key, session?.cookie, session?.csrf]) if (secret) expect(text).not.to.include(secret);
    for (const secret of ["SIGNATURE", "correct horse"]) expect(text).not.to.include(secret);
    expect(world.logged.some((l) => l.message === "request" && l.fields.path === "/api/ci/run")).to.equal(true);
  });
});
