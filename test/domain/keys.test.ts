import { expect } from "chai";
import { composeKey, parseKey, SCOPES, scopeAllows } from "../../domain/keys.ts";

const random = (fill: number) => new Uint8Array(24).fill(fill);

describe("API keys", () => {
  it("carry their kind and a checksum", () => {
    for (const kind of ["project", "org"] as const) {
      const key = composeKey(kind, random(7));
      expect(key).to.match(kind === "org" ? /^svc_org_live_[0-9A-Za-z]{38}$/ : /^svc_live_[0-9A-Za-z]{38}$/);
      expect(parseKey(key)).to.equal(kind);
    }
  });
  it("tell a typing error apart at every place", () => {
    const key = composeKey("project", random(200));
    for (let i = 9; i < key.length; i++) {
      const other = key[i] === "a" ? "b" : "a";
      expect(parseKey(key.slice(0, i) + other + key.slice(i + 1)), `character ${i}`).to.equal(null);
    }
  });
  for (const text of ["", "svc_live_", "svc_test_abc", "svc_live_äöü"])
    it(`refuses "${text}"`, () => expect(parseKey(text)).to.equal(null));
  it("allow by scope what the contract's table says", () => {
    const table = SCOPES.map((s) => [s, scopeAllows(s, "ci"), scopeAllows(s, "mcpRead"), scopeAllows(s, "mcpWrite")]);
    expect(table).to.deep.equal([
      ["ci", true, false, false],
      ["mcp_read", false, true, false],
      ["mcp_full", true, true, true],
    ]);
    expect(scopeAllows(null, "mcpWrite"), "made before scopes existed").to.equal(true);
  });
});
