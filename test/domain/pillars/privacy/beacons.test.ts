import { expect } from "chai";
import { beaconProvider } from "../../../../domain/pillars/privacy/beacons.ts";
import { providerByContent } from "../../../../domain/pillars/privacy/contents.ts";

const own = { thirdParty: false, entity: null, category: null };
const ads = { thirdParty: true, entity: "Some Ads", category: "ad" };
const cdn = { thirdParty: true, entity: "Some CDN", category: "cdn" };

describe("beaconProvider", () => {
  for (const [url, kind, party, body, provider] of [
    ["https://shop.test/g/collect?v=2&tid=G-1", "ping", own, [], "Google Analytics 4"],
    ["https://shop.test/collect?v=1&tid=UA-1", "fetch", own, [], "Google Analytics"],
    ["https://shop.test/collect", "ping", own, ["v", "tid"], "Google Analytics"],
    ["https://stats.shop.test/matomo.php?idsite=1", "image", own, [], "Matomo"],
    ["https://www.facebook.com/tr/?id=1", "image", ads, [], "Meta"],
    ["https://metrics.shop.test/b/ss/suite/1/x", "image", own, [], "Adobe Analytics"],
    ["https://stats.shop.test/event?s=612345&idclient=a1", "fetch", own, [], "Piano Analytics"],
    ["https://stats.shop.test/event?s=612345", "fetch", own, [], undefined],
    ["https://stats.shop.test/hit.xiti?s=612345&p=Home", "image", own, [], "AT Internet"],
    [`https://tags.shop.test/v2/JS/${"0a1b2c3d".repeat(4)}/Events`, "fetch", own, [], "mParticle"],
    ["https://shop.test/ingest/e/?compression=gzip-js&ver=1.2&_=1", "fetch", own, [], "PostHog"],
    ["https://shop.test/blog/e/", "fetch", own, [], undefined],
    ["https://shop.test/nr/events/1/NRJS-0a1b2c3d4e5f?a=1&v=1.2&rst=9&ref=x", "ping", own, [], "New Relic"],
    ["https://analytics.tiktok.com/api/v1/track", "fetch", own, [], "TikTok"],
    ["https://analytics-ipv6.tiktokw.us/api/v2/pixel", "ping", own, [], "TikTok"],
    ["https://analytics.us.tiktokw.us/api/v2/pixel/act", "ping", own, [], "TikTok"],
    ["https://analytics.tiktok.com/api/v2/performance_interaction", "fetch", own, [], "TikTok"],
    ["https://www.tiktok.com/embed/v2/7", "fetch", own, [], undefined],
    ["https://tiktokw.us.shop.test/api/v2/pixel", "fetch", own, [], undefined],
    ["https://events.launchdarkly.com/events/bulk/1a2b", "fetch", cdn, [], "LaunchDarkly"],
    ["https://clientstream.launchdarkly.com/eval/env/e30", "eventsource", cdn, [], undefined],
    ["https://logc1.xiti.com/hit.xiti?s=612345", "image", { ...ads, entity: "XiTi" }, [], "XiTi"],
    ["https://www.google-analytics.com/g/collect?v=2&tid=G-1", "ping", ads, [], "Google Analytics 4"],
    ["https://x.ads.test/stream?id=1", "eventsource", ads, [], "Some Ads"],
    ["https://shop.test/g/collect?v=2&tid=G-1", "eventsource", own, [], "Google Analytics 4"],
    ["https://x.ads.test/event", "fetch", ads, [], "Some Ads"],
    ["https://x.ads.test/creative.png", "image", ads, [], undefined],
    ["https://x.ads.test/lib.js", "script", ads, [], undefined],
    ["https://cdn.test/data.json", "fetch", cdn, [], undefined],
    ["https://shop.test/collect", "fetch", own, [], undefined],
    ["https://shop.test/garbage/collect", "fetch", own, [], undefined],
    ["https://shop.test/api/basket", "fetch", own, [], undefined],
    ["not an address", "fetch", own, [], undefined],
  ] as const)
    it(`${kind} ${url}: ${provider ?? "none"}`, () =>
      expect(beaconProvider(url, kind, party, body)).to.equal(provider));
});

describe("reports that only their content tells", () => {
  const event = '{"event":"$pageview","properties":{"token":"phc_1a2b","distinct_id":"7"}}';
  const batch = `{"api_key":"phc_1a2b","batch":[${event}]}`;
  const hit = '{"events":[{"name":"page.display","data":{"page":"Home"}}]}';
  const site = "s=612345&idclient=9f";
  for (const [url, body, provider] of [
    ["https://shop.test/ingest/e/?ip=1&_=1", event, "PostHog"],
    ["https://shop.test/relay-x/i/v0/e/", event, "PostHog"],
    ["https://shop.test/ph/batch/", batch, "PostHog"],
    ["https://shop.test/ingest/e/", `data=${encodeURIComponent(Buffer.from(event).toString("base64"))}`, "PostHog"],
    [`https://shop.test/t/x7?${site}`, hit, "Piano Analytics"],
    [`https://stats.shop.test/?${site}`, hit, "Piano Analytics"],
    // Requests that a shop sends for its own purposes, at the same paths or in the same format.
    ["https://shop.test/api/batch", '{"batch":[{"event":"saved","properties":{"token":"a1b2c3"}}]}', undefined],
    ["https://shop.test/e/", '{"event":"saved"}', undefined],
    ["https://shop.test/api/notes", event, undefined],
    ["https://shop.test/t/x7?s=612345", hit, undefined],
    [`https://shop.test/t/x7?${site}`, '{"events":[{"id":1}]}', undefined],
    [`https://shop.test/search?${site}`, '{"q":"lamp"}', undefined],
    ["https://shop.test/ingest/e/", "not JSON", undefined],
    ["https://shop.test/ingest/e/", `${event.slice(0, -1)},"pad":"${"x".repeat(200_000)}"}`, undefined],
    ["https://shop.test/ingest/e/", null, undefined],
  ] as const)
    it(`POST ${url} ${(body ?? "without a body").slice(0, 40)}: ${provider ?? "none"}`, () =>
      expect(providerByContent(url, body)).to.equal(provider));

  it("keep the name that an owner of the host has, as accepted findings have it", () => {
    expect(beaconProvider("https://shop.test/t/x7", "fetch", own, [], "Piano Analytics")).to.equal("Piano Analytics");
    expect(beaconProvider("https://x.ads.test/t/x7", "fetch", ads, [], "Piano Analytics")).to.equal("Some Ads");
    expect(beaconProvider("https://shop.test/t/x7", "script", own, [], "Piano Analytics")).to.equal(undefined);
  });
});
