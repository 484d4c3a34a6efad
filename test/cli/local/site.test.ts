import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { ClientError } from "../../../cli/client/exit.ts";
import { findService } from "../../../cli/local/findService.ts";
import { answers, startSite } from "../../../cli/local/site.ts";
import { takePort } from "../../../temporal-dev/ports.ts";

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: ClientError) => error,
  );
const alive = (group: number) => {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
};

describe("the site that run --local starts", () => {
  let folder: string;
  let url: string;
  const started: number[] = [];
  type More = { serveTimeout?: number; attemptMs?: number; signal?: AbortSignal };
  const start = (command: string, more: More = {}) =>
    startSite({
      command,
      url,
      cwd: folder,
      env: process.env,
      logFile: path.join(folder, "site.log"),
      serveTimeout: 60_000,
      signal: new AbortController().signal,
      started: (group) => started.push(group),
      ...more,
    });
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-site-"));
    url = `http://127.0.0.1:${await takePort(0)}`;
    const { port } = new URL(url);
    const serve = `import { createServer } from "node:http";
createServer((_, answer) => answer.writeHead(404).end()).listen(${port}, "127.0.0.1");
process.on("SIGTERM", () => {});`;
    await writeFile(path.join(folder, "serve.mjs"), serve);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => expect(started.splice(0).filter(alive)).to.deep.equal([]));

  it("runs from its first answer on, whatever that is, and ends with all that it started", async () => {
    expect(await answers(url)).to.equal(false);
    // The shell stays, and its child, the server, ignores SIGTERM.
    const site = await start(`"${process.execPath}" serve.mjs; true`);
    expect(await answers(url)).to.equal(true);
    const second = await failure(start("true"));
    expect(second).to.include({ exit: 2 });
    expect(second?.message).to.match(/responds at .* already/);
    await site.stop(100);
    expect(await answers(url)).to.equal(false);
  });

  it("is said to have failed, with its last words, where it ends before it answers", async () => {
    const error = await failure(start("echo no such script >&2; exit 7"));
    expect(error).to.include({ exit: 3 });
    expect(error?.message).to.match(/ended with exit code 7 before .* Last output:\nno such script$/s);
  });

  it("may answer late, as a development server that builds its first page", async () => {
    const asked: ServerResponse[] = [];
    const server = createServer((_, response) => asked.push(response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const slow = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await answers(slow, { answerMs: 50 })).to.equal(false);
    const late = answers(slow);
    while (asked.length < 2) await once(server, "request");
    asked.at(-1)?.end();
    expect(await late).to.equal(true);
    server.closeAllConnections();
    server.close();
  });

  it("is waited for longer if it takes long for every answer", async () => {
    const { port } = new URL(url);
    const serve = `import { createServer } from "node:http";
createServer((_, answer) => setTimeout(() => answer.end(), 500)).listen(${port}, "127.0.0.1");`;
    await writeFile(path.join(folder, "slow.mjs"), serve);
    const site = await start(`"${process.execPath}" slow.mjs`, { attemptMs: 300 });
    await site.stop(100);
  });

  it("is given up when its time is over, and when the command is stopped", async () => {
    const late = await failure(start("sleep 60", { serveTimeout: 50 }));
    expect(late?.message).to.match(/does not answer after/);
    const stop = new AbortController();
    const stopped = failure(start("sleep 60", { signal: stop.signal }));
    stop.abort(new Error("stopped"));
    expect((await stopped)?.message).to.equal("stopped");
  });
});

describe("the service that run --local starts", () => {
  it("is the clone around the command line, or the one that is named", () => {
    const own = findService("/", undefined, {});
    expect(findService(own, ".", {})).to.equal(path.resolve(own));
    expect(findService("/", undefined, { PLUMBLINE_SERVICE: own })).to.equal(path.resolve(own));
    expect(() => findService("/", tmpdir(), {})).to.throw(/not a clone of Plumbline/);
  });
});
