import { expect } from "chai";
import { factsOfFirst } from "../../../cli/local/baselines.ts";
import { hostOf, localConfig, withoutUnset } from "../../../cli/local/config.ts";

const LIVE = { slug: "live", baseUrl: "https://shop.example.com" };
const PREVIEW = { slug: "preview", name: "Preview", baseUrl: "http://localhost:4173" };
const asked = { url: undefined, environment: null, slug: "folder" };

describe("what a first baseline of run --local comes from", () => {
  const of = (branch: string | undefined) => ({ commitSha: "a1b2c3d", ...(branch && { branch }) });
  for (const [what, branch, mainBranch, wanted] of [
    ["the commit, in main's job", "main", "main", of("main")],
    ["the commit, where main has another name", "trunk", "trunk", of("trunk")],
    ["nothing, in a branch's job: it is no commit of main", "feature", "main", {}],
    ["nothing, where the branch is not known", undefined, "main", {}],
  ] as const)
    it(what, () => {
      expect(factsOfFirst(of(branch), mainBranch)).to.deep.equal(wanted);
    });
});

describe("what run --local tests where", () => {
  it("without a file: the page / of the address, in a project named after the folder", () => {
    expect(localConfig(null, { ...asked, url: "http://localhost:4173" })).to.deep.equal({
      config: {
        version: 1,
        project: { slug: "folder", referenceEnvironment: "local" },
        environments: [{ slug: "local", baseUrl: "http://localhost:4173" }],
        scenarios: [{ label: "Home", url: "/" }],
      },
      project: "folder",
      environment: "local",
      address: "http://localhost:4173",
      instead: null,
    });
  });

  it("protects no branch: nobody signs in to that service", () => {
    const settings = { visual: { contentChanges: "warn", protectMain: true }, gate: { required: ["visual"] } };
    const file = { version: 1, project: { slug: "shop" }, environments: [PREVIEW], settings };
    expect(localConfig(file, asked).config.settings).to.deep.equal({
      visual: { contentChanges: "warn" },
      gate: { required: ["visual"] },
    });
    expect(localConfig({ ...file, settings: {} }, asked).config.settings).to.deep.equal({});
  });

  it("pauses schedules, and without a section leaves none of an earlier file", () => {
    const file = { version: 1, project: { slug: "shop" }, environments: [PREVIEW] };
    const nightly = { name: "Nightly", cron: "0 2 * * *", types: ["test"] };
    const { config } = localConfig({ ...file, schedules: [nightly] }, asked);
    expect(config.schedules).to.deep.equal([{ ...nightly, enabled: false }]);
    expect(localConfig(file, asked).config.schedules).to.deep.equal([]);
  });

  it("does without variables that are not set, except for those of the environment that it tests", () => {
    const access = (name: string) => ({ basicAuth: { username: "team", password: { from: name } } });
    const slack = (name: string) => ({ name, kind: "slack", url: { from: name } });
    const config = {
      environments: [
        { ...PREVIEW, access: access("PREVIEW_PASSWORD") },
        { ...LIVE, access: access("LIVE_PASSWORD") },
      ],
      notifications: [slack("ALARM"), slack("TEAM")],
    };
    const missing = ["PREVIEW_PASSWORD", "LIVE_PASSWORD", "ALARM"];
    expect(withoutUnset(config, "preview", missing)).to.deep.equal({
      config: {
        environments: [{ ...PREVIEW, access: access("PREVIEW_PASSWORD") }, LIVE],
        notifications: [slack("TEAM")],
      },
      channelOrder: [1],
    });
    expect(withoutUnset(config, "preview", []).config).to.deep.equal(config);
  });

  it("visits no previews: only an administrator allows their hosts", () => {
    const file = { version: 1, project: { slug: "shop", previewHosts: ["*.a.example"] }, environments: [PREVIEW] };
    expect(localConfig(file, asked).config.project).to.deep.equal({ slug: "shop", referenceEnvironment: "preview" });
  });

  for (const [what, file, given, wanted] of [
    ["the first environment", { environments: [PREVIEW, LIVE] }, {}, ["preview", PREVIEW.baseUrl, null]],
    [
      "the reference before the first",
      { project: { referenceEnvironment: "live" }, environments: [PREVIEW, LIVE] },
      {},
      ["live", LIVE.baseUrl, null],
    ],
    [
      "the one that is named",
      { environments: [LIVE, PREVIEW] },
      { environment: "preview" },
      ["preview", PREVIEW.baseUrl, null],
    ],
    [
      "the address of the option in the environment's place, which is said",
      { environments: [LIVE] },
      { url: "http://localhost:1" },
      ["live", "http://localhost:1", LIVE.baseUrl],
    ],
    [
      "the same address written in another way as the same",
      { environments: [PREVIEW] },
      { url: "http://localhost:4173/" },
      ["preview", "http://localhost:4173/", null],
    ],
    ["the project's address", { project: { baseUrl: LIVE.baseUrl } }, {}, ["local", LIVE.baseUrl, null]],
  ] as const)
    it(`takes ${what}`, () => {
      const { environment, address, instead, config } = localConfig(
        { version: 1, ...file, project: { slug: "shop", ...("project" in file ? file.project : {}) } },
        { ...asked, ...given },
      );
      expect([environment, address, instead]).to.deep.equal(wanted);
      expect(config.project).to.include({ slug: "shop", referenceEnvironment: environment });
      const tested = (config.environments as { slug: string; baseUrl: string }[]).find(
        (one) => one.slug === environment,
      );
      expect(tested?.baseUrl).to.equal(address);
    });

  it("refuses what says no address, and an environment that the file does not have", () => {
    expect(() => localConfig(null, asked)).to.throw(/--url/);
    expect(() => localConfig({ version: 1, environments: [LIVE] }, { ...asked, environment: "test" })).to.throw(
      /only live/,
    );
  });

  it("allows a host with its port", () => {
    expect(["http://localhost:4173/a", "http://[::1]", "https://shop.test"].map(hostOf)).to.deep.equal([
      "localhost:4173",
      "[::1]:80",
      "shop.test:443",
    ]);
  });
});
