// An inspection as a workflow requests it: the database names the page, and a browser of the warm pool opens it.
import { expect } from "chai";
import { createInspectActivities } from "../../../activities/inspect/inspectPage.ts";
import type { InspectionKind, PageInspection } from "../../../domain/inspect/inspection.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { warmPool } from "../../support/warmPool.ts";
import { SLOW_MS, useSite } from "../capture/engine/harness.ts";

describe("a look at a page, as an activity", function () {
  this.timeout(SLOW_MS);
  const sites = useSite();
  let world: ActivityWorld;
  before(async () => {
    world = await openActivityWorld({ visit: { pool: warmPool() } });
    await world.models.projects.updateOne({ _id: "prj_shop" }, { $set: { baseUrl: sites.site.origin } });
  });
  after(() => world.close());
  const look = <K extends InspectionKind>(url: string, what: K, wish: object) =>
    withActivity(() =>
      createInspectActivities(world.deps).inspectPage({
        projectId: "prj_shop",
        environmentId: null,
        url,
        viewport: { ...DEFAULT_VIEWPORTS.phone, width: 5_000 },
        what,
        wish,
      } as never),
    ) as Promise<PageInspection<K>>;

  it("tells what is on the page, in the window that the project has, whatever was asked for", async () => {
    const url = sites.site.on(
      "/page",
      "<h1>Basket</h1><button>Pay now</button><p id=w></p><script>w.textContent=innerWidth</script>",
    );
    const seen = await look(url, "dom", { within: null, limit: 10 });
    expect(seen).to.include({ state: "seen", status: 200, finalUrl: url });
    expect(JSON.stringify(seen)).to.contain("Pay now").and.not.contain("5000");
  });

  it("tells which browsers are there, also of a page that cannot be seen", async () => {
    const missed = await look(sites.site.url("/missing"), "reach", {});
    expect(missed).to.include({ state: "not_seen", code: "http_error" });
    expect(missed).to.have.nested.property("browsers.chromium", null);
  });

  it("keeps a small picture of the page", async () => {
    const url = sites.site.on("/pictured", "<h1>Basket</h1>");
    const seen = await look(url, "thumbnail", {});
    if (seen.state === "not_seen") throw new Error(seen.reason);
    const picture = await world.deps.artifacts.get(seen.data.pictureId);
    expect([...picture.subarray(0, 2)]).to.deep.equal([0xff, 0xd8]);
    expect(picture.length).to.be.lessThan(100_000);
  });

  it("tells the address that a script of the page chose after it had loaded", async () => {
    sites.site.on("/late.js", (_request, response) => {
      const script = "history.replaceState(null, '', '/chosen'); document.body.append('Chosen')";
      setTimeout(() => response.setHeader("content-type", "text/javascript").end(script), 500);
    });
    const url = sites.site.on(
      "/chooses",
      `<h1>Basket</h1><script>addEventListener("load", () => {
        document.body.append(Object.assign(document.createElement("script"), { src: "/late.js" }));
      })</script>`,
    );
    const seen = await look(url, "dom", { within: null, limit: 10 });
    expect(seen).to.include({ state: "seen", finalUrl: sites.site.url("/chosen") });
  });
});
