import { expect } from "chai";
import { plumbline } from "../../../cli/playwright/index.ts";
import { buildOf, shardOf, uploadSettings } from "../../../cli/playwright/settings.ts";

const SERVICE = { PLUMBLINE_URL: "https://plumbline.example/", PLUMBLINE_KEY: "k" };

describe("the settings of plumbline-playwright", () => {
  const builds: [string, Record<string, string>, string | null][] = [
    ["what was named goes before what CI says", { PLUMBLINE_BUILD: "mine", GITHUB_RUN_ID: "7" }, "mine"],
    ["GitHub, with its attempt", { GITHUB_RUN_ID: "7", GITHUB_RUN_ATTEMPT: "2" }, "github-7-2"],
    ["GitLab", { CI_PIPELINE_ID: "8" }, "gitlab-8"],
    ["CircleCI", { CIRCLE_WORKFLOW_ID: "a-b" }, "circleci-a-b"],
    ["Azure", { BUILD_BUILDID: "9", SYSTEM_JOBATTEMPT: "1" }, "azure-9-1"],
    ["Jenkins, whose job may have spaces", { BUILD_TAG: "jenkins-my job-3" }, "jenkins-jenkins-my_job-3"],
    ["nobody", {}, null],
  ];
  for (const [what, env, build] of builds) it(`know the build: ${what}`, () => expect(buildOf(env)).to.equal(build));

  it("say what is missing", () => {
    expect(uploadSettings({})).to.match(/^PLUMBLINE_URL is not set/);
    expect(uploadSettings({ PLUMBLINE_URL: "https://plumbline.example" })).to.match(/^PLUMBLINE_KEY is not set/);
    expect(uploadSettings(SERVICE)).to.match(/add the reporter/);
    expect(uploadSettings({ ...SERVICE, PLUMBLINE_URL: "ftp://x", PLUMBLINE_BUILD: "b" })).to.match(/http or https/);
    expect(uploadSettings({ ...SERVICE, PLUMBLINE_BUILD: "b", PLUMBLINE_PROJECT: "shop" })).to.deep.equal({
      url: "https://plumbline.example",
      key: "k",
      project: "shop",
      environment: undefined,
      build: "b",
    });
  });

  it("are those of the command line too", () => {
    const env = { SVC_URL: "http://127.0.0.1:4400", SVC_API_KEY: "k", SVC_PROJECT: "shop", PLUMBLINE_BUILD: "b" };
    expect(uploadSettings(env)).to.include({ url: "http://127.0.0.1:4400", key: "k", project: "shop" });
  });

  it("take the shard of Playwright, or of a matrix", () => {
    expect(shardOf({}, null)).to.deep.equal({ current: 1, total: 1 });
    expect(shardOf({}, { current: 2, total: 3 })).to.deep.equal({ current: 2, total: 3 });
    expect(shardOf({ PLUMBLINE_SHARD: "2", PLUMBLINE_SHARDS: "4" }, null)).to.deep.equal({ current: 2, total: 4 });
    expect(shardOf({ PLUMBLINE_SHARD: "9", PLUMBLINE_SHARDS: "4" }, null)).to.deep.equal({ current: 1, total: 1 });
  });

  it("fail the test in CI where they are missing, and only speak elsewhere", async () => {
    const { CI, PLUMBLINE_URL, SVC_URL } = process.env;
    for (const name of ["CI", "PLUMBLINE_URL", "SVC_URL"]) delete process.env[name];
    try {
      await plumbline(null as never, "Home");
      process.env.CI = "1";
      const refused = await plumbline(null as never, "Home").catch((error: Error) => error.message);
      expect(refused).to.match(/PLUMBLINE_URL is not set/);
    } finally {
      for (const [name, value] of Object.entries({ CI, PLUMBLINE_URL, SVC_URL }))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
  });
});
