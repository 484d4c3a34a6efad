import { expect } from "chai";
import { beaconProvider } from "../../../../domain/pillars/privacy/beacons.ts";

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
