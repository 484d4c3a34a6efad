// The packages that the service serves run on the oldest Node version that they declare: they are built for it, and contain nothing that
// requires a newer one.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { BUNDLES, bundle, oldestNode, ROOT } from "../../temporal-dev/clients/bundle.ts";

type Manifest = { name: string; engines?: { node?: string } };
const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(ROOT, folder, "package.json"), "utf8")) as Manifest;

/** Whether one of the alternatives, such as "^20 || >=22", starts at this major version or an earlier one. */
const admits = (range: string, major: number): boolean =>
  range.split("||").some((part) => {
    const [, sign = "", from = "0"] = /(>=|\^|~|=)?\s*v?(\d+)/.exec(part) ?? [];
    return sign === ">=" || part.trim() === "*" ? Number(from) <= major : Number(from) === major;
  });

describe("the Node that the packages of the service need", () => {
  it("is read from a range", () => {
    const admitted = [">=20", "^18 || >=20.0.0", "*", "^20.9.0", ">= 16"].map((range) => admits(range, 20));
    const refused = [">=22", "^18 || >=22.13.0", "^21"].map((range) => admits(range, 20));
    expect([...new Set(admitted), ...new Set(refused)]).to.deep.equal([true, false]);
    expect(oldestNode({ engines: { node: ">=20" } })).to.equal(20);
    expect(() => oldestNode({})).to.throw(/engines/);
  });

  for (const one of BUNDLES)
    it(`${one.folder}: everything in it runs there`, async function () {
      this.timeout(60_000);
      const oldest = oldestNode(await manifestOf(one.folder));
      const { sources } = await bundle(one);
      const folders = sources.flatMap((source) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
      const packages = await Promise.all([...new Set(folders)].map(manifestOf));
      const newer = packages.filter(({ engines }) => engines?.node !== undefined && !admits(engines.node, oldest));
      expect(newer.map(({ name, engines }) => `${name} needs ${engines?.node}`)).to.deep.equal([]);
    });
});
