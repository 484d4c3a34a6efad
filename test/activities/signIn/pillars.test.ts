// Every pillar uses the same sign-in: members-only pages are audited signed in, also after the session has ended.
import { expect } from "chai";
import { strFromU8, unzipSync } from "fflate";
import { withWalker } from "../../../activities/jobs/explore/walker.ts";
import { labAccess } from "../../../activities/pillars/perf/access.ts";
import { hop } from "../../../activities/site/request.ts";
import { siteAccessOf } from "../../../activities/siteAccess.ts";
import { createSecretMask } from "../../../activities/siteSecrets.ts";
import type { SiteEntry } from "../../../browsers/page/access.ts";
import { visitPage } from "../../../browsers/page/visit.ts";
import type { SignInCall } from "../../../domain/signIn/call.ts";
import { DEFAULT_VIEWPORTS, type SiteAccess } from "../../../domain/visual/shot.ts";
import type { Models } from "../../../models/index.ts";
import { safeFetch } from "../../../platform/net/safeFetch.ts";
import type { Sealer } from "../../../platform/sealing.ts";
import { allow } from "../../platform/net/helpers.ts";
import { type GuardedSite, PASSWORD, startGuardedSite, TOTP, USER } from "../../support/guardedSite.ts";
import { byLane } from "../../support/lanes.ts";
import { capture, captureFailing, installed, SLOW_MS, specOf, usePool } from "../capture/engine/harness.ts";
import { css, label, outcome, role, run } from "../functional/engine/harness.ts";

const json = { user: USER, password: "{secret.password}" };
const CALL: SignInCall = { url: "/api/login", json, page: "/login" };
const STORED: SignInCall = {
  ...CALL,
  url: "/api/token",
  take: [{ path: "data.token", in: "localStorage", name: "token" }],
};
const secrets = { password: PASSWORD };

describe("a site that is signed in to without a form", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  let site: GuardedSite;
  before(async () => {
    site = await startGuardedSite();
  });
  after(() => site.close());

  let environments = 0;
  /** The access as an activity reads it, from a separate environment. */
  async function entryOf(access: SiteAccess): Promise<SiteEntry> {
    environments += 1;
    const environment = { projectId: "p", name: "Test", baseUrl: site.origin, sealedAccess: JSON.stringify(access) };
    const models = { environments: { findOne: () => ({ lean: async () => environment }) } } as unknown as Models;
    const sealer = { open: (sealed: string) => sealed } as unknown as Sealer;
    const config = { allowedHosts: new URL(site.origin).host, dataDir: "" };
    const entry = await siteAccessOf(
      { models, sealer, config },
      { projectId: "p", environmentId: `env_${environments}` },
    );
    if (entry === undefined) throw new Error("no entry");
    return entry;
  }
  const texts = async (access: SiteEntry, path: string) => {
    const options = { url: site.url(path), viewport: DEFAULT_VIEWPORTS.desktop, access };
    const seen = await visitPage({ pool: pools.pool }, options, new AbortController().signal, async ({ page }) => {
      await page.locator("h1").waitFor();
      return page.locator("h1").textContent();
    });
    return seen.state === "gathered" ? seen.data : seen;
  };
  const shot = (path: string) => specOf(site.url(path), { readySelector: "h1" });

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: takes screenshots behind a cookie, a header and a stored token, with one sign-in for all`, async () => {
      const ways: [path: string, call: SignInCall][] = [
        ["/members", CALL],
        ["/closed", { ...CALL, take: [{ path: "data.token", in: "header", name: "Authorization" }] }],
        ["/app", STORED],
        ["/tab", { ...CALL, take: [{ path: "data.token", in: "sessionStorage", name: "token" }] }],
      ];
      for (const [path, signInCall] of ways) {
        const access = await entryOf({ secrets, signInCall });
        const before = site.logins.right;
        const taken = await Promise.all([1, 2].map(() => capture({ ...pools, access }, { ...shot(path), browser })));
        for (const { notes } of taken)
          expect(
            notes.map(({ code }) => code),
            path,
          ).not.to.include("redirected");
        expect(site.logins.right - before, path).to.equal(1);
      }
    });

  it("signs in again where the session ended in the middle of a run: 401, a redirect, a script that leads away", async () => {
    for (const [path, signInCall] of [
      ["/closed", CALL],
      ["/members", CALL],
      ["/app", STORED],
    ] as const) {
      const access = await entryOf({ secrets, signInCall });
      expect(await texts(access, path)).to.equal("Hello member");
      site.signEverybodyOut();
      expect(await texts(access, path), path).to.equal("Hello member");
    }
    const withItem = await entryOf({ secrets, signInCall: STORED, localStorage: { locale: "de-AT" } });
    await texts(withItem, "/app");
    site.signEverybodyOut();
    const options = { url: site.url("/app"), viewport: DEFAULT_VIEWPORTS.desktop, access: withItem };
    const kept = await visitPage({ pool: pools.pool }, options, new AbortController().signal, ({ page }) =>
      page.evaluate(() => localStorage.getItem("locale")),
    );
    expect(kept).to.deep.equal({ state: "gathered", data: "de-AT" });
    const access = await entryOf({ secrets, signInCall: CALL });
    const signal = new AbortController().signal;
    const tools = { access, signal, fetch: fetchOf() };
    const status = async (path: string) => {
      const answer = await hop(tools, site.url(path));
      return answer.state === "answered" ? answer.status : answer;
    };
    for (const path of ["/closed", "/members"]) {
      expect(await status(path)).to.equal(200);
      site.signEverybodyOut();
      expect(await status(path), path).to.equal(200);
    }
  });
  const fetchOf =
    () =>
    (url: string, options = {}) =>
      safeFetch(url, { ...options, allowList: allow(new URL(site.origin).host) });

  it("says why signing in failed, never compares the sign-in page, and asks once for a whole run", async () => {
    const access = await entryOf({ secrets: { password: "wrong-pass-20e1" }, signInCall: STORED });
    const before = site.logins.wrong;
    const failed = await Promise.all([1, 2, 3].map(() => captureFailing({ ...pools, access }, shot("/app"))));
    for (const { reason } of failed) {
      expect(reason.code).to.equal("sign_in_failed");
      expect(reason.message).to.match(/answered 401: "No account for ••••••"/);
    }
    expect(site.logins.wrong - before).to.equal(1);
    const tools = { access, signal: new AbortController().signal, fetch: fetchOf() };
    expect(await hop(tools, site.url("/members"))).to.include({ state: "failed", kind: "sign_in_failed" });
    // The session is rejected although signing in succeeded.
    const unused = await entryOf({
      secrets,
      signInCall: { ...STORED, take: [{ path: "data.user.name", in: "localStorage", name: "token" }] },
    });
    const { reason } = await captureFailing({ ...pools, access: unused }, shot("/app"));
    expect(reason.code).to.equal("sign_in_failed");
    expect(reason.message).to.match(
      /^Signing in worked, but the page led to the sign-in page .*\/login\. Check the sign-in/,
    );
  });

  it("types one-time codes into a form, once for all visits, because a site accepts each once", async () => {
    const steps: NonNullable<SiteAccess["signIn"]>["steps"] = [
      { op: "fill", selector: "#user", value: USER },
      { op: "fill", selector: "#password", value: PASSWORD },
      { op: "fill", selector: "#code", value: "{totp}" },
      { op: "click", selector: "button" },
    ];
    const access = await entryOf({ totp: TOTP, signIn: { url: "/login", steps } });
    const before = site.logins.right;
    const seen = await Promise.all([1, 2, 3].map(() => texts(access, "/members")));
    expect(seen).to.deep.equal(["Hello member", "Hello member", "Hello member"]);
    expect(site.logins.right - before).to.equal(1);
    site.signEverybodyOut();
    expect(await texts(access, "/members")).to.equal("Hello member");
    expect(site.logins.right - before).to.equal(2);
  });

  it("uses items that are given for its storage, once: a page that signs out stays signed out", async () => {
    const login = await fetch(site.url("/api/login"), {
      method: "POST",
      body: JSON.stringify({ user: USER, password: PASSWORD }),
    });
    const { data } = (await login.json()) as { data: { token: string } };
    const access = await entryOf({ localStorage: { token: data.token } });
    const options = { url: site.url("/app"), viewport: DEFAULT_VIEWPORTS.desktop, access };
    const seen = await visitPage({ pool: pools.pool }, options, new AbortController().signal, async ({ page }) => {
      await page.locator("h1").waitFor();
      await page.evaluate(() => localStorage.removeItem("token"));
      await page.reload();
      await page.waitForURL("**/login");
      return page.evaluate(() => localStorage.getItem("token"));
    });
    expect(seen).to.deep.equal({ state: "gathered", data: null });
  });

  it("is tested by scenarios, whose results and trace hold no token", async () => {
    const access = await entryOf({ secrets, signInCall: { ...STORED, url: "/api/login" } });
    expect(await texts(access, "/app")).to.equal("Hello member");
    site.signEverybodyOut();
    const ran = await run(
      pools.pool,
      site.origin,
      [
        { op: "goto", value: "/app" },
        { op: "expectText", target: css("h1"), value: "Hello member" },
        { op: "goto", value: "/members" },
        { op: "click", target: role("link", "again") },
        { op: "expectText", target: css("h1"), value: "Hello member" },
        { op: "goto", value: "/app" },
        { op: "expectText", target: css("#echo"), value: "nothing" },
      ],
      { access, trace: true, limits: { expectMs: 3_000 } },
    );
    expect(outcome(ran).slice(0, 6)).to.deep.equal(Array(6).fill("passed"));
    const zip = [...ran.stored.values()].find(({ contentType }) => contentType === "application/zip");
    const trace = Object.values(unzipSync(zip?.bytes ?? new Uint8Array())).map((file) => strFromU8(file, true));
    expect(trace.join("")).to.include("/api/me");
    const everything = JSON.stringify({ ...ran, stored: null }) + trace.join("");
    for (const token of site.tokens) expect(everything).not.to.include(token);
    expect(createSecretMask(access)(`a ${site.tokens.at(-1)} b`)).to.equal("a •••••• b");
  });

  it("that lets nobody in makes no verdict on a scenario", async () => {
    const access = await entryOf({ secrets: { password: "wrong-pass-20e1" }, signInCall: STORED });
    const ran = await run(pools.pool, site.origin, [{ op: "fill", target: label("x"), value: "y" }], { access });
    expect(ran.status).to.equal("error");
    expect(ran.error?.code).to.equal("sign_in_failed");
    expect(ran.steps).to.deep.equal([]);
  });

  it("is explored with the token of its tab on every way", async () => {
    const access = await entryOf({
      secrets,
      signInCall: { ...CALL, take: [{ path: "data.token", in: "sessionStorage", name: "token" }] },
    });
    const options = { origin: site.origin, startPath: "/tab", access, judge: () => null, consent: null };
    const seen = await withWalker(pools.pool, options, new AbortController().signal, async (walker) => {
      const urls: string[] = [];
      for (let way = 0; way < 3; way += 1) {
        // The session ends before the last walk, which needs a new one.
        if (way === 2) site.signEverybodyOut();
        const walked = await walker.walk("/tab", []);
        urls.push("sight" in walked ? new URL(walked.sight.url).pathname : walked.reason);
      }
      return urls;
    });
    expect(seen).to.deep.equal(["/tab", "/tab", "/tab"]);
  });

  it("is known to Lighthouse, by cookies, headers and both storages", async () => {
    const take: SignInCall["take"] = (["header", "localStorage", "sessionStorage"] as const).map((place) => ({
      path: "data.token",
      in: place,
      name: place === "header" ? "Authorization" : "token",
    }));
    const access = await entryOf({ secrets, signInCall: { ...CALL, take } });
    const tools = { access, visit: { pool: pools.pool }, note: () => undefined, signal: new AbortController().signal };
    const got = await labAccess(tools as never, { index: 0, url: site.url("/app"), scenarioLabels: [] });
    if (got.state !== "gathered") throw new Error(got.reason);
    const token = site.tokens.at(-1) ?? "";
    expect(got.data?.headers).to.deep.equal([{ name: "Authorization", value: `Bearer ${token}` }]);
    expect(got.data?.cookies.map(({ name, value }) => [name, value])).to.deep.equal([["sid", token]]);
    expect(got.data?.stored[site.origin]).to.deep.equal({ localStorage: { token }, sessionStorage: { token } });
    expect(got.data?.secrets).to.include.members([token, `Bearer ${token}`]);
  });
});
