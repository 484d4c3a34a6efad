// No response exceeds 25,000 tokens, whatever a tool returns.
import { expect } from "chai";
import { encodeCursor } from "../../../api/lib/paging.ts";
import { fitted, MAX_ANSWER_TOKENS } from "../../../api/tools/answerSize.ts";
import { failure, ToolError } from "../../../api/tools/envelope.ts";
import { ProductError } from "../../../domain/errors.ts";
import { allowedBlockedMs, blockedTimeOf } from "../../support/eventLoop.ts";
import { itInFullLane } from "../../support/lanes.ts";
import { tokensOf } from "../../support/tokens.ts";
import { makeToolWorld } from "./harness.ts";

const entry = (index: number) => ({
  id: `01K9ZX8Q3M${index}`,
  message: `Finding ${index}: the heading is too long by half.`,
});
const entries = (count: number) => Array.from({ length: count }, (_, index) => entry(index));
const byName = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`name_${i}`, text]));
const answer = (data: unknown) => ({ summary: "s", data });

describe("the size of an answer", () => {
  it("what fits is not touched", async () => {
    const small = answer({ findings: entries(50) });
    expect(await fitted(small)).to.equal(small);
    // Above the number of bytes that certainly fits, below the number of tokens.
    const middle = answer({ findings: entries(600) });
    expect(await fitted(middle)).to.equal(middle);
  });

  it("a list is asked for again with a smaller limit, so that its cursor is right", async () => {
    const asked: number[] = [];
    const read = async (limit: number) => {
      asked.push(limit);
      return answer({ findings: entries(limit), nextCursor: encodeCursor(limit) });
    };
    const found = await fitted(await read(5_000), { limit: 5_000, read });
    const { findings, nextCursor } = found.data as { findings: unknown[]; nextCursor: string };
    expect(asked).to.deep.equal([5_000, 2_500, 1_250, 625]);
    expect([findings.length, nextCursor]).to.deep.equal([625, encodeCursor(625)]);
    expect(found.warnings?.[0]).to.contain("Only 625 entries").and.contain("nextCursor");
    expect(tokensOf(found)).to.be.below(MAX_ANSWER_TOKENS);
  });

  for (const [what, data, cut] of [
    ["a list", { findings: entries(20_000), total: 20_000 }, "data.findings"],
    ["the list within an entry", { pages: [{ findings: entries(10_000) }, { findings: [] }] }, "data.pages.findings"],
    ["a text", { html: "<p>word</p>".repeat(40_000) }, "data.html"],
    ["a text without spaces", { html: "a".repeat(300_000) }, "data.html"],
    ["text that looks like a tokenizer's marks", { html: "<|endoftext|>".repeat(30_000) }, "data.html"],
    ["texts of many entries", { pages: entries(3).map((one) => ({ ...one, html: "word ".repeat(50_000) })) }, "html"],
    ["the texts of an object of 800", { texts: byName(800, "word ".repeat(100)) }, "data.texts.name_"],
    ["an object of 20,000 short texts", { texts: byName(20_000, "few words") }, "data.texts"],
    ["lists within lists", { deep: [[entries(20_000)]] }, "data.deep"],
    ["Chinese", { pages: Array.from({ length: 4_000 }, (_, i) => `第${i}页的标题太长了，需要缩短一些`) }, "data.pages"],
  ] as const)
    it(`cuts ${what}, and says what`, async () => {
      const before = structuredClone(data);
      const found = await fitted(answer(data));
      expect(tokensOf(found)).to.be.below(MAX_ANSWER_TOKENS).and.above(5_000);
      expect(found.warnings).to.have.length(1);
      expect(found.warnings?.[0]).to.contain(cut);
      expect(data, "the tool's own data").to.deep.equal(before);
    });

  it("warnings and next actions count, too", async () => {
    const found = await fitted({
      summary: "s",
      data: {},
      warnings: Array(5_000).fill("A page was not reached in time."),
    });
    expect(tokensOf(found)).to.be.below(MAX_ANSWER_TOKENS);
  });

  it("suggests no call of which a part was cut", async () => {
    const poll = { label: "Wait", tool: "wait_for_run", args: { runId: "run_1" } };
    const keep = { label: "Keep it", tool: "frt_create_feature", args: { gherkin: "Given I wait\n".repeat(30_000) } };
    const found = await fitted({ ...answer({ kept: 1 }), nextActions: [poll, keep] });
    expect(found.nextActions).to.deep.equal([poll]);
    expect(tokensOf(found)).to.be.below(MAX_ANSWER_TOKENS);
  });

  it("cuts even an object whose one field has a long name", async () => {
    const found = await fitted(answer({ counts: { ["n".repeat(300_000)]: 1 } }));
    expect(found.data).to.deep.equal({ counts: {} });
  });

  it("so does the summary", async () => {
    const found = await fitted({ summary: "A page. ".repeat(40_000), data: { kept: 1 } });
    expect(tokensOf(found)).to.be.below(MAX_ANSWER_TOKENS);
    expect(found.data).to.deep.equal({ kept: 1 });
  });

  // Only the duration can show it.
  for (const [what, texts] of [
    ["many texts", byName(5_000, "第一页的标题太长了".repeat(40))],
    ["a long text without spaces", { text: "第一页的标题太长了".repeat(6_000) }],
  ] as const)
    itInFullLane(`${what}: it is cut without holding the event loop`, async () => {
      const { longestMs, stretches } = await blockedTimeOf(() => fitted(answer({ texts })), what);
      expect(longestMs, JSON.stringify(stretches)).to.be.at.most(allowedBlockedMs);
    });

  it("so do refusals: what was sent is quoted in part", () => {
    const long = "x ".repeat(200_000);
    const fields = Array.from({ length: 5_000 }, (_, i) => ({ path: `scenarios[${i}]`, message: "must be a text" }));
    for (const error of [new ToolError("tool_error", long), new ProductError("validation_error", long, { fields })]) {
      const { body } = failure("run_vrt", error);
      expect(tokensOf(body)).to.be.below(MAX_ANSWER_TOKENS);
      expect(body.summary).to.equal(body.error.message);
    }
  });

  it("holds for a call", async () => {
    const world = await makeToolWorld();
    try {
      await world.models.projects.insertMany(
        Array.from({ length: 1_500 }, (_, i) => ({
          _id: `prj_${i}`,
          orgId: "org_a",
          name: `A project with a name ${i}`,
          slug: `project-${i}`,
          baseUrl: `https://site-${i}.example`,
          createdAt: world.clock.at,
        })),
      );
      const body = await world.call("list_projects", {}, world.keys.org);
      expect(tokensOf(body)).to.be.below(MAX_ANSWER_TOKENS);
      expect((body as { count?: number }).count).to.equal(1_502);
    } finally {
      await world.close();
    }
  });
});
