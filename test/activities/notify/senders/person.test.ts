import { expect } from "chai";
import { sendToPerson } from "../../../../activities/notify/senders/person.ts";
import { readConfig } from "../../../../domain/config.ts";
import type { PersonalBody } from "../../../../domain/notify/personal.ts";
import { openDatabase } from "../../../support/database.ts";
import { startMailServer } from "../../../support/mailServer.ts";

describe("a message for one person", function () {
  this.timeout(60_000);
  it("is mailed to a member, and not to somebody who was removed before it could be sent", async () => {
    const { models, drop } = await openDatabase();
    const server = await startMailServer();
    try {
      const [userId, orgId] = ["usr_ada", "org_a"];
      const at = new Date("2026-03-10T12:00:00Z");
      const member = { userId, role: "editor" as const, joinedAt: at, epoch: null };
      await models.organisations.create({
        _id: orgId,
        name: "A",
        slug: "a",
        plan: "team",
        members: [member],
        createdAt: at,
      });
      await models.users.create({
        _id: userId,
        orgId,
        email: "ada@example.com",
        name: "Ada",
        role: "editor",
        passwordHash: null,
        provedBy: "mail",
        createdAt: at,
      });
      const body: PersonalBody = {
        id: "evt_1",
        type: "person.mention",
        createdAt: at.toISOString(),
        summary: "Eve mentioned you",
        text: "Look at this.",
        project: { id: "prj_shop", slug: "shop", name: "Shop" },
        url: "https://quality.example/p/shop",
      };
      const deps = { config: readConfig(server.env), models, log: () => undefined } as never;
      const send = () => sendToPerson(deps, { userId, orgId }, { eventId: "evt_1", body: JSON.stringify(body), at });
      expect(await send()).to.include({ outcome: "delivered" });
      await models.organisations.updateOne({ _id: orgId }, { $set: { members: [] } });
      expect(await send()).to.include({ outcome: "unwanted", note: "The person is no longer a member." });
      expect(server.got.map(({ to }) => to)).to.deep.equal([["ada@example.com"]]);
    } finally {
      await server.close();
      await drop();
    }
  });
});
