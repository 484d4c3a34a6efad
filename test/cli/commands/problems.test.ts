import { expect } from "chai";
import type { CommandUse } from "../../../cli/commands/command.ts";
import { problemsCommand } from "../../../cli/commands/problems.ts";

describe("plumbline problems", () => {
  for (const [what, options, nextCursor, last] of [
    ["a list that goes on names the cursor of the rest", {}, "bmV4dA", "To see more, add --cursor bmV4dA"],
    ["the rest is read from its cursor, and ends", { cursor: "bmV4dA" }, null, "  pbm_1"],
  ] as const)
    it(what, async () => {
      const asked: unknown[] = [];
      const printed: string[] = [];
      const problem = { id: "pbm_1", pillar: "seo", severity: "serious", status: "new", title: "No title" };
      const found = { ...problem, firstSeen: { at: "2026-03-10" }, assignee: null, placeCount: 1, places: [] };
      const service = {
        get: async (_path: string, { query }: { query: { cursor?: string } }) => {
          asked.push(query.cursor);
          return { problems: [found], counts: {}, nextCursor };
        },
      };
      await problemsCommand.run({
        args: [],
        options,
        settings: { project: "shop", environment: null },
        service,
        out: { answer: (_data: unknown, lines: string[]) => printed.push(...lines) },
      } as unknown as CommandUse);
      expect(asked).to.deep.equal(["cursor" in options ? options.cursor : undefined]);
      expect(printed.at(-1)).to.equal(last);
    });
});
