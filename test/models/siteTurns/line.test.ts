import { expect } from "chai";
import {
  askTurn,
  forgetLines,
  leaveLine,
  passTurn,
  renewTurn,
  TURN_LEASE_MS,
} from "../../../models/siteTurns/queries.ts";
import { openDatabase } from "../../support/database.ts";

describe("the line at a site", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database?.drop());
  const host = "shop.example";
  const asker = (id: string, owner = `${id}-1`) => ({ id, owner });
  const ask = (id: string, now = 0, owner?: string) => askTurn(database.models, host, asker(id, owner), now);
  const ahead = async (id: string, now = 0, owner?: string) => (await ask(id, now, owner)).before;
  const leave = (id: string, owner?: string) => leaveLine(database.models, host, asker(id, owner));
  afterEach(() => database.models.siteLines.deleteMany({}));

  it("lets one of many that come at once ask, and the others after it in their order", async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `job_${n}`);
    const places = await Promise.all(ids.map((id) => ahead(id)));
    expect([...places].sort((a, b) => a - b)).to.deep.equal(ids.map((_, n) => n));
    const inOrder = ids.toSorted((a, b) => (places[ids.indexOf(a)] ?? 0) - (places[ids.indexOf(b)] ?? 0));
    for (const [at, id] of inOrder.entries()) {
      expect(await ahead(id)).to.equal(0);
      const others = inOrder.slice(at + 1);
      expect(await Promise.all(others.map((one) => ahead(one)))).to.deep.equal(others.map((_, n) => n + 1));
      await leave(id);
    }
    expect(await database.models.siteLines.countDocuments()).to.equal(0);
  });

  it("all leave at once, and nothing is left", async () => {
    const ids = Array.from({ length: 8 }, (_, n) => `job_${n}`);
    await Promise.all(ids.map((id) => ask(id)));
    await Promise.all(ids.map((id) => leave(id)));
    expect(await database.models.siteLines.countDocuments()).to.equal(0);
  });

  it("gives the turn of a dead attempt to the next one of its work, and counts both", async () => {
    expect(await ask("job_dead")).to.deep.equal({ before: 0, tries: 1 });
    expect(await ahead("job_dead", TURN_LEASE_MS, "job_dead-2"), "the first may still work").to.equal(1);
    expect(await ask("job_dead", TURN_LEASE_MS + 1, "job_dead-2")).to.deep.equal({ before: 0, tries: 2 });
    await renewTurn(database.models, host, asker("job_dead"), 2 * TURN_LEASE_MS);
    await leave("job_dead");
    expect(await ahead("job_next", 2 * TURN_LEASE_MS), "the late first attempt changes nothing").to.equal(1);
    expect(await ahead("job_next", 2 * TURN_LEASE_MS + 2)).to.equal(0);
  });

  it("keeps the turn of who renews it, and gives no turn back that another has", async () => {
    await ask("job_a");
    await renewTurn(database.models, host, asker("job_a"), TURN_LEASE_MS);
    expect(await ahead("job_b", 2 * TURN_LEASE_MS)).to.equal(1);
    expect(await ahead("job_b", 2 * TURN_LEASE_MS + 1)).to.equal(0);
    await renewTurn(database.models, host, asker("job_a"), 2 * TURN_LEASE_MS + 2);
    expect(await ahead("job_a", 2 * TURN_LEASE_MS + 3), "no two at once").to.equal(1);
  });

  it("goes past one that does not come, which has its place when it does", async () => {
    await ask("job_a");
    expect(await ahead("job_late")).to.equal(1);
    await leave("job_a");
    expect(await ahead("job_b", 1_000), "the late one is expected").to.equal(1);
    expect(await ahead("job_c", 1_000)).to.equal(2);
    expect(await ahead("job_b", 60_000)).to.equal(0);
    expect(await ahead("job_late", 60_001)).to.equal(1);
    await leave("job_b");
    expect(await ahead("job_c", 60_002)).to.equal(1);
    expect(await ask("job_late", 60_003)).to.deep.equal({ before: 0, tries: 1 });
  });

  it("passes the turn and keeps the place", async () => {
    await ask("job_a");
    await passTurn(database.models, host, asker("job_a"));
    expect(await ahead("job_b", 1)).to.equal(0);
    await leave("job_b");
    expect(await ask("job_a", 1, "job_a-2")).to.deep.equal({ before: 0, tries: 2 });
  });

  it("forgets a line that nobody comes to, and no other", async () => {
    await ask("job_a");
    await passTurn(database.models, host, asker("job_a"));
    await forgetLines(database.models, 3_600_000);
    expect(await database.models.siteLines.countDocuments()).to.equal(1);
    await forgetLines(database.models, 3_600_001);
    expect(await database.models.siteLines.countDocuments()).to.equal(0);
  });

  it("is another one at another host", async () => {
    const at = (id: string, other: string) => askTurn(database.models, other, asker(id), 0);
    expect([(await at("job_a", "a.example")).before, (await at("job_b", "b.example")).before]).to.deep.equal([0, 0]);
  });
});
