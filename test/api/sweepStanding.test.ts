// What is shown about the next sweep: in a project's settings, by /api/ready and by the doctor.
import { expect } from "chai";
import { addCounts, beginCleanup, endCleanup, insertCleanup } from "../../models/cleanups/queries.ts";
import { nameDatabase } from "../../models/installations/queries.ts";
import { announceSweep } from "../../models/installations/sweeps.ts";
import { makeWorld, type World } from "./support/world.ts";

const DAY_MS = 86_400_000;

describe("what people are told of the next sweep", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
    await nameDatabase(world.models, null);
  });
  afterEach(() => world.close());

  const PATH = "/api/app/projects/shop/next-sweep";
  const read = async () => {
    const session = await world.session("viewer");
    return (await world.client.get(PATH, { session })).body;
  };
  const end = async (id: string, error: string | null = null) => {
    await beginCleanup(world.models, id, world.clock.at);
    await endCleanup(world.models, id, { at: world.clock.at, error });
  };

  it("when it is announced, and what the newest plan counted of the project", async () => {
    expect(await read()).to.deep.include({ daily: true, announcedAt: null, lastAt: null, counting: false, plan: null });
    const at = new Date(world.clock.at.getTime() + 7 * DAY_MS);
    await announceSweep(world.models, at);
    await insertCleanup(world.models, { _id: "cln_1", kind: "plan", at: world.clock.at });
    await addCounts(world.models, "cln_1", {
      prj_shop: { runs: { main: 3 }, documents: 30, artifacts: 9, bytes: 900 },
      prj_blog: { runs: { audits: 1 }, documents: 5, artifacts: 0, bytes: 0 },
    });
    expect(await read()).to.include({ counting: true, plan: null });
    await end("cln_1");
    const runs = { pullRequests: 0, main: 3, audits: 0, functional: 0, uploads: 0, jobs: 0 };
    expect(await read()).to.deep.include({
      announcedAt: at.toISOString(),
      counting: false,
      plan: { at: world.clock.at.toISOString(), runs, documents: 30, artifacts: 9, bytes: 900 },
    });
    const ready = await world.client.get("/api/ready", {});
    expect(ready.body.sweep).to.deep.equal({ daily: true, announcedAt: at.toISOString(), lastAt: null });
    const key = await world.addKey("ci");
    const { production } = (await world.client.get("/api/ci/checkup", { key })).body as {
      production: Record<string, unknown>;
    };
    expect(production.sweep).to.deep.equal({ daily: true, announcedAt: at.toISOString(), runs: 4, error: null });
    expect(production.storage).to.deep.equal({ used: 0, limit: null });
  });

  it("when it last was, and why it failed", async () => {
    await insertCleanup(world.models, { _id: "cln_1", kind: "retention", at: world.clock.at });
    await end("cln_1");
    const lastAt = world.clock.at.toISOString();
    expect(await read()).to.include({ lastAt, error: null });
    world.advance(1_000);
    await insertCleanup(world.models, { _id: "cln_2", kind: "retention", at: world.clock.at });
    await end("cln_2", "The clock is wrong.");
    expect(await read()).to.include({ lastAt, error: "The clock is wrong." });
  });

  it("as announced, also where somebody swept before, and without an error where it was only skipped", async () => {
    const announced = new Date(world.clock.at.getTime() + 5 * DAY_MS);
    await announceSweep(world.models, announced);
    await insertCleanup(world.models, { _id: "cln_1", kind: "retention", at: world.clock.at });
    await end("cln_1");
    expect(await read()).to.include({ announcedAt: announced.toISOString() });
    world.advance(1_000);
    await insertCleanup(world.models, { _id: "cln_2", kind: "retention", at: world.clock.at, daily: true });
    await beginCleanup(world.models, "cln_2", world.clock.at);
    const why = { at: world.clock.at, error: null, skip: "Nothing was written lately." };
    await endCleanup(world.models, "cln_2", why);
    expect(await read()).to.include({ announcedAt: announced.toISOString(), error: null });
    expect(await world.models.cleanups.findById("cln_2").lean()).to.include({ status: "skipped", error: why.skip });
  });

  it("is counted for an administrator alone, once at a time", async () => {
    const [admin, editor] = [await world.session("admin"), await world.session("editor")];
    expect((await world.client.post(PATH, { session: editor, body: {} })).status).to.equal(403);
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await world.client.post(PATH, { session: admin, body: {} });
      expect([status, body.counting]).to.deep.equal([200, true]);
    }
    expect(await world.models.cleanups.countDocuments({ kind: "plan" })).to.equal(1);
  });
});
