// Several crawls of one site, each by a worker of its own: together they are no faster than the site allows one.
import { expect } from "chai";
import { createCrawlActivities } from "../../../activities/jobs/crawl/index.ts";
import { withSiteTurn } from "../../../activities/site/siteTurn.ts";
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
    // The first request of all has none before it.
    expect(Math.min(...pauses.slice(1)), "ms between an answer and the next request").to.be.at.least(DELAY_MS - 5);
    expect(await crawls.models.siteLines.countDocuments()).to.equal(0);
  });

  it("is given on where the work fails, and left by who is cancelled while waiting", async () => {
    site = await startSite({});
    crawls = await openCrawls([site.port]);
    const never = new AbortController();
    const phases: string[] = [];
    const asking = (id: string, signal = never.signal) => ({
      url: site.url,
      id,
      signal,
      note: (phase: string) => void phases.push(phase),
    });
    const told = (work: Promise<unknown>) =>
      work.then(
        () => "done",
        (error: Error) => error.message,
      );
    const cancel = new AbortController();
    const outcomes: string[] = [];
    const failed = told(
      withSiteTurn(crawls.deps, asking("a"), async () => {
        const waits = told(
          withSiteTurn(crawls.deps, asking("b", cancel.signal), async () => expect.fail("not its turn")),
        );
        cancel.abort(new Error("nobody wants it"));
        outcomes.push(await waits);
        throw new Error("the site is away");
      }),
    );
    expect(await failed).to.equal("the site is away");
    expect(outcomes[0]).to.match(/nobody wants it|aborted/);
    expect(await withSiteTurn(crawls.deps, asking("c"), async () => "asked")).to.equal("asked");
    expect(await crawls.models.siteLines.countDocuments()).to.equal(0);
  });
});
