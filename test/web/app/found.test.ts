// Everything that the palette finds leads somewhere.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { SETTING_PARTS } from "../../../api/operations/search.ts";
import { addressOfFound, type Found } from "../../../web/src/app/found.ts";

const found = (kind: Found["kind"], id: string, title = "A title", project: string | null = "shop"): Found => ({
  kind,
  id,
  title,
  subtitle: "",
  project,
});

describe("what the palette finds", () => {
  it("leads to the screen of its kind, its names encoded", () => {
    expect(addressOfFound(found("project", "shop"))).to.equal("/p/shop");
    expect(addressOfFound(found("run", "run_1"))).to.equal("/p/shop/runs/run_1");
    expect(addressOfFound(found("scenario", "scn_1", "Cart / full"))).to.equal("/p/shop/scenarios/Cart%20%2F%20full");
    expect(addressOfFound(found("feature", "checkout"))).to.equal("/p/shop/functional/checkout");
    expect(addressOfFound(found("run", "run_1", "Run", null))).to.equal(null);
  });

  it("leads to a part of the settings that is there", () => {
    // Read as text, because the list imports components, which only the pages can load.
    const text = readFileSync(new URL("../../../web/src/features/settings/parts.ts", import.meta.url), "utf8");
    const parts = [...text.matchAll(/name: "(\w+)"/g)].map(([, name]) => `/p/shop/settings/${name}`);
    for (const { id } of SETTING_PARTS.filter(({ id }) => id !== "members"))
      expect(parts, id).to.include(addressOfFound(found("setting", id)));
    expect(addressOfFound(found("setting", "members"))).to.equal("/organisation/members");
  });
});
