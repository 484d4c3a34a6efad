import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { demoFile } from "../../temporal-dev/demo/prepare.ts";
import { takePort } from "../../temporal-dev/ports.ts";
import { type PackedCli, packCli } from "../cli/packed.ts";
import { type PlaywrightProject, playwrightProject } from "../cli/playwright/project.ts";
import { processesWith } from "../support/processes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

describe("run --local in the repository of the demo shop", function () {
  this.timeout(240_000);
  let cli: PackedCli;
  let repository: string;
  let tests: PlaywrightProject;
  let url: string;
  let serve: string;
  // Location of the browsers and programs that setup installed.
  const { HOME = "", PLUMBLINE_CACHE_DIR = "", XDG_CACHE_HOME = "", PLAYWRIGHT_BROWSERS_PATH } = process.env;
  const installed = {
    HOME,
    PLUMBLINE_CACHE_DIR,
    XDG_CACHE_HOME,
    ...(PLAYWRIGHT_BROWSERS_PATH && { PLAYWRIGHT_BROWSERS_PATH }),
  };
  const run = (args: string[]) =>
    cli.start(
      ["run", ...args, "--local", "--serve", serve, "--service", ROOT],
      { ...installed, MARK: repository },
      undefined,
      repository,
    );
  before(async function () {
    if (process.platform !== "linux") this.skip();
    [cli, tests] = await Promise.all([packCli(), playwrightProject()]);
    repository = await mkdtemp(path.join(tmpdir(), "plumbline-shop-"));
    const port = await takePort(0);
    url = `http://127.0.0.1:${port}`;
    serve = `"${process.execPath}" "${path.join(ROOT, "temporal-dev/demo-site/server.ts")}" --variant good --port ${port}`;
    await mkdir(path.join(repository, "features"));
    await cp(demoFile("features/search.feature"), path.join(repository, "features", "search.feature"));
    await writeFile(
      path.join(repository, "plumbline.yml"),
      `version: 1
project: { slug: demo-shop, name: Demo shop }
environments:
  - { slug: preview, name: Preview, baseUrl: ${url} }
scenarios:
  # The way in.
  - { label: Home, url: /, viewports: [phone] }
  - { label: Shop, url: /shop, viewports: [phone] }
features: features
`,
    );
    await tests.write(
      "shop.spec.ts",
      `import { test } from "playwright/test";
import { plumbline } from "plumbline-playwright";

test("the shop", async ({ page }) => {
  await page.goto("${url}/shop");
  await plumbline(page, "Shop, in a test");
});
`,
    );
    const [node, program] = [process.execPath, cli.program].map((one) => `"${one}"`);
    const playwright = `(cd "${tests.folder}" && WAIT=1 ${node} node_modules/playwright/cli.js test)`;
    // The first screenshot has no baseline: it is approved and passes the next time.
    await writeFile(
      path.join(repository, "after.sh"),
      `${node} ${program} pull || exit 1
${playwright} && exit 1
${node} ${program} approve "Shop, in a test" || exit 1
${playwright}
`,
    );
  });
  after(async () => {
    await Promise.all([cli?.remove(), tests?.remove()]);
    await rm(repository, { recursive: true, force: true });
  });
  afterEach(async () => expect(await processesWith(repository)).to.deep.equal([]));

  it("gives the verdict from an empty folder, pull finds the file as it is, and a Playwright test has its pictures judged", async () => {
    const before = await readFile(path.join(repository, "plumbline.yml"), "utf8");
    const going = run(["visual", "functional", "--exec", "sh after.sh", "--junit", "junit.xml"]);
    const ran = await going.ended;
    expect(ran.exit, ran.stderr).to.equal(0);
    expect(ran.stderr).to.match(/No baseline yet for "Home", "Shop": their current look becomes the baseline\./);
    expect(ran.stdout)
      .to.match(/Visual test +passed +2 screenshots passed/)
      .and.match(/Functional test +passed/);
    expect(ran.stderr).to.include("plumbline.yml is up to date.");
    expect(ran.stderr)
      .to.match(/1 of 1 screenshot without a baseline/)
      .and.match(/1 screenshot passed/);
    expect(await readFile(path.join(repository, "plumbline.yml"), "utf8")).to.equal(before);
    expect(await readFile(path.join(repository, "junit.xml"), "utf8")).to.include('name="Visual test" tests="2"');
    // Only the command may know the key.
    const kept = await readdir(path.join(repository, ".plumbline"), { recursive: true, withFileTypes: true });
    const logs = kept.filter((one) => one.isFile() && one.name.endsWith(".log"));
    expect(logs).to.have.length.above(2);
    for (const { parentPath, name } of logs)
      expect(await readFile(path.join(parentPath, name), "utf8")).not.to.match(/svc_(org_)?live_[0-9A-Za-z]{20}/);
  });

  it("goes on from the folder that was kept, and leaves nothing behind where it is stopped", async () => {
    const going = run(["functional"]);
    await going.said(/started: run_/);
    expect(await processesWith(repository)).to.have.length.above(4);
    going.child.kill("SIGTERM");
    const ran = await going.ended;
    expect(ran.exit, ran.stderr).to.equal(3);
    expect(ran.stderr)
      .to.match(/is being cancelled/)
      .and.not.match(/No baseline yet/);
  });
});
