// The host's part against real servers: the redirect to HTTPS, exposed files, and everything together.
import { expect } from "chai";
import { probeExposures } from "../../../../activities/pillars/security/exposedFiles.ts";
import { gatherSite } from "../../../../activities/pillars/security/gatherSite.ts";
import { probeRedirect } from "../../../../activities/pillars/security/httpsRedirect.ts";
import type { BrowserPool } from "../../../../browsers/browserPool.ts";
import { parseAllowList } from "../../../../domain/net/allowList.ts";
import { RequestFailedError } from "../../../../domain/net/errors.ts";
import { auditSite } from "../../../../domain/pillars/security/audit.ts";
import { type SafeFetchOptions, type SafeResponse, safeFetch } from "../../../../platform/net/safeFetch.ts";
import { page } from "../../../domain/pillars/security/facts.ts";
import { startSelfSignedSite } from "../../../support/secureSite.ts";
import { startSite, useSite } from "../../capture/engine/harness.ts";
import { ALLOWED, toolsFor } from "./harness.ts";

const parsed = parseAllowList(ALLOWED);
const allowList = parsed.ok ? parsed.list : [];
const { signal } = new AbortController();
/** The host's part opens no page. */
const tools = (baseUrl: string) => toolsFor({} as BrowserPool, baseUrl);

describe("the way from plain HTTP", () => {
  const sites = useSite();
  /** Responses for made-up hosts, so that no test needs a real host name. */
  const asking = (answer: (url: string) => SafeResponse) => ({ signal, fetch: async (url: string) => answer(url) });
  const answered = (url: string, redirects: SafeResponse["redirects"], status = 200): SafeResponse => ({
    url,
    redirects,
    status,
    headers: {},
    body: Buffer.alloc(0),
    truncated: false,
  });

  it("asks for the same address over plain HTTP", async () => {
    const asked: string[] = [];
    const from = "http://shop.example/a";
    const to = "https://shop.example/a?token=hideme";
    const told = await probeRedirect(
      asking((url) => {
        asked.push(url);
        return answered(to, [{ status: 301, from, to }]);
      }),
      "https://shop.example/a",
    );
    expect(asked).to.deep.equal([from]);
    expect(told).to.deep.equal({ state: "answered", status: 200, hops: [from, "https://shop.example/a?token=hidden"] });
  });

  it("follows a real redirect that ends without HTTPS", async () => {
    const { site } = sites;
    site.on("/", (_request, response) => response.writeHead(301, { location: "/b" }).end());
    site.on("/b", "<p>b</p>");
    const url = site.url("/").replace("127.0.0.1", "shop.localhost");
    // A loopback name would be skipped, so the address is requested under a neutral name.
    const fetch = (_url: string, options: Omit<SafeFetchOptions, "allowList"> = {}) =>
      safeFetch(url, { ...options, allowList: allowList });
    const told = await probeRedirect({ fetch, signal }, "http://shop.example/");
    expect(told).to.deep.include({ state: "answered", status: 200 });
    expect(told.state === "answered" && told.hops).to.have.length(2);
  });

  it("does not apply to this machine, nor to a port of its own", async () => {
    const never = asking(() => {
      throw new Error("it was asked");
    });
    expect((await probeRedirect(never, "http://127.0.0.1:4500/")).state).to.equal("inapplicable");
    expect((await probeRedirect(never, "https://shop.example:8443/")).state).to.equal("inapplicable");
  });

  it("tells a closed port from a silent host", async () => {
    const failing = (kind: "refused" | "timeout") =>
      asking(() => {
        throw new RequestFailedError({ kind, message: `it was ${kind}`, host: "shop.example", port: 80 });
      });
    expect(await probeRedirect(failing("refused"), "https://shop.example/")).to.deep.equal({ state: "no_http" });
    expect(await probeRedirect(failing("refused"), "http://shop.example/")).to.deep.include({ state: "not_measured" });
    expect(await probeRedirect(failing("timeout"), "https://shop.example/")).to.deep.include({ state: "not_measured" });
  });
});

describe("exposed files of a host", function () {
  this.timeout(60_000);

  it("are hits by their content alone, asked for once each, and nothing of it is kept", async () => {
    const site = await startSite();
    try {
      const plain = (text: string) => (_: unknown, response: import("node:http").ServerResponse) =>
        void response.writeHead(200, { "content-type": "text/plain" }).end(text);
      site.on("/.env", plain("DB_PASSWORD=verysecretvalue\n"));
      site.on("/.git/HEAD", (_request, response) => response.writeHead(302, { location: "/.env" }).end());
      site.on("/backup.zip", "<h1>Not found, says a page that answers 200</h1>");
      site.on(
        "/a.js.map",
        plain(JSON.stringify({ version: 3, sources: ["a.ts"], sourcesContent: ["secretsource()"] })),
      );
      site.on("/b.js.map", plain(JSON.stringify({ version: 3, sources: ["b.ts"], mappings: "" })));
      const probes = await probeExposures(tools(site.origin), site.origin, [
        site.url("/a.js.map"),
        site.url("/b.js.map"),
      ]);
      const hits = probes.filter(({ state }) => state === "exposed").map(({ url }) => new URL(url).pathname);
      expect(hits).to.have.members(["/.env", "/a.js.map"]);
      expect(probes.filter(({ state }) => state === "not_measured")).to.deep.equal([]);
      expect(JSON.stringify(probes)).not.to.match(/verysecret|secretsource/);
      const asked = site.seen.map(({ path }) => path);
      expect(new Set(asked).size).to.equal(asked.length);
    } finally {
      await site.close();
    }
  });

  it("leaves a host alone that has stopped answering", async () => {
    let asked = 0;
    const fetch = async (): Promise<SafeResponse> => {
      asked += 1;
      throw new RequestFailedError({ kind: "timeout", message: "late", host: "shop.example", port: 443 });
    };
    const probes = await probeExposures({ fetch, signal }, "https://shop.example", []);
    expect(asked).to.equal(3);
    expect(new Set(probes.map(({ state }) => state))).to.deep.equal(new Set(["not_measured"]));
  });

  it("survive an answer that never ends", async () => {
    const site = await startSite();
    try {
      site.on("/.env", (_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write("DB_PASSWORD=x\n".repeat(10_000)), 5);
        response.on("close", () => clearInterval(timer));
      });
      const probes = await probeExposures(tools(site.origin), site.origin, []);
      expect(probes.find(({ id }) => id === "env")?.state).to.equal("exposed");
    } finally {
      await site.close();
    }
  });
});

describe("the host's part as a whole", function () {
  this.timeout(60_000);
  const sites = useSite();

  it("has no TLS to speak of on this machine, and joins what the pages told", async () => {
    const url = sites.site.on("/", "<p>hello</p>");
    const data = page({}, { url, libraries: { state: "not_measured", reason: "No data." } });
    const site = await gatherSite(tools(url), [{ page: { index: 0, url, scenarioLabels: [] }, data }]);
    expect(site.tls).to.deep.equal([]);
    expect(site.redirect.state).to.equal("inapplicable");
    expect(site.scanProblems).to.deep.equal(["No data."]);
    expect(site.pageRules.map(({ rule }) => rule)).to.include("mixed-content");
    const { rules } = auditSite(site, { pillar: "security", page: url, baseUrl: url });
    const outcome = (name: string) => rules.find(({ rule: r }) => r === name)?.outcome;
    for (const name of ["https-redirect", "tls-certificate", "tls-protocol", "hsts"])
      expect(outcome(name), name).to.equal("inapplicable");
  });

  it("reads the certificate of a base address over HTTPS, whose pages could not be opened", async () => {
    const secure = await startSelfSignedSite();
    try {
      const site = await gatherSite(tools(secure.url), []);
      const { findings, metrics } = auditSite(site, { pillar: "security", page: secure.url, baseUrl: secure.url });
      expect(findings.map(({ rule, outcome }) => `${outcome} ${rule}`)).to.include("failed tls-certificate");
      expect(metrics.score).to.equal(null);
    } finally {
      secure.close();
    }
  });
});
