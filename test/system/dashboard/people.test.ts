// People in a review, in a real browser on the real stack: comments with mentions, requested reviewers, who else is looking, and what waits
// for whom.
import { expect } from "chai";
import type { Page } from "playwright";
import type { ApiClient } from "../../../temporal-dev/apiClient.ts";
import { startWorld, type World } from "../../support/service.ts";
import { axeViolations, type Dashboard, openDashboard, ready } from "./support.ts";

describe("people around a review", function () {
  this.timeout(240_000);
  let world: World;
  let dashboard: Dashboard;
  let client: ApiClient;
  let slug: string;
  let anna: Page;
  let ben: Page;
  let run: string;
  before(async () => {
    world = await startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000" });
    ({ client, slug } = await world.project({ One: "/page/one", Two: "/page/two" }));
    await client.wait((await client.run({ type: "baseline" })).runId);
    for (const name of ["one", "two"]) world.site.set(name, `Other words for page ${name}.`);
    const { runId } = await client.run({});
    await client.wait(runId);
    run = runId;
    dashboard = await openDashboard(world);
    const path = `/p/${slug}/visual/${runId}`;
    anna = await dashboard.signIn({ email: "anna@shop.example", role: "editor" }, path);
    ben = await dashboard.signIn({ email: "ben@shop.example", role: "editor" }, path);
    await Promise.all([unfolded(anna, { nav: false, panel: false }), unfolded(ben, { nav: false, panel: false })]);
  });
  after(async () => {
    await dashboard?.close();
    await world?.stop();
  });

  const shown = (page: Page) => page.locator("[data-ready=true]").waitFor();
  /** In a review the navigation is collapsed, and so are the details if there is little room. */
  const unfolded = async (page: Page, folded: object) => {
    const kept = JSON.stringify(folded);
    await page.evaluate((text) => localStorage.setItem("plumbline.review.folded", text), kept);
    await page.reload();
    await shown(page);
  };
  const comments = (page: Page) => page.getByRole("region", { name: "Comments" });
  const field = (page: Page) => page.getByLabel("New comment");
  const reviewed = (page: Page) => page.getByText("0 of 2 reviewed", { exact: true }).waitFor();

  it("each sees who else is looking, until they leave", async () => {
    await anna.getByText("ben is also viewing").waitFor({ state: "attached" });
    await ben.getByText("anna is also viewing").waitFor({ state: "attached" });
    const { url } = { url: ben.url() };
    await ben.getByRole("link", { name: "Runs", exact: true }).click();
    await anna.getByText("ben is also viewing").waitFor({ state: "detached" });
    await ben.goto(url);
    await shown(ben);
  });

  it("a comment is written, pinned and sent by keys alone; what is typed decides nothing, and a reload keeps it", async () => {
    await anna.keyboard.press("n");
    await anna.keyboard.press("t");
    await field(anna).waitFor();
    await anna.keyboard.type("Why axu? @be");
    await comments(anna).getByRole("option", { name: "ben" }).waitFor();
    expect(await axeViolations(anna)).to.deep.equal([]);
    await anna.keyboard.press("Enter");
    expect(await field(anna).inputValue()).to.equal("Why axu? @ben ");
    await anna.keyboard.type("look");
    await reviewed(anna);
    // An unfinished comment unfolds the details.
    await unfolded(anna, { nav: false, panel: true });
    await field(anna).waitFor();
    expect(await field(anna).inputValue()).to.equal("Why axu? @ben look");
    await field(anna).focus();
    await anna.keyboard.press("Escape");
    await field(anna).waitFor({ state: "detached" });
    await unfolded(anna, { nav: false, panel: false });
    await anna.keyboard.press("n");
    await anna.keyboard.press("t");
    await anna.getByLabel("About change 1").waitFor();
    // Pressed twice, it is sent once.
    await Promise.all([anna.keyboard.press("Control+Enter"), anna.keyboard.press("Control+Enter")]);
    await comments(anna).getByText("Why axu?").waitFor();
    await comments(anna).getByRole("button", { name: "Show Conversation 1 on the screenshot" }).waitFor();
    expect(await comments(anna).getByRole("article").count()).to.equal(1);
    await field(anna).waitFor({ state: "detached" });
    await reviewed(anna);
  });

  it("the other sees it at once, has it waiting, answers and resolves it, and takes that back", async () => {
    await comments(ben).getByText("Why axu?").waitFor();
    await ben.getByRole("link", { name: /^Waiting for me/ }).click();
    await ready(ben);
    expect(await axeViolations(ben)).to.deep.equal([]);
    await ben.getByRole("link", { name: /anna mentioned you on (One|Two), / }).click();
    await shown(ben);
    await comments(ben).getByRole("button", { name: "Reply" }).click();
    await ben.keyboard.type("It is meant: https://shop.example/why.");
    await ben.keyboard.press("Control+Enter");
    await comments(ben).getByRole("link", { name: "https://shop.example/why" }).waitFor();
    await comments(anna).getByText("It is meant").waitFor();
    await comments(ben).getByRole("button", { name: "Resolve" }).click();
    await comments(anna).getByText("1 resolved conversation").waitFor();
    await ben.getByRole("button", { name: "Undo", exact: true }).click();
    await comments(anna).getByRole("button", { name: "Resolve" }).waitFor();
    await anna.getByRole("link", { name: /^Waiting for me 1/ }).waitFor();
    expect(await axeViolations(ben)).to.deep.equal([]);
  });

  it("an own comment is edited, deleted and brought back", async () => {
    const own = comments(ben).getByRole("article");
    await own.getByRole("button", { name: "Edit" }).click();
    await ben.keyboard.press("Control+A");
    await ben.keyboard.type("Changed my mind.");
    await ben.keyboard.press("Control+Enter");
    await comments(anna).getByText("Changed my mind.").waitFor();
    await own.getByRole("button", { name: "Delete" }).click();
    await comments(anna)
      .getByText(/deleted this comment/)
      .waitFor();
    await ben.getByRole("button", { name: "Undo", exact: true }).click();
    await comments(anna).getByText("Changed my mind.").waitFor();
    expect(await comments(anna).getByRole("button", { name: "Edit" }).count()).to.equal(1);
  });

  it("a comment about a box that one draws stands there, and drawing decides nothing", async () => {
    await anna.keyboard.press("t");
    await anna.keyboard.type("This corner.");
    await comments(anna).getByRole("button", { name: "Draw a box" }).click();
    await comments(anna).getByText("Draw a box on the screenshot").waitFor();
    const canvas = await anna.locator("canvas").first().boundingBox();
    if (!canvas) throw new Error("No picture is shown.");
    const at = { x: canvas.x + canvas.width * 0.75, y: canvas.y + 60 };
    await anna.mouse.move(at.x, at.y);
    await anna.mouse.down();
    await anna.mouse.move(at.x + 80, at.y + 40, { steps: 4 });
    await anna.mouse.up();
    await comments(anna).getByText("About the box that you drew").waitFor();
    expect(await axeViolations(anna)).to.deep.equal([]);
    await comments(anna).getByRole("button", { name: "Comment", exact: true }).click();
    await comments(ben).getByText("This corner.").waitFor();
    const { threads } = await anna.evaluate(
      async (runId) => (await fetch(`/api/app/runs/${runId}/threads`)).json(),
      run,
    );
    const drawn = threads.find((one: { messages: { text: string }[] }) => one.messages[0]?.text === "This corner.");
    expect([drawn.selector, drawn.pin.width, drawn.pin.height].map((x) => x && Math.round(x) > 1)).to.deep.equal([
      null,
      true,
      true,
    ]);
    await reviewed(anna);
  });

  it("a reviewer is asked, looks, is done when everything is decided, and it is told twice to nobody", async () => {
    await anna.getByRole("button", { name: "Ask for a review" }).click();
    const dialog = anna.getByRole("dialog", { name: "Reviewers" });
    await dialog.getByRole("checkbox", { name: "ben" }).check();
    await dialog.getByLabel("Note").fill("Before lunch?");
    expect(await axeViolations(anna)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Ask for a review" }).click();
    await anna.getByRole("button", { name: "1 reviewer, 0 done" }).waitFor();
    await ben.getByRole("link", { name: /^Waiting for me 1/ }).waitFor();
    await ben.getByRole("button", { name: "1 reviewer, 0 done" }).click();
    await ben.getByRole("dialog").getByText("Before lunch?").waitFor();
    await ben.keyboard.press("Escape");
    await ben.getByRole("dialog").waitFor({ state: "detached" });
    await ben.keyboard.press("a");
    await ben.getByText("1 of 2 reviewed", { exact: true }).waitFor();
    await ben.locator("[data-saving]").waitFor({ state: "detached" });
    await ben.keyboard.press("x");
    await anna.getByRole("button", { name: "1 reviewer, 1 done" }).waitFor();
    await ben.getByRole("link", { name: "Waiting for me", exact: true }).waitFor();
    dashboard.expectNoTrouble();
  });
});
