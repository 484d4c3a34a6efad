// The visual review in a real browser on the real stack: reviewed by keyboard, undone, seen by another reviewer, rejected if it is too late.
import { expect } from "chai";
import type { Locator, Page } from "playwright";
import { shotIdOf } from "../../../domain/shotIds.ts";
import type { ApiClient } from "../../../temporal-dev/apiClient.ts";
import { eventually } from "../../support/eventually.ts";
import { itInFullLane } from "../../support/lanes.ts";
import { startWorld, type World } from "../../support/service.ts";
import { axeViolations, type Dashboard, openDashboard, rulesIn } from "./support.ts";

describe("the visual review", function () {
  this.timeout(240_000);
  let world: World;
  let dashboard: Dashboard;
  let client: ApiClient;
  let slug: string;
  let runId: string;
  let page: Page;
  before(async () => {
    world = await startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000" });
    ({ client, slug } = await world.project({
      One: "/page/one",
      Two: "/page/two",
      Three: "/page/three",
      Same: "/page/same",
    }));
    await client.wait((await client.run({ type: "baseline" })).runId);
    for (const name of ["one", "two", "three"]) world.site.set(name, `Other words for page ${name}.`);
    ({ runId } = await client.run({}));
    await client.wait(runId);
    dashboard = await openDashboard(world);
    page = await dashboard.signIn({ email: "anna@shop.example", role: "editor" }, `/p/${slug}/visual/${runId}`);
    await ready(page);
  });
  after(async () => {
    await dashboard?.close();
    await world?.stop();
  });

  // What a failed test holds back would make the next ones fail too.
  afterEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));

  const ready = (of: Page) => of.locator("[data-ready=true]").waitFor();
  const judged = (of: Page, count: number) => of.getByText(`${count} of 3 reviewed`, { exact: true }).waitFor();
  /** Decisions are shown immediately and saved shortly afterwards. */
  const saved = (of: Page) => of.locator("[data-saving]").waitFor({ state: "detached" });
  const standing = (of: Page) => of.locator("[data-standing]").first().getAttribute("data-standing");

  it("is judged by keys, each result leading to the next, and taken back; it is the same after a reload", async () => {
    await judged(page, 0);
    await page.keyboard.press("a");
    await judged(page, 1);
    await saved(page);
    await page.keyboard.press("x");
    await judged(page, 2);
    await page.keyboard.press("u");
    await judged(page, 1);
    await page.keyboard.press("j");
    await page.waitForURL(/[?&]shot=\d+/);
    await saved(page);
    await page.reload();
    await ready(page);
    await judged(page, 1);
    const at = page.url();
    await page.keyboard.press("u");
    await judged(page, 0);
    await saved(page);
    await page.keyboard.press("U");
    await judged(page, 1);
    await saved(page);
    await undone(0);
    await page.getByRole("button", { name: "Redo", exact: true }).click();
    await judged(page, 1);
    await saved(page);
    expect(await kept()).to.deep.equal(["approved"]);
    await page.goto(at);
    await ready(page);
    // The details are collapsed in favor of the screenshots until opened, and keep their last state.
    await page.keyboard.press("]");
    await page.getByRole("heading", { name: "Compared with", exact: true }).waitFor();
    await page.reload();
    await ready(page);
    await page
      .getByText(/^The newest baseline of main; the history of the commit is not known\. It was captured/)
      .waitFor();
  });

  /** Returns the decisions that the service has stored, including each `note`. */
  const kept = async (): Promise<string[]> => {
    const answer = await page.request.get(`${world.service.apiUrl}/api/app/runs/${runId}/review`);
    const { shots } = (await answer.json()) as {
      shots: { review: { decision: string; note: string | null } | null }[];
    };
    return shots.flatMap(({ review }) => (review ? [[review.decision, review.note ?? []].flat().join(": ")] : []));
  };
  const undone = async (count: number) => {
    await page.keyboard.press("u");
    await judged(page, count);
    await saved(page);
  };
  const undoButtons = () => page.getByRole("button", { name: "Undo", exact: true });
  /** Presses keys without pauses, like a hand that keeps typing. */
  const held = async (key: string, times: number) => {
    for (let time = 0; time < times; time++) await page.keyboard.down(key);
    await page.keyboard.up(key);
  };

  it("shows a screenshot that passed without anything to decide, and nothing in place of one that is unknown", async () => {
    const before = [page.url(), await kept()] as const;
    const passed = (await client.results(runId)).filter(({ status }) => status === "passed");
    expect(passed.map(({ scenarioLabel }) => scenarioLabel)).to.deep.equal(["Same"]);
    const index = Number(String(passed[0]?.shotId).slice(-5));
    const decideByKeys = async () => {
      for (const key of ["a", "A", "x", "X", "m", "i"]) await page.keyboard.press(key);
    };
    await page.goto(`${world.service.apiUrl}/p/${slug}/visual/${runId}?shot=${index}`);
    await ready(page);
    await page.getByText("This screenshot passed. Nothing to review.").waitFor();
    expect(await page.locator("[data-ready=true]").getAttribute("data-shot")).to.equal(String(index));
    await decideByKeys();
    await page.goto(`${world.service.apiUrl}/p/${slug}/visual/${runId}?shot=777`);
    await page.getByText("Could not load this result").waitFor();
    await decideByKeys();
    expect(await page.getByRole("dialog").count()).to.equal(0);
    await page.getByRole("button", { name: "Review the next change" }).click();
    await ready(page);
    expect(await kept()).to.deep.equal(before[1]);
    await page.goto(before[0]);
    await ready(page);
  });

  it("takes a note that is typed at once as a note, sent once, by Enter and by the button", async () => {
    await judged(page, 1);
    // With every letter, digit and sign that is a command here.
    const NOTE = "Pack my box with five dozen liquor jugs: JKAXU? /,.+-[1234567]";
    const dialog = page.getByRole("dialog", { name: /^Reject/ });
    for (const send of [
      () => held("Enter", 20),
      () => dialog.getByRole("button", { name: "Reject" }).click({ clickCount: 2 }),
    ]) {
      // A held key types nothing into the dialog that it opens.
      await Promise.all([held("X", 5), page.keyboard.type(NOTE)]);
      await send();
      await page.getByText(/^Rejected “/).waitFor();
      expect(await undoButtons().count()).to.equal(1);
      await saved(page);
      expect((await kept()).sort()).to.deep.equal(["approved", `rejected: ${NOTE}`]);
      await undoButtons().click();
      await judged(page, 1);
      await saved(page);
      await undoButtons().waitFor({ state: "detached" });
    }
    await page.keyboard.press("X");
    await page.keyboard.type("xaxaxa");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Discard" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await kept()).to.deep.equal(["approved"]);
  });

  /** Holds rereads of a result after it was rejected: the first answer from when it was read (`done`) until `arrive`, later ones until `end`. */
  const holdReread = async (shotId: string) => {
    // One reread names every result that changed shortly before.
    const isReread = (url: URL) => url.searchParams.get("shots")?.split(",").includes(shotId) ?? false;
    const arrival = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    let isFirst = true;
    await page.route(isReread, async (route) => {
      if (!isFirst) {
        await end.promise;
        return route.continue();
      }
      const response = await route.fetch();
      const { shots } = (await response.json()) as { shots: { shotId: string; review: { decision: string } | null }[] };
      const row = shots.find((shot) => shot.shotId === shotId);
      // Otherwise it belongs to the decision before.
      if (row?.review?.decision !== "rejected") return route.fulfill({ response });
      isFirst = false;
      await arrival.promise;
      await route.fulfill({ response });
    });
    return {
      done: () => eventually("the reread of the rejection", async () => !isFirst),
      arrive: async () => {
        const arrived = page.waitForResponse((response) => isReread(new URL(response.url())));
        arrival.resolve();
        await (await arrived).finished();
        await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))));
      },
      end: async () => {
        end.resolve();
        await page.unroute(isReread);
      },
    };
  };

  it("decides nothing by a key that is held, with Caps Lock, or twice before the answer", async () => {
    const index = Number(await page.locator("[data-ready=true]").getAttribute("data-shot"));
    const reread = await holdReread(shotIdOf(runId, index));
    await held("x", 21);
    await judged(page, 2);
    await saved(page);
    expect((await kept()).sort()).to.deep.equal(["approved", "rejected"]);
    await reread.done();
    await undone(1);
    // It was read before the undo and arrives after it.
    await reread.arrive();
    await judged(page, 1);
    // Caps Lock is a state of the keyboard that no driver can set.
    await page.evaluate(() => {
      for (const key of ["X", "A"])
        dispatchEvent(new KeyboardEvent("keydown", { key, modifierCapsLock: true, bubbles: true, cancelable: true }));
    });
    await page.getByText("Caps Lock is on: letters run no commands.").waitFor();
    expect(await page.getByRole("dialog", { name: /^Reject/ }).count()).to.equal(0);
    let posts = 0;
    const answer = Promise.withResolvers<void>();
    await page.route(/\/review$/, async (route) => {
      if (route.request().method() === "POST") {
        posts += 1;
        await answer.promise;
      }
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === "POST" && /\/review$/.test(request.url()));
    await page.keyboard.press("x");
    await sent;
    await reread.end();
    await page.keyboard.press("x");
    await page.keyboard.press("a");
    await page.keyboard.press("m");
    await page.getByRole("button", { name: /^Reject( x)?$/ }).click({ force: true });
    await judged(page, 2);
    answer.resolve();
    await saved(page);
    expect([posts, (await kept()).sort()]).to.deep.equal([1, ["approved", "rejected"]]);
    await page.unroute(/\/review$/);
    await undone(1);
  });

  it("shows the pictures in every mode, and says in the address which", async () => {
    for (const [key, mode] of ["side", "slider", "diff", "blink", "onion", "baseline", "new"].map(
      (m, i) => [String(i + 1), m] as const,
    )) {
      await page.keyboard.press(key);
      await page.locator(`[data-mode=${mode}][data-ready=true]`).waitFor();
    }
    await page.waitForURL(/mode=new/);
    await page.locator("[data-zoom='1']").waitFor();
    await page.keyboard.press("z");
    await page.waitForURL(/zoom=fit/);
    await page.keyboard.press("z");
    await page.waitForURL((url) => !url.searchParams.has("zoom"));
    await page.getByText(/^Place 1 of \d+$/).waitFor();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog").filter({ hasText: "Approve the whole group" });
    await keys.waitFor();
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
  });

  itInFullLane(
    "shows another picture in place of the baseline, says so, and goes back with the next result",
    async () => {
      // Runs of a single branch have no alternative, so the response is modified to offer the new screenshot itself.
      await page.route(`**/api/app/runs/${runId}/review**`, async (route) => {
        const answer = await route.fetch();
        const review = (await answer.json()) as {
          details: { pictures: { test: string }; comparedWith: object | null }[];
        };
        for (const shot of review.details)
          shot.comparedWith = {
            ...shot.comparedWith,
            alternatives: [{ what: "main_now", sentence: "Main has a newer one.", picture: shot.pictures.test }],
          };
        await route.fulfill({ response: answer, json: review });
      });
      await page.reload();
      await ready(page);
      const note = page.getByRole("status").filter({ hasText: "Not the baseline." });
      await page.getByText("1 alternative", { exact: true }).click();
      const show = page.getByRole("button", { name: "Show in place of the baseline" });
      await show.click({ clickCount: 2 });
      await note.waitFor();
      expect(await show.getAttribute("aria-pressed")).to.equal("true");
      // No diff exists for the alternative.
      await page.keyboard.press("3");
      await page.locator("[data-mode=slider][data-ready=true]").waitFor();
      if (process.env.PLUMBLINE_LOOK) await page.screenshot({ path: `${process.env.PLUMBLINE_LOOK}/beside.png` });
      await page.getByRole("button", { name: "Show the baseline" }).click();
      await note.waitFor({ state: "detached" });
      await show.click();
      await note.waitFor();
      // One of the two keys leads to another result, wherever this one is in the list.
      await page.keyboard.press("j");
      await page.keyboard.press("k");
      await note.waitFor({ state: "detached" });
      await page.unroute(`**/api/app/runs/${runId}/review**`);
      await page.keyboard.press("1");
      await page.reload();
      await ready(page);
    },
  );

  it("folds its panes by keys, keeps the focus, and fills the window until Escape", async () => {
    const results = page.getByRole("complementary", { name: "Results" });
    const details = page.getByRole("complementary", { name: "Details" });
    await details.waitFor();
    await results.locator("[data-shot]").first().focus();
    await page.keyboard.press("[");
    await results.waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).to.equal("Screenshot");
    await page.keyboard.press("f");
    await details.waitFor({ state: "hidden" });
    await page.getByRole("banner").first().waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    await details.waitFor();
    expect(await results.isVisible()).to.equal(false);
    // Searching a collapsed list expands it.
    await page.keyboard.press("/");
    await page.getByRole("searchbox", { name: "Filter the results" }).press("Escape");
    await results.waitFor();
    // Adding a rule expands the details only for that purpose.
    await page.keyboard.press("]");
    await details.waitFor({ state: "hidden" });
    await page.keyboard.press("r");
    await details.getByRole("textbox", { name: "Selector" }).waitFor();
    await details.getByRole("button", { name: "Cancel" }).click();
    await details.waitFor({ state: "hidden" });
    await page.keyboard.press("]");
    await details.waitFor();
    // The viewport key leads nowhere here, because each scenario has one viewport.
    await page.keyboard.press("v");
    await page.getByText(/^No other viewport of “/).waitFor();
  });

  it("keeps every tool in sight beside list and details: no message lies over one, no field for a comment opens below the edge", async () => {
    const before = page.viewportSize()!;
    await page.setViewportSize({ width: 1440, height: 560 });
    await ready(page);
    const boxOf = async (of: Locator) => (await of.boundingBox())!;
    const middle = await boxOf(page.getByRole("region", { name: "Screenshot" }));
    const bar = page.getByRole("toolbar", { name: "Decide" });
    for (const tool of await bar.getByRole("button").all()) {
      const box = await boxOf(tool);
      expect(box.x + box.width, await tool.innerHTML()).to.be.lessThanOrEqual(middle.x + middle.width);
    }
    await page.keyboard.press("v");
    const said = page.getByRole("dialog").filter({ hasText: /^No other viewport of “/ });
    await said.last().waitFor();
    await eventually("the message above the tools", async () => {
      const box = await boxOf(said.last());
      return box.y + box.height <= (await boxOf(bar)).y;
    });
    await page.keyboard.press("t");
    await page.keyboard.type("@");
    const details = page.getByRole("complementary", { name: "Details" });
    for (const part of [
      page.getByRole("listbox", { name: "People to mention" }),
      page.getByRole("button", { name: "Discard" }),
    ]) {
      await eventually("the whole of it above the edge", async () => {
        const box = await boxOf(part);
        return box.y >= 0 && box.y + box.height <= 560;
      });
      await page.keyboard.press("Backspace");
    }
    await details.getByRole("button", { name: "Discard" }).click();
    await page.setViewportSize(before);
    await ready(page);
  });

  it("tells another reviewer, and refuses what came too late with what happened", async () => {
    const other = await dashboard.signIn({ email: "ben@shop.example", role: "editor" }, `/p/${slug}/visual/${runId}`);
    await ready(other);
    for (const one of [page, other]) {
      await one.getByRole("searchbox", { name: "Filter the results" }).fill("Three");
      await one.getByRole("region", { name: "Results" }).locator("[data-shot]", { hasText: "Three" }).click();
    }
    // Hold back reloads of Ben's page, so that he decides about what he saw.
    await other.route(/\/api\/app\/runs\/[^/]+\/review/, (route) =>
      route.request().method() === "POST" ? route.continue() : undefined,
    );
    // The decision is shown immediately and saved shortly afterwards: a decision by Ben before that would count.
    const kept = page.waitForResponse(
      (answer) => answer.request().method() === "POST" && /\/review$/.test(answer.url()),
    );
    await page.keyboard.press("a");
    await kept;
    await judged(page, 2);
    await other.keyboard.press("x");
    await other
      .getByText(/anna approved it at/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await other.close();
    await page.keyboard.press("u");
    await judged(page, 1);
    await saved(page);
  });

  itInFullLane(
    "is judged by a finger on a phone: to the right approves, to the left rejects, a little way does nothing",
    async () => {
      const phone = await dashboard.signIn(
        { email: "paul@shop.example", role: "editor" },
        `/p/${slug}/visual/${runId}`,
        {
          viewport: { width: 390, height: 844 },
          hasTouch: true,
          isMobile: true,
        },
      );
      await ready(phone);
      await judged(phone, 1);
      const finger = await phone.context().newCDPSession(phone);
      const swipe = async (share: number) => {
        const box = (await phone.locator("[data-ready=true] canvas").boundingBox())!;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const touch = (type: "touchStart" | "touchMove" | "touchEnd", far: number) =>
          finger.send("Input.dispatchTouchEvent", {
            type,
            touchPoints: type === "touchEnd" ? [] : [{ x: x + far, y }],
          });
        await touch("touchStart", 0);
        for (let step = 1; step <= 5; step++) await touch("touchMove", (share * box.width * step) / 5);
        await touch("touchEnd", 0);
      };
      // All tools are visible, none beyond the edge of the screen.
      for (const bar of ["Screenshot", "Decide"]) {
        const tools = phone.getByRole("toolbar", { name: bar }).getByRole("button");
        for (const tool of await tools.filter({ visible: true }).all()) {
          const box = (await tool.boundingBox())!;
          expect(box.x, await tool.innerHTML()).to.be.greaterThanOrEqual(0);
          expect(box.x + box.width, await tool.innerHTML()).to.be.lessThanOrEqual(390);
        }
      }
      for (const name of ["New rule (r)", "Reject with a note (X)", "Next change (n)", /^Side by side/, /^100 %/])
        expect(await phone.getByRole("button", { name }).isVisible(), String(name)).to.equal(true);
      const caption = phone.locator("[data-ready=true] ~ p").first();
      expect(await caption.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).to.equal(0);
      await phone.getByRole("button", { name: "Details", exact: true }).click();
      await phone.getByRole("heading", { name: "Comments", exact: true }).waitFor();
      await phone.getByRole("button", { name: "Close details" }).click();
      await phone.getByRole("heading", { name: "Comments", exact: true }).waitFor({ state: "hidden" });
      await swipe(0.1);
      await swipe(0.4);
      await judged(phone, 2);
      await saved(phone);
      await ready(phone);
      await swipe(-0.4);
      await judged(phone, 3);
      await saved(phone);
      const marks = async () => {
        const answer = await phone.request.get(`${world.service.apiUrl}/api/app/runs/${runId}/review`);
        const { shots } = (await answer.json()) as { shots: { review: { decision: string; by: string } | null }[] };
        return shots.flatMap(({ review }) => (review?.by.startsWith("paul@") ? [review.decision] : []));
      };
      expect((await marks()).sort()).to.deep.equal(["approved", "rejected"]);
      for (const left of [2, 1]) {
        await phone.keyboard.press("u");
        await judged(phone, left);
        await saved(phone);
      }
      await phone.close();
    },
  );

  itInFullLane(
    "makes a rule of a box that is drawn, tries it on all pictures, and keeps it: the run is judged again",
    async () => {
      await page.keyboard.press("7");
      await page.locator("[data-mode=new][data-ready=true]").waitFor();
      await page.keyboard.press("r");
      const selector = page.getByRole("textbox", { name: "Selector" });
      await selector.fill("");
      await page.locator("canvas[data-drawing]").waitFor();
      const canvas = (await page.locator("canvas[data-drawing]").boundingBox())!;
      const x = canvas.x + canvas.width / 2;
      // Moves down the middle of the screenshot until a small box lies within the element.
      for (let y = canvas.y + 4; (await selector.inputValue()) !== "#text"; y += 6) {
        if (y > canvas.y + canvas.height) throw new Error("No box on the picture became the element.");
        await page.mouse.move(x - 4, y - 1);
        await page.mouse.down();
        await page.mouse.move(x + 4, y + 1, { steps: 2 });
        await page.mouse.up();
      }
      await page.getByText("1 of 1 failed screenshot would pass.").waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.keyboard.press("r");
      await selector.fill("#text");
      await page.getByText("1 of 1 failed screenshot would pass.").waitFor();
      await page.getByRole("button", { name: "Save rule" }).click();
      await page.getByText("Rule saved. The run is compared again.").waitFor();
      const three = async () => {
        const answer = await page.request.get(`${world.service.apiUrl}/api/ci/runs/${runId}/results`);
        const { results } = (await answer.json()) as { results: { scenarioLabel: string; status: string }[] };
        return results.find(({ scenarioLabel }) => scenarioLabel === "Three")?.status;
      };
      await eventually("the picture passes", async () => (await three()) === "passed", 60_000);
    },
  );

  it("lets a viewer look and not decide, without a pulse where motion is reduced", async () => {
    const who = { email: "vera@shop.example", role: "viewer" } as const;
    const viewer = await dashboard.signIn(who, `/p/${slug}/visual/${runId}`, { reducedMotion: "reduce" });
    await ready(viewer);
    await viewer.getByText("View only. Ask an administrator for editor access.").waitFor();
    expect(await viewer.getByRole("toolbar", { name: "Decide" }).count()).to.equal(0);
    const before = await standing(viewer);
    await viewer.keyboard.press("a");
    expect(await standing(viewer)).to.equal(before);
    await viewer.clock.install();
    // The ring around a change is the only line of this width.
    const rings = await viewer.evaluateHandle(() => {
      const drawn: number[] = [];
      const draw = CanvasRenderingContext2D.prototype.strokeRect;
      CanvasRenderingContext2D.prototype.strokeRect = function (...box) {
        if (this.lineWidth === 3) drawn.push(this.lineWidth);
        draw.apply(this, box);
      };
      return drawn;
    });
    const pulses = async () => {
      await viewer.keyboard.press("n");
      for (let i = 0; i < 10; i++) await viewer.clock.runFor(100);
      return (await rings.jsonValue()).length > 0;
    };
    expect(await pulses()).to.equal(false);
    await viewer.emulateMedia({ reducedMotion: "no-preference" });
    await eventually("the pulse", pulses);
    await viewer.close();
  });

  itInFullLane("shows a scenario with its baselines, and goes back to an older one", async () => {
    await page.goto(`${world.service.apiUrl}/p/${slug}/scenarios`);
    await page.getByRole("link", { name: "One", exact: true }).click();
    await page.getByRole("heading", { name: "Baselines" }).waitFor();
    await page.getByText("Version 2, approved").waitFor();
    await page.getByRole("button", { name: /^Go back to version 1/ }).click();
    await page.getByText("Version 3, reverted").waitFor();
  });

  itInFullLane("leads on after the last decision: back to the run, or to everything that waits", async () => {
    const review = `${world.service.apiUrl}/p/${slug}/visual/${runId}`;
    await page.goto(review);
    await ready(page);
    const counted = page.getByText(/^\d+ of \d+ reviewed$/);
    await page.keyboard.press("x");
    await page.getByText(/1 rejected/).waitFor();
    await saved(page);
    for (;;) {
      const [done, total] = ((await counted.textContent()) ?? "").match(/\d+/g)?.map(Number) ?? [];
      if (done === total) break;
      await page.keyboard.press("a");
      await page.getByText(`${Number(done) + 1} of ${total} reviewed`, { exact: true }).waitFor();
      await saved(page);
    }
    await page.getByText("Run stays failed", { exact: true }).waitFor();
    expect(await page.getByText("All reviewed").count()).to.equal(0);
    const back = page.getByRole("link", { name: "Back to the run" });
    await back.waitFor();
    expect(await back.getAttribute("href")).to.contain(`/runs/${runId}`);
    await lookAt("after-last");
    // Rejected screenshots that look the same stay rejected; the other page needs review again, and so does the one that was reset to an
    // older baseline.
    world.site.set("two", "Words that nobody has seen yet.");
    const other = (await client.run({})).runId;
    await client.wait(other);
    await page.goto(review);
    const next = page.getByRole("link", { name: /^Review remaining changes \(\d\)$/ });
    await next.waitFor();
    const waiting = Number(/\d/.exec((await next.textContent()) ?? "")?.[0]);
    await next.click();
    await page.waitForURL((url) => url.pathname.endsWith(`/p/${slug}/visual`));
    await ready(page);
    await page.getByRole("heading", { name: "Waiting for review" }).waitFor();
    // The number of earlier rejections that look the same.
    const told = await page.locator("h1 + p").textContent();
    const requested = / · \d rejected$/.exec(told ?? "")?.[0] ?? "";
    // The navigation is collapsed here, but its link exists.
    const stillWaiting = (count: number) =>
      page
        .getByRole("link", { name: new RegExp(`${count} waiting for review$`), includeHidden: true })
        .waitFor({ state: "attached" });
    await stillWaiting(waiting);
    await lookAt("inbox");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page, rulesIn(colorScheme)), `the inbox, ${colorScheme}`).to.deep.equal([]);
    }
    for (let left = waiting; left > 0; left--) {
      await page.keyboard.press("a");
      await saved(page);
      if (left > 1) await stillWaiting(left - 1);
    }
    await page.getByText(`Nothing left to review · ${waiting} approved${requested}`, { exact: true }).waitFor();
    await page.getByRole("link", { name: "Visual", exact: true, includeHidden: true }).waitFor({ state: "attached" });
    await page.keyboard.press("u");
    await saved(page);
    await page.getByText("1 change in 1 screenshot", { exact: false }).waitFor();
  });

  it("decides a change in all its viewports at once, takes all of it back, and each alone on demand", async () => {
    const scenario = { url: "/page/wide", viewports: ["phone", "tablet", "desktop"] };
    const wide = await world.project({ Wide: scenario });
    await wide.client.wait((await wide.client.run({ type: "baseline" })).runId);
    world.site.set("wide", "Other words in every viewport.");
    const wideRun = (await wide.client.run({})).runId;
    await wide.client.wait(wideRun);
    await page.goto(`${world.service.apiUrl}/p/${wide.slug}/visual/${wideRun}`);
    await ready(page);
    await judged(page, 0);
    await page.getByRole("button", { name: "1 decision for 3" }).waitFor();
    await lookAt("viewports");
    await page.keyboard.press("a");
    await page.getByText("Approved “Wide” on 3 viewports.").waitFor();
    await judged(page, 3);
    await saved(page);
    await undone(0);
    // Another viewport belongs to the same decision; after separating, it has its own.
    const shown = () => page.locator("[data-ready=true]").getAttribute("data-shot");
    const first = await shown();
    await page.keyboard.press("v");
    await eventually("another viewport", async () => (await shown()) !== first);
    await page.keyboard.press("e");
    await page.getByRole("button", { name: "Only this one" }).waitFor();
    await page.keyboard.press("x");
    await page.getByText(/^Rejected “Wide” on \w+\.$/).waitFor();
    await judged(page, 1);
    await saved(page);
    // Merged again; what was rejected stays rejected.
    await page.keyboard.press("e");
    await page.getByText("Approve 2").waitFor();
    await page.keyboard.press("a");
    await page.getByText("Approved “Wide” on 2 viewports.").waitFor();
    await page.getByText("2 approved, 1 rejected").waitFor();
    await saved(page);
    // In the inbox, approved results are gone after a reload, but their undo still works.
    await page.goto(`${world.service.apiUrl}/p/${wide.slug}/visual`);
    await ready(page);
    const waits = (told: string) => page.getByText(`1 change in ${told}`, { exact: true }).waitFor();
    // The newest decision first, which was made in the run.
    for (const told of ["2 screenshots · 1 rejected", "3 screenshots"]) {
      await page.keyboard.press("u");
      await waits(told);
      await saved(page);
    }
    await page.keyboard.press("a");
    await page.getByText("Nothing left to review · 3 approved", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Open the newest visual test" }).waitFor();
    await saved(page);
    // As on another machine: the tab remembers nothing.
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    const title = page.getByText("Nothing to review", { exact: true });
    await title.waitFor();
    const next = page.getByRole("link", { name: "Runs", exact: true }).last();
    expect((await next.boundingBox())!.y - (await title.boundingBox())!.y, "told in one place").to.be.within(1, 250);
    await page.keyboard.press("u");
    await waits("3 screenshots");
    await saved(page);
  });

  /** Both themes, on a desktop and on a phone. */
  const lookAt = async (what: string) => {
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 860 });
        await ready(page);
        expect(await axeViolations(page, rulesIn(colorScheme)), `${what}, ${colorScheme}, ${width} px`).to.deep.equal(
          [],
        );
        const { PLUMBLINE_LOOK: folder } = process.env;
        if (folder) await page.screenshot({ path: `${folder}/${what}-${colorScheme}-${width}.png` });
      }
    await page.setViewportSize({ width: 1400, height: 860 });
  };

  it("has nothing that axe objects to, in both themes", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of ["visual", "scenarios", "scenarios/One"]) {
        await page.goto(`${world.service.apiUrl}/p/${slug}/${path}`);
        await (path === "visual" ? ready(page) : page.getByRole("heading", { level: 1 }).waitFor());
        expect(await axeViolations(page, rulesIn(colorScheme)), `${path}, ${colorScheme}`).to.deep.equal([]);
      }
    }
    dashboard.expectNoTrouble();
  });
});
