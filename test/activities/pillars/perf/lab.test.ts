// Real Lighthouse on real pages; only a few, because each run takes ten seconds.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import type { GatherTools, LabTools } from "../../../../activities/audit/pillar.ts";
import { chromiumPath } from "../../../../activities/pillars/perf/chromium.ts";
import { createAudit, createLighthouseSeo } from "../../../../activities/pillars/perf/index.ts";
import { createLab, LabFailure } from "../../../../activities/pillars/perf/lab.ts";
import { type BrowserPool, createBrowserPool } from "../../../../browsers/browserPool.ts";
import { createHostGate } from "../../../../browsers/hostGate.ts";
import { isAlive, leadersBelow } from "../../../../browsers/processes.ts";
import { readConfig } from "../../../../domain/config.ts";
import type { PerfFacts } from "../../../../domain/pillars/perf/facts.ts";
import type { SiteAccess } from "../../../../domain/visual/shot.ts";
import { type FilterProxy, startFilterProxy } from "../../../../platform/net/filterProxy.ts";
import { type DemoSite, startDemoSite } from "../../../../temporal-dev/demo-site/server.ts";
import { allow } from "../../../platform/net/helpers.ts";
import { itInFullLane } from "../../../support/lanes.ts";
import { installed, type Site, SLOW_MS, startSite, until } from "../../capture/engine/harness.ts";

const PASSWORD = "correct-horse-battery";
const COOKIE = "c0ffee-session-4711";

type Running = { pid: number; group: number; line: string };

/** Returns every process of the machine. */
function processes(): Running[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return state === "Z" ? [] : [{ pid: Number(pid), group: Number(group), line }];
    } catch {
      return [];
    }
  });
}

/** Returns the browser whose command line contains the word, with all of its processes. */
function browserOf(word: string): Running[] {
  const all = processes();
  const groups = new Set(all.filter(({ line }) => line.includes(word)).map(({ group }) => group));
  return all.filter(({ group }) => groups.has(group));
}

const labFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("plumbline-lab-"));

if (installed(["chromium"]).length > 0)
  describe("the performance lab", function () {
    this.timeout(SLOW_MS);
    let demo: DemoSite;
    let site: Site;
    let stranger: Site;
    let proxy: FilterProxy;
    let pool: BrowserPool;
    let gateFolder: string;
    let lab: LabTools;
    const stored = new Map<string, { bytes: Uint8Array; contentType: string }>();
    const said: string[] = [];

    /** A separate temporary folder, because lab folders of other processes do not concern these tests. */
    const usual = process.env.TMPDIR;
    let own: string;
    before(async () => {
      own = mkdtempSync(path.join(tmpdir(), "plumbline-labs-"));
      process.env.TMPDIR = own;
      demo = await startDemoSite({ variant: "good" });
      site = await startSite();
      // Another host for cookies too, because cookies ignore ports.
      stranger = await startSite("127.0.0.2");
      stranger.on("/pixel", (_request, response) => response.writeHead(204).end());
      proxy = await startFilterProxy({
        allowList: allow([demo.url, site.origin, stranger.origin].map((url) => new URL(url).host).join(",")),
      });
      pool = createBrowserPool({ proxyUrl: proxy.url });
      gateFolder = mkdtempSync(path.join(tmpdir(), "plumbline-gate-test-"));
      lab = { proxyUrl: proxy.url, gate: createHostGate({ folder: gateFolder }) };
    });
    after(async () => {
      await Promise.all([pool.close(), proxy.close(), demo.close(), site.close(), stranger.close()]);
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
      for (const folder of [gateFolder, own]) rmSync(folder, { recursive: true, force: true });
    });

    function tools(given: Partial<Omit<GatherTools, "run">> & { options?: Record<string, unknown> } = {}): GatherTools {
      const { options = {}, ...rest } = given;
      return {
        visit: { pool, explainFailure: (host, port) => proxy.failureFor(host, port) },
        access: undefined,
        fetch: () => Promise.reject(new Error("The performance pillar requests nothing itself.")),
        async store(bytes, contentType) {
          const id = `artifact${stored.size + 1}`;
          stored.set(id, { bytes, contentType });
          return id;
        },
        run: { runId: "run", projectId: "project", baseUrl: demo.url, perfBudgets: null, options },
        config: readConfig({}),
        log: (_level, message, fields) => said.push(`${message} ${JSON.stringify(fields ?? {})}`),
        signal: new AbortController().signal,
        note: () => undefined,
        ...rest,
      };
    }
    const pageAt = (url: string) => ({ index: 0, url, scenarioLabels: [] });

    async function gather(url: string, given: Parameters<typeof tools>[0] = {}): Promise<PerfFacts> {
      const gathered = await createAudit(lab).gather(tools(given), pageAt(url));
      if (gathered.state !== "gathered") throw new Error(gathered.reason);
      return gathered.data;
    }
    function audit(facts: PerfFacts, url: string) {
      const { run } = tools();
      return createAudit(lab).audit(facts, pageAt(url), run, { pillar: "perf", page: url, baseUrl: demo.url });
    }

    it("measures a good page twice, finds nothing that failed, and keeps the results", async () => {
      const url = `${demo.url}/journal/caring-for-linen`;
      const facts = await gather(url, { options: { runs: 2 } });
      expect(facts.runs).to.have.length(2);
      expect(facts.formFactor).to.equal("mobile");
      expect(facts.failures).to.deep.equal([]);
      const judged = audit(facts, url);
      const slow = new Set(["total-blocking-time", "long-tasks"]); // both depend on the speed of the test machine
      expect(judged.findings.filter(({ outcome, rule }) => outcome === "failed" && !slow.has(rule))).to.deep.equal([]);
      expect(judged.score).to.be.within(50, 100);
      for (const metric of ["lcp", "fcp", "si", "ttfb"]) expect(judged.metrics?.[metric]).to.be.greaterThan(0);
      expect(judged.metrics).to.include.keys("lcpMin", "lcpMax", "lcpSpread", "lcpRun2", "benchmarkIndex");
      expect(Object.keys(facts.artifacts)).to.deep.equal(["lhr1", "lhr2", "report", "filmstrip"]);
      const lhr = stored.get(facts.artifacts.lhr1 ?? "");
      expect(JSON.parse(gunzipSync(lhr?.bytes ?? "").toString()).lighthouseVersion).to.match(/^13\./);
      expect(Buffer.from(stored.get(facts.artifacts.report ?? "")?.bytes ?? []).toString()).to.match(
        /^\s*(<!--[\s\S]*?-->\s*)?<!doctype html/i,
      );
      expect(JSON.stringify(facts).length).to.be.lessThan(60_000);
    });

    itInFullLane("finds what is seeded into the flawed pages", async () => {
      demo.setVariant("flawed");
      try {
        for (const [path, ...rules] of [
          ["/", "render-blocking", "text-compression", "cache-lifetime"],
          ["/products/oak-stool", "largest-contentful-paint", "image-size", "text-compression", "cache-lifetime"],
          ["/journal/caring-for-linen", "cumulative-layout-shift", "text-compression", "cache-lifetime"],
        ]) {
          const facts = await gather(`${demo.url}${path}`, { options: { runs: 1 } });
          const { findings } = audit(facts, `${demo.url}${path}`);
          const failed = findings.filter(({ outcome }) => outcome === "failed").map(({ rule }) => rule);
          expect(failed, path).to.include.members(rules);
        }
      } finally {
        demo.setVariant("good");
      }
    });

    itInFullLane("enters a protected site on a desktop, and keeps no secret of it", async () => {
      const url = site.on("/closed", (request, response) => {
        const { authorization = "", cookie = "" } = request.headers;
        const ok =
          authorization.startsWith("Basic ") &&
          cookie.includes(COOKIE) &&
          request.headers["x-staging"] === "let-me-in-please";
        // A page that shows the headers it was sent.
        const body = `<h1>Hello</h1><p>${authorization} ${cookie} ${PASSWORD}</p><a href="/closed?token=abcdef0123456789">on</a><img src="${stranger.url("/pixel")}" alt="">`;
        response
          .writeHead(ok ? 200 : 401, { "content-type": "text/html" })
          .end(`<!doctype html><title>closed</title>${body}`);
      });
      const access = {
        origin: site.origin,
        basicAuth: { username: "me", password: PASSWORD },
        headers: { "X-Staging": "let-me-in-please" },
        cookies: [{ name: "session", value: COOKIE }],
      };
      const lines: string[] = [];
      const watch = setInterval(() => {
        lines.push(...processes().flatMap(({ line }) => (/plumbline-lab-|perf\/child\.ts/.test(line) ? [line] : [])));
      }, 200);
      const facts = await gather(url, { access, options: { runs: 1, formFactor: "desktop" } });
      clearInterval(watch);
      expect(facts.formFactor).to.equal("desktop");
      const [pixel] = stranger.seen;
      expect(pixel?.headers).to.be.an("object");
      expect(pixel?.headers).not.to.have.any.keys("authorization", "x-staging", "cookie");
      expect(lines).not.to.have.length(0);
      const everything = [
        JSON.stringify(facts),
        lines.join("\n"),
        said.join("\n"),
        gunzipSync(stored.get(facts.artifacts.lhr1 ?? "")?.bytes ?? "").toString(),
        Buffer.from(stored.get(facts.artifacts.report ?? "")?.bytes ?? []).toString(),
      ].join("\n");
      const pair = Buffer.from(`me:${PASSWORD}`).toString("base64");
      for (const secret of [PASSWORD, pair, COOKIE, "let-me-in-please"]) expect(everything).not.to.include(secret);
      const lhr = JSON.parse(gunzipSync(stored.get(facts.artifacts.lhr1 ?? "")?.bytes ?? "").toString());
      expect(lhr.configSettings).to.include({ formFactor: "desktop", extraHeaders: null });
      expect(lhr.configSettings.screenEmulation).to.include({ mobile: false, width: 1350 });
      expect(lhr.configSettings.throttling).to.include({ cpuSlowdownMultiplier: 1, rttMs: 40 });
    });

    itInFullLane("signs in as the environment says, and Lighthouse is known to the site then", async () => {
      site.on("/sign-in", (_request, response) => {
        const script = `document.querySelector("button").onclick = () => { localStorage.setItem("who", "member-7"); location = "/entered"; }`;
        const body = `<!doctype html><title>sign in</title><button>Enter</button><script>${script}</script>`;
        response.writeHead(200, { "content-type": "text/html" }).end(body);
      });
      site.on("/entered", (_request, response) =>
        response
          .writeHead(200, { "content-type": "text/html", "set-cookie": "member=yes-indeed; Path=/; HttpOnly" })
          .end("<!doctype html><title>welcome</title><p>Welcome"),
      );
      const url = site.on("/members", (request, response) => {
        const member = request.headers.cookie?.includes("member=yes-indeed");
        const body = `<!doctype html><html lang="en"><title>Members</title><p>Hello<script>fetch("/mark/" + localStorage.getItem("who"))</script>`;
        response.writeHead(member ? 200 : 403, { "content-type": "text/html" }).end(body);
      });
      const signIn = {
        url: site.url("/sign-in"),
        steps: [
          { op: "click", selector: "button" },
          { op: "waitFor", selector: "p" },
        ],
      } satisfies SiteAccess["signIn"];
      const { seen } = site;
      const scored = await createLighthouseSeo(lab)(tools({ access: { origin: site.origin, signIn } }), pageAt(url));
      expect(scored.score, scored.reason).to.be.a("number");
      // Once by the visit that signed in, once by Lighthouse.
      expect(seen.filter((request) => request.path === "/mark/member-7")).to.have.length.of.at.least(2);
    });

    itInFullLane("leaves nothing when the worker is killed in the middle of a run", async () => {
      const url = site.on("/hanging", (_request, response) => {
        response
          .writeHead(200, { "content-type": "text/html" })
          .write("<!doctype html><title>hanging</title><h1>Still");
      });
      const order = { url, category: "performance", formFactor: "mobile", executablePath: chromiumPath() };
      const script = `import { createLab } from ${JSON.stringify(new URL("../../../../activities/pillars/perf/lab.ts", import.meta.url).href)};
        await createLab().run(${JSON.stringify(order)}, new AbortController().signal);`;
      const before = labFolders();
      const worker = spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", script], {
        stdio: "ignore",
      });
      await until(() => site.seen.some((request) => request.path === "/hanging"), 60_000);
      const folder = labFolders().find((name) => !before.includes(name)) ?? "none";
      const left = [...browserOf(folder).map(({ pid }) => pid), ...leadersBelow(worker.pid ?? 0)];
      expect(left.length).to.be.greaterThan(2);
      worker.kill("SIGKILL");
      await until(() => !left.some(isAlive) && !labFolders().includes(folder), 15_000);
    });

    it("says why a page cannot be measured, once, and never scores it", async () => {
      const perf = createAudit(lab);
      const missing = await perf.gather(tools(), pageAt(site.url("/missing")));
      expect(missing).to.deep.include({ state: "not_measured", code: "http_error" });
      expect(missing)
        .to.have.property("reason")
        .that.matches(/^The page answered 404 Not Found\.$/);
      const asked = site.seen.filter((request) => request.path === "/missing").length;
      expect(asked).to.equal(1);
    });

    it("goes to no private address that is not allowed", async () => {
      const secret = await startSite();
      secret.on("/", "<h1>internal</h1>");
      try {
        const refused = await createAudit(lab).gather(tools(), pageAt(secret.url("/")));
        expect(refused).to.deep.include({ state: "not_measured", code: "address_refused" });
        expect(secret.seen).to.deep.equal([]);
      } finally {
        await secret.close();
      }
    });

    itInFullLane("gives the SEO score of a page, or why there is none", async () => {
      const seo = createLighthouseSeo(lab);
      const good = await seo(tools(), pageAt(demo.url));
      expect(good.score).to.be.within(80, 100);
      const missing = await seo(tools(), pageAt(site.url("/missing")));
      expect(missing).to.deep.equal({ score: null, code: "http_error", reason: "The page answered 404 Not Found." });
    });

    itInFullLane(
      "ends every process and removes its files when it is cancelled, and when a run takes too long",
      async () => {
        const url = site.on("/endless", (_request, response) => {
          response
            .writeHead(200, { "content-type": "text/html" })
            .write("<!doctype html><title>endless</title><h1>Still");
        });
        const before = labFolders();
        // Browsers and servers of other test files may still be running below this process.
        const others = leadersBelow(process.pid);
        const cancel = new AbortController();
        const gathering = createAudit(lab)
          .gather(tools({ signal: cancel.signal }), pageAt(url))
          .catch((error: unknown) => error);
        await until(() => site.seen.some((request) => request.path === "/endless"), 60_000);
        const profile = labFolders().find((name) => !before.includes(name)) ?? "none";
        const browser = browserOf(profile).map(({ pid }) => pid);
        const children = [...leadersBelow(process.pid)].filter((pid) => !others.has(pid) && !pool.pids().includes(pid));
        expect(browser.length).to.be.greaterThan(2);
        cancel.abort(new Error("cancelled by a person"));
        expect(await gathering).to.have.property("message", "cancelled by a person");
        await until(() => !browser.some(isAlive) && browserOf(profile).length === 0, 5_000);
        expect(children.filter(isAlive)).to.deep.equal([]);
        expect(labFolders()).to.deep.equal(before);

        const impatient = createLab({ timeoutMs: 4_000 });
        const order = {
          url,
          category: "performance",
          formFactor: "mobile",
          executablePath: chromiumPath(),
          proxyUrl: proxy.url,
        } as const;
        const late = await impatient.run(order, new AbortController().signal).catch((error: unknown) => error);
        expect(late).to.be.instanceOf(LabFailure).with.property("code", "RUN_TIMEOUT");
        expect(labFolders()).to.deep.equal(before);
        // The gate is free again.
        await (await lab.gate.exclusive(AbortSignal.timeout(5_000)))();
      },
    );
  });
