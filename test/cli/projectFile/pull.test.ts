import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { createService } from "../../../cli/client/service.ts";
import { pullCommand } from "../../../cli/commands/pull.ts";
import { createOutput } from "../../../cli/output.ts";
import type { Change } from "../../../cli/projectFile/types.ts";

const URL_OF_SERVICE = "http://plumbline.test";
const change = (more: Pick<Change, "action" | "kind" | "name">): Change => ({ fields: [], more: 0, ...more });
const HOME = { label: "Home", url: "/", tags: ["shop"] };
const RULE = { tag: "shop", selector: ".ads", mode: "ignore" };

describe("pulling into a file", () => {
  let cwd: string;
  before(async () => {
    cwd = await mkdtemp(path.join(tmpdir(), "plumbline-pull-"));
  });
  after(() => rm(cwd, { recursive: true, force: true }));

  /** The service has a scenario with a tag, and the tag's rule. Returns what is printed, the file, and the sent modes. */
  async function pulled(text: string) {
    await writeFile(path.join(cwd, "plumbline.yml"), text);
    const printed: string[] = [];
    const modes: unknown[] = [];
    const changes = [
      change({ action: "change", kind: "scenario", name: "Home" }),
      change({ action: "delete", kind: "rule", name: "tag:shop mode .ads" }),
    ];
    const service = createService({
      url: URL_OF_SERVICE,
      apiKey: "k",
      note: () => undefined,
      send: async (_, { method, body }) => {
        if (method === "GET") return Response.json({ file: { scenarios: [HOME], rules: [RULE] }, state: "s" });
        modes.push(JSON.parse(String(body)).mode);
        return Response.json({ changes, kept: [], waiting: [], refused: [], state: "s" });
      },
    });
    await pullCommand.run({
      args: [],
      options: {},
      cwd,
      env: {},
      settings: { url: URL_OF_SERVICE, apiKey: "k", project: "shop", environment: null },
      service,
      out: { ...createOutput(false), answer: (_data, lines) => void printed.push(...lines) },
    });
    return { printed, modes, text: await readFile(path.join(cwd, "plumbline.yml"), "utf8") };
  }

  it("asks for the differences only, because a file that cannot be applied any more is what has to be updated", async () => {
    expect((await pulled("version: 1\nscenarios: []\n")).modes).to.deep.equal(["compare"]);
  });

  it("leaves out a rule that would be dropped with its tag if the file has no rules, and does not count it", async () => {
    const { printed, text } = await pulled("version: 1\nscenarios:\n  - { label: Home, url: / } # the first\n");
    expect(printed).to.deep.equal(["plumbline.yml: 0 added, 1 changed, 0 removed."]);
    expect(text).not.to.include("rules");
    const own = await pulled("version: 1\nscenarios:\n  - { label: Home, url: / }\nrules: []\n");
    expect(own.printed).to.deep.equal(["plumbline.yml: 1 added, 1 changed, 0 removed."]);
    expect(parse(own.text).rules).to.deep.equal([RULE]);
  });
});
