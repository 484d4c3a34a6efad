// Runs every stabiliser's cases in one process, so that its browsers start only once; Firefox alone takes seconds. A single stabiliser: `npx
// mocha test/activities/capture/stabilisers/<name>.cases.ts`
import { readdir } from "node:fs/promises";
import { expect } from "chai";
import { STABILISERS } from "../../../../domain/visual/shot.ts";
import { SLOW_MS } from "../engine/harness.ts";

const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith(".cases.ts")).sort();
for (const file of files) await import(`./${file}`);

describe("stabilisers", function () {
  this.timeout(SLOW_MS);

  it("each has cases of its own", () => {
    expect(files.map((file) => file.replace(".cases.ts", ""))).to.have.members([...STABILISERS]);
  });
});
