// The local stack on a shared host: its files, its database, its Temporal UI.
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { mongo } from "mongoose";
import { databaseSocket } from "../../temporal-dev/databaseSocket.ts";
import { type Stack, startStack } from "../../temporal-dev/stack.ts";
import { eventually } from "../support/eventually.ts";
import { openTo } from "../support/modes.ts";
import { TIMEOUT_FACTOR } from "../support/timeoutFactor.ts";

const anyPorts = { temporalPort: 0, uiPort: 0 };

describe("security: the local stack", function () {
  this.timeout(120_000);
  let folder: string;
  let dataDir: string;
  let outside: string;
  let stack: Stack;
  const lines: string[] = [];

  before(async function () {
    if (process.env.TEMPORAL_ADDRESS || process.env.MONGODB_URI) return this.skip();
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-local-"));
    // A folder as an earlier version left it under the usual umask.
    dataDir = path.join(folder, "data");
    await mkdir(path.join(dataDir, "artifacts", "ab"), { recursive: true });
    await writeFile(path.join(dataDir, "artifacts", "ab", "picture"), "x");
    outside = path.join(folder, "outside");
    await writeFile(outside, "not ours");
    await symlink(outside, path.join(dataDir, "link"));
    for (const at of [dataDir, path.join(dataDir, "artifacts"), path.join(dataDir, "artifacts", "ab")])
      await chmod(at, 0o755);
    for (const at of [path.join(dataDir, "artifacts", "ab", "picture"), outside]) await chmod(at, 0o644);
    stack = await startStack({ dataDir, ...anyPorts, log: (line) => lines.push(line) });
  });
  after(async () => {
    await stack?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  describe("files", () => {
    it("of an earlier version are closed to other users, with a line, and links are not followed", async () => {
      expect(lines).to.include(
        `other users of this machine could access ${dataDir}: it is now closed to them, with 3 files and folders in it`,
      );
      expect((await lstat(outside)).mode & 0o777).to.equal(0o644);
    });

    it("of Temporal and the database are for their own user, and so is the socket", async () => {
      expect(await readdir(dataDir)).to.include.members(["temporal.db", "mongo.sock"]);
      expect(await openTo(dataDir)).to.deep.equal([]);
    });
  });

  describe("the database", () => {
    it("listens on a socket in the data folder, and on no port", async () => {
      const uri = new URL(stack.mongoUri);
      expect(decodeURIComponent(uri.host)).to.equal(path.join(dataDir, "mongo.sock"));
      const client = await new mongo.MongoClient(stack.mongoUri).connect();
      expect((await client.db().command({ ping: 1 })).ok).to.equal(1);
      await client.close();
      if (process.platform !== "linux") return;
      const inodes = await socketsOf(stack.pids.mongo!);
      expect(inodes.size).to.be.greaterThan(0);
      for (const table of ["tcp", "tcp6", "udp", "udp6"]) {
        const rows = (await readFile(`/proc/net/${table}`, "utf8")).split("\n").slice(1);
        expect(
          rows.filter((row) => inodes.has(row.trim().split(/\s+/)[9] ?? "")),
          table,
        ).to.deep.equal([]);
      }
      // A name in the abstract namespace has no owner, so anybody could connect to it.
      const names = (await readFile("/proc/net/unix", "utf8")).split("\n").map((row) => row.trim().split(/\s+/));
      expect(names.filter((row) => inodes.has(row[6] ?? "") && row[7]?.startsWith("@"))).to.deep.equal([]);
    });

    it("of a long data folder has a folder of its own below the temporary one, kept from others", async () => {
      const long = path.join(folder, "d".repeat(120));
      const { file, release } = databaseSocket(long, folder);
      expect(Buffer.byteLength(file)).to.be.at.most(103);
      expect(path.dirname(path.dirname(file))).to.equal(folder);
      expect((await lstat(path.dirname(file))).mode & 0o777).to.equal(0o700);
      expect(databaseSocket(long, folder).file, "the same at each start").to.equal(file);
      expect(databaseSocket(`${long}2`, folder).file).not.to.equal(file);
      await chmod(path.dirname(file), 0o755);
      expect(() => databaseSocket(long, folder)).to.throw(/is not a folder for you alone/);
      release();
      await symlink(dataDir, path.dirname(file));
      expect(() => databaseSocket(long, folder)).to.throw(/is not a folder for you alone/);
    });
  });

  describe("Temporal's web interface", () => {
    /** Requests the front like a program that can send any header; redirects are not followed. */
    const call = (at: string, headers: Record<string, string> = {}, method = "GET") =>
      new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
        request(new URL(at, stack.temporalUiUrl ?? ""), { method, headers }, (answer) => {
          let body = "";
          answer.on("data", (chunk) => {
            body += chunk;
          });
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
        })
          .on("error", reject)
          .end();
      });
    const LIST = "/api/v1/namespaces";
    const signIn = async () => {
      const { status, headers } = await call(stack.temporalUiLink ?? "");
      expect(status).to.equal(303);
      return { cookie: headers["set-cookie"]?.[0] ?? "" };
    };

    it("is reached by the link, which leaves a cookie for this browser alone and is not in the address any more", async () => {
      expect(stack.temporalUiLink?.startsWith(`${stack.temporalUiUrl}/`)).to.equal(true);
      const { cookie } = await signIn();
      expect(cookie).to.match(/^plumbline_temporal_ui_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
      expect(stack.temporalUiLink).not.to.include(cookie.slice(cookie.indexOf("=") + 1, cookie.indexOf(";")));
      const page = await call("/", { cookie: cookie.split(";")[0] ?? "" });
      expect([page.status, page.body]).to.satisfy(
        ([status, body]: [number, string]) => status === 200 && /<html/.test(body),
      );
      // The UI finds its server shortly after the server is ready.
      const list = await eventually("the interface finds its server", async () => {
        const answer = await call(LIST, { cookie: `_csrf=1; ${cookie.split(";")[0]}` });
        return answer.status === 200 && answer.body;
      });
      expect(JSON.parse(list).namespaces).to.be.an("array").and.not.empty;
    });

    it("is closed to who has no cookie, a wrong one or a wrong token, and says what to do", async () => {
      const { cookie } = await signIn();
      const name = cookie.slice(0, cookie.indexOf("="));
      for (const headers of [{}, { cookie: `${name}=${"A".repeat(43)}` }, { cookie: `${name}=` }] as Record<
        string,
        string
      >[]) {
        const { status, body } = await call(LIST, headers);
        expect(status).to.equal(401);
        expect(body).to.include("admin -- temporal-ui").and.not.include("namespaceInfo");
      }
      const wrong = await call("/plumbline-sign-in?token=guess");
      expect([wrong.status, wrong.headers["set-cookie"]]).to.deep.equal([401, undefined]);
    });

    it("answers to its own name only, and to no page of another origin, whoever is signed in", async () => {
      const cookie = (await signIn()).cookie.split(";")[0] ?? "";
      const port = new URL(stack.temporalUiUrl ?? "").port;
      const refused: [Record<string, string>, string, number][] = [
        [{ host: `rebound.example:${port}` }, "GET", 421],
        [{ origin: "https://evil.example" }, "GET", 403],
        [{ origin: "https://evil.example" }, "POST", 403],
        [{}, "POST", 403],
        [{ "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" }, "GET", 403],
        [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }, "GET", 403],
      ];
      for (const [headers, method, expected] of refused)
        expect((await call(LIST, { cookie, ...headers }, method)).status, JSON.stringify(headers)).to.equal(expected);
    });

    it("cannot be framed, embedded or opened by another page, and tells no address to one", async () => {
      const cookie = (await signIn()).cookie.split(";")[0] ?? "";
      for (const headers of [(await call("/", { cookie })).headers, (await call("/")).headers]) {
        expect(headers["content-security-policy"]).to.match(/frame-ancestors 'none'/);
        expect(headers).to.include({
          "x-frame-options": "DENY",
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin",
          "referrer-policy": "same-origin",
        });
      }
    });

    it("keeps to sound addresses and outlives odd ones", async () => {
      const { port } = new URL(stack.temporalUiUrl ?? "");
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), "127.0.0.1", () => {
          socket.write(`GET //[ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
        });
        let said = "";
        socket.on("data", (data) => {
          said += data;
        });
        socket.on("close", () => resolve(said)).on("error", reject);
      });
      expect(answer).to.match(/^HTTP\/1.1 401 /);
      expect((await call("/")).status).to.equal(401);
    });

    it("and Temporal's HTTP API answer to no browser behind the front's back", async function () {
      if (process.platform !== "linux") return this.skip();
      const doors = await listeningOf(stack.pids.temporal!);
      const ui = doors.filter(({ host }) => host !== "127.0.0.1");
      expect(ui, "the interface itself listens where pages do not look").to.have.length(1);
      for (const { host, port } of doors) {
        const answer = await fetch(`http://${host}:${port}${LIST}`, {
          signal: AbortSignal.timeout(2_000 * TIMEOUT_FACTOR),
        }).catch(() => null);
        const body = answer?.ok && (await answer.text());
        if (host === "127.0.0.1") expect(body || "", `port ${port}`).not.to.include("namespaceInfo");
      }
    });
  });
});

/** Returns the TCP addresses on which a process listens, from Linux's tables. */
async function listeningOf(pid: number): Promise<{ host: string; port: number }[]> {
  const inodes = await socketsOf(pid);
  const rows = (await readFile("/proc/net/tcp", "utf8")).split("\n").slice(1);
  return rows.flatMap((row) => {
    const [, local = "", , state, , , , , , inode = ""] = row.trim().split(/\s+/);
    if (state !== "0A" || !inodes.has(inode)) return [];
    const [address = "", port = ""] = local.split(":");
    return [{ host: [...Buffer.from(address, "hex")].reverse().join("."), port: Number.parseInt(port, 16) }];
  });
}

/** Returns the inodes of a process' open sockets. */
async function socketsOf(pid: number): Promise<Set<string>> {
  const fds = `/proc/${pid}/fd`;
  const own = await Promise.all((await readdir(fds)).map((fd) => readlink(path.join(fds, fd)).catch(() => "")));
  return new Set(own.flatMap((to) => /^socket:\[(\d+)\]$/.exec(to)?.[1] ?? []));
}
