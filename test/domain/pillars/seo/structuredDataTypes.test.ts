import { expect } from "chai";
import { NEEDS, SOURCE } from "../../../../domain/pillars/seo/structuredDataTypes.ts";

describe("types of structured data", () => {
  it("have a page of Google's documentation each", () => {
    for (const [type, { source }] of Object.entries(NEEDS))
      expect(new URL(source, SOURCE).href, type).to.match(
        /^https:\/\/developers\.google\.com\/search\/docs\/appearance\/[a-z/-]+$/,
      );
  });

  it("require nothing of articles and organizations", () => {
    for (const type of ["Article", "BlogPosting", "NewsArticle", "Organization", "Corporation"])
      expect(NEEDS[type]?.required, type).to.deep.equal([]);
  });
});
