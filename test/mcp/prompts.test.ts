// Prompts and resources name existing tools.
import { expect } from "chai";
import { findTool } from "../../api/tools/registry.ts";
import { getPrompt, listPrompts } from "../../mcp/prompts.ts";

const all = {
  project: "shop",
  runId: "run_1",
  scenarioLabel: "Home",
  branch: "b",
  prNumber: "7",
  environment: "staging",
};

describe("prompts", () => {
  for (const { name, arguments: args = [] } of listPrompts())
    for (const given of ["nothing", "everything"] as const)
      it(`${name} with ${given} names tools that exist, with args that they have`, () => {
        const known =
          given === "nothing" ? {} : Object.fromEntries(args.map((one) => [one.name, all[one.name as "runId"]]));
        const { messages } = getPrompt(name, known);
        const text = (messages[0]?.content as { text: string } | undefined)?.text ?? "";
        const calls = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`(?: with ((?:\w+ "[^"]*"(?:, )?)+))?/g)];
        expect(calls.length).to.be.above(3);
        for (const [, tool, withArgs = ""] of calls) {
          const { schema, profile } = findTool(String(tool));
          expect(profile, `${tool}`).to.equal("qa");
          for (const [, arg] of withArgs.matchAll(/(\w+) "/g))
            expect(schema.fields, `${tool}`).to.have.property(String(arg));
        }
        expect(text).not.to.contain("undefined");
      });

  it("pre-merge-check judges where it tests", () => {
    const { messages } = getPrompt("pre-merge-check", { environment: "staging", prNumber: "7" });
    const text = (messages[0]?.content as { text: string } | undefined)?.text;
    for (const tool of ["gate_pr_quality", "run_vrt", "get_site_health", "post_pr_comment"])
      expect(text).to.contain(`\`${tool}\` with environment "staging"`);
  });
});
