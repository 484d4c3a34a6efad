// What a page that controls its browser would find: no secrets, a sandbox if one is possible, no access to this host.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { chromiumPath } from "../../activities/pillars/perf/chromium.ts";
import { createLab } from "../../activities/pillars/perf/lab.ts";
import { type BrowserPool, createBrowserPool, type PageOptions } from "../../browsers/browserPool.ts";
import { browserEnvironment } from "../../browsers/environment.ts";
import { grantAccess } from "../../browsers/page/access.ts";
import { createGuard } from "../../browsers/page/guard.ts";
import { otherOrigins } from "../../browsers/page/otherPorts.ts";
import { descendantsOf } from "../../browsers/processes.ts";
import { chooseSandbox } from "../../browsers/sandbox.ts";
import { startFilterProxy } from "../../platform/net/filterProxy.ts";
import { hostAddresses } from "../../platform/net/hostAddresses.ts";
import {
  type Answer,
  capture,
  installed,
  SLOW_MS,
  specOf,
  startSite,
  until,
  useSite,
} from "../activities/capture/engine/harness.ts";
import { throughProxy } from "../platform/net/helpers.ts";
import { byLane } from "../support/lanes.ts";

const OPTIONS: PageOptions = {
  width: 400,
  height: 300,
  scale: 1,
  mobile: false,
  reducedMotion: false,
  stillImages: false,
  initScript: "",
};

/** Secrets of the kinds in a worker's environment. */
const SECRETS = {
  MONGODB_URI: "mongodb://canary-7341",
  SVC_SECRET_KEY: "canary-7341-canary-7341-canary-7341",
  SVC_GITHUB_TOKEN: "canary-7341",
  TEMPORAL_API_KEY: "canary-7341",
  AWS_SECRET_ACCESS_KEY: "canary-7341",
};

/** Returns the processes below this one with their environments, which Linux exposes. */
function environmentsBelow(): { command: string; environment: string }[] {
  return descendantsOf(process.pid).flatMap((pid) => {
    try {
      const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, "utf8").replaceAll("\0", " ");
      return [{ command: read("cmdline"), environment: read("environ") }];
    } catch {
      return []; // the process has ended in between
    }
  });
}

describe("the isolation of browsers", function () {
  this.timeout(SLOW_MS);
  const pools: BrowserPool[] = [];
  const folders: string[] = [];
  const make = (options: Parameters<typeof createBrowserPool>[0] = {}): BrowserPool => {
    const pool = createBrowserPool(options);
    pools.push(pool);
    return pool;
  };
  const sites = useSite();
  before(() => void Object.assign(process.env, SECRETS));
  after(() => {
    for (const name of Object.keys(SECRETS)) delete process.env[name];
  });
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  describe("the environment", () => {
    it("holds what is needed to run and to draw, by name", () => {
      const given = { PATH: "/bin", HOME: "/home/x", FONTCONFIG_PATH: "/fonts", HTTP_PROXY: "http://x", ...SECRETS };
      expect(browserEnvironment(given)).to.deep.equal({ PATH: "/bin", HOME: "/home/x", FONTCONFIG_PATH: "/fonts" });
    });

    for (const kind of byLane(installed(["chromium", "firefox"])))
      it(`${kind}: no process of the browser is told a secret`, async function () {
        if (process.platform !== "linux") return this.skip();
        await make().acquire(kind, OPTIONS);
        const seen = environmentsBelow();
        expect(seen.filter(({ command }) => command.includes(kind)).length).to.be.greaterThan(1);
        expect(seen.filter(({ environment }) => environment.includes("canary-7341"))).to.deep.equal([]);
      });

    it("neither is Lighthouse's process, nor its browser", async function () {
      if (process.platform !== "linux" || installed(["chromium"]).length === 0) return this.skip();
      sites.site.on("/slow", () => undefined);
      const lab = createLab();
      const cancel = new AbortController();
      const order = { url: sites.site.url("/slow"), category: "seo", formFactor: "mobile" } as const;
      const run = lab.run({ ...order, executablePath: chromiumPath() }, cancel.signal).catch((error: unknown) => error);
      try {
        await until(() => sites.site.seen.some(({ path: asked }) => asked === "/slow"), 60_000);
        const seen = environmentsBelow();
        expect(seen.some(({ command }) => command.includes("perf/child.ts"))).to.equal(true);
        expect(seen.some(({ command }) => command.includes("--headless"))).to.equal(true);
        expect(seen.filter(({ environment }) => environment.includes("canary-7341"))).to.deep.equal([]);
      } finally {
        cancel.abort(new Error("seen enough"));
        await run;
        await lab.close();
      }
    });
  });

  describe("Chromium's sandbox", () => {
    for (const [facts, sandbox] of [
      [{ root: false, failed: false }, true],
      [{ root: true, failed: false }, false],
      [{ root: false, failed: true }, false],
      [{ root: true, failed: true }, false],
    ] as const)
      it(`${JSON.stringify(facts)}: ${sandbox ? "on" : "off, with a sentence that says why"}`, () => {
        const choice = chooseSandbox(facts);
        expect(choice.sandbox).to.equal(sandbox);
        if (!choice.sandbox) expect(choice.because).to.match(/root|user namespaces/);
      });

    /** A Chromium that, if `usable` is false, starts only without its sandbox; it records how it was called. */
    function fakeChromium(usable: boolean): { program: string; asked: () => string[] } {
      const folder = mkdtempSync(path.join(tmpdir(), "plumbline-chromium-"));
      folders.push(folder);
      const program = path.join(folder, "chromium-headless-shell");
      const notes = path.join(folder, "asked");
      // Root has no sandbox at all, so the real one is always started without.
      const script = `#!/bin/sh
case "$*" in
  *--no-sandbox*) echo without >> "${notes}"; exec "${chromiumPath()}" "$@" ;;
  *) echo with >> "${notes}"; ${usable ? `exec "${chromiumPath()}" --no-sandbox "$@"` : 'echo "FATAL: No usable sandbox!" >&2; exit 1'} ;;
esac
`;
      writeFileSync(program, script);
      chmodSync(program, 0o700);
      return { program, asked: () => readFileSync(notes, "utf8").trim().split("\n") };
    }

    it("is asked for by everybody but root, and then nothing is said", async function () {
      if (installed(["chromium"]).length === 0) return this.skip();
      const lines: string[] = [];
      const { program, asked } = fakeChromium(true);
      const log = (_level: string, message: string): void => void lines.push(message);
      const has: unknown[] = [];
      const onStart = ({ sandbox }: { sandbox: boolean | null }) => void has.push(sandbox);
      await make({ executablePaths: { chromium: program }, root: false, log, onStart }).acquire("chromium", OPTIONS);
      expect(asked()).to.deep.equal(["with"]);
      expect(has).to.deep.equal([true]);
      expect(lines).to.deep.equal(["a browser started"]);
    });

    it("is gone without where the machine does not allow it, which a line of the log says once", async function () {
      if (installed(["chromium"]).length === 0) return this.skip();
      const lines: string[] = [];
      const { program, asked } = fakeChromium(false);
      const log = (_level: string, message: string, data: object): void =>
        void lines.push(`${message}: ${"because" in data ? data.because : ""}`);
      const has: unknown[] = [];
      const onStart = ({ sandbox }: { sandbox: boolean | null }) => void has.push(sandbox);
      const pool = make({ executablePaths: { chromium: program }, root: false, log, onStart });
      await pool.acquire("chromium", OPTIONS);
      await pool.acquire("chromium", { ...OPTIONS, stillImages: true });
      expect(asked()).to.deep.equal(["with", "without", "without"]);
      expect(has).to.deep.equal([false, false]);
      expect(lines.filter((line) => /without its own sandbox: .*user namespaces/.test(line))).to.have.length(1);
    });
  });

  describe("addresses of this host", () => {
    it("are known, and none of them is visited", async () => {
      const own = hostAddresses();
      expect([...own]).to.include("127.0.0.1");
      const proxy = await startFilterProxy({
        allowList: [],
        resolve: async () => [{ address: "93.184.215.14", family: 4 }],
        ofHost: () => new Set(["93.184.215.14"]),
      });
      try {
        const answer = await throughProxy(proxy.port, "http://this-host.test/");
        expect([answer.status, answer.headers["x-plumbline-refused"]]).to.deep.equal([403, "own_host"]);
        for (const address of own) {
          const host = address.includes(":") ? `[${address.replace(/%.*/, "")}]` : address;
          expect((await throughProxy(proxy.port, `http://${host}:9/`)).status, host).to.equal(403);
        }
      } finally {
        await proxy.close();
      }
    });
  });

  describe("cookies of an environment", () => {
    it("other origins of a host are told from its own by patterns, whatever the port", () => {
      const matches = (pattern: string, url: string): boolean =>
        new RegExp(`^${pattern.replace(/[.[\]]/g, "\\$&").replaceAll("*", ".*")}$`).test(url);
      for (const own of [
        "http://h.test",
        "https://h.test",
        "http://h.test:3000",
        "https://127.0.0.1:8443",
        "http://[::1]:80",
      ]) {
        const patterns = otherOrigins(new URL(own));
        const stopped = (url: string): boolean => patterns.some((pattern) => matches(pattern, url));
        const { hostname, origin } = new URL(own);
        expect(stopped(`${origin}/a:3001/`), `${origin} itself`).to.equal(false);
        for (const scheme of ["http", "https"])
          for (const port of ["", ":3", ":300", ":3000", ":3001", ":30000", ":8443", ":4000"]) {
            const url = new URL(`${scheme}://${hostname}${port}/x`);
            expect(stopped(url.href), `${own} stops ${url.href}`).to.equal(url.origin !== origin);
          }
        expect(stopped("http://elsewhere.test/x")).to.equal(false);
      }
    });

    for (const browser of byLane(installed(["chromium", "firefox"])))
      it(`${browser}: they go to its own origin and to no other port of its host, which keeps its own cookies`, async () => {
        const neighbour = await startSite();
        try {
          const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`;
          const picture: Answer = (_request, response) =>
            response.writeHead(200, { "content-type": "image/svg+xml", "set-cookie": "theirs=1" }).end(svg);
          sites.site.on("/own.svg", picture);
          neighbour.on("/near.svg", picture);
          sites.site.on("/leads.svg", (_request, response) =>
            response.writeHead(302, { location: neighbour.url("/near.svg?redirected") }).end(),
          );
          const page = sites.site.on(
            `/entered-${browser}`,
            `<img src="/own.svg"><img src="/leads.svg"><img src="${neighbour.url("/near.svg?direct")}">
             <script>fetch("${neighbour.url("/near.svg?posted")}", { method: "POST", body: "x", credentials: "include", mode: "no-cors" })</script>`,
          );
          const access = { origin: sites.site.origin, cookies: [{ name: "session", value: "s3cret" }] };
          sites.site.seen.length = 0;
          await capture({ pool: make(), access }, specOf(page, { browser }));
          for (const { path: asked, headers } of sites.site.seen)
            expect(headers.cookie, asked).to.contain("session=s3cret");
          const near = neighbour.seen.map(({ path: asked }) => asked).sort();
          expect(near).to.deep.equal(["/near.svg?direct", "/near.svg?posted", "/near.svg?redirected"]);
          // Firefox over BiDi follows redirects without any way to inspect them.
          const changed = neighbour.seen.filter(
            ({ path: asked }) => browser === "chromium" || !/redirected/.test(asked),
          );
          expect(changed.length).to.be.greaterThan(1);
          for (const { path: asked, headers } of changed) expect(headers.cookie ?? "", asked).not.to.contain("session");
        } finally {
          await neighbour.close();
        }
      });

    it("those of an https environment are not sent without TLS", async function () {
      if (installed(["chromium"]).length === 0) return this.skip();
      const lease = await make().acquire("chromium", OPTIONS);
      const cookies = [
        { name: "one", value: "s3cret" },
        { name: "two", value: "s3cret", path: "/" },
      ];
      const guard = createGuard(new AbortController().signal, 30_000);
      await grantAccess(lease, { origin: "https://h.test:8443", cookies }, guard);
      expect(await lease.context.cookies("https://h.test:8443/")).to.have.length(2);
      expect(await lease.context.cookies("http://h.test/")).to.deep.equal([]);
    });
  });
});
