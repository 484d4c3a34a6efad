// Only http and https addresses reach a browser: not past the checks at the edges, not from old stored data, not through a page's own
// actions.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { object, ValidationError } from "yup";
import type { LabTools } from "../../activities/audit/pillar.ts";
import { loadPillars } from "../../activities/audit/pillars.ts";
import { captureShot } from "../../activities/capture/engine/captureShot.ts";
import type { AuditDeps } from "../../activities/deps.ts";
import { chromiumPath } from "../../activities/pillars/perf/chromium.ts";
import { createLab } from "../../activities/pillars/perf/lab.ts";
import { createPlanAuditActivities } from "../../activities/plan/planAudit.ts";
import { baseUrlField } from "../../api/lib/fields.ts";
import { checkAccess } from "../../api/operations/environments/access.ts";
import { visitPage } from "../../browsers/page/visit.ts";
import { ProductError } from "../../domain/errors.ts";
import { parseScenarioFile } from "../../domain/import/parseScenarioFile.ts";
import { siteAddress } from "../../domain/inspect/siteUrl.ts";
import { AddressRefusedError } from "../../domain/net/errors.ts";
import { judgeAddress, mayBeShown } from "../../domain/net/pageAddress.ts";
import { parseTrackingPlan } from "../../domain/pillars/tracking/parsePlan.ts";
import { resolveScenarioUrl } from "../../domain/visual/scenarioUrl.ts";
import { DEFAULT_VIEWPORTS } from "../../domain/visual/shot.ts";
import { installed, NOTHING_KNOWN, SLOW_MS, specOf, usePool, useSite } from "../activities/capture/engine/harness.ts";
import { withActivity } from "../support/activity.ts";
import { openDatabase } from "../support/database.ts";
import { byLane } from "../support/lanes.ts";

const CANARY = "canary-of-this-machine-4711";

/** A file's address in every spelling that a browser reads as one, and other internal addresses. */
const hostile = (file: string): string[] => [
  file,
  ` ${file}`,
  `\t${file}`,
  `\u0001${file}`,
  `\u0000 ${file}`,
  file.replace("file", "fi\tle"),
  file.replace("file", "f\nile"),
  file.replace("://", "\r:\n//"),
  file.replace("file", "FiLe"),
  file.replace("file://", "file:\\\\"),
  file.replace("file://", "file:"),
  `view-source:${file}`,
  ` view-source:${file}`,
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<h1>x</h1>",
  "about:config",
  "chrome://version",
  " chrome://version",
  "resource://gre/",
  `filesystem:${file}`,
  "ftp://example.com/",
  "http://",
  "https:// /",
];
const SITE = "https://shop.example";
class Refused extends Error {}
/** Returns "" if the address was rejected with a message; an unexpected error does not count. */
const fails = (work: () => unknown): string => {
  try {
    return `passed as ${JSON.stringify(work())}`;
  } catch (error) {
    const kinds = [ValidationError, ProductError, AddressRefusedError, Refused];
    return kinds.some((kind) => error instanceof kind) ? "" : String(error);
  }
};

describe("addresses that are none of the web", () => {
  const all = hostile("file:///etc/hostname");
  const scenario = { label: "x", viewports: ["phone"] };
  const edges: Record<string, (url: string) => unknown> = {
    judgeAddress: (url) => {
      const { fault } = judgeAddress(url, SITE);
      if (fault !== undefined) throw new Refused(fault);
    },
    "a scenario of an import": (url) => parseScenarioFile({ scenarios: [{ ...scenario, url }] }),
    "a scenario of BackstopJS": (url) => {
      const read = parseScenarioFile({
        id: "b",
        scenarios: [{ ...scenario, viewports: undefined, url }],
        viewports: [],
      });
      if (read.scenarios.length === 0) throw new Refused("left out");
      return read.scenarios;
    },
    "a base address": (url) => object({ url: baseUrlField }).validateSync({ url }),
    "a sign-in address": (url) => checkAccess({ signIn: { url, steps: [{ op: "press", key: "Enter" }] } }),
    "a page of a tracking plan": (url) =>
      parseTrackingPlan({ pages: [{ id: "a", label: "a", pageType: "a", path: url }], events: [] }),
    "a trigger of a tracking plan": (url) =>
      parseTrackingPlan({
        pages: [{ id: "a", label: "a", pageType: "a", path: "/" }],
        events: [{ id: "e", label: "e", eventType: "e", pageId: "a", trigger: { on: "load", path: url } }],
      }),
    "a look at a page": (url) => {
      const looked = siteAddress(url, { baseUrl: SITE }, [], null);
      if ("refused" in looked) throw new Refused(looked.refused);
      return looked;
    },
    "a look at a page of an environment": (url) => {
      const looked = siteAddress(url, { baseUrl: SITE }, [], { _id: "e", baseUrl: SITE });
      if ("refused" in looked) throw new Refused(looked.refused);
      return looked;
    },
    "the address in a run": (url) => resolveScenarioUrl(url, SITE, SITE),
    "a base that was stored before": (url) => resolveScenarioUrl("/", url, url),
  };
  for (const [name, edge] of Object.entries(edges))
    it(`are refused as ${name}`, () => {
      for (const url of all)
        expect(
          fails(() => edge(url)),
          JSON.stringify(url),
        ).to.equal("");
    });

  it("and credentials are not taken in any spelling", () => {
    for (const url of [
      "https://u:p@shop.example/",
      "//u:p@shop.example/",
      "\\\\u:p@shop.example/",
      "https:u@shop.example",
    ])
      for (const edge of [
        "a scenario of an import",
        "a page of a tracking plan",
        "a look at a page",
        "the address in a run",
      ])
        expect(
          fails(() => edges[edge]?.(url)),
          `${edge}: ${url}`,
        ).to.equal("");
  });

  it("while addresses of the web pass", () => {
    for (const url of [
      "/",
      "cart",
      "?a=1",
      "#top",
      "/a b",
      "https://pay.example/x",
      "//pay.example/x",
      "HTTPS://Pay.example",
    ])
      for (const edge of ["a scenario of an import", "a page of a tracking plan", "the address in a run"])
        expect(() => edges[edge]?.(url), `${edge}: ${url}`).not.to.throw();
  });

  it("are told from what a browser shows beside pages", () => {
    for (const url of [
      "",
      "about:blank",
      "about:srcdoc",
      "about:blank#blocked",
      "about:neterror?e=x",
      "https://a.example/",
      "blob:https://a/x",
    ])
      expect(mayBeShown(url, true), url).to.equal(true);
    for (const url of ["file:///x", "view-source:http://a/", "chrome://version", "about:config", "resource://x/"])
      expect(mayBeShown(url, true), url).to.equal(false);
    expect(mayBeShown("chrome-extension://viewer/index.html", false), "a frame with the PDF viewer").to.equal(true);
  });
});

describe("a tracking audit with such an address in old data", function () {
  this.timeout(SLOW_MS);
  it("is given up with a sentence at its first attempt", async () => {
    const database = await openDatabase();
    const { models } = database;
    const at = new Date();
    const project = { _id: "prj_a", orgId: "org_a", name: "A", slug: "a", baseUrl: SITE, createdAt: at };
    try {
      await models.organisations.create({
        _id: "org_a",
        name: "A",
        slug: "a",
        plan: "enterprise",
        settings: {},
        createdAt: at,
      });
      await models.projects.create(project);
      await models.runs.create({
        _id: "run_a",
        orgId: "org_a",
        projectId: "prj_a",
        projectSlug: "a",
        type: "tracking-test",
        status: "running",
        baseUrl: SITE,
        requestedBy: "test",
        createdAt: at,
        seq: 0,
        progress: { done: 0, total: 0, phase: "" },
      });
      const page = {
        id: "p",
        label: "P",
        pageType: "page",
        path: " file:///etc/hostname",
        attributes: [],
        scenarioIds: [],
        closed: false,
      };
      await models.trackingPages.create({ _id: "tp_a", projectId: "prj_a", rev: 1, createdAt: at, ...page });
      // Planning does not use the lab.
      const pillars = await loadPillars({} as LabTools);
      const { planAudit } = createPlanAuditActivities({ models, pillars } as unknown as AuditDeps);
      const plan = () => withActivity(() => planAudit({ runId: "run_a", executionId: "x" }));
      const error = await plan().then(
        () => null,
        (thrown: unknown) => thrown as { message: string; type: string; nonRetryable: boolean },
      );
      expect(error).to.include({ type: "InvalidInput", nonRetryable: true });
      expect(error?.message).to.match(/page "p" of the tracking plan has no usable address/);
    } finally {
      await database.drop();
    }
  });
});

describe("a browser of the service", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-canary-"));
    await writeFile(path.join(folder, "canary.html"), `<!doctype html><title>${CANARY}</title><h1>${CANARY}</h1>`);
    file = pathToFileURL(path.join(folder, "canary.html")).href;
  });
  after(() => rm(folder, { recursive: true }));
  const never = new AbortController().signal;

  for (const browser of byLane(installed(["chromium", "firefox"]))) {
    it(`${browser}: opens no local file for a shot, a sign-in or an audit, however its address is written`, async () => {
      const page = sites.site.on("/plain", "<h1>plain</h1>");
      const signIn = { url: file, steps: [] };
      for (const url of [` ${file}`, file.replace("file", "fi\tle"), "about:config"]) {
        const shot = await captureShot({ pool: pools.pool }, specOf(url, { browser }), NOTHING_KNOWN, never);
        expect(shot.kind === "failed" && shot.reason.code, url).to.equal("address_refused");
      }
      const access = { origin: sites.site.origin, signIn };
      const shot = await captureShot({ pool: pools.pool, access }, specOf(page, { browser }), NOTHING_KNOWN, never);
      expect(shot.kind === "failed" && shot.reason.code, "sign-in").to.equal("address_refused");
      const options = { url: ` ${file}`, viewport: DEFAULT_VIEWPORTS.desktop, browser };
      const visited = await visitPage({ pool: pools.pool }, options, never, ({ page: open }) => open.content());
      expect(visited).to.include({ state: "not_measured", code: "address_refused" });
    });

    it(`${browser}: shows nothing of one to whom it is led there`, async () => {
      sites.site.on("/redirect", (_request, response) => void response.writeHead(302, { location: file }).end());
      sites.site.on("/script", `<script>location.href=${JSON.stringify(file)}</script><h1>stays</h1>`);
      sites.site.on("/refresh", `<meta http-equiv="refresh" content="0;url=${file}"><h1>stays</h1>`);
      sites.site.on("/frame", `<iframe src="${file}" width=300 height=200></iframe><object data="${file}"></object>`);
      sites.site.on("/link", `<a id=a href="${file}">a</a><a id=b target=_blank href="view-source:${file}">b</a>`);
      const seen = await Promise.all(
        ["/redirect", "/script", "/refresh", "/frame", "/link"].map((at) =>
          visitPage(
            { pool: pools.pool },
            { url: sites.site.url(at), viewport: DEFAULT_VIEWPORTS.desktop, browser },
            never,
            async ({ page, guard, context }) => {
              const links = (await page.locator("a").count()) > 0 ? ["#a", "#b"] : [];
              for (const link of links)
                await page
                  .locator(link)
                  .click({ timeout: 500 })
                  .catch(() => undefined);
              // The address bar of a browser with a window would accept these.
              for (const key of links.length > 0 ? ["Control+L", "F6", ...file, "Enter"] : [])
                await page.keyboard.press(key);
              await guard.sleep(300);
              const frames = context.pages().flatMap((one) => one.frames());
              const texts = frames.map((frame) => guard.run(frame.content(), 1_000).catch(() => ""));
              return (await Promise.all(texts)).filter((text) => text.includes("<title>")).join();
            },
          ),
        ),
      );
      for (const one of seen) expect(JSON.stringify(one)).not.to.contain(`<h1>${CANARY}`);
    });

    it(`${browser}: gives a page up that it was sent to a file with, past all checks`, async () => {
      const visited = await visitPage(
        { pool: pools.pool },
        { url: sites.site.on("/start", "<h1>start</h1>"), viewport: DEFAULT_VIEWPORTS.desktop, browser },
        never,
        async ({ page, guard }) => {
          await page.goto(` ${file}`).catch(() => undefined);
          return guard.run(page.content(), 5_000).catch(() => guard.signal.throwIfAborted());
        },
      );
      expect(JSON.stringify(visited)).not.to.contain(CANARY);
      // Chromium does not open it at all; Firefox does, but its content is not audited.
      if (browser === "firefox") expect(visited).to.include({ state: "not_measured", code: "address_refused" });
    });
  }

  if (installed(["chromium"]).length > 0)
    it("chromium: Lighthouse's own opens no local file either", async () => {
      const lab = createLab();
      const order = { category: "seo", formFactor: "mobile", executablePath: chromiumPath() } as const;
      try {
        for (const url of [file, ` ${file}`]) {
          const error = await lab.run({ ...order, url }, never).catch((thrown: unknown) => thrown);
          expect(error).to.be.an("error").with.property("code", "ADDRESS_REFUSED");
        }
      } finally {
        await lab.close();
      }
    });
});
