import { expect } from "chai";
import { directivesOf, noindexOf } from "../../../../domain/pillars/seo/indexing.ts";

const meta = (content: string, name = "robots") => [{ name, content, inHead: true }];
const said = (metas: ReturnType<typeof meta>, ...headers: string[]) =>
  directivesOf(metas, headers).map(({ robot, word }) => `${robot} ${word}`);

describe("robots directives", () => {
  it("are whole words, and belong to the robot that is named before them", () => {
    expect(said(meta("NoIndex, follow"))).to.deep.equal(["* noindex", "* follow"]);
    expect(said(meta("noindex", "googlebot"))).to.deep.equal(["googlebot noindex"]);
    expect(said([], "otherbot: noindex, nofollow", "none")).to.deep.equal([
      "otherbot noindex",
      "otherbot nofollow",
      "* none",
    ]);
    // Several headers of the same name arrive joined.
    expect(said([], "a_bot: nofollow, b-bot: noindex")).to.deep.equal(["a_bot nofollow", "b-bot noindex"]);
  });

  it("have values of their own, which are no directives and name no robot", () => {
    expect(noindexOf(meta("max-image-preview:none"), ["max-image-preview: none"])).to.equal(undefined);
    expect(noindexOf([], ["unavailable_after: Mon, 25 Jun 2030 15:00:00 GMT, noindex"])?.word).to.equal("noindex");
  });
});
