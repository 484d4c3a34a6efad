import { expect } from "chai";
import { cloakedHosts } from "../../../../activities/pillars/privacy/cloaked.ts";
import { trafficOf } from "../../../../activities/pillars/privacy/traffic.ts";
import { type ResolveAlias, rememberingAlias } from "../../../../platform/net/resolveAlias.ts";

const NAMES: Record<string, string> = {
  "stats.shop.com": "shop.eulerian.net",
  "metrics.shop.com": "edge.shop.com",
  "edge.shop.com": "shop.sc.omtrdc.net.",
  "cdn.shop.com": "d111.cloudfront.net",
  "loop.shop.com": "loop.shop.com",
  "gtm.shop.com": "www.google-analytics.com",
};
const asked: string[] = [];
const resolve: ResolveAlias = async (host) => {
  asked.push(host);
  return NAMES[host] ?? null;
};
const find = (urls: string[]) => cloakedHosts(urls, "https://www.shop.com/", "shop.com", resolve);
const request = (url: string) => ({
  url,
  kind: "ping",
  phase: "before" as const,
  at: 0,
  navigation: false,
  bodyNames: [],
  signs: [],
  setCookies: [],
  moment: "load" as const,
  initiator: { type: "script", url: null, line: null },
});

describe("hosts that hide a tracker behind a CNAME", () => {
  it("are told, also behind several names; other hosts and the page's own are not", async () => {
    const found = await find(
      ["stats", "metrics", "cdn", "loop", "gtm", "www", "plain"].map((name) => `https://${name}.shop.com/x`),
    );
    expect([...found].map(([host, { entity, alias }]) => [host, entity, alias])).to.have.deep.members([
      ["stats.shop.com", "Eulerian", "stats.shop.com"],
      ["metrics.shop.com", "Adobe Analytics", "metrics.shop.com"],
      ["gtm.shop.com", "Google Analytics", "gtm.shop.com"],
    ]);
    expect(asked).not.to.include("www.shop.com");
  });

  it("ask for hosts of the site alone, and for a bounded number of them", async () => {
    asked.length = 0;
    await find([
      "https://other.org/",
      "http://127.0.0.1/",
      ...Array.from({ length: 99 }, (_, i) => `https://h${i}.shop.com/`),
    ]);
    expect(asked).to.have.length(20);
    expect(asked.every((host) => host.endsWith(".shop.com"))).to.equal(true);
  });

  it("make their requests those of another site", async () => {
    const urls = ["https://stats.shop.com/col", "https://cdn.shop.com/x"];
    const { parties, beacons } = trafficOf(urls.map(request), ["shop.com"], await find(urls));
    expect(parties).to.have.length(1);
    expect(parties[0]).to.include({
      site: "eulerian.net",
      entity: "Eulerian",
      category: "analytics",
      alias: "stats.shop.com",
    });
    expect(beacons.map(({ provider, thirdParty }) => [provider, thirdParty])).to.deep.equal([["Eulerian", true]]);
  });

  it("give fonts, maps and scripts, which are noted with the party", () => {
    const urls = ["https://fonts.googleapis.com/css2?family=Inter", "https://maps.googleapis.com/maps/api/js"];
    const { parties } = trafficOf(urls.map(request), ["shop.com"]);
    expect(parties.flatMap(({ loads }) => loads)).to.have.members(["font", "map"]);
    const ofFrame = (frame: string) =>
      trafficOf(
        urls.map((url) => ({ ...request(url), frame })),
        ["shop.com"],
      ).parties.flatMap(({ loads }) => loads);
    expect(ofFrame("https://www.google.com/recaptcha/api2/anchor"), "a frame of another site").to.deep.equal([]);
    expect(ofFrame("https://shop.com/menu")).to.have.length(2);
  });

  it("of the site that a preview stands for are its own", () => {
    const urls = ["https://api.shop.com/cart", "https://shop-7.preview.example/x", "https://other.example/y"];
    const { parties } = trafficOf(urls.map(request), ["preview.example", "shop.com"]);
    expect(parties.map(({ site }) => site)).to.deep.equal(["other.example"]);
  });

  it("are asked for once, and a failure is no alias", async () => {
    let times = 0;
    const kept = rememberingAlias(async () => {
      times += 1;
      throw new Error("no name server");
    });
    expect([await kept("a.test"), await kept("a.test"), times]).to.deep.equal([null, null, 1]);
  });
});
