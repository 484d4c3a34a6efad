import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { createBrowserPool } from "../../../browsers/browserPool.ts";
import { answerFailure, navigationFailure, shownUrl } from "../../../browsers/page/failures.ts";
import {
  capture,
  captureFailing,
  installed,
  SLOW_MS,
  specOf,
  usePool,
  useSite,
} from "../../activities/capture/engine/harness.ts";
import { byLane } from "../../support/lanes.ts";
import { startSelfSignedSite } from "../../support/secureSite.ts";

describe("capture failures: words", () => {
  const table: [message: string, code: string][] = [
    ["page.goto: net::ERR_NAME_NOT_RESOLVED at https://a.test/", "host_not_found"],
    ["page.goto: NS_ERROR_UNKNOWN_HOST", "host_not_found"],
    ["page.goto: net::ERR_CONNECTION_REFUSED at https://a.test/", "connection_failed"],
    ["page.goto: net::ERR_TUNNEL_CONNECTION_FAILED at https://a.test/", "connection_failed"],
    ["page.goto: net::ERR_CERT_AUTHORITY_INVALID at https://a.test/", "certificate_error"],
    ["page.goto: SEC_ERROR_UNKNOWN_ISSUER", "certificate_error"],
    ["page.goto: net::ERR_TOO_MANY_REDIRECTS at https://a.test/", "too_many_redirects"],
    ["page.goto: NS_ERROR_REDIRECT_LOOP", "too_many_redirects"],
    ["page.goto: net::ERR_CONNECTION_TIMED_OUT at https://a.test/", "timeout"],
    ["page.goto: Download is starting", "download"],
    ["page.goto: net::ERR_UNSAFE_PORT at http://a.test:22/", "address_refused"],
    ["page.goto: something new", "page_error"],
  ];
  for (const [message, code] of table)
    it(`${message} is ${code}`, () => {
      const { reason } = navigationFailure(message, "https://user:pw@a.test/path?key=secret");
      expect(reason.code).to.equal(code);
      expect(reason.message).to.match(/^(No connection to )?(The (host|certificate of) )?a\.test.*\.$/);
      expect(JSON.stringify(reason)).not.to.match(/secret|pw/);
    });

  const kinds: [kind: string, code: string][] = [
    ["dns", "host_not_found"],
    ["refused", "connection_failed"],
    ["timeout", "timeout"],
    ["reset", "connection_failed"],
    ["tls", "certificate_error"],
    ["address_refused", "address_refused"],
    ["unheard", "connection_failed"],
  ];
  for (const [kind, code] of kinds)
    it(`a tunnel that the proxy did not open because of ${kind} is ${code}`, () => {
      const asked: unknown[] = [];
      const explain = (host: string, port: number) => {
        asked.push(host, port);
        return { kind, message: "what the proxy knows" };
      };
      const { reason } = navigationFailure(
        "net::ERR_TUNNEL_CONNECTION_FAILED at https://a.test",
        "https://a.test/",
        explain,
      );
      expect(reason.code).to.equal(code);
      expect(reason.message).to.contain("what the proxy knows");
      expect(asked).to.deep.equal(["a.test", 443]);
    });

  it("reads the proxy's own answers", () => {
    const of = (status: number, headers: Record<string, string>) =>
      answerFailure(status, "", headers, "http://a.test/x")?.reason.code;
    expect(of(502, { "x-plumbline-error": "dns" })).to.equal("host_not_found");
    expect(of(502, { "x-plumbline-error": "timeout" })).to.equal("timeout");
    expect(of(403, { "x-plumbline-refused": "private" })).to.equal("address_refused");
    expect(of(403, {})).to.equal("http_error");
    expect(of(200, {})).to.equal(undefined);
    expect(of(304, {})).to.equal(undefined);
  });

  it("names the status, with words where HTTP/2 sends none", () => {
    expect(answerFailure(404, "", {}, "https://a.test/")?.message).to.equal("The page answered 404 Not Found.");
    expect(answerFailure(418, "Teapot", {}, "https://a.test/")?.message).to.equal("The page answered 418 Teapot.");
    expect(answerFailure(401, "", {}, "https://a.test/")?.message).to.contain("access settings");
  });

  it("shows an address without its secrets", () => {
    expect(shownUrl("https://u:p@a.test:8443/b/c?d=e#f")).to.equal("https://a.test:8443/b/c");
    expect(shownUrl("nonsense")).to.equal("the address");
  });
});

describe("capture failures: browsers", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  for (const browser of byLane(installed(["chromium", "firefox"]))) {
    const failing = async (url: string, change = {}) =>
      (await captureFailing(pools, specOf(url, { browser, ...change }))).reason;

    it(`${browser}: a page that answers 404 or 500`, async () => {
      expect(await failing(sites.site.url("/absent"))).to.deep.include({
        code: "http_error",
        message: "The page answered 404 Not Found.",
      });
      sites.site.on("/empty", (_request, response) => response.writeHead(500).end());
      expect((await failing(sites.site.url("/empty"))).code).to.equal("http_error");
    });

    it(`${browser}: a host that does not resolve, and a port that is closed`, async () => {
      expect((await failing("http://does-not-exist.invalid/")).code).to.equal("host_not_found");
      expect((await failing("http://127.0.0.1:9/")).code).to.be.oneOf(["connection_failed", "address_refused"]);
      const closed = createHttpServer().listen(0, "127.0.0.1");
      await new Promise((ready) => closed.once("listening", ready));
      const { port } = closed.address() as AddressInfo;
      await new Promise((done) => closed.close(done));
      expect(await failing(`http://127.0.0.1:${port}/`)).to.deep.include({
        code: "connection_failed",
        message: `No connection to 127.0.0.1:${port} could be established.`,
      });
    });

    it(`${browser}: a download, a redirect loop, a page that never answers`, async () => {
      sites.site.on("/file", (_request, response) =>
        response
          .writeHead(200, { "content-type": "application/zip", "content-disposition": "attachment; filename=a.zip" })
          .end("PK"),
      );
      expect((await failing(sites.site.url("/file"))).code).to.equal("download");
      sites.site.on("/loop", (_request, response) =>
        response.writeHead(302, { location: `/loop?${Math.random()}` }).end(),
      );
      expect((await failing(sites.site.url("/loop"))).code).to.equal("too_many_redirects");
      sites.site.on("/silent", () => undefined);
      const silent = await captureFailing(
        { ...pools, limits: { loadMs: 1_500 } },
        specOf(sites.site.url("/silent"), { browser }),
      );
      expect(silent.reason).to.deep.include({ code: "timeout", message: "The page did not answer within 1.5 s." });
    });

    it(`${browser}: a certificate that nobody has signed`, async () => {
      const site = await startSelfSignedSite();
      try {
        expect((await failing(site.url)).code).to.equal("certificate_error");
      } finally {
        site.close();
      }
    });

    it(`${browser}: selectors that find nothing to shoot, and a ready selector that does not come`, async () => {
      const url = sites.site.on("/part", `<p style="display:none" class=hidden>x</p>`);
      expect(await failing(url, { selector: ".absent" })).to.deep.include({
        code: "selector_not_found",
        message: "The selector .absent matches no element of the page.",
      });
      expect((await failing(url, { selector: ".hidden" })).message).to.contain("not visible");
      expect((await failing(url, { selector: "::nonsense::" })).message).to.contain("not valid CSS");
      const late = await captureFailing(
        { ...pools, limits: { stepMs: 700 } },
        specOf(url, { browser, readySelector: ".never" }),
      );
      expect(late.reason).to.deep.include({
        code: "ready_selector_missing",
        message: "The ready selector .never did not appear within 0.7 s.",
      });
    });
  }

  it("says that a host behind the proxy was not found, for http and https", async () => {
    const proxy = createHttpServer((_request, response) =>
      response.writeHead(502, { "x-plumbline-error": "dns" }).end("no"),
    );
    proxy.on("connect", (_request, socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\nx-plumbline-error: dns\r\n\r\n"));
    await new Promise<void>((ready) => proxy.listen(0, "127.0.0.1", ready));
    const pool = createBrowserPool({ proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
    try {
      const explainFailure = () => ({ kind: "dns", message: "the name has no addresses" });
      const plain = await captureFailing({ pool, explainFailure }, specOf("http://nowhere.test/"));
      expect(plain.reason.code).to.equal("host_not_found");
      const secure = await captureFailing({ pool, explainFailure }, specOf("https://nowhere.test/"));
      expect(secure.reason).to.deep.include({
        code: "host_not_found",
        message: "The host nowhere.test was not found: its name does not resolve. (the name has no addresses.)",
      });
    } finally {
      await pool.close();
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it("says which command brings a browser that is not there", async () => {
    if (installed(["webkit"]).length > 0) return;
    const { reason } = await captureFailing(pools, specOf(sites.site.url("/part"), { browser: "webkit" }));
    expect(reason.code).to.equal("browser_unavailable");
    expect(reason.message).to.contain("npx playwright install --with-deps webkit");
  });

  it("leaves other shots alone", async () => {
    await capture(pools, specOf(sites.site.on("/fine", "<p>fine")));
  });
});
