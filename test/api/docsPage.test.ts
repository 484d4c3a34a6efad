// GET /api/docs in a real browser: it shows the document, sends requests, and loads nothing from other hosts.
import { expect } from "chai";
import { chromium } from "playwright";
import { setUp } from "../../temporal-dev/setup.mjs";
import { makeWorld, type World } from "./support/world.ts";

describe("the page of the API's documents", function () {
  this.timeout(120_000);
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());

  it("shows every operation and tries one, from this service alone and under its own headers", async () => {
    const key = await world.addKey("ci");
    const { browsers } = await setUp({ parts: ["browsers"] });
    const executablePath = browsers?.chromium.kind === "system" ? browsers.chromium.path : undefined;
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage();
      const troubles: string[] = [];
      page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
      page.on("pageerror", (error) => troubles.push(String(error)));
      page.on("request", (request) => {
        if (new URL(request.url()).origin !== world.client.base) troubles.push(request.url());
      });
      await page.goto(`${world.client.base}/api/docs`);
      const projects = page.locator("#listProjects");
      await projects.waitFor();
      const openapi = (await world.client.get("/api/mcp/v1/openapi.json")).body as { paths: Record<string, object> };
      const count = Object.values(openapi.paths).flatMap((item) => Object.keys(item)).length;
      expect(await page.locator("main section > details").count()).to.equal(count);

      await page.getByLabel("API key").fill(key);
      await page.getByLabel("Find").fill("/api/ci/projects");
      expect(await page.locator("main section > details:visible").count()).to.equal(1);
      await projects.locator("summary").first().click();
      await projects.getByRole("button", { name: "Send" }).click();
      await projects.getByText('"slug": "shop"').waitFor();
      expect(await projects.textContent()).to.contain("200 OK");
      expect(troubles).to.deep.equal([]);
    } finally {
      await browser.close();
    }
  });
});
