// Modes from Playwright to the service: its configuration is read, its screenshots are imported, and the matcher sends its own.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { type Browser, chromium } from "playwright";
import { CHROMIUM_ARGS } from "../../browsers/chromiumArgs.ts";
import { findBrowser } from "../../browsers/find.ts";
import { createService } from "../../cli/client/service.ts";
import type { Options } from "../../cli/commands/command.ts";
import { importCommand } from "../../cli/commands/import.ts";
import { createOutput } from "../../cli/output.ts";
import { toMatchPlumbline } from "../../cli/playwright/matcher.ts";
import { plainPng } from "../support/png.ts";
import { makeWorld, type World } from "./support/world.ts";

const CONFIG = `import { defineConfig, devices, type PlaywrightTestConfig } from "@playwright/test";
const use: PlaywrightTestConfig["use"] = { locale: "en-US" };
export default defineConfig({
  testDir: "tests",
  use,
  projects: [
    { name: "chromium", use: { ...devices["Desktop Chrome"] } },
    { name: "dark", use: { ...devices["Desktop Chrome"], colorScheme: "dark" } },
    { name: "unused", use: { locale: "fr-FR" } },
  ],
});
`;
const FOLDER = "tests/cart.spec.ts-snapshots";

describe("modes of Playwright", function () {
  this.timeout(60_000);
  let world: World;
  let cwd: string;
  let key: string;
  before(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
    key = await world.addKey("mcp_full");
    cwd = await mkdtemp(path.join(tmpdir(), "plumbline-modes-"));
    await mkdir(path.join(cwd, FOLDER), { recursive: true });
    await writeFile(path.join(cwd, "playwright.config.ts"), CONFIG);
    for (const project of ["chromium", "dark"])
      await writeFile(path.join(cwd, FOLDER, `cart-${project}-linux.png`), plainPng(1280, 720, [200, 0, 0]));
    // Does what the workflow does once all screenshots have arrived.
    world.engine.uploadsDone = async (runId) => {
      await world.models.runs.updateOne({ _id: runId }, { $set: { status: "completed", summary: { failed: 0 } } });
    };
  });
  after(async () => {
    await world?.close();
    await rm(cwd, { recursive: true, force: true });
  });

  const run = async (options: Options) => {
    let answer: unknown;
    const url = world.client.base;
    const exit = await importCommand.run({
      args: ["playwright", "."],
      options,
      cwd,
      env: {},
      settings: { url, apiKey: key, project: "shop", environment: null },
      service: createService({ url, apiKey: key, note: () => {} }),
      out: { ...createOutput(false), answer: (data) => (answer = data), note: () => {} },
    });
    return { exit, answer: answer as { modes?: object; shots: { name: string; mode?: string }[]; leftOut: object[] } };
  };
  const modes = async () => (await world.models.projects.findById("prj_shop").lean())?.modes;

  it("import playwright reads playwright.config.ts in its sandbox, and lists what the modes would be", async () => {
    const { exit, answer } = await run({});
    expect(exit).to.equal(0);
    expect(answer.modes).to.deep.equal({ dark: { colorScheme: "dark" } });
    expect(answer.shots.map(({ name, mode }) => [name, mode])).to.deep.equal([
      ["cart", undefined],
      ["cart", "dark"],
    ]);
    expect(JSON.stringify(answer.leftOut)).not.to.contain("playwright.config");
    expect(await world.models.runs.countDocuments()).to.equal(0);
  });

  it("--apply adds the modes that screenshots are in, and uploads each in its own", async () => {
    expect((await run({ apply: true })).exit).to.equal(0);
    expect(await modes()).to.deep.equal({ dark: { colorScheme: "dark" } });
    const uploads = await world.models.uploads.find().sort({ mode: 1 }).lean();
    expect(uploads.map(({ label, mode, browser }) => [label, mode, browser])).to.deep.equal([
      ["cart", null, "chromium"],
      ["cart", "dark", "chromium"],
    ]);
    expect(await world.models.runs.distinct("type")).to.deep.equal(["baseline"]);
    const cart = await world.models.scenarios.findOne({ label: "cart" }).lean();
    expect(cart?.modes).to.have.members(["default", "dark"]);
  });

  it("--apply leaves a mode of the same name as the project has it", async () => {
    const own = { dark: { colorScheme: "dark", reducedMotion: true } };
    await world.models.projects.updateOne({ _id: "prj_shop" }, { $set: { modes: own } });
    expect((await run({ apply: true })).exit).to.equal(0);
    expect(await modes()).to.deep.equal(own);
  });

  describe("the matcher", () => {
    let browser: Browser;
    const SET = { PLUMBLINE_BUILD: "matcher", PLUMBLINE_PROJECT: "shop", CI: undefined, PLUMBLINE_OPTIONAL: undefined };
    const earlier: Record<string, string | undefined> = {};
    const put = (env: Record<string, string | undefined>) => {
      for (const [name, value] of Object.entries(env))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    };
    before(async () => {
      const env = { ...SET, PLUMBLINE_URL: world.client.base, PLUMBLINE_KEY: key };
      for (const name of Object.keys(env)) earlier[name] = process.env[name];
      put(env);
      const { executablePath } = findBrowser("chromium");
      browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS], chromiumSandbox: false });
    });
    after(async () => {
      put(earlier);
      await browser?.close();
    });

    it("sends the screenshot in its mode, and asks for the verdict of that mode", async () => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "dark" });
      await page.setContent("<title>Cart</title><p>€129</p>");
      world.engine.judged.length = 0;
      const match = (mode?: string) =>
        toMatchPlumbline.call({ isNot: false }, page, "Cart page", mode === undefined ? {} : { mode });
      expect(await match("dark")).to.include({ pass: true });
      expect(await match()).to.include({ pass: true });
      const kept = await world.models.uploads.find({ label: "Cart page" }).sort({ mode: 1 }).lean();
      expect(kept.map(({ mode }) => mode)).to.deep.equal([null, "dark"]);
      const [bare, dark] = kept.map(({ _id }) => _id);
      expect(world.engine.judged.map(({ uploadId }) => uploadId)).to.deep.equal([dark, bare]);
      const refused = await match("sepia").catch((error: Error) => error);
      expect((refused as Error).message).to.match(/no mode "sepia"/);
      await page.close();
    });
  });
});
