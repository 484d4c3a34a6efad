// What agents pay before their first call: the list of tools, in tokens.
import { expect } from "chai";
import { catalogueEntry } from "../../api/tools/catalogue.ts";
import { toolsOf } from "../../api/tools/registry.ts";
import type { AnyTool } from "../../api/tools/tool.ts";
import { listedTool } from "../../mcp/listing.ts";
import { tokensOf } from "../support/tokens.ts";

/** All 44 tools are included; their limit is 9,000. */
const QA_BUDGET = 9_000;
/** Maximum for a single tool. */
const TOOL_BUDGET = 450;

const costOf = (tool: AnyTool) => tokensOf(listedTool(catalogueEntry(tool)));

describe("tokens of tools/list", () => {
  it(`in the profile qa are at most ${QA_BUDGET.toLocaleString("en-US")}`, () => {
    const tools = toolsOf("qa");
    const total = tokensOf({ tools: tools.map((tool) => listedTool(catalogueEntry(tool))) });
    const fattest = tools
      .map((tool) => `${tool.name} ${costOf(tool)}`)
      .sort((a, b) => Number(b.split(" ")[1]) - Number(a.split(" ")[1]))
      .slice(0, 12);
    expect(total, `the dearest: ${fattest.join(", ")}`).to.be.at.most(QA_BUDGET);
  });

  for (const tool of toolsOf("qa"))
    it(`${tool.name} costs at most ${TOOL_BUDGET}`, () => {
      expect(costOf(tool)).to.be.at.most(TOOL_BUDGET);
    });
});
