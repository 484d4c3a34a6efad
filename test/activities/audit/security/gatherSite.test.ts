// The host's part against real servers: certificates, protocols, redirects and files, each behind the filter of addresses.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerOptions } from "node:https";
import { type AddressInfo, createServer as createRawServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { probeExposures } from "../../../../activities/audit/security/exposedFiles.ts";
import { gatherSite } from "../../../../activities/audit/security/gatherSite.ts";
import { probeRedirect } from "../../../../activities/audit/security/httpsRedirect.ts";
import { probeTls } from "../../../../activities/audit/security/tlsProbe.ts";
import type { ConnectRule } from "../../../../activities/net/connect.ts";
import { systemResolve } from "../../../../activities/net/resolve.ts";
import { type SafeFetchOptions, type SafeResponse, safeFetch } from "../../../../activities/net/safeFetch.ts";
import { auditSite } from "../../../../domain/audit/security/audit.ts";
import type { TlsFacts } from "../../../../domain/audit/security/gathered.ts";
import { NOTHING_ALLOWED, parseAllowList } from "../../../../domain/net/allowList.ts";
import { RequestFailedError } from "../../../../domain/net/errors.ts";
import type { BrowserPool } from "../../../../workers/browsers.ts";
import { page } from "../../../domain/audit/security/facts.ts";
import { startSelfSignedSite } from "../../../support/secureSite.ts";
import { startSite, useSite } from "../../capture/engine/harness.ts";
import { ALLOWED, toolsFor } from "./harness.ts";

const parsed = parseAllowList(ALLOWED);
const rule: ConnectRule = { allowList: parsed.ok ? parsed.list : [], resolve: systemResolve, connectTimeoutMs: 5_000 };
const { signal } = new AbortController();
/** The host's part opens no page. */
const tools = (baseUrl: string) => toolsFor({} as BrowserPool, baseUrl);
const measured = (facts: TlsFacts) => {
  if (facts.state !== "measured") throw new Error(facts.reason);
  return facts;
};

/** A certificate for 127.0.0.1 that an authority of the test has signed. */
function makeCertificates(days: number): { ca: string; key: string; cert: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "certificates-"));
  const at = (name: string) => path.join(folder, name);
  const openssl = (text: string, ...more: string[]) =>
    execFileSync("openssl", [...text.split(" "), ...more], { stdio: "ignore" });
  openssl(
    "req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=authority",
    "-keyout",
    at("ca.key"),
    "-out",
    at("ca.pem"),
  );
  openssl(
    "req -newkey rsa:2048 -nodes -subj /O=Shop/CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1",
    "-keyout",
    at("key.pem"),
    "-out",
    at("request.pem"),
  );
  openssl(
    `x509 -req -days ${days} -copy_extensions copyall -CAcreateserial`,
    "-in",
    at("request.pem"),
    "-CA",
    at("ca.pem"),
    "-CAkey",
    at("ca.key"),
    "-out",
    at("cert.pem"),
  );
  const [ca = "", key = "", cert = ""] = ["ca.pem", "key.pem", "cert.pem"].map((name) =>
    readFileSync(at(name), "utf8"),
  );
  rmSync(folder, { recursive: true });
  return { ca, key, cert };
}

async function withServer(options: ServerOptions, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(options, (_request, response) => response.end("hello"));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    await use(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("TLS of a host", function () {
  this.timeout(60_000);
  let certificates: ReturnType<typeof makeCertificates>;
  before(() => {
    certificates = makeCertificates(10);
  });

  it("is right when an authority that is trusted signed it, and its days are counted", async () => {
    const { ca, key, cert } = certificates;
    await withServer({ key, cert }, async (url) => {
      const facts = measured(await probeTls(rule, url, signal, ca));
      expect(facts).to.deep.include({ error: null, protocol: "TLSv1.3", oldProtocol: null, issuer: "authority" });
      expect(facts.days).to.be.within(9, 10);
    });
  });

  it("names what is wrong with the chain", async () => {
    const site = await startSelfSignedSite();
    try {
      expect(measured(await probeTls(rule, site.url, signal)).error).to.equal("DEPTH_ZERO_SELF_SIGNED_CERT");
    } finally {
      site.close();
    }
    const { key, cert } = certificates;
    await withServer({ key, cert }, async (url) => {
      expect(measured(await probeTls(rule, url, signal)).error).to.equal("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
    });
  });

  it("sees a name that does not match", async () => {
    const { ca, key, cert } = certificates;
    await withServer({ key, cert }, async (url) => {
      const facts = measured(await probeTls(rule, url.replace("127.0.0.1", "localhost"), signal, ca));
      expect(facts.error).to.equal("ERR_TLS_CERT_ALTNAME_INVALID");
    });
  });

  it("sees protocols that are too old, alone or beside new ones", async () => {
    const { ca, key, cert } = certificates;
    const old = { key, cert, ciphers: "DEFAULT@SECLEVEL=0", minVersion: "TLSv1" } as const;
    await withServer({ ...old, maxVersion: "TLSv1.1" }, async (url) => {
      expect(measured(await probeTls(rule, url, signal, ca)).protocol).to.equal("TLSv1.1");
    });
    await withServer(old, async (url) => {
      const facts = measured(await probeTls(rule, url, signal, ca));
      expect(facts).to.deep.include({ protocol: "TLSv1.3", oldProtocol: "TLSv1.1" });
    });
  });

  it("is not measured where nobody answers, where no TLS is spoken, and where the address is refused", async () => {
    const server = createRawServer((socket) => {
      socket.on("error", () => undefined);
      socket.resume();
      socket.end("SSH-2.0-x\r\n");
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address() as AddressInfo;
    expect((await probeTls(rule, `https://127.0.0.1:${port}/`, signal)).state).to.equal("not_measured");
    await new Promise((done) => server.close(done));
    expect((await probeTls(rule, `https://127.0.0.1:${port}/`, signal)).state).to.equal("not_measured");
    const refused = await probeTls({ ...rule, allowList: NOTHING_ALLOWED }, "https://127.0.0.1/", signal);
    expect(refused).to.deep.include({ state: "not_measured" });
    expect(refused.state === "not_measured" && refused.reason).to.match(/this machine/);
  });

  it("stops when the run is cancelled", async () => {
    const reason = new Error("cancelled");
    const caught = await probeTls(rule, "https://127.0.0.1:1/", AbortSignal.abort(reason)).catch(
      (error: unknown) => error,
    );
    expect(caught).to.equal(reason);
  });
});

describe("the way from plain HTTP", () => {
  const sites = useSite();
  /** Answers for made-up hosts, so that no test needs a name of its own. */
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
    // A loopback name would not be asked at all, so the address is given under a name of no meaning.
    const fetch = (_url: string, options: Omit<SafeFetchOptions, "allowList"> = {}) =>
      safeFetch(url, { ...options, allowList: rule.allowList });
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
