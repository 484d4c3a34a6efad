import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { writeFolderFile } from "../../../platform/backup/folderFiles.ts";
import {
  type AllowedHost,
  allowedHostsFile,
  readAllowedHosts,
  visitableHosts,
} from "../../../platform/net/allowedHosts.ts";
import { safeFetch } from "../../../platform/net/safeFetch.ts";

const at = "2026-01-01T00:00:00.000Z";

describe("hosts that were allowed at the terminal", () => {
  let dataDir: string;
  let server: Server;
  let host: string;
  before(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), "plumbline-hosts-"));
    server = createServer((_request, response) => response.end("here"));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const allow = (hosts: AllowedHost[]) => {
    const { file, bytes } = allowedHostsFile(hosts);
    return writeFolderFile(dataDir, file, bytes);
  };

  it("count from the next connection on, and no longer when they are removed", async () => {
    const allowList = visitableHosts({ allowedHosts: "", dataDir });
    const ask = () =>
      safeFetch(`http://${host}/`, { allowList, timeoutMs: 10_000 }).then(
        ({ status }) => status,
        (error: { code?: string }) => error.code,
      );
    expect(await ask()).to.equal("address_refused");
    await allow([{ host, at }]);
    expect(await ask()).to.equal(200);
    await allow([]);
    expect(await ask()).to.equal("address_refused");
  });

  it("are readable by the service's user alone", async () => {
    await allow([{ host, at }]);
    const { mode } = statSync(path.join(dataDir, "allowed-hosts.json"));
    expect((mode & 0o777).toString(8)).to.equal("600");
  });

  it("stand beside SVC_ALLOWED_HOSTS, and a damaged file allows nothing", async () => {
    const allowList = visitableHosts({ allowedHosts: "shop.test:80", dataDir });
    await allow([{ host, at }]);
    expect(allowList().map(({ text }) => text)).to.deep.equal(["shop.test:80", host]);
    writeFileSync(path.join(dataDir, "allowed-hosts.json"), '{"hosts":[1]}');
    expect(allowList().map(({ text }) => text)).to.deep.equal(["shop.test:80"]);
    expect(() => readAllowedHosts(dataDir)).to.throw(/is damaged: remove it/);
  });
});
