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
