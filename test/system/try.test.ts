import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { type DemoSite, startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { takePort } from "../../temporal-dev/ports.ts";
import { type PackedCli, packCli } from "../cli/packed.ts";
import { plainPng } from "../support/png.ts";
import { processesWith } from "../support/processes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

describe("plumbline try in a repository of other tools", function () {
  this.timeout(300_000);
  let cli: PackedCli;
  let site: DemoSite;
  let repository: string;
  /** Parent of the command's temporary folders. */
  let temporary: string;
  // Location of the browsers and programs that setup installed.
  const { HOME = "", PLUMBLINE_CACHE_DIR = "", XDG_CACHE_HOME = "", PLAYWRIGHT_BROWSERS_PATH = "" } = process.env;
  const installed = { HOME, PLUMBLINE_CACHE_DIR, XDG_CACHE_HOME };
  const start = (args: string[] = []) =>
    cli.start(
      ["try", ...args, "--service", ROOT],
      {
        ...installed,
        ...(PLAYWRIGHT_BROWSERS_PATH === "" ? {} : { PLAYWRIGHT_BROWSERS_PATH }),
        TMPDIR: temporary,
        MARK: repository,
      },
      undefined,
      repository,
    );
  const write = async (files: Record<string, string | Buffer>) => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.join(repository, path.dirname(name)), { recursive: true });
      await writeFile(path.join(repository, name), content);
    }
  };
  /** Returns every file with its content. */
  const tree = async (): Promise<Record<string, string>> => {
    const entries = await readdir(repository, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
    const hashed = files.sort().map(
      async (file) =>
        [
          file,
          createHash("sha256")
            .update(await readFile(file))
            .digest("hex"),
        ] as const,
    );
    return Object.fromEntries(await Promise.all(hashed));
  };
  before(async function () {
    if (process.platform !== "linux") this.skip();
    [cli, site, temporary] = await Promise.all([
      packCli(),
      startDemoSite({ variant: "good" }),
      mkdtemp(path.join(tmpdir(), "plumbline-tmp-")),
    ]);
  });
  after(async () => {
    await Promise.all([cli?.remove(), site?.close()]);
    await rm(temporary, { recursive: true, force: true });
  });
  beforeEach(async () => {
    repository = await mkdtemp(path.join(tmpdir(), "plumbline-others-"));
  });
  afterEach(async () => {
    expect(await processesWith(repository)).to.deep.equal([]);
    expect((await readdir(temporary)).filter((name) => name.startsWith("plumbline-try-"))).to.deep.equal([]);
    await rm(repository, { recursive: true, force: true });
  });

  const viewports = [{ label: "phone", width: 375, height: 667 }];
  const backstop = (url: string) =>
    JSON.stringify({
      id: "shop",
      viewports,
      onReadyScript: "puppet/ready.js",
      scenarios: [
        { label: "Front page", url: `${url}/` },
        { label: "Shop", url: `${url}/shop` },
      ],
    });
  const BITMAP = "backstop_data/bitmaps_reference/shop_Front_page_0_document_0_phone.png";

  it("gives one verdict by their baselines, pages and limits, and leaves the repository as it was", async () => {
    await write({
      "package.json": JSON.stringify({ name: "other-shop" }),
      "backstop.json": backstop(site.url),
      [BITMAP]: plainPng(375, 700, [200, 0, 0]),
      ".pa11yci": JSON.stringify({ defaults: { timeout: 1000 }, urls: [`${site.url}/`] }),
      "config/lighthouserc.json": JSON.stringify({
        ci: {
          collect: { url: [`${site.url}/shop`], settings: { onlyCategories: ["seo"] } },
          assert: { assertions: { "categories:seo": ["error", { minScore: 0.5 }] } },
        },
      }),
      "storybook-static/index.json": JSON.stringify({
        v: 5,
        entries: { "button--plain": { id: "button--plain", type: "story", title: "Button", name: "Plain" } },
      }),
      "storybook-static/iframe.html": "<!doctype html><title>Story</title><button>Plain</button>",
      "tests/basket.spec.ts-snapshots/basket-chromium-linux.png": plainPng(1280, 720, [0, 200, 0]),
    });
    const before = await tree();
    const ran = await start(["--json"]).ended;
    expect(await tree()).to.deep.equal(before);
    expect(ran.exit, ran.stderr).to.equal(1);
    const answer = JSON.parse(ran.stdout);
    expect(answer).to.include({ verdict: "failed", address: site.url, exit: 1 });
    const of = (type: string) => answer.runs.find((one: { type: string }) => one.type === type);
    // The front page differs from the bitmap; the shop and the story have no bitmap and are unchanged.
    expect(of("vrt-test").summary).to.include({ total: 3, failed: 1, passed: 2 });
    expect(of("a11y-test").status).to.equal("completed");
    expect(of("seo-test").outcome).to.equal("passed");
    expect(answer.runs).to.have.length(3);
    expect(
      answer.configurations.map(({ place, pages, baselines }: Record<string, unknown>) => [place, pages, baselines]),
    ).to.deep.equal([
      [".pa11yci", 1, 0],
      ["backstop.json", 2, 1],
      ["storybook-static", 1, 0],
      ["config/lighthouserc.json", 1, 0],
      ["tests", 0, 1],
    ]);
    const leftOut = answer.leftOut.map((one: { path: string }) => one.path);
    expect(leftOut).to.include("backstop.json: onReadyScript").and.include("backstop.json: scenarios[1]");
    expect(answer.keep.map((words: string[]) => words.join(" "))).to.include(
      "plumbline import backstopjs backstop.json",
    );
  });

  it("reads the others where one is broken, and says which and why", async () => {
    await write({ "backstop.json": "{ not JSON", ".pa11yci": JSON.stringify({ urls: ["http://127.0.0.1:9/about"] }) });
    const before = await tree();
    const ran = await start(["--url", site.url]).ended;
    expect(ran.exit, ran.stderr).to.be.oneOf([0, 1]);
    expect(ran.stdout)
      .to.match(/^Verdict: (passed|failed)\. \d of 2 tests passed\./)
      .and.match(/Not imported:\n {2}backstop\.json: The file is not valid JSON/)
      .and.include("plumbline import pa11y-ci .pa11yci");
    expect(await tree()).to.deep.equal(before);
  });

  it("nothing to read, nobody at the site, or a private host that nobody named: nothing is started", async () => {
    const nothing = await start().ended;
    expect([nothing.exit, nothing.stderr]).to.satisfy(
      ([exit, said]: [number, string]) => exit === 2 && /no backstop\.json .*\.pa11yci, .*Playwright/.test(said),
    );
    await write({ "backstop.json": "[" });
    expect((await start().ended).exit).to.equal(2);
    await write({ "backstop.json": backstop(`http://127.0.0.1:${await takePort(0)}`) });
    const down = await start().ended;
    expect(down.exit, down.stderr).to.equal(3);
    expect(down.stderr).to.match(/Nothing answers at http:\/\/127\.0\.0\.1:\d+.*--serve.*--url/);
    await write({ "backstop.json": backstop("http://10.1.2.3") });
    const hidden = await start().ended;
    expect(hidden.exit, hidden.stderr).to.equal(2);
    expect(hidden.stderr).to.include("pass --url http://10.1.2.3");
  });

  it("stops in order, and leaves nothing behind", async () => {
    await write({ "backstop.json": backstop(site.url) });
    const before = await tree();
    const going = start();
    await going.said(/No baseline yet/);
    going.child.kill("SIGINT");
    const ran = await going.ended;
    expect(ran.exit, ran.stderr).to.equal(3);
    expect(await tree()).to.deep.equal(before);
  });
});
