// One scenario in two modes: a change that only exists on the dark page fails only there, and is approved only there.
import { expect } from "chai";
import { startWorld, type World } from "../support/service.ts";

/** Text that is red only in dark mode. */
const RED_IN_DARK = "<style>@media (prefers-color-scheme:dark){#text{color:#f00}}</style>Plain words.";

describe("modes on the real stack", function () {
  this.timeout(240_000);
  let world: World;
  before(async () => {
    world = await startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000" });
  });
  after(() => world?.stop());

  it("have baselines of their own, fail and are approved by themselves, and leave what was there before", async () => {
    const { client, slug } = await world.project({ Home: "/page/home" });
    const views = async (runId: string) =>
      ((await client.results(runId)) as unknown as { mode?: string; status: string }[]).map(
        ({ mode, status }) => `${mode ?? "default"} ${status}`,
      );
    // A baseline from before modes were configured.
    await client.wait((await client.run({ type: "baseline" })).runId);
    const scenarios = [{ label: "Home", url: "/page/home", viewports: ["phone"], modes: ["default", "dark"] }];
    const config = { version: 1, project: { slug }, modes: { dark: { colorScheme: "dark" } }, scenarios };
    await client.request("POST", "/api/config", { mode: "apply", config });

    const first = await client.run({});
    await client.wait(first.runId);
    expect(await views(first.runId)).to.deep.equal(["default passed", "dark failed"]);
    await client.wait((await client.run({ type: "baseline" })).runId);
    const same = await client.run({});
    await client.wait(same.runId);
    expect(await views(same.runId)).to.deep.equal(["default passed", "dark passed"]);

    world.site.set("home", RED_IN_DARK);
    const changed = await client.run({});
    await client.wait(changed.runId);
    expect(await views(changed.runId)).to.deep.equal(["default passed", "dark failed"]);
    const approve = (modes: string[]) =>
      client.request("POST", "/api/tests/approve", { project: slug, runId: changed.runId, scenarios: ["Home"], modes });
    expect(await approve(["default"])).to.deep.include({ promoted: [] });
    const { promoted } = (await approve(["dark"])) as { promoted: { mode: string }[] };
    expect(promoted.map(({ mode }) => mode)).to.deep.equal(["dark"]);
    const again = await client.run({});
    await client.wait(again.runId);
    expect(await views(again.runId)).to.deep.equal(["default passed", "dark passed"]);
  });
});
