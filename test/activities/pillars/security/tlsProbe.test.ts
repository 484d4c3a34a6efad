// Certificates and protocols of real servers, behind the address filter.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerOptions } from "node:https";
import { type AddressInfo, createServer as createRawServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { probeTls } from "../../../../activities/pillars/security/tlsProbe.ts";
import { NOTHING_ALLOWED, parseAllowList } from "../../../../domain/net/allowList.ts";
import type { TlsFacts } from "../../../../domain/pillars/security/gathered.ts";
import type { ConnectRule } from "../../../../platform/net/connect.ts";
import { systemResolve } from "../../../../platform/net/resolve.ts";
import { startSelfSignedSite } from "../../../support/secureSite.ts";
import { ALLOWED } from "./harness.ts";

const parsed = parseAllowList(ALLOWED);
const rule: ConnectRule = { allowList: parsed.ok ? parsed.list : [], resolve: systemResolve, connectTimeoutMs: 5_000 };
const { signal } = new AbortController();
const measured = (facts: TlsFacts) => {
  if (facts.state !== "measured") throw new Error(facts.reason);
  return facts;
};

/** Creates a certificate for 127.0.0.1, signed by a test authority. */
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
