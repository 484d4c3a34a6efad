// Attacks on accounts and organisations, over every declared endpoint: new ones are covered automatically.
import { expect } from "chai";
import type { Endpoint } from "../../api/endpoints/define.ts";
import { AREAS, endpointsOf } from "../../api/endpoints/index.ts";
import { makeSignInLink } from "../../api/operations/people/signInLink.ts";
import { nextAddress } from "../../domain/people/nextAddress.ts";
import { OIDC_PROBLEMS } from "../../domain/people/oidcProblems.ts";
import { ownAddress, problemSentence } from "../../web/src/features/account/ownAddress.ts";
import { type Answer, cookieOf, type Send, type Session } from "../api/support/client.ts";
import { makeWorld, PASSWORD, type World } from "../api/support/world.ts";
import { leastInput } from "../support/leastInput.ts";

const ENDPOINTS = endpointsOf(AREAS).filter(({ mount }) => !mount);
const UNLIMITED = { signInRatePerMinute: 100_000, linkRatePerMinute: 100_000, ciRatePerMinute: 100_000 };

describe("attacks on accounts", () => {
  let world: World;
  before(async () => {
    world = await makeWorld(UNLIMITED);
  });
  after(() => world.close());
  const OPERATOR = { kind: "operator", orgId: "org_a" } as const;

  describe("forged writes (CSRF)", () => {
    const writes = ENDPOINTS.filter(
      ({ access, method }) => method !== "get" && (access === "session" || access === "either"),
    );
    it("are refused by every endpoint that takes a session", async () => {
      const session = await world.session("admin");
      const bare = { cookie: session.cookie, csrf: "" };
      expect(writes.length).to.be.greaterThan(40);
      for (const { method, path } of writes)
        for (const csrf of [undefined, "guessed", session.csrf.slice(0, -1)]) {
          const headers = { cookie: bare.cookie, ...(csrf !== undefined && { "x-csrf-token": csrf }) };
          const answer = await world.client.send(method.toUpperCase(), path.replace(/\{\w+\}/g, "x"), {
            headers,
            body: {},
          });
          expect([path, answer.status, JSON.stringify(answer.body).includes("x-csrf-token")]).to.deep.equal([
            path,
            403,
            true,
          ]);
        }
    });
    it("cannot be sent as forms to what opens a session", async () => {
      for (const { path } of ENDPOINTS.filter(({ access, method }) => access === "opensSession" && method === "post"))
        for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
          const rawBody = JSON.stringify({ token: "x", email: "a@x.example", password: PASSWORD });
          const answer = await world.client.post(path, { rawBody, headers: { "content-type": type } });
          expect([path, answer.status, cookieOf(answer)]).to.deep.equal([path, 400, null]);
        }
    });
  });

  describe("planted sessions (fixation)", () => {
    const reset = async () => {
      const admin = await world.session("admin");
      const body = { email: `new${world.clock.at.getTime()}@x.example`, role: "viewer" };
      world.advance(1);
      return String((await world.client.post("/api/app/invitations", { session: admin, body })).body.link).split(
        "#",
      )[1];
    };
    for (const [what, path, bodyOf] of [
      ["sign-in", "/api/auth/sign-in", async () => ({ email: "editor@org_a.example", password: PASSWORD })],
      [
        "a sign-in link",
        "/api/app/links/sign-in",
        async () => ({ token: (await makeSignInLink(world.ctx, OPERATOR, "editor@org_a.example")).token }),
      ],
      [
        "an invitation",
        "/api/app/links/invitation",
        async () => ({ token: await reset(), name: "New", password: PASSWORD }),
      ],
    ] as const)
      it(`are worth nothing after ${what}`, async () => {
        const planted = await world.session("viewer");
        const headers = { cookie: planted.cookie };
        const answer = await world.client.post(path, { body: await bodyOf(), headers });
        expect([answer.status, answer.body.error]).to.deep.equal([200, undefined]);
        expect(cookieOf(answer)).to.not.equal(planted.cookie).and.not.equal(null);
        expect((await world.client.get("/api/auth/session", { session: planted })).status).to.equal(401);
      });
  });

  describe("guessing tokens", () => {
    const byToken = ENDPOINTS.filter(({ access, method }) => /^open/.test(access) && method === "post");
    it("is limited at every endpoint that lets anyone send a body", () => {
      for (const { path, limits } of byToken) expect(limits, path).to.be.an("array").that.is.not.empty;
      expect(byToken.filter(({ limits }) => limits?.includes("link"))).to.have.length.greaterThan(4);
    });
    it("gets as many tries as the limit says, over all of them, and the same answer for each", async () => {
      const client = await world.listen({ config: { ...world.ctx.config, linkRatePerMinute: 7 } });
      world.advance(120_000);
      const body = { token: "x".repeat(43), email: "a@x.example", name: "A", password: PASSWORD };
      const answers: Answer[] = [];
      for (const { path, body: schema } of byToken.filter(({ limits }) => limits?.includes("link"))) {
        const fields = Object.keys((schema as { fields?: object } | undefined)?.fields ?? {});
        const wanted = Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
        for (let i = 0; i < 2; i++) answers.push(await client.post(path, { body: wanted }));
      }
      expect(answers.slice(0, 7).map(({ status }) => status)).to.deep.equal(Array(7).fill(404));
      expect(new Set(answers.slice(0, 7).map(({ body: { error } }) => error)).size).to.equal(1);
      expect(answers.slice(7).every(({ status }) => status === 429)).to.equal(true);
      expect(answers.at(-1)?.headers.get("retry-after")).to.match(/^\d+$/);
    });
    it("of the own password in an open session is slowed down like a sign-in", async () => {
      const session = await world.session("viewer");
      const statuses: number[] = [];
      for (let i = 0; i < 7; i++) {
        const body = { current: `guess ${i}`, password: "another horse battery" };
        statuses.push((await world.client.post("/api/app/me/password", { session, body })).status);
      }
      expect(statuses).to.deep.equal([400, 400, 400, 400, 400, 429, 429]);
      world.advance(3_600_000);
    });
  });

  it("a tab left open after signing out does nothing, nor after another person signed in beside it", async () => {
    const stale = await world.session("admin");
    await world.client.post("/api/auth/sign-out", { session: stale });
    const write = (session: Session) =>
      world.client.post("/api/app/organisation", { session, body: { name: "Renamed" } });
    expect((await write(stale)).status).to.equal(401);
    const other = await world.session("admin", "org_b");
    expect((await write({ cookie: other.cookie, csrf: stale.csrf })).status).to.equal(403);
    expect(await world.models.organisations.countDocuments({ name: "Renamed" })).to.equal(0);
  });

  it("no page can be put into a frame of another site (clickjacking)", async () => {
    for (const path of ["/", "/api/docs", "/sign-in", "/invite", "/api/auth/session", "/api/nothing"]) {
      const { headers } = await world.client.get(path, { headers: { accept: "text/html" } });
      expect(headers.get("x-frame-options") ?? "", path).to.match(/^(DENY|SAMEORIGIN)$/);
      expect(headers.get("content-security-policy") ?? "", path).to.match(/frame-ancestors '(self|none)'/);
    }
  });

  it("the address to go on to after signing in is one of ours", () => {
    for (const next of ["/", "/p/shop/runs?branch=main&x=//y", "/a#b"])
      expect([ownAddress(next), nextAddress(next)]).to.deep.equal([next, next]);
    for (const next of [
      "",
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "javascript:alert(1)",
      "evil",
      "\\\\evil",
      "/\t/evil.example",
      "/\n/evil.example",
      "/\r\n/evil.example",
      "/a\\b",
      " /a",
    ])
      expect([ownAddress(next), nextAddress(next)], JSON.stringify(next)).to.deep.equal(["/", "/"]);
  });

  it("every problem of the identity provider has its sentence on the sign-in page", () => {
    for (const code of OIDC_PROBLEMS) expect(problemSentence(code), code).to.match(/\.$/);
    expect(problemSentence("constructor")).to.equal("");
  });

  describe("ids of another organisation", () => {
    /** Values of each parameter in the other organisation, by the start of the path if a name has several meanings. */
    const FOREIGN: Record<string, string> = {
      runId: "run_f",
      jobId: "job_f",
      conversationId: "cnv_f",
      proposalId: "prp_f",
      slug: "foreign",
      project: "foreign",
      label: "Home",
      shotId: "run_f-00000",
      featureId: "foreign-feature",
      hookId: "hok_f",
      accountId: "gitlab.example:1",
      threadId: "thr_f",
      "/api/artifacts": "a".repeat(64),
      "/api/notifications/channels": "chn_f",
      "/api/notifications/deliveries": "dlv_f",
      "/api/schedules": "sch_f",
      "/api/problems": "pbm_f",
      "/api/keys": "key_f",
      "/api/app/keys": "key_f",
      "/api/app/members": "usr_admin@org_b.example",
      "/api/app/invitations": "lnk_f",
      "/api/app/deletions": "ers_f",
      "/api/app/connected-apps": "oag_f",
    };
    /** Inputs for endpoints that reject the minimal input of their schema before looking up the object. */
    const INPUTS: Record<string, object> = {
      "/api/app/keys/{id}/revoke": { name: "Foreign" },
      "/api/app/projects/{slug}/problems/change": { problems: [{ id: "pbm_f", rev: 0 }], assignee: null },
      "/api/app/projects/{slug}/rules": { scope: "project", kind: "mode", selector: "p", value: "ignore" },
    };
    /** Paths whose parameter names no record, but one of our files or tools, or a webhook that is called without a session. */
    const NO_RECORD = /^\/(api\/docs|trace-viewer|api\/app\/tools|api\/hooks)\//;
    const walked = ENDPOINTS.filter(({ path }) => path.includes("{") && !NO_RECORD.test(path));
    let session: Session;
    let key: string;
    before(async () => {
      session = await world.session("admin");
      key = await world.addKey("mcp_full", { kind: "org" });
      const at = world.clock.at;
      const foreign = { orgId: "org_b", projectId: "prj_foreign", createdAt: at };
      const put = (name: string, document: object) =>
        world.models.users.db.collection(name).insertOne({ ...foreign, ...document } as never);
      await put("runs", { _id: "run_f", type: "vrt-test", status: "failed", startTime: at, seq: 1 });
      await put("shots", { _id: "run_f-00000", runId: "run_f", index: 0, status: "failed", scenarioLabel: "Home" });
      await put("jobs", { _id: "job_f", kind: "crawl", status: "running", seq: 1 });
      await put("scenarios", { _id: "scn_f", label: "Home", url: "/" });
      await put("conversations", { _id: "cnv_f", userId: "usr_admin@org_b.example", title: "x", updatedAt: at });
      await put("proposals", { _id: "prp_f", userId: "usr_admin@org_b.example", status: "open", calls: [] });
      await put("features", { _id: "foreign-feature", name: "F", slug: "foreign-feature" });
      await put("artifacts", { _id: `prj_foreign:${"a".repeat(64)}`, artifactId: "a".repeat(64) });
      await put("notificationChannels", { _id: "chn_f", name: "x", kind: "webhook", slug: "x" });
      await put("notificationDeliveries", { _id: "dlv_f", channelId: "chn_f", status: "failed" });
      await put("schedules", { _id: "sch_f", name: "x", slug: "x" });
      await put("problems", { _id: "pbm_f", line: "", cause: "c", rev: 0 });
      await put("apiKeys", { _id: "key_f", name: "Foreign", hash: "f", hint: "f", kind: "project", revokedAt: null });
      await put("commentHooks", { _id: "hok_f", host: "github", repository: "a/b", sealedSecret: "f" });
      await put("codeAccounts", { _id: "gitlab.example:1", userId: "usr_admin@org_b.example", login: "f" });
      await put("erasures", {
        _id: "ers_f",
        kind: "project",
        subjectId: "prj_f",
        orgIds: ["org_b"],
        lock: "ers_f",
        status: "completed",
        counts: {},
      });
      await put("oauthGrants", { _id: "oag_f", userId: "usr_admin@org_b.example", codeHash: "f", revokedAt: null });
      await put("oneTimeLinks", {
        _id: "lnk_f",
        hash: "f",
        kind: "invitation",
        email: "f@x.example",
        usedAt: null,
        expiresAt: new Date(at.getTime() + 1e9),
      });
    });
    const foreignPath = ({ path, query }: Endpoint): string => {
      const search = new URLSearchParams((leastInput(query) ?? {}) as Record<string, string>);
      if (search.has("project")) search.set("project", "foreign");
      const real = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        // Below a project, the parameter's own name decides.
        const value = FOREIGN[path.slice(0, path.indexOf("/{"))] ?? FOREIGN[name] ?? (/\{slug\}/.test(path) && "x_f");
        if (!value) throw new Error(`say in FOREIGN what {${name}} of ${path} is in another organisation`);
        return encodeURIComponent(value);
      });
      return `${real}?${search}`;
    };
    /** Bodies that are not JSON, by their limits. */
    const BYTES: Record<string, string> = {
      picture: "image/png",
      pageMap: "application/gzip",
      trace: "application/zip",
    };
    const sentTo = ({ method, path, body, bounds }: Endpoint): Send => {
      const type = BYTES[bounds ?? ""];
      if (type !== undefined) return { rawBody: "none", headers: { "content-type": type } };
      return method === "get" ? {} : { body: INPUTS[path] ?? leastInput(body) ?? {} };
    };
    for (const endpoint of walked) {
      const { method, path, refusalShape } = endpoint;
      it(`are unknown to ${method.toUpperCase()} ${path}`, async () => {
        const real = foreignPath(endpoint);
        const sent = sentTo(endpoint);
        const verb = method.toUpperCase();
        const before = await world.models.users.db.collection("auditLog").countDocuments({ orgId: "org_b" });
        const statuses: number[] = [];
        for (const as of [{ session }, { key }])
          statuses.push((await world.client.send(verb, real, { ...as, ...sent })).status);
        const [person, agent] = statuses;
        // In a tool response, an unknown object is a tool_error.
        const unknown = refusalShape === "tool" ? 422 : 404;
        expect(person, "a session").to.be.oneOf([unknown, 401]);
        expect(agent, "a key").to.be.oneOf([unknown, 401, 403]);
        expect(statuses).to.include(unknown);
        expect(await world.models.users.db.collection("auditLog").countDocuments({ orgId: "org_b" })).to.equal(before);
      });
    }
    it("are known to the people there: the walk would notice", async () => {
      const own = await world.session("admin", "org_b");
      const known: string[] = [];
      for (const endpoint of walked) {
        if (endpoint.access === "key") continue;
        const send = { session: own, ...sentTo(endpoint) };
        const answer = await world.client.send(endpoint.method.toUpperCase(), foreignPath(endpoint), send);
        if (answer.status !== 404) known.push(endpoint.path);
      }
      expect(known.length, known.join("\n")).to.be.greaterThan(walked.length / 2);
    });
  });
});
