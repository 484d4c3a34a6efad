// Tiny differences in the visual review: opened enlarged, shown in full with a key, and approved.
import { expect } from "chai";
import type { Page } from "playwright";
import type { AppReview } from "../../../api/endpoints/answers/app/review.ts";
import { eventually } from "../../support/eventually.ts";
import { startWorld, type World } from "../../support/service.ts";
import { axeViolations, type Dashboard, openDashboard } from "./support.ts";

/** A red icon of 16 px, far down a page; with `dot`, three of its pixels are white. */
const icon = (dot: boolean) =>
  `Words of the page.<div style="height:1800px"></div><svg width="16" height="16" role="img" aria-label="Heart">
  <rect width="16" height="16" fill="#e00000"/>${dot ? '<rect x="6" y="7" width="3" height="1" fill="#fff"/>' : ""}</svg>`;

describe("tiny differences in the visual review", function () {
  this.timeout(240_000);
  const ICONS = ["one", "two", "three"];
  let world: World;
  let dashboard: Dashboard;
  let runId: string;
  let page: Page;
  before(async () => {
    world = await startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000" });
    for (const name of ICONS) world.site.set(name, icon(false));
    const pages = { One: "/page/one", Two: "/page/two", Three: "/page/three", Words: "/page/words" };
    const { client, slug } = await world.project(pages);
    await client.wait((await client.run({ type: "baseline" })).runId);
    for (const name of ICONS) world.site.set(name, icon(true));
    world.site.set("words", "Other words.");
    ({ runId } = await client.run({}));
    await client.wait(runId);
    dashboard = await openDashboard(world);
    page = await dashboard.signIn({ email: "anna@shop.example", role: "editor" }, `/p/${slug}/visual/${runId}`);
    await ready();
  });
  after(async () => {
    await dashboard?.close();
    await world?.stop();
  });

  const ready = () => page.locator("[data-ready=true]").waitFor();
  const zoomed = (zoom: string) => page.locator(`[data-ready=true][data-zoom="${zoom}"]`).waitFor();
  const label = () => page.getByText("Enlarged 4×", { exact: true });
  /** Number of pixels of the canvas that have the icon's color. */
  const red = () =>
    page.locator("[data-ready=true] canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === 0xe0 && data[at + 1] === 0 && data[at + 2] === 0) count += 1;
      return count;
    });
  const look = async (name: string) => {
    if (process.env.PLUMBLINE_LOOK) await page.screenshot({ path: `${process.env.PLUMBLINE_LOOK}/${name}.png` });
  };

  it("are a group of their own after the other changes", async () => {
    const answer = await page.request.get(`${world.service.apiUrl}/api/app/runs/${runId}/review`);
    const { groups } = (await answer.json()) as AppReview;
    expect(groups.map(({ kind, title, count }) => [kind, title, count])).to.deep.equal([
      ["change", 'Text under "words" changed from "Plain words." to "Other words."', 1],
      ["tiny", 'Tiny: 3 px of the "Heart" image', 3],
    ]);
    await page.getByRole("heading", { name: "Tiny differences 3" }).waitFor();
    expect(await label().count()).to.equal(0);
  });

  it("open enlarged with what changed in the middle, and are seen whole and back by a key", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("7");
    await zoomed("4");
    await label().waitFor();
    // The outline covers the icon.
    await page.keyboard.press("o");
    await page.getByRole("button", { name: "Show outlines (o)" }).waitFor();
    // 16 × 16 pixels except three, each drawn as four by four.
    await eventually("the icon is drawn enlarged", async () => (await red()) === (16 * 16 - 3) * 16);
    await page.keyboard.press("o");
    await page.keyboard.press("z");
    await zoomed("fit");
    await label().waitFor({ state: "detached" });
    await page.waitForURL(/zoom=fit/);
    await page.keyboard.press("z");
    await zoomed("4");
    await page.waitForURL((url) => !url.searchParams.has("zoom"));
    // The view moves to it; the outline covers some of its pixels.
    await eventually("the icon is in sight again", async () => (await red()) > 16 * 16 * 10);
    await page.keyboard.press("1");
  });

  it("open enlarged each, also after one was looked at whole; what comes before them does not", async () => {
    await page.keyboard.press("z");
    await zoomed("fit");
    await page.keyboard.press("J");
    await zoomed("4");
    await page.keyboard.press("k");
    await zoomed("1");
    expect(await label().count()).to.equal(0);
  });

  it("have nothing that axe objects to, in both themes", async () => {
    await page.keyboard.press("j");
    await zoomed("4");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await look(`tiny-${colorScheme}`);
      expect(await axeViolations(page), colorScheme).to.deep.equal([]);
    }
  });

  it("are approved at once", async () => {
    await page.getByRole("button", { name: "All 3" }).waitFor();
    await page.keyboard.press("A");
    await page.getByText("3 of 4 reviewed", { exact: true }).waitFor();
    await page.locator("[data-saving]").waitFor({ state: "detached" });
    const answer = await page.request.get(`${world.service.apiUrl}/api/app/runs/${runId}/review`);
    const { groups, progress } = (await answer.json()) as AppReview;
    expect([progress.approved, groups.find(({ kind }) => kind === "tiny")?.count]).to.deep.equal([3, 3]);
    dashboard.expectNoTrouble();
  });
});
