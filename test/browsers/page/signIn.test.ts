import { expect } from "chai";
import { siteAccessOf } from "../../../activities/siteAccess.ts";
import type { SiteEntry } from "../../../browsers/page/access.ts";
import { visitPage } from "../../../browsers/page/visit.ts";
import type { ShotStep } from "../../../domain/visual/shot.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import type { Models } from "../../../models/index.ts";
import type { Sealer } from "../../../platform/sealing.ts";
import {
  type Answer,
  capture,
  captureFailing,
  SLOW_MS,
  specOf,
  usePool,
  useSite,
} from "../../activities/capture/engine/harness.ts";

const FORM = `<form action="/enter" method="get"><input id=word name=word type=password><button id=go>in</button></form>`;
const html = (body: string, headers: Record<string, string> = {}, status = 200): Answer => {
  return (_request, response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end(`<!doctype html><body>${body}`);
};
const isIn: (...args: Parameters<Answer>) => boolean = ({ headers }) => (headers.cookie ?? "").includes("in=1");

describe("signing in", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  before(() => {
    const { site } = sites;
    site.on("/login", FORM);
    site.on("/enter", (request, response) => {
      const right = (request.url ?? "").includes("word=right");
      response
        .writeHead(302, right ? { location: "/home", "set-cookie": "in=1; path=/" } : { location: "/login?wrong" })
        .end();
    });
    site.on("/home", "<p>home");
    site.on(
      "/slow-login",
      `${FORM}<script>document.forms[0].onsubmit = (e) => { e.preventDefault();
      setTimeout(() => { document.cookie = "in=1; path=/"; document.forms[0].remove(); }, 600) }</script>`,
    );
    site.on("/members", (...both) =>
      (isIn(...both) ? html("<p>members") : html("", { location: "/login" }, 302))(...both),
    );
    site.on("/asks", (...both) => (isIn(...both) ? html("<p>members") : html(FORM))(...both));
    site.on("/closed", (...both) => (isIn(...both) ? html("<p>members") : html("no", {}, 401))(...both));
    site.on("/scripted", (...both) =>
      (isIn(...both)
        ? html("<p>members")
        : html("<script>addEventListener('load', () => location.replace('/login'))</script>"))(...both),
    );
    site.on("/open", "<p>for everybody");
  });
  const entry = (word: string, page = "/login"): SiteEntry => {
    const steps: ShotStep[] = [
      { op: "fill", selector: "#word", value: word },
      { op: "click", selector: "#go" },
    ];
    return { origin: sites.site.origin, signIn: { url: sites.site.url(page), steps } };
  };
  const shown = (path: string) => specOf(sites.site.url(path));

  it("that works shows the page, also where a script does it and takes its time", async () => {
    for (const access of [entry("right"), entry("any", "/slow-login")])
      for (const path of ["/members", "/asks", "/closed"]) {
        const { notes } = await capture({ ...pools, access }, shown(path));
        expect(
          notes.map(({ code }) => code),
          path,
        ).not.to.include("redirected");
      }
  });

  for (const [path, sentence] of [
    ["/members", /the page led to the sign-in page .*\/login\. Check the sign-in steps/],
    ["/scripted", /the page led to the sign-in page/],
    ["/asks", /after its steps .* was still open, and the page asks for a password too/],
    ["/closed", /still there\. The page answered 401 Unauthorized\./],
  ] as const)
    it(`that does not work is said of ${path}`, async () => {
      const { reason } = await captureFailing({ ...pools, access: entry("wrong") }, shown(path));
      expect(reason.code).to.equal("sign_in_failed");
      expect(reason.message)
        .to.match(/^Signing in did not work/)
        .and.match(sentence);
      expect(JSON.stringify(reason)).not.to.contain("wrong");
    });

  it("that does not work takes nothing from pages that are open, or from the sign-in page itself", async () => {
    for (const path of ["/open", "/login"]) await capture({ ...pools, access: entry("wrong") }, shown(path));
  });

  it("that does not work is the reason why an audit does not measure the page", async () => {
    const options = { url: sites.site.url("/members"), viewport: DEFAULT_VIEWPORTS.desktop, access: entry("wrong") };
    const visited = await visitPage({ pool: pools.pool }, options, new AbortController().signal, async () => "seen");
    expect(visited).to.include({ state: "not_measured", code: "sign_in_failed" });
  });

  it("at a relative address lies on the environment", async () => {
    const environment = { projectId: "p", name: "Staging", baseUrl: "https://stage.example/next", sealedAccess: "x" };
    const models = { environments: { findOne: () => ({ lean: async () => environment }) } } as unknown as Models;
    const of = async (url: string) => {
      const sealer = { open: () => JSON.stringify({ signIn: { url, steps: [] } }) } as unknown as Sealer;
      return (
        await siteAccessOf(
          { models, sealer, config: { allowedHosts: "", dataDir: "" } },
          { projectId: "p", environmentId: "e" },
        )
      )?.signIn?.url;
    };
    expect(await of("/login")).to.equal("https://stage.example/next/login");
    expect(await of("login?x=1")).to.equal("https://stage.example/next/login?x=1");
    expect(await of("https://sso.example/login")).to.equal("https://sso.example/login");
    for (const url of [" file:///etc/hostname", "javascript:alert(1)"]) {
      const error = await of(url).catch((thrown: unknown) => thrown);
      expect(error)
        .to.be.an("error")
        .with.property("message")
        .that.matches(/^The environment Staging cannot be entered/);
    }
  });
});

describe("a page that leads on to another", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  before(() => {
    sites.site.on("/from", html("", { location: "/to?token=s3cret" }, 302));
    sites.site.on("/script", html("<script>location.replace('/to')</script>"));
    sites.site.on("/slash", html("", { location: "/slash/" }, 302));
    sites.site.on("/slash/", "<p>here");
    sites.site.on("/to", "<p id=x>there");
    sites.site.on("/link", "<a id=a href=/to>there</a>");
  });

  it("is shot with the remark, and not where only a slash, a fragment or a step of the scenario leads on", async () => {
    const remark = async (path: string, steps: ShotStep[] = []) => {
      const { notes } = await capture(pools, specOf(sites.site.url(path), { steps }));
      return notes.find(({ code }) => code === "redirected")?.message;
    };
    const said = `The page redirected to ${sites.site.url("/to")}, which was captured instead.`;
    expect(await remark("/from")).to.equal(said);
    expect(await remark("/script")).to.equal(said);
    expect(await remark("/slash")).to.equal(undefined);
    expect(await remark("/to#x")).to.equal(undefined);
    expect(await remark("/link", [{ op: "click", selector: "#a" }])).to.equal(undefined);
  });

  it("is told to the audit that visits it", async () => {
    const told: string[][] = [];
    const onRedirect = (...both: string[]) => void told.push(both);
    const visit = (path: string) =>
      visitPage(
        { pool: pools.pool, onRedirect },
        { url: sites.site.url(path), viewport: DEFAULT_VIEWPORTS.desktop },
        new AbortController().signal,
        async () => "seen",
      );
    await visit("/from");
    await visit("/slash");
    expect(told).to.deep.equal([[sites.site.url("/from"), sites.site.url("/to?token=s3cret")]]);
  });
});
