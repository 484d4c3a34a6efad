import { expect } from "chai";
import { outcomeOf } from "../../cli/client/outcome.ts";
import type { RunStatus as CliStatus } from "../../cli/client/runs.ts";
import type { ApiError, ShotResult } from "../../temporal-dev/apiClient.ts";
import { createClient } from "../api/support/client.ts";
import { hears, openPage, type Page } from "../api/support/events.ts";
import { eventually } from "../support/eventually.ts";
import { itInFullLane } from "../support/lanes.ts";
import { openTo } from "../support/modes.ts";
import { makeUser } from "../support/operator.ts";
import { startSelfSignedSite } from "../support/secureSite.ts";
import { startWorld, type World } from "../support/service.ts";

const codes = (r: ShotResult | undefined) => (r?.reasons ?? []).map((x) => x.code);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: ApiError) => error,
  );

describe("a visual run on the real stack", function () {
  this.timeout(240_000);
  let world: World;
  let unsigned: Awaited<ReturnType<typeof startSelfSignedSite>>;
  before(async () => {
    unsigned = await startSelfSignedSite();
    world = await startWorld({
      SVC_ALLOWED_HOSTS: `127.0.0.1:${unsigned.port}`,
      SVC_TRIGGER_RATE_PER_MINUTE: "1000",
      SVC_RECONCILE_EVERY_MS: "1000",
      SVC_RECONCILE_AFTER_MS: "2000",
      SVC_SITE_WAITS: "1,2",
    });
  });
  after(async () => {
    await world?.stop();
    unsigned?.close();
  });

  it("captures baselines, passes when nothing changed, fails when something did, and passes again once approved", async () => {
    const { client, slug, key } = await world.project({ One: "/page/one", Two: "/page/two" });
    const report = async (runId: string, format = "html") => {
      const address = `${world.service.apiUrl}/api/ci/runs/${runId}/report?format=${format}`;
      const answer = await fetch(address, { headers: { "X-API-Key": key } });
      expect(answer.status).to.equal(200);
      return Buffer.from(await answer.arrayBuffer());
    };
    const baseline = await client.run({ type: "baseline" });
    expect(baseline).to.include({ success: true, type: "baseline", statusUrl: `/api/ci/status/${baseline.runId}` });
    const captured = await client.wait(baseline.runId);
    expect(captured).to.include({ status: "completed", type: "baseline", error: null });
    expect(captured.summary).to.include({ total: 2, passed: 2, failed: 0 });

    const same = await client.wait((await client.run({})).runId);
    expect(same).to.include({ status: "completed", type: "vrt-test" });
    expect(same.summary).to.include({ total: 2, passed: 2, failed: 0 });
    expect(same.duration).to.be.a("number").above(0);

    world.site.set("two", "Other words, and rather more of them than before.");
    const changed = await client.wait((await client.run({ branch: "main", commitSha: "abc" })).runId);
    expect(changed.summary).to.include({ total: 2, passed: 1, failed: 1 });
    const failed = (await client.results(changed.runId)).find((r) => r.status === "failed");
    expect(failed).to.include({ scenarioLabel: "Two", viewport: "phone", browser: "chromium", flaky: false });
    expect(failed?.mismatchPercent).to.be.above(0.1);
    expect(codes(failed)).to.include("mismatch");
    expect(failed?.regions[0]?.selector).to.match(/text/);

    const artifacts = failed?.artifacts as Record<string, string>;
    for (const name of ["baseline", "test", "diff"]) {
      const answer = await fetch(new URL(artifacts[name] ?? "", world.service.apiUrl));
      expect(answer.status, name).to.equal(200);
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(1, 4)
          .toString(),
        name,
      ).to.equal("PNG");
    }

    const told = (await report(changed.runId)).toString();
    for (const side of ["Baseline", "Test", "Difference"])
      expect(told).to.match(new RegExp(`<img src="data:image/(?:png|jpeg);base64,[^"]+" alt="${side} of Two`));
    expect((await report(changed.runId, "pdf")).subarray(0, 5).toString()).to.equal("%PDF-");

    const approved = (await client.request("POST", "/api/tests/approve", {
      project: slug,
      runId: changed.runId,
      scenarios: ["Two"],
    })) as {
      promoted: unknown[];
    };
    expect(approved.promoted).to.have.length(1);
    expect((await client.status(changed.runId)).summary).to.include({ total: 2, passed: 2, failed: 0, approved: 1 });
    expect((await report(changed.runId)).toString())
      .to.contain("2 screenshots passed. 1 approved.")
      .and.not.contain("<img ");
    const again = await client.wait((await client.run({})).runId);
    expect(again.summary).to.include({ passed: 2, failed: 0 });
  });

  itInFullLane("reproduces a baseline before it counts, so that later runs of the same page pass", async () => {
    const { client, slug } = await world.project({ Filling: "/filling/a", Timed: "/timed/a", Drawn: "/drawn/a" });
    const baseline = await client.wait((await client.run({ type: "baseline" })).runId);
    expect(baseline.summary).to.include({ total: 3, passed: 3 });
    const found = new Map((await client.results(baseline.runId)).map((r) => [r.scenarioLabel, codes(r)]));
    expect(Object.fromEntries(found)).to.deep.equal({
      Filling: ["baseline_captured"],
      Timed: ["baseline_captured", "settles_late", "restless"],
      Drawn: ["baseline_captured", "unsettled", "restless"],
    });
    const { baselines } = (await client.request("GET", `/api/baselines?project=${slug}`)) as {
      baselines: { scenarioLabel: string; history: { unsettled: string | null }[] }[];
    };
    const unsettled = baselines.filter(({ history }) => history[0]?.unsettled).map((one) => one.scenarioLabel);
    expect(unsettled).to.deep.equal(["Drawn"]);
    const { runId } = await client.run({});
    expect((await client.wait(runId)).summary).to.include({ total: 3, passed: 3, flaky: 0 });
  });

  it("says no_baseline where there is none", async () => {
    const { client } = await world.project({ New: "/page/new" });
    const run = await client.wait((await client.run({})).runId);
    expect(run.summary).to.include({ total: 1, failed: 1, noBaseline: 1 });
    expect(codes((await client.results(run.runId))[0])).to.include("no_baseline");
  });

  itInFullLane("judges again under a new rule without capturing", async () => {
    const { client, slug, key } = await world.project({ Ruled: "/page/ruled" });
    await client.wait((await client.run({ type: "baseline" })).runId);
    world.site.set("ruled", "Words that change with every visit.");
    const run = await client.wait((await client.run({})).runId);
    expect(run.summary).to.include({ failed: 1 });
    const hits = world.site.hits.get("/page/ruled");
    await world.admin(
      "rules",
      "set-comparison",
      "--project",
      slug,
      "--scenario",
      "Ruled",
      "--selector",
      "#text",
      "--mode",
      "ignore",
    );
    expect(key).to.match(/^svc_live_/);
    const email = `${slug}@example.com`;
    const session = await signIn(world.service.apiUrl, email, await makeUser(world, email, "editor"));
    const answer = await session("/api/tests/recompare", { project: slug, runId: run.runId });
    expect(answer.status, await answer.clone().text()).to.be.oneOf([200, 202]);
    await eventually("the run passes", async () => (await client.status(run.runId)).summary?.passed === 1);
    expect(world.site.hits.get("/page/ruled"), "no new visit").to.equal(hits);
  });

  itInFullLane("is heard of by a page that is open, and judged there", async () => {
    const { client, slug } = await world.project({ Judged: "/page/judged" });
    const email = `${slug}@example.com`;
    const browser = createClient(world.service.apiUrl);
    const session = await browser.signIn(email, await makeUser(world, email, "editor"));
    const page = await openPage(browser, session, { project: slug });
    const ended = ({ event, data }: Page["heard"][number]) => event === "run" && data.data?.status === "completed";
    const { runId } = await client.run({});
    await eventually("the end of the run", async () => page.heard.some((one) => ended(one) && one.data.id === runId));
    const path = `/api/app/runs/${runId}/review`;
    const shots = async () =>
      (await browser.get(path, { session })).body.shots as {
        shotId: string;
        mark: string;
        kind: string;
        status: string;
      }[];
    const [shot] = await shots();
    expect(shot).to.include({ kind: "no_baseline" });
    const { body } = await browser.get(`/api/app/shots/${shot?.shotId}/elements`, { session });
    expect((body.elements as { text: string }[]).length).to.be.greaterThan(0);
    const decide = async (decision: string, { shotId, mark }: { shotId: string; mark: string }) =>
      (await browser.post(path, { session, body: { decision, shots: [{ shotId, mark }] } })).body.results as {
        ok: boolean;
        now: { mark: string; status: string };
      }[];
    const [approved] = await decide("approve", shot!);
    expect(approved?.now.status).to.equal("approved");
    await hears(page, `review ${runId}`);
    expect((await client.wait((await client.run({})).runId)).summary).to.include({ total: 1, passed: 1 });
    const [back] = await decide("undo", { shotId: shot!.shotId, mark: approved!.now.mark });
    expect(back?.ok).to.equal(true);
    expect((await client.wait((await client.run({})).runId)).summary).to.include({ total: 1, noBaseline: 1 });
    page.close();
    await page.ended;
  });

  itInFullLane("ends every odd page in a verdict that a person understands, and the others pass", async () => {
    const { client } = await world.project({
      Plain: "/page/plain",
      Missing: "/missing/x",
      Nowhere: "http://no-such-host.invalid/",
      Private: "http://127.0.0.1:9/",
      Download: "/download/file",
      Loop: "/redirect/loop",
      Unstable: "/unstable/x",
      Unsigned: unsigned.url,
      Endless: "/endless/x",
      Tall: "/tall/30000",
    });
    const odd = await client.wait((await client.run({ type: "baseline", scenarios: ["Plain", "Tall"] })).runId);
    expect(odd.summary).to.include({ total: 2, passed: 2 });
    const run = await client.wait((await client.run({})).runId);
    expect(run.status, "too few can be judged").to.equal("failed");
    expect(run.error).to.match(/^6 of 10 screenshots not measured: /);
    const results = new Map((await client.results(run.runId)).map((r) => [r.scenarioLabel, r]));
    expect(results.get("Plain")?.status).to.equal("passed");
    expect(results.get("Tall")?.status).to.equal("passed");
    // A page that never finishes loading is captured in its current state, with a note.
    expect(results.get("Endless")?.status).to.equal("failed");
    expect(codes(results.get("Endless"))).to.include.members(["no_baseline", "still_loading"]);
    const expected: Record<string, string> = {
      Missing: "http_error",
      Nowhere: "host_not_found",
      Private: "address_refused",
      Download: "download",
      Loop: "too_many_redirects",
      Unsigned: "certificate_error",
    };
    for (const [label, code] of Object.entries(expected)) {
      const result = results.get(label);
      expect(result?.status, label).to.equal("error");
      expect(codes(result)[0], label).to.equal(code);
      expect(result?.reasons[0]?.message, label).to.match(/^\S.{10,}[.)]$/);
    }
    expect(codes(results.get("Unstable"))).to.include("restless");
  });

  itInFullLane(
    "waits for a site that is away, says nothing of one that is down, and fails one whose page is gone",
    async () => {
      const names = ["stays", "stays-2", "stays-3", "stays-4", "leaves"];
      const { client } = await world.project(Object.fromEntries(names.map((name) => [name, `/page/${name}`])));
      const ended = async (type: "test" | "baseline" | "security") => {
        const run = await client.wait((await client.run({ type })).runId);
        return { run, outcome: outcomeOf(run as unknown as CliStatus) };
      };
      await ended("baseline");
      const before = await ended("security");
      expect(before.outcome.word).to.equal("passed");

      world.site.leave();
      const { runId } = await client.run({});
      await eventually("a page was asked for in vain", async () => world.site.dropped() > 0);
      world.site.comeBack();
      const back = await client.wait(runId);
      expect(back).to.include({ status: "completed", error: null });
      expect(back.summary).to.include({ total: 5, passed: 5, flaky: 0 });

      world.site.leave();
      const down = await ended("test");
      expect([down.outcome.word, down.outcome.exit]).to.deep.equal(["inconclusive", 3]);
      expect(down.run.error).to.match(/^No screenshot could be compared: No connection to /);
      const unseen = await ended("security");
      expect([unseen.outcome.word, unseen.outcome.exit]).to.deep.equal(["inconclusive", 3]);
      expect(unseen.run.error).to.match(/^No page could be measured: No connection to /);
      expect(unseen.run.summary).to.include({ notMeasured: 5, fixed: 0 });
      world.site.comeBack();

      world.site.answer("leaves", 404);
      const gone = await ended("test");
      expect([gone.outcome.word, gone.outcome.exit]).to.deep.equal(["failed", 1]);
      expect(gone.run.summary).to.include({ total: 5, passed: 4, failed: 1, errors: 0, pageErrors: 1 });
      const audited = await ended("security");
      expect([audited.outcome.word, audited.outcome.exit]).to.deep.equal(["failed", 1]);
      expect(audited.outcome.reasons).to.deep.equal(["/page/leaves answers 404; it answered before."]);
      expect(audited.run.summary).to.include({ new: 0, pageErrors: 1, notMeasured: 0 });
    },
  );

  itInFullLane(
    "keeps a branch's baselines apart, moves an approval to main once, and fails a main that goes back to it later",
    async () => {
      const { client, slug, key } = await world.project({ Branchy: "/page/branchy" });
      const LOOK = "The new look of the branch.";
      const approve = (runId: string) =>
        client.request("POST", "/api/tests/approve", { project: slug, runId, scenarios: ["Branchy"] });
      await client.wait((await client.run({ type: "baseline" })).runId);
      world.site.set("branchy", LOOK);
      const onBranch = await client.wait((await client.run({ branch: "feature", prNumber: 41 })).runId);
      expect(onBranch.summary).to.include({ failed: 1 });
      await approve(onBranch.runId);
      expect((await client.wait((await client.run({ branch: "feature" })).runId)).summary).to.include({ passed: 1 });
      const merged = await client.wait((await client.run({ branch: "main" })).runId);
      expect(merged.summary).to.include({ passed: 1, failed: 0 });
      const [result] = await client.results(merged.runId);
      expect(codes(result)).to.include("approved_on_branch");
      const whose = /accepted by key \S.* on feature in #41, \d+ \w+ \d{4}/;
      expect(result?.reasons[0]?.message).to.match(whose);
      const [told] = (merged.summary as unknown as { approvals: string[] }).approvals;
      expect(told).to.match(whose);
      const page = await fetch(`${world.service.apiUrl}/api/ci/runs/${merged.runId}/report?format=html`, {
        headers: { "X-API-Key": key },
      });
      expect(await page.text()).to.match(whose);
      const after = await client.wait((await client.run({})).runId);
      expect(codes((await client.results(after.runId))[0])[0]).to.equal("equal");

      // Main moves on; then the old build is served again: a revert, or a stale deployment.
      world.site.set("branchy", "What main shows since.");
      const moved = await client.run({ branch: "main" });
      await client.wait(moved.runId);
      await approve(moved.runId);
      world.site.set("branchy", LOOK);
      const reverted = await client.wait((await client.run({})).runId);
      expect(reverted.summary).to.include({ passed: 0, failed: 1 });
      const [old] = await client.results(reverted.runId);
      expect(codes(old)[1]).to.equal("known_look");
      expect(old?.reasons[1]?.message)
        .to.match(/^Looks as main did until /)
        .and.match(whose);
      world.site.set("branchy", "What main shows since.");
      expect((await client.wait((await client.run({})).runId)).summary, "main's baseline stayed").to.include({
        passed: 1,
      });
    },
  );

  it("starts one run for 20 equal triggers", async () => {
    const { client } = await world.project({ Once: "/page/once" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.run({ type: "baseline" }, { "idempotency-key": "build-1" })),
    );
    expect(new Set(answers.map((a) => a.runId)).size).to.equal(1);
    const run = await client.wait(answers[0]?.runId ?? "");
    expect(run.summary).to.include({ total: 1, passed: 1 });
    const other = await refusal(client.run({ type: "test" }, { "idempotency-key": "build-1" }));
    expect(other?.status).to.equal(409);
  });

  it("cancels a run that waits for a page", async () => {
    const { client, slug } = await world.project({ Gate: "/gate/one" });
    const { runId } = await client.run({ type: "baseline" });
    await eventually("the page was asked for", async () => (world.site.hits.get("/gate/one") ?? 0) > 0);
    await client.request("POST", `/api/ci/runs/${runId}/cancel`);
    const run = await client.wait(runId);
    expect(run).to.include({ status: "failed" });
    expect(run.error).to.match(new RegExp(`^cancelled by .*${slug}`));
    expect((await client.results(runId)).map((r) => r.status)).to.deep.equal(["error"]);
    expect((await refusal(client.request("POST", `/api/ci/runs/${runId}/cancel`)))?.status).to.equal(409);
  });

  itInFullLane("says clearly which browser this machine does not have", async () => {
    const { client } = await world.project({ Kit: "/page/kit" });
    const run = await client.wait((await client.run({ type: "baseline", browsers: ["webkit", "chromium"] })).runId);
    const webkit = (await client.results(run.runId)).find((r) => r.browser === "webkit");
    if (webkit?.status === "passed") return;
    expect(codes(webkit)[0]).to.equal("browser_unavailable");
    expect(webkit?.reasons[0]?.message).to.match(/install.*webkit/i);
  });

  // After the runs above: screenshots, bundles, logs, the key and the runtime file all exist.
  it("leaves nothing in the data folder that other users of the machine could reach", async () => {
    expect(await openTo(world.service.dataDir)).to.deep.equal([]);
  });
});

/** Signs in and returns a function that posts with the session's cookie and CSRF token. */
async function signIn(apiUrl: string, email: string, password: string) {
  const answer = await fetch(`${apiUrl}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((c) => c.split(";")[0])
    .join("; ");
  const session = (await (await fetch(`${apiUrl}/api/auth/session`, { headers: { cookie } })).json()) as {
    csrfToken: string;
  };
  return (path: string, body: unknown) =>
    fetch(`${apiUrl}${path}`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", "x-csrf-token": session.csrfToken },
      body: JSON.stringify(body),
    });
}
