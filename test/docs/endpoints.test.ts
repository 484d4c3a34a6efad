// The README's table of endpoints is that of the declarations.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { endpointTable } from "../../api/endpoints/documents.ts";
import { AREAS, endpointsOf } from "../../api/endpoints/index.ts";

describe("what is written down about the endpoints", () => {
  it("the README has their table", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const found = /<!-- endpoints:begin -->\n([\s\S]*?)\n<!-- endpoints:end -->/.exec(readme);
    expect(found?.[1], "when this is meant: npm run -s docs:endpoints").to.equal(endpointTable(endpointsOf(AREAS)));
  });
});
