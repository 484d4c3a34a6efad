// A file that setup downloads must have the expected content, so that another program never runs.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { download } from "../../../temporal-dev/lib/net.mjs";
import { CHECKSUMS } from "../../../temporal-dev/lib/temporal.mjs";

describe("a download of set-up", () => {
  const bytes = Buffer.from("a program");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  let server: Server;
  let folder: string;
  let url: string;
  before(async () => {
    server = createServer((_req, res) => void res.end(bytes));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-download-"));
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  it("is kept when its SHA-256 is the expected one", async () => {
    const file = path.join(folder, "right");
    await download(url, file, { sha256 });
    expect(await readFile(file)).to.deep.equal(bytes);
  });

  it("is refused and removed when it is another file", async () => {
    const file = path.join(folder, "wrong");
    const failure = await download(url, file, {
      sha256: sha256.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
    }).catch((error: unknown) => error);
    expect(String(failure)).to.include("SHA-256 differs");
    expect(existsSync(file)).to.equal(false);
  });

  it("of Temporal has one version, with a SHA-256 for each platform", () => {
    expect(Object.keys(CHECKSUMS)).to.have.lengthOf(4);
    for (const one of Object.values(CHECKSUMS)) expect(one).to.match(/^[0-9a-f]{64}$/);
  });
});
