import { expect } from "chai";
import { valuesFor } from "../../../cli/projectFile/values.ts";

describe("environment variables of a file", () => {
  it("are objects with from only: a request body may have a field with this name", () => {
    const signInCall = { url: "/in", json: { from: "2026-01-01", token: { from: "TOKEN" } } };
    const config = { environments: [{ slug: "live", access: { signInCall } }] };
    expect(valuesFor(config, { TOKEN: "t" })).to.deep.equal({ values: { TOKEN: "t" }, missing: [] });
  });
});
