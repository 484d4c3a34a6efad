// Which npm packages the set-up installs, found by npm's own lists.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { missingOptional, whatIsMissing } from "../../../temporal-dev/lib/node-deps.mjs";

const OTHER_OS = process.platform === "win32" ? "linux" : "win32";
const LOCK = {
  "": { optionalDependencies: { model: "1.0.0", foreign: "1.0.0" } },
  "node_modules/yup": { version: "2.0.0" },
  "node_modules/model": { version: "1.0.0", optional: true, os: [process.platform], cpu: [process.arch] },
  "node_modules/foreign": { version: "1.0.0", optional: true, os: [OTHER_OS] },
};
const yup = { "node_modules/yup": { version: "2.0.0" } };
const model = { "node_modules/model": { version: "1.0.0" } };

describe("npm packages of the set-up", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-deps-"));
    await mkdir(path.join(folder, "node_modules"));
    await writeFile(path.join(folder, "package-lock.json"), JSON.stringify({ packages: LOCK }));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const installed = (name: string, content: object) =>
    writeFile(path.join(folder, "node_modules", name), JSON.stringify(content));

  const CASES = [
    { title: "nothing but the packages of another system missing", there: { ...yup, ...model }, missing: undefined },
    { title: "an optional package that fits missing", there: yup, missing: undefined, optional: ["model"] },
    { title: "a package missing", there: model, missing: "yup 2.0.0 is not there" },
    {
      title: "another version",
      there: { "node_modules/yup": { version: "1.0.0" }, ...model },
      missing: "yup 2.0.0 is not there",
    },
    { title: "an optional package that could not be installed", there: yup, givenUp: ["model"], missing: undefined },
  ];
  for (const { title, there, missing, optional = [], givenUp } of CASES)
    it(`with ${title}`, async () => {
      await installed(".package-lock.json", { packages: there });
      if (givenUp) await installed(".plumbline-optional.json", givenUp);
      expect(whatIsMissing(folder)).to.equal(missing);
      expect(missingOptional(folder)).to.deep.equal(optional);
    });

  it("with no packages at all", () => {
    expect(whatIsMissing(folder)).to.equal("none there");
  });
});
