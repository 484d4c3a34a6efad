import { expect } from "chai";
import { fillPath } from "../../../domain/net/fillPath.ts";

describe("paths with parameters", () => {
  it("encodes each value as one segment", () => {
    expect(fillPath("/api/{slug}/scenarios/{label}", { slug: "shop", label: "A/B & {slug}?" })).to.equal(
      "/api/shop/scenarios/A%2FB%20%26%20%7Bslug%7D%3F",
    );
    expect(fillPath("/api/versions/{version}", { version: 3 })).to.equal("/api/versions/3");
    expect(fillPath("/api/problems")).to.equal("/api/problems");
  });

  it("does not make a path with a hole", () => {
    expect(() => fillPath("/api/{slug}", {})).to.throw("/api/{slug} needs slug.");
  });
});
