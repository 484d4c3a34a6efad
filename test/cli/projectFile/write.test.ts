import { expect } from "chai";
import { parseDocument } from "yaml";
import type { Change } from "../../../cli/projectFile/types.ts";
import { bringIn } from "../../../cli/projectFile/write.ts";

const change = (more: Pick<Change, "action" | "kind" | "name">): Change => ({ fields: [], more: 0, ...more });

describe("pulling into a file", () => {
  it("leaves out a rule that would be dropped with its tag if the file has no rules", () => {
    const document = parseDocument("version: 1\nscenarios:\n  - { label: Home, url: / }\n");
    const home = { label: "Home", url: "/", tags: ["shop"] };
    const changes = [
      change({ action: "change", kind: "scenario", name: "Home" }),
      change({ action: "delete", kind: "rule", name: "tag:shop mode .ads" }),
    ];
    bringIn(document, changes, { scenarios: [home], rules: [{ tag: "shop", selector: ".ads", mode: "ignore" }] });
    expect(document.toJS()).to.deep.equal({ version: 1, scenarios: [home] });
  });
});
