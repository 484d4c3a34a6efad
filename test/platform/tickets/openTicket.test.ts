// Tickets of Jira, GitHub and GitLab over real HTTP: read, commented on once, and each refusal told without the token.
import { expect } from "chai";
import {
  TICKET_SYSTEMS,
  type TicketSystem,
  type TicketSystemName,
  ticketProblem,
} from "../../../domain/proof/ticketSystem.ts";
import { HostError } from "../../../platform/codeHosts/codeHost.ts";
import { writeSticky } from "../../../platform/codeHosts/stickyComment.ts";
import { openTicket } from "../../../platform/tickets/openTicket.ts";
import { fakeTracker, TEXT, TOKEN } from "../../support/fakeTracker.ts";

describe("a ticket in its system", function () {
  this.timeout(20_000);
  let tracker: Awaited<ReturnType<typeof fakeTracker>>;
  beforeEach(async () => {
    tracker = await fakeTracker();
  });
  afterEach(() => tracker.close());
  const systemOf = (system: TicketSystemName, baseUrl = tracker.url): TicketSystem => ({
    ...{ system, baseUrl, email: null, token: TOKEN, repository: "acme/shop", comment: true },
  });
  const keyOf = (system: TicketSystemName) => (system === "jira" ? "SHOP-12" : "#12");

  for (const system of TICKET_SYSTEMS) {
    it(`of ${system} is read, and commented on once`, async () => {
      const open = () => openTicket(systemOf(system), keyOf(system));
      const read = await (await open()).read();
      expect([read.title, read.description]).to.deep.equal(["Adding", TEXT]);
      expect(read.url).to.match(/^http/);
      const first = await writeSticky((await open()).thread, "<!-- us -->", "<!-- us -->\none");
      const second = await writeSticky((await open()).thread, "<!-- us -->", "<!-- us -->\ntwo");
      expect([first.created, second.created]).to.deep.equal([true, false]);
      expect(tracker.state.comments).to.deep.equal([{ id: 1, body: "<!-- us -->\ntwo" }]);
      expect(tracker.state.authorization.every((one) => one.includes(TOKEN))).to.equal(true);
    });

    for (const status of [401, 403, 404, 429])
      it(`of ${system} that answers ${status} says what to do, and no token`, async () => {
        tracker.state.status = status;
        const error = await (await openTicket(systemOf(system), keyOf(system))).read().then(
          () => expect.fail("it was read"),
          (reason: unknown) => reason as HostError,
        );
        expect(error).to.be.instanceOf(HostError);
        expect(error.status).to.equal(status);
        const said = ticketProblem(system, error.status, keyOf(system));
        expect(said)
          .to.match(/^(?:Jira|GitHub|GitLab) /)
          .and.not.to.contain(TOKEN);
      });

    it(`of ${system} that is unavailable has no status`, async () => {
      const gone = systemOf(system, "http://127.0.0.1:1");
      const error = await (await openTicket(gone, keyOf(system)))
        .read()
        .catch((reason: unknown) => reason as HostError);
      expect(error).to.include({ name: "HostError", status: 0 });
    });
  }

  it("is not asked for by a key that its system cannot have", async () => {
    for (const [system, key] of [
      ["jira", "../../myself"],
      ["github", "SHOP-12x"],
      ["gitlab", "abc"],
    ] as const) {
      const error = await openTicket(systemOf(system), key).catch((reason: unknown) => reason as HostError);
      expect(error).to.include({ status: 404 });
    }
    expect(tracker.state.authorization).to.deep.equal([]);
  });
});
