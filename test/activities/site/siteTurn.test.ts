// Several crawls of one site, each by a separate worker: together they are no faster than the site allows for one.
import type { ApplicationFailure } from "@temporalio/common";
import { expect } from "chai";
import { invalid } from "../../../activities/failures.ts";
import { createCrawlActivities } from "../../../activities/jobs/crawl/index.ts";
import { type SiteTurnHeld, withSiteTurn } from "../../../activities/site/siteTurn.ts";
import { type Crawls, openCrawls, pageOf, type Route, respond, type Site, startSite } from "../../support/crawls.ts";

const DELAY_MS = 100;
const ANSWER_MS = 60;

describe("the turn at a site", () => {
  let site: Site;
  let crawls: Crawls;
  afterEach(async () => {
    await crawls?.close();
    await site?.close();
  });

  it("three workers that crawl one site keep its Crawl-delay together, and each finds all of it", async () => {
    let open = 0;
    let most = 0;
    let endedAt = Number.NEGATIVE_INFINITY;
    const pauses: number[] = [];
    const slow =
      (links: string[]): Route =>
      (request, response) => {
        open += 1;
        most = Math.max(most, open);
        pauses.push(performance.now() - endedAt);
        setTimeout(() => {
          open -= 1;
          endedAt = performance.now();
          respond(response, pageOf(request.url ?? "", links));
        }, ANSWER_MS);
      };
    const links = Array.from({ length: 5 }, (_, n) => `/p${n}`);
    site = await startSite({
      "/robots.txt": (_, response) =>
        response
          .writeHead(200, { "content-type": "text/plain" })
          .end(`User-agent: *\nCrawl-delay: ${DELAY_MS / 1_000}`),
      "/": slow(links),
      ...Object.fromEntries(links.map((at) => [at, slow([])])),
    });
    crawls = await openCrawls([site.port]);
    const ids = await Promise.all([1, 2, 3].map(() => crawls.addJob(site.url)));
    const found = await Promise.all(ids.map((id) => crawls.crawl(id, createCrawlActivities(crawls.deps))));
    expect(found.map(({ counts }) => counts.pages)).to.deep.equal([6, 6, 6]);
    expect(most, "requests at once").to.equal(1);
    // The very first request has no predecessor.
    expect(Math.min(...pauses.slice(1)), "ms between an answer and the next request").to.be.at.least(DELAY_MS - 5);
    expect(await crawls.models.siteLines.countDocuments()).to.equal(0);
  });

  describe("as work sees it", () => {
    const never = new AbortController().signal;
    const asking = (id: string, signal = never, maxTries = 3) => ({ url: site.url, id, signal, maxTries });
    const failure = (work: Promise<unknown>) =>
      work.then(
        () => expect.fail("it has not failed"),
        (error: unknown) => error as ApplicationFailure,
      );
    const turn = <T>(id: string, work: (held: SiteTurnHeld) => Promise<T>, signal = never) =>
      withSiteTurn(crawls.deps, asking(id, signal), work);
    const lines = () => crawls.models.siteLines.countDocuments();
    const fails = () => Promise.reject(new Error("the site is away"));
    beforeEach(async () => {
      site = await startSite({});
      crawls = await openCrawls([site.port]);
    });

    it("ends an attempt that finds others there, to look again later, and asks when they are done", async () => {
      await turn("a", async () => {
        const first = await failure(turn("b", () => expect.fail("not its turn")));
        expect(first).to.include({ type: "Waiting", nonRetryable: false, nextRetryDelay: 2_000, category: "BENIGN" });
        expect(await failure(turn("c", () => expect.fail("not its turn")))).to.include({ nextRetryDelay: 4_000 });
      });
      expect(await failure(turn("c", () => expect.fail("b is before it")))).to.include({ type: "Waiting" });
      expect(await turn("b", async ({ tries }) => tries)).to.equal(1);
      expect(await turn("c", async ({ tries }) => tries), "waiting is no try").to.equal(1);
      expect(await lines()).to.equal(0);
    });

    it("does not let two attempts of one work ask at once, and lets one that comes back go on", async () => {
      await turn("a", async () => {
        const other = new AbortController().signal;
        const waits = await failure(turn("a", () => expect.fail("the first one asks"), other));
        expect(waits).to.include({ type: "Waiting" });
        expect(await turn("a", async ({ tries }) => tries)).to.equal(1);
      });
      expect(await lines()).to.equal(0);
    });

    it("lets others ask once the work has passed its turn, or has failed", async () => {
      await turn("a", async ({ pass }) => {
        await pass();
        expect(await turn("b", async () => "asked")).to.equal("asked");
      });
      expect((await failure(turn("a", fails))).message).to.equal("the site is away");
      expect(await turn("b", async () => "asked")).to.equal("asked");
      expect(await turn("a", async ({ tries }) => tries)).to.equal(2);
      expect(await lines()).to.equal(0);
    });

    it("gives the work up after so many attempts that asked", async () => {
      for (let n = 1; n < 3; n += 1) expect(await failure(turn("a", fails))).not.to.have.property("nonRetryable");
      expect(await failure(turn("a", fails))).to.include({ nonRetryable: true, message: "the site is away" });
      expect(await lines()).to.equal(0);
    });

    it("leaves the line when it is cancelled, or can never work", async () => {
      const cancel = new AbortController();
      const cancelled = turn(
        "a",
        async () => {
          cancel.abort();
          cancel.signal.throwIfAborted();
        },
        cancel.signal,
      );
      expect((await failure(cancelled)).name).to.equal("AbortError");
      expect(await failure(turn("a", () => Promise.reject(invalid("no site"))))).to.include({ type: "InvalidInput" });
      expect(await lines()).to.equal(0);
    });
  });
});
