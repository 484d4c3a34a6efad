import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { sourceMapsOf } from "../../../../activities/pillars/security/gather.ts";
import { closeSharedScanner } from "../../../../activities/pillars/security/libraries/search.ts";
import type { BrowserPool } from "../../../../browsers/browserPool.ts";
import { auditPage, auditSite } from "../../../../domain/pillars/security/audit.ts";
import type { SecurityPage } from "../../../../domain/pillars/security/gathered.ts";
import { site as siteFacts } from "../../../domain/pillars/security/facts.ts";
import { type Answer, SLOW_MS, usePool, useSite } from "../../capture/engine/harness.ts";
import { gatherFrom, notMeasured, toolsFor } from "./harness.ts";

const html =
  (body: string, headers: Record<string, string | string[]> = {}, status = 200): Answer =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);
const script =
  (text: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": "text/javascript", ...headers }).end(text);
const rulesOf = (data: SecurityPage) =>
  Object.fromEntries(
    auditPage(data, { pillar: "security", page: data.url, baseUrl: data.url }).rules.map((r) => [r.rule, r.outcome]),
  );

describe("gathering a page for security", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  after(closeSharedScanner);
  const gather = (url: string, options: Record<string, unknown> = {}) => {
    const tools = toolsFor(pools.pool, sites.site.origin);
    return gatherFrom({ ...tools, run: { ...tools.run, options } }, url);
  };

  it("notes every hop with its headers, and cookies without their values", async () => {
    const { site } = sites;
    site.on("/start", (_request, response) =>
      response.writeHead(302, { location: "/end?token=abc", "set-cookie": ["hop=HIDDEN1; HttpOnly", "bad"] }).end(),
    );
    const url = site.url("/start");
    site.on(
      "/end",
      html("<form action=/go method=POST><input type=password></form>", {
        server: "nginx/1.2.3",
        "x-secret": "HIDDEN2",
        "set-cookie": ["sid=HIDDEN3; Path=/; SameSite=Lax", "__Host-x=HIDDEN4; Path=/a"],
      }),
    );
    const data = await gather(url);
    expect(
      data.hops.map(({ url, status }) => `${URL.parse(url)?.pathname}${URL.parse(url)?.search} ${status}`),
    ).to.deep.equal(["/start 302", "/end?token=hidden 200"]);
    expect(data.hops[0]?.setCookies).to.have.length(1);
    expect(data.hops[1]?.headers).to.deep.include({ name: "server", value: "nginx/1.2.3" });
    expect(data.hops[1]?.headers).to.deep.include({ name: "x-secret", value: null });
    // A cookie that the browser rejected is known only from the header.
    expect(data.cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).to.have.deep.members([
      ["hop", true, null],
      ["sid", false, "Lax"],
    ]);
    expect(data.hops[1]?.setCookies.map(({ name }) => name)).to.deep.equal(["sid", "__Host-x"]);
    expect(JSON.stringify(data)).not.to.match(/HIDDEN\d/);
    expect(data.forms).to.deep.equal([{ action: site.url("/go"), method: "post", password: true }]);
    expect(data.passwordFields).to.equal(1);
    expect(rulesOf(data)["password-http"]).to.equal("inapplicable");
    const audited = auditSite(siteFacts([data]), { pillar: "security", page: url, baseUrl: url });
    const cookies = audited.findings.filter(({ rule }) => rule === "cookie-flags").map(({ target }) => target);
    expect(cookies).to.have.members(["sid", "hop", "__Host-x"]);
  });

  it("audits an error page as well", async () => {
    sites.site.on("/gone", html("gone", { "x-content-type-options": "nosniff" }, 404));
    const data = await gather(sites.site.url("/gone"));
    expect(data.status).to.equal(404);
    expect(data.hops.at(-1)?.headers).to.deep.include({ name: "x-content-type-options", value: "nosniff" });
  });

  it("is not fooled by elements named like methods, nor by changed prototypes", async () => {
    const url = sites.site.on(
      "/clobber",
      `<img name=querySelectorAll><form name=body action=/real><input name=action><input name=getAttribute></form>
       <script>Array.prototype.slice = () => { throw 1 }; Document.prototype.querySelectorAll = () => []; JSON.stringify = null</script>`,
    );
    const data = await gather(url);
    expect(data.forms.map(({ action }) => action)).to.deep.equal([sites.site.url("/real")]);
    expect(data.inlineScripts).to.equal(1);
  });

  it("takes only what browsers load for a script, and a module for one that is requested with CORS", async () => {
    const { site } = sites;
    site.on("/run.js", script(""));
    const [run, hash] = [site.url("/run.js"), 'integrity="sha384-x"'];
    const url = site.on(
      "/types",
      `<script type="text/plain" data-consent="marketing" src="${run}?plain"></script><script type="text/JavaScript" src="${run}?1"></script>
       <script type=module ${hash} src="${run}?2"></script><script ${hash} src="${run}?3"></script>`,
    );
    const { resources, plainReferences } = await gather(url);
    expect(resources.map((one) => [URL.parse(one.url)?.search, one.integrity, one.crossorigin])).to.deep.equal([
      ["?1=", false, false],
      ["?2=", true, true],
      ["?3=", true, false],
    ]);
    expect(plainReferences).to.have.length(3);
  });

  it("finds a library by address, content, inline text and in the page", async () => {
    const { site } = sites;
    site.on("/lib/jquery-3.4.1.min.js", script("var nothing = 1"));
    site.on("/bundle.js", script("/*! jQuery v2.1.0 | (c) */ window.x = 1"));
    const url = site.on(
      "/libraries",
      `<script src="/lib/jquery-3.4.1.min.js"></script><script src="/bundle.js?token=SECRETSECRETSECRETSECRET"></script>
       <script>/*! jQuery v1.9.0 */</script><script>window.angular = { version: { full: "1.5.0" } }; window.React = { version: "not a version" }</script>`,
    );
    const { libraries } = await gather(url);
    if (libraries.state !== "scanned") throw new Error(libraries.reason);
    const found = libraries.libraries.map(({ component, version, detectedBy }) => [component, version, detectedBy]);
    expect(found).to.have.deep.members([
      ["jquery", "3.4.1", ["filename"]],
      ["jquery", "2.1.0", ["filecontent"]],
      ["jquery", "1.9.0", ["filecontent"]],
      ["angularjs", "1.5.0", ["page"]],
    ]);
    expect(libraries.unreadScripts).to.equal(0);
    expect(JSON.stringify(libraries)).not.to.include("SECRETSECRET");
    expect(libraries.libraries[0]?.advisories.length).to.be.greaterThan(0);
  });

  it("asks the page for the version of each library that keeps one there, bundled applications too", async () => {
    const set = {
      "jQuery.mobile.version": "1.3.0",
      "jQuery.jPlayer.prototype.version.script": "2.2.0",
      "Ext.version": "4.1.0",
      "tinyMCE.majorVersion": "4",
      "tinyMCE.minorVersion": "1.0",
      "dojo.version.major": 1,
      "dojo.version.minor": 8,
      "dojo.version.patch": 0,
      __THREE__: "120",
      "pendo.VERSION": "2.15.17_prod",
      "_.VERSION": "1.8.0",
    };
    const url = sites.site.on(
      "/globals",
      `<div id="three" data-v-app></div><div id="two"></div><div ng-version="11.0.0"></div>
       <script>for (const [path, value] of Object.entries(${JSON.stringify(set)})) {
         const names = path.split("."), last = names.pop();
         names.reduce((at, name) => (at[name] ??= {}), globalThis)[last] = value;
       }
       three.__vue_app__ = { version: "3.2.0" };
       two.__vue__ = { $options: { _base: { version: "2.5.0" } } };</script>`,
    );
    const { libraries } = await gather(url);
    if (libraries.state !== "scanned") throw new Error(libraries.reason);
    expect(libraries.libraries.map(({ component, version }) => `${component} ${version}`)).to.have.members([
      "jquery-mobile 1.3.0",
      "jPlayer 2.2.0",
      "ExtJS 4.1.0",
      "tinyMCE 4.1.0",
      "dojo 1.8.0",
      "threejs 0.120.0",
      "pendo 2.15.17",
      "underscore.js 1.8.0",
      "vue 3.2.0",
      "vue 2.5.0",
      "@angular/core 11.0.0",
    ]);
  });

  it("does not look for libraries where the plan leaves that out", async () => {
    const data = await gather(sites.site.on("/plan", "<p>hello</p>"), { cveScan: false });
    expect(data.libraries.state).to.equal("skipped");
    expect(rulesOf(data)["vulnerable-library"]).to.equal("inapplicable");
  });

  it("says so when the advisories cannot be read, and measures the rest", async () => {
    const tools = toolsFor(pools.pool, sites.site.origin);
    const config = { ...tools.config, advisoriesPath: "/nowhere/advisories.json" };
    const data = await gatherFrom({ ...tools, config }, sites.site.on("/no-data", "<p>hello</p>"));
    expect(data.libraries.state).to.equal("not_measured");
    expect(data.hops).to.have.length(1);
  });

  it("reads no more than it can use of scripts of 50 MB, packed or not", async () => {
    const { site } = sites;
    site.on("/huge.js", (_request, response) => {
      response.writeHead(200, { "content-type": "text/javascript" });
      const part = Buffer.alloc(1_000_000, " ");
      let left = 50;
      const more = (): void => {
        while (left-- > 0) if (!response.write(part)) return void response.once("drain", more);
        response.end("/*! jQuery v1.0.0 */");
      };
      more();
    });
    const bomb = gzipSync(Buffer.alloc(50_000_000, " "));
    site.on("/bomb.js", script(bomb, { "content-encoding": "gzip" }));
    const url = site.on("/huge", "<script src=/huge.js></script><script src=/bomb.js></script>");
    const data = await gather(url);
    if (data.libraries.state !== "scanned") throw new Error(data.libraries.reason);
    expect(data.libraries).to.deep.include({ unreadScripts: 2, libraries: [] });
  });

  it("bounds bombs of headers, cookies and elements", async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`x-bomb-${i}`, "y".repeat(200)]));
    const body = `${"<form action=/f></form>".repeat(5_000)}
      <script>for (let i = 0; i < 10000; i++) document.cookie = "c" + i + "=" + i</script>`;
    const url = sites.site.on(
      "/bombs",
      html(body, {
        ...many,
        "content-security-policy": "default-src * 'unsafe-inline'; ".repeat(400),
        server: "a/1.".repeat(200),
      }),
    );
    const data = await gather(url);
    expect(data.hops[0]?.headers.length).to.be.at.most(120);
    expect(data.cookies.length).to.be.within(1, 300);
    expect(data.forms).to.have.length(60);
    expect(JSON.stringify(data).length).to.be.lessThan(400_000);
    const audited = auditSite(siteFacts([data]), { pillar: "security", page: url, baseUrl: url });
    for (const { evidence } of audited.findings) expect(JSON.stringify(evidence).length).to.be.lessThan(5_000);
    expect(audited.findings.length).to.be.lessThan(300);
    expect(JSON.stringify(audited.details).length).to.be.lessThan(100_000);
  });

  it("measures a page whose server never ends its answer, as far as it has come", async () => {
    const { site } = sites;
    const url = site.on("/endless", (_request, response) => {
      response.writeHead(200, { "content-type": "text/html", server: "slow/1.0" });
      response.write("<!doctype html><title>t</title><form action=/f></form>".padEnd(4_000));
    });
    const tools = toolsFor(pools.pool, site.origin, { visit: { pool: pools.pool, limits: { loadMs: 5_000 } } });
    const data = await gatherFrom(tools, url);
    expect(data.loaded).to.equal(false);
    expect(data.hops[0]?.headers).to.deep.include({ name: "server", value: "slow/1.0" });
    expect(data.forms).to.have.length(1);
  });

  it("says that a page whose scripts never rest is not measured", async () => {
    const url = sites.site.on("/busy", "<p>x</p><script>for (;;);</script>");
    const limits = { loadMs: 3_000, answerMs: 1_500 };
    const told = await notMeasured(toolsFor(pools.pool, url, { visit: { pool: pools.pool, limits } }), url);
    expect(told.reason).to.match(/\S/);
  });

  it("finds what a page over HTTPS loads without it", async () => {
    const folder = new URL("../../../platform/net/certificate/", import.meta.url);
    const [key, cert] = ["key.pem", "cert.pem"].map((name) => readFileSync(new URL(name, folder)));
    const server = createServer({ key, cert }, (_request, response) =>
      response
        .writeHead(200, { "content-type": "text/html", "set-cookie": "theme=dark; SameSite=Lax" })
        .end(
          `<script src="http://cdn.test/a.js"></script><img src="http://cdn.test/a.png"><form action="http://cdn.test/f"></form>`,
        ),
    );
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    try {
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const data = await gatherFrom(toolsFor(trusting(pools.pool), url), url);
      const rules = rulesOf(data);
      expect(rules["mixed-content"]).to.equal("failed");
      expect(rules["form-http"]).to.equal("failed");
      expect(rules.sri).to.equal("failed");
      const audited = auditSite(siteFacts([data]), { pillar: "security", page: url, baseUrl: url });
      const failed = audited.findings
        .filter(({ outcome }) => outcome === "failed")
        .map(({ rule, target }) => `${rule} ${target}`);
      expect(failed).to.include.members(["headers Strict-Transport-Security", "cookie-flags theme"]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe("source maps", () => {
  it("are those that own scripts name in their last comment", () => {
    const body = (url: string, text: string) => ({ url, text });
    const maps = sourceMapsOf(
      {
        bodies: [
          body("https://a.example/js/a.js", "x\n//# sourceMappingURL=a.js.map\n"),
          body("https://a.example/b.js", "/*# sourceMappingURL=/maps/b.map */"),
          body("https://a.example/c.js", "//# sourceMappingURL=data:application/json;base64,e30="),
          body("https://a.example/d.js", "//# sourceMappingURL=https://other.example/d.map"),
          body("https://other.example/e.js", "//# sourceMappingURL=e.map"),
        ],
      },
      "https://a.example/",
    );
    expect(maps).to.deep.equal(["https://a.example/js/a.js.map", "https://a.example/maps/b.map"]);
  });
});

/** A pool whose browsers accept the test's certificate. */
function trusting(pool: BrowserPool): BrowserPool {
  return {
    ...pool,
    async acquire(...given) {
      const lease = await pool.acquire(...given);
      await lease.cdp?.session.send("Security.setIgnoreCertificateErrors", { ignore: true });
      return lease;
    },
  };
}
