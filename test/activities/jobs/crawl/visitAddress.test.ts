// How an address is classified if the server's response alone is not enough.
import { expect } from "chai";
import { type Crawls, openCrawls, pageOf, type Route, respond, type Site, startSite } from "../../../support/crawls.ts";

const redirect =
  (location: string, headers: Record<string, string> = {}): Route =>
  (_, response) =>
    response.writeHead(302, { location, ...headers }).end();

describe("a visit of a crawl", () => {
  let site: Site;
  let crawls: Crawls;
  before(async () => {
    site = await startSite({
      "/": { links: ["/list?size=1&color=2", "/greeting", "/loop", "/wander?a=1&b=2", "/kyrillic", "/enter"] },
      "/enter": redirect("https://ann:word@idp.example/in?code=s3cr3t"),
      // The site orders parameters differently from the alphabet.
      "/list?color=2&size=1": redirect("/list?size=1&color=2"),
      "/list?size=1&color=2": { links: ["/below-list"] },
      "/below-list": { links: [] },
      "/greeting": (request, response) => {
        if (request.headers.cookie === "seen=1; lang=de") return respond(response, pageOf("greeting"));
        response.setHeader("set-cookie", ["seen=1; Path=/", "lang=de; Path=/"]);
        response.writeHead(302, { location: "/greeting" }).end();
      },
      "/loop": redirect("/loop"),
      "/wander?a=1&b=2": redirect("/wander?b=2&a=1&utm_source=x"),
      "/wander?b=2&a=1&utm_source=x": redirect("/elsewhere"),
      "/elsewhere": { links: [] },
      "/kyrillic": (_, response) =>
        respond(
          response,
          Buffer.from(
            `<html><head><meta charset="windows-1251"><title>\xcf\xf0\xe8\xe2\xe5\xf2</title></head></html>`,
            "latin1",
          ),
          "text/html",
        ),
    });
    crawls = await openCrawls([site.port]);
  });
  after(async () => {
    await crawls?.close();
    await site?.close();
  });

  it("follows an address to its other spellings, and to itself once a cookie is set", async () => {
    const jobId = await crawls.addJob(site.url);
    const { pages, broken, counts } = await crawls.crawl(jobId);
    const at = (path: string) => `${site.url}${path}`;
    expect(await crawls.pagesOf(jobId)).to.have.members(
      ["/", "/list?color=2&size=1", "/below-list", "/greeting", "/elsewhere", "/kyrillic"].map(at),
    );
    expect(await crawls.addressOf(jobId, at("/below-list"))).to.include({ foundOn: at("/list?color=2&size=1") });
    expect(await crawls.addressOf(jobId, at("/wander?a=1&b=2"))).to.include({
      state: "redirect",
      of: at("/elsewhere"),
    });
    expect((await crawls.addressOf(jobId, at("/enter")))?.of)
      .to.match(/^https:\/\/idp\.example/)
      .and.not.match(/word|s3cr3t/);
    expect(broken).to.deep.equal([
      { url: at("/loop"), status: 302, reason: "It redirects to itself.", foundOn: at("/") },
    ]);
    expect(site.times("/loop")).to.have.length(4);
    expect(counts.redirects).to.equal(2);
    expect(pages.find(({ url }) => url === at("/kyrillic"))?.title, "by its meta charset").to.equal("Привет");
  });
});
