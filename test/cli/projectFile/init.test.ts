import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { createService } from "../../../cli/client/service.ts";
import type { Options } from "../../../cli/commands/command.ts";
import { initCommand } from "../../../cli/commands/init.ts";
import { createOutput } from "../../../cli/output.ts";

const SERVICE = "http://127.0.0.1:9";

describe("the first plumbline.yml", () => {
  let above: string;
  beforeEach(async () => {
    above = await mkdtemp(path.join(tmpdir(), "plumbline-init-"));
  });
  afterEach(() => rm(above, { recursive: true, force: true }));

  async function init(name: string, options: Options = {}): Promise<string> {
    const cwd = path.join(above, name);
    await mkdir(cwd, { recursive: true });
    await initCommand.run({
      args: [],
      options,
      cwd,
      env: {},
      settings: { url: SERVICE, apiKey: null, project: null, environment: null },
      service: createService({ url: SERVICE, apiKey: null, note: () => undefined }),
      out: { ...createOutput(true), answer: () => undefined },
    });
    return cwd;
  }
  const fileIn = async (cwd: string) => parse(await readFile(path.join(cwd, "plumbline.yml"), "utf8"));

  for (const name of ["2024", "1e3", "null", "shop"])
    it(`of a folder named ${name} names a project with this text`, async () => {
      expect((await fileIn(await init(name))).project).to.deep.equal({ slug: name });
    });

  it("has an address that can be visited, whatever is typed", async () => {
    const cwd = await init("a", { baseUrl: "localhost:3000" });
    expect((await fileIn(cwd)).environments[0].baseUrl).to.equal("http://localhost:3000");
    const error = await init("b", { baseUrl: "ftp://shop.example" }).catch((thrown: Error) => thrown.message);
    expect(error).to.match(/^--base-url takes the address of the site/);
  });

  it("and its job have the main branch of the repository", async () => {
    const cwd = path.join(above, "old");
    execFileSync("git", ["init", "-q", "-b", "master", cwd]);
    await init("old", { ci: true });
    expect((await fileIn(cwd)).project).to.deep.equal({ slug: "old", mainBranch: "master" });
    const job = parse(await readFile(path.join(cwd, ".github", "workflows", "plumbline.yml"), "utf8"));
    expect(job.on.push.branches).to.deep.equal(["master"]);
  });

  for (const [what, options, message] of [
    ["an answer to a question that is not asked", { yes: true }, /^--yes needs --url/],
    ["pages that are not tested", { pages: "pages.txt" }, /^--pages needs --url/],
    ["a place for a job that is not written", { local: true }, /^--local is for the job that --ci writes/],
    ["a job beside a test", { url: "http://localhost:3000", ci: true }, /^--url tests a site; omit it/],
  ] as const)
    it(`is not written with ${what}`, async () => {
      expect(await init("c", options).catch((thrown: Error) => thrown.message)).to.match(message);
      expect(await readFile(path.join(above, "c", "plumbline.yml"), "utf8").catch(() => null)).to.equal(null);
    });
});
