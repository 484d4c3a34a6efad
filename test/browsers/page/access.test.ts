import { expect } from "chai";
import type { SiteAccess } from "../../../domain/visual/shot.ts";
import {
  capture,
  captureFailing,
  installed,
  type Site,
  SLOW_MS,
  specOf,
  startSite,
  usePool,
  useSite,
} from "../../activities/capture/engine/harness.ts";
import { byLane } from "../../support/lanes.ts";

/** Returns this header of all requests whose path starts with `path`. */
const sent = (site: Site, path: string, name: string) =>
  site.seen.filter((one) => one.path.startsWith(path)).map(({ headers }) => headers[name] ?? "");

describe("access to protected sites", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  let foreign: Site;
  before(async () => {
    foreign = await startSite();
  });
  after(() => foreign.close());

  for (const browser of byLane(installed(["chromium", "firefox"]))) {
    it(`${browser}: sends headers, credentials and cookies to its own origin and to no other`, async () => {
      foreign.on("/pixel.svg", (_request, response) =>
        response
          .writeHead(200, { "content-type": "image/svg+xml" })
          .end(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`),
      );
      sites.site.on("/own.svg", (_request, response) =>
        response
          .writeHead(200, { "content-type": "image/svg+xml" })
          .end(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`),
      );
      sites.site.on("/away.svg", (_request, response) =>
        response.writeHead(302, { location: foreign.url("/pixel.svg?redirected") }).end(),
      );
      const url = sites.site.on(
        `/protected-${browser}`,
        `<img src="/own.svg"><img src="/away.svg"><img src="${foreign.url("/pixel.svg?direct")}">`,
      );
      const access = {
        origin: sites.site.origin,
        headers: { "X-Preview": "let-me-in" },
        basicAuth: { username: "ada", password: "pässword" },
        cookies: [{ name: "session", value: "s3cret" }],
      };
      sites.site.seen.length = 0;
      foreign.seen.length = 0;
      await capture({ ...pools, access }, specOf(url, { browser }));
      const basic = `Basic ${Buffer.from("ada:pässword").toString("base64")}`;
      for (const path of ["/protected", "/own.svg", "/away.svg"]) {
        expect(sent(sites.site, path, "x-preview"), path).to.deep.equal(["let-me-in"]);
        expect(sent(sites.site, path, "authorization"), path).to.deep.equal([basic]);
        expect(sent(sites.site, path, "cookie"), path).to.deep.equal(["session=s3cret"]);
      }
      expect(sent(foreign, "/pixel.svg", "x-preview")).to.deep.equal(["", ""]);
      expect(sent(foreign, "/pixel.svg", "authorization")).to.deep.equal(["", ""]);
    });

    it(`${browser}: sends nothing when the page is of a foreign origin, or leads there`, async () => {
      const access = { origin: sites.site.origin, headers: { "X-Preview": "let-me-in" } };
      foreign.on("/elsewhere", "<p>elsewhere");
      sites.site.on("/leads", (_request, response) =>
        response.writeHead(302, { location: foreign.url("/elsewhere") }).end(),
      );
      foreign.seen.length = 0;
      await capture({ ...pools, access }, specOf(foreign.url("/elsewhere"), { browser }));
      await capture({ ...pools, access }, specOf(sites.site.url("/leads"), { browser }));
      expect(sent(foreign, "/elsewhere", "x-preview")).to.deep.equal(["", ""]);
    });
  }

  it("says that settings cannot be applied without quoting them", async () => {
    const access = { origin: sites.site.origin, cookies: [{ name: "bad name;", value: "s3cret\r\n" }] };
    const { reason } = await captureFailing({ ...pools, access }, specOf(sites.site.on("/plain", "<p>x")));
    expect(reason.message).to.contain("access settings could not be applied");
    expect(JSON.stringify(reason)).not.to.contain("s3cret");
  });

  it("signs in by steps in the shot's own context, and never shows what was filled in", async () => {
    sites.site.on(
      "/login",
      `<form action="/enter"><input name=user id=user><input name=word id=word type=password><button id=go>in</button></form>`,
    );
    sites.site.on("/enter", (request, response) => {
      const ok = new URL(request.url ?? "", "http://x").searchParams.get("word") === "hunter2";
      response
        .writeHead(200, { "content-type": "text/html", ...(ok ? { "set-cookie": "in=1; path=/" } : {}) })
        .end("<p>entered");
    });
    const url = sites.site.on("/members", (request, response) => {
      const ok = (request.headers.cookie ?? "").includes("in=1");
      response.writeHead(ok ? 200 : 401, { "content-type": "text/html" }).end("<p id=m>members");
    });
    const signIn: SiteAccess["signIn"] = {
      url: sites.site.url("/login"),
      steps: [
        { op: "fill", selector: "#user", value: "ada" },
        { op: "fill", selector: "#word", value: "hunter2" },
        { op: "click", selector: "#go" },
      ],
    };
    await capture({ ...pools, access: { origin: sites.site.origin, signIn } }, specOf(url));
    expect((await captureFailing(pools, specOf(url))).reason.code).to.equal("http_error");

    const broken = { ...signIn, steps: [{ op: "fill", selector: "#absent", value: "hunter2" } as const] };
    const deps = { ...pools, access: { origin: sites.site.origin, signIn: broken }, limits: { stepMs: 500 } };
    const { reason } = await captureFailing(deps, specOf(url));
    expect(reason).to.deep.include({
      code: "step_failed",
      message: "The sign-in step 1 of 1 (fill #absent) found no element for its selector within 0.5 s.",
    });
    expect(JSON.stringify(reason)).not.to.contain("hunter2");
  });
});
