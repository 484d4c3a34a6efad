import { expect } from "chai";
import { loadOf } from "../../../../domain/pillars/privacy/loads.ts";

describe("what a page loads from others", () => {
  for (const [url, kind, load] of [
    ["https://fonts.googleapis.com/css2?family=Inter", "stylesheet", "font"],
    ["https://fonts.gstatic.com/s/inter/v1/a.woff2", "font", "font"],
    ["https://use.typekit.net/abc1def.css", "stylesheet", "font"],
    ["https://cdn.example.net/a.woff2", "font", "font"],
    ["https://maps.googleapis.com/maps/api/js?key=k", "script", "map"],
    ["https://www.google.com/maps/embed?pb=1", "document", "map"],
    ["https://a.tile.openstreetmap.org/7/63/42.png", "image", "map"],
    ["https://api.mapbox.com/styles/v1/x/tiles/1/2/3", "fetch", "map"],
    ["https://cdn.jsdelivr.net/npm/vue@3", "script", "script"],
    ["https://cdn.jsdelivr.net/npm/a.css", "stylesheet", undefined],
    ["https://www.google.com/recaptcha/api.js", "script", "script"],
    ["https://www.google.com/logo.png", "image", undefined],
    ["not an address", "script", undefined],
  ] as const)
    it(`${kind} ${url}: ${load ?? "nothing of the kind"}`, () => expect(loadOf(url, kind)).to.equal(load));
});
