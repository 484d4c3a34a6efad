// Tickets of Jira, GitHub and GitLab over real HTTP: read, commented on once, and every error without the token.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { allowListOf, NOTHING_ALLOWED } from "../../../domain/net/allowList.ts";
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

const LOOPBACK = allowListOf({ allowedHosts: "127.0.0.1" });
const listenOn = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe("a ticket in its system", function () {
  this.timeout(20_000);
  let tracker: Awaited<ReturnType<typeof fakeTracker>>;
  beforeEach(async () => {
    tracker = await fakeTracker();
  });
  afterEach(() => tracker.close());
  const systemOf = (system: TicketSystemName, baseUrl = tracker.url): TicketSystem => ({
    system,
    baseUrl,
    email: null,
    token: TOKEN,
    repository: "acme/shop",
    comment: true,
  });
  const keyOf = (system: TicketSystemName) => (system === "jira" ? "SHOP-12" : "#12");

  for (const system of TICKET_SYSTEMS) {
    it(`of ${system} is read, and commented on once`, async () => {
      const open = () => openTicket(systemOf(system), keyOf(system), LOOPBACK);
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
        const error = await (await openTicket(systemOf(system), keyOf(system), LOOPBACK)).read().then(
          () => expect.fail("it was read"),
          (reason: unknown) => reason as HostError,
        );
        expect(error).to.be.instanceOf(HostError);
        expect(error.status).to.equal(status);
        const said = ticketProblem(system, error, keyOf(system));
        expect(said)
          .to.match(/^(?:Jira|GitHub|GitLab) /)
          .and.not.to.contain(TOKEN);
      });

    it(`of ${system} that is unavailable has no status`, async () => {
      const gone = systemOf(system, "http://127.0.0.1:1");
      const error = await (await openTicket(gone, keyOf(system), LOOPBACK))
        .read()
        .catch((reason: unknown) => reason as HostError);
      expect(error).to.include({ name: "HostError", status: 0 });
    });
  }

  for (const system of TICKET_SYSTEMS) {
    const failureOf = async (work: () => Promise<unknown>) => {
      const error = await work().then(
        () => expect.fail("it was read"),
        (reason: unknown) => reason as HostError,
      );
      expect(error).to.be.instanceOf(HostError);
      expect(error.message).not.to.contain(TOKEN);
      return error;
    };
    const read = async (baseUrl: string, allowList = LOOPBACK) =>
      (await openTicket(systemOf(system, baseUrl), keyOf(system), allowList)).read();
    const ownComments = async (baseUrl: string) =>
      (await openTicket(systemOf(system, baseUrl), keyOf(system), LOOPBACK)).thread.own("<!-- us -->");

    it(`of ${system} on a private address is not asked for without the operator's list`, async () => {
      for (const baseUrl of [tracker.url, tracker.url.replace("127.0.0.1", "localhost"), "http://169.254.169.254"]) {
        const error = await failureOf(() => read(baseUrl, NOTHING_ALLOWED));
        expect(error.status).to.equal(0);
        // No list can allow a metadata address.
        expect(error.message).to.contain(baseUrl.includes("169.254") ? "never visited" : "SVC_ALLOWED_HOSTS");
      }
      expect(tracker.state.authorization).to.deep.equal([]);
    });

    it(`of ${system} is not looked for where a redirect leads`, async () => {
      let asked = 0;
      const host = createServer((request, response) => {
        asked += 1;
        response.writeHead(307, { location: new URL(request.url ?? "/", tracker.url).href }).end();
      });
      const url = await listenOn(host);
      for (const work of [read, ownComments]) expect((await failureOf(() => work(url))).status).to.equal(307);
      expect(asked).to.equal(2);
      expect(tracker.state.authorization).to.deep.equal([]);
      await new Promise((resolve) => host.close(resolve));
    });

    it(`of ${system} that sends without end is left`, async () => {
      const block = Buffer.alloc(1_000_000, " ");
      let sent = 0;
      const host = createServer((_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const more = () => {
          while (!response.destroyed && response.write(block)) sent += block.length;
        };
        response.on("drain", more).on("error", () => undefined);
        more();
      });
      const url = await listenOn(host);
      expect((await failureOf(() => read(url))).status).to.equal(0);
      expect(sent, "what was in flight included").to.be.below(40_000_000);
      host.closeAllConnections();
      await new Promise((resolve) => host.close(resolve));
    });
  }

  it("is not asked for by a key that its system cannot have", async () => {
    for (const [system, key] of [
      ["jira", "../../myself"],
      ["github", "SHOP-12x"],
      ["gitlab", "abc"],
    ] as const) {
      const error = await openTicket(systemOf(system), key, LOOPBACK).catch((reason: unknown) => reason as HostError);
      expect(error).to.include({ status: 404 });
    }
    expect(tracker.state.authorization).to.deep.equal([]);
  });
});
