import { expect } from "chai";
import { countTokens as whole } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens } from "../../../api/lib/countTokens.ts";

describe("countTokens", () => {
  for (const [what, text, tokens] of [
    ["nothing", "", 0],
    ["a sentence", "The heading is too long by half.", 8],
    ["a tokenizer's mark is text", "<|endoftext|>", 7],
    ["Chinese", "第一页的标题太长了", 8],
  ] as const)
    it(what, async () => expect(await countTokens(text)).to.equal(tokens));

  it("a long text is counted in slices, and each adds two at most", async () => {
    const text = "The heading is too long by half. ".repeat(1_000);
    expect(await countTokens(text)).to.be.within(whole(text), whole(text) + (2 * text.length) / 400);
  });
});
