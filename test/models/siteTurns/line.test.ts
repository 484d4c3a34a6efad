import { expect } from "chai";
import { leaveLine, standInLine, TURN_LEASE_MS } from "../../../models/siteTurns/queries.ts";
import { openDatabase } from "../../support/database.ts";

describe("the line at a site", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database?.drop());
  const stand = (id: string, now = 0, host = "shop.example") => standInLine(database.models, host, id, now);
  const leave = (id: string, host = "shop.example") => leaveLine(database.models, host, id);

  it("lets one of many that come at once ask, and the others after it in their order", async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `job_${n}`);
    const places = await Promise.all(ids.map((id) => stand(id)));
    expect([...places].sort((a, b) => a - b)).to.deep.equal(ids.map((_, n) => n));
    const inOrder = ids.toSorted((a, b) => (places[ids.indexOf(a)] ?? 0) - (places[ids.indexOf(b)] ?? 0));
    for (const [at, id] of inOrder.entries()) {
      expect(await stand(id)).to.equal(0);
      const others = inOrder.slice(at + 1);
      expect(await Promise.all(others.map((one) => stand(one)))).to.deep.equal(others.map((_, n) => n + 1));
      await leave(id);
    }
    expect(await database.models.siteLines.countDocuments()).to.equal(0);
  });

  it("all leave at once, and nothing is left", async () => {
    const ids = Array.from({ length: 8 }, (_, n) => `job_${n}`);
    await Promise.all(ids.map((id) => stand(id)));
    await Promise.all(ids.map((id) => leave(id)));
    expect(await database.models.siteLines.countDocuments()).to.equal(0);
  });

  it("forgets who does not renew its place, and lets the next attempt of a job have the old one's", async () => {
    expect(await stand("job_dead", 0)).to.equal(0);
    expect(await stand("job_next", TURN_LEASE_MS)).to.equal(1);
    expect(await stand("job_dead", TURN_LEASE_MS), "another attempt").to.equal(0);
    expect(await stand("job_next", 2 * TURN_LEASE_MS + 1)).to.equal(0);
    await leave("job_next");
  });

  it("is another one at another host", async () => {
    expect([await stand("job_a"), await stand("job_b", 0, "blog.example")]).to.deep.equal([0, 0]);
    await Promise.all([leave("job_a"), leave("job_b", "blog.example")]);
  });
});
