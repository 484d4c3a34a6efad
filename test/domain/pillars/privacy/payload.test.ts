import { expect } from "chai";
import { isTrackerLike, payloadSigns } from "../../../../domain/pillars/privacy/payload.ts";

const PAGE = "https://shop.test/products/vase?x=1";
const like = (url: string, body: string | null = null): boolean => isTrackerLike(payloadSigns(url, body, PAGE));

describe("the content of requests to hosts that nobody knows", () => {
  for (const [name, url, body] of [
    ["a query", `https://t.odd.test/p?cid=1804289383.17&dl=${encodeURIComponent(PAGE)}&sr=1280x720&en=view`, null],
    ["a form", "https://t.odd.test/p", `visitor_id=ab12cd34ef&url=${encodeURIComponent(PAGE)}&referrer=x&lang=en`],
    [
      "deep JSON",
      "https://t.odd.test/p",
      JSON.stringify({ a: { deviceId: "ab12cd34ef", pageUrl: PAGE }, b: [{ eventName: "x", screenWidth: 3 }] }),
    ],
  ] as const)
    it(`is like a tracker's: ${name}`, () => expect(like(url, body)).to.equal(true));

  for (const [name, url, body] of [
    ["a font", "https://fonts.odd.test/css?family=Inter", null],
    ["a search", "https://api.odd.test/search?page=2&lang=en&type=goods&ref=home", null],
    ["a basket", "https://api.odd.test/cart", JSON.stringify({ userId: "ab12cd34ef", items: [1], currency: "USD" })],
    [
      "a chat's greeting",
      "https://chat.odd.test/socket",
      JSON.stringify({ type: "hello", session: "ab12cd34ef", path: "/products/vase" }),
    ],
    ["a payment", "https://pay.odd.test/v1", "client_id=ab12cd34ef&amount=5&currency=USD&url=done"],
    ["a report of an error", "https://errors.odd.test/v1", JSON.stringify({ message: "x", url: PAGE, type: "error" })],
  ] as const)
    it(`is not: ${name}`, () => expect(like(url, body)).to.equal(false));

  it("comes to an end with hostile content", () => {
    for (const part of ['{"', '"a":"', "&a=", "\\", "[["])
      expect(like("https://o.test/", part.repeat(50_000))).to.equal(false);
  });
});
