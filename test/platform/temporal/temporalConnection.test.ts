// TLS and API keys for Temporal, with both kinds of connection, against a real server behind TLS.
import { readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { Connection } from "@temporalio/client";
import { NativeConnection } from "@temporalio/worker";
import { expect } from "chai";
import { readConfig } from "../../../domain/config.ts";
import { temporalConnectionOptions } from "../../../platform/temporal/temporalConnection.ts";
import { testTemporalAddress } from "../../support/temporal.ts";

const certificate = (name: string) => fileURLToPath(new URL(`certificate/${name}`, import.meta.url));
const CERT = certificate("cert.pem");
const KEY = certificate("key.pem");
const AUTHORITY = certificate("authority.pem");
const PAIR = { cert: readFileSync(CERT), key: readFileSync(KEY) };
const optionsFor = (address: string, env: Record<string, string>) =>
  temporalConnectionOptions(address, readConfig(env));

describe("connection options for Temporal", function () {
  this.timeout(120_000);
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it("are plain without settings, and name the setting whose file cannot be read", async () => {
    expect(await optionsFor("temporal:7233", {})).to.deep.equal({ address: "temporal:7233", tls: false });
    const refused = await optionsFor("temporal:7233", { TEMPORAL_TLS_SERVER_CA_CERT_PATH: "/nowhere.pem" }).catch(
      String,
    );
    expect(refused).to.include(
      "TEMPORAL_TLS_SERVER_CA_CERT_PATH names a file that cannot be read: /nowhere.pem (ENOENT)",
    );
  });

  it("never repeat the API key in what goes wrong", async () => {
    const env = { TEMPORAL_API_KEY: "tk-7f3a", TEMPORAL_TLS_CLIENT_CERT_PATH: "/nowhere.pem", TEMPORAL_TLS: "false" };
    expect(() => readConfig(env))
      .to.throw()
      .with.property("message")
      .that.does.not.include("tk-7f3a");
  });

  it("reach a server that asks for a client certificate", async () => {
    const [host = "", port] = (await testTemporalAddress()).split(":");
    const sockets = new Set<TLSSocket>();
    // Terminates TLS in front of a plain-text Temporal.
    const front = createServer(
      { ...PAIR, ca: readFileSync(AUTHORITY), requestCert: true, rejectUnauthorized: true, ALPNProtocols: ["h2"] },
      (socket) => {
        sockets.add(socket);
        const behind = connect(Number(port), host);
        socket.on("error", () => behind.destroy()).pipe(behind);
        behind.on("error", () => socket.destroy()).pipe(socket);
      },
    );
    await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
    closers.push(() => {
      for (const socket of sockets) socket.destroy();
      front.close();
    });
    const address = `127.0.0.1:${(front.address() as AddressInfo).port}`;
    const options = await optionsFor(address, {
      TEMPORAL_TLS_CLIENT_CERT_PATH: CERT,
      TEMPORAL_TLS_CLIENT_KEY_PATH: KEY,
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: AUTHORITY,
      TEMPORAL_TLS_SERVER_NAME: "temporal.test",
    });
    for (const kind of [Connection, NativeConnection]) {
      const connection = await kind.connect(options);
      await connection.workflowService.describeNamespace({ namespace: "default" });
      await connection.close();
    }
    const stranger = await optionsFor(address, {
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: AUTHORITY,
      TEMPORAL_TLS_SERVER_NAME: "temporal.test",
    });
    const refused = await Connection.connect({ ...stranger, connectTimeout: 2_000 }).catch(() => "refused");
    expect(refused).to.equal("refused");
  });

  it("send the API key with each call", async () => {
    const seen: (string | undefined)[] = [];
    const server = createSecureServer(PAIR);
    server.on("stream", (stream, headers) => {
      seen.push(headers.authorization);
      stream.respond({ ":status": 200, "content-type": "application/grpc", "grpc-status": "16" }, { endStream: true });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const options = await optionsFor(`127.0.0.1:${port}`, {
      TEMPORAL_API_KEY: "tk-7f3a",
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: AUTHORITY,
      TEMPORAL_TLS_SERVER_NAME: "temporal.test",
    });
    const refused = await Connection.connect({ ...options, connectTimeout: 5_000 }).catch(String);
    expect(seen[0]).to.equal("Bearer tk-7f3a");
    expect(refused).to.be.a("string").that.does.not.include("tk-7f3a");
  });
});
