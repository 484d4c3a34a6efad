// Which project a command is about: named, of the repository, or of the login.
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createService } from "../../../cli/client/service.ts";
import { DEFAULT_URL, readSettings, settingsIn, writeLogin } from "../../../cli/client/settings.ts";
import type { CommandDeclaration } from "../../../cli/commands/command.ts";
import { featuresCommand } from "../../../cli/commands/features.ts";
import { initCommand } from "../../../cli/commands/init.ts";
import { loginCommand } from "../../../cli/commands/login.ts";
import { planCommand } from "../../../cli/commands/plan.ts";
import { reportCommand } from "../../../cli/commands/report.ts";
import { createOutput } from "../../../cli/output.ts";

describe("the login of a computer's user", () => {
  let folder: string;
  let env: Record<string, string>;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "plumbline-settings-"));
    env = { PLUMBLINE_CONFIG_DIR: path.join(folder, "config") };
    writeLogin(env, { url: DEFAULT_URL, apiKey: "svc_live_one", project: "other" });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("has key and project for its own service only, and what is named comes before them", () => {
    const of = (given: object, more: object = {}) => {
      const { apiKey, project } = readSettings(given, { ...env, ...more });
      return [apiKey, project];
    };
    expect(of({})).to.deep.equal(["svc_live_one", "other"]);
    expect(of({ project: "shop" }, { SVC_API_KEY: "svc_live_two" })).to.deep.equal(["svc_live_two", "shop"]);
    expect(of({}, { SVC_PROJECT: "shop" })).to.deep.equal(["svc_live_one", "shop"]);
    expect(of({ url: "http://quality.test" })).to.deep.equal([null, null]);
  });

  /** Calls a command in a repository whose plumbline.yml is of the project "shop". Returns the bodies that it sends. */
  async function called(command: CommandDeclaration, args: string[] = [], options = {}, more = {}) {
    const sent: { project?: string; config?: { project: { slug: string } } }[] = [];
    const own = { ...env, ...more };
    const settings = readSettings({}, own);
    const service = createService({
      ...settings,
      note: () => undefined,
      send: async (_address, { body }) => {
        sent.push(JSON.parse(String(body ?? "{}")));
        return Response.json({
          projects: [],
          mode: "plan",
          project: "",
          changes: [],
          kept: [],
          waiting: [],
          refused: [],
          state: "",
        });
      },
    });
    const out = { ...createOutput(true), answer: () => undefined };
    await command.run({ args, options, cwd: folder, env: own, settings, service, out });
    return sent;
  }
  const FILE = "version: 1\nproject:\n  slug: shop\nfeatures: features\n";

  it("does not send a repository's configuration or features to the project of another one", async () => {
    writeFileSync(path.join(folder, "plumbline.yml"), FILE);
    await mkdir(path.join(folder, "features"));
    writeFileSync(path.join(folder, "features", "a.feature"), "Feature: A\n");
    for (const sent of [await called(featuresCommand, ["push"], { prune: true }), await called(planCommand)])
      expect(sent.map(({ project, config }) => project ?? config?.project.slug)).to.deep.equal(["shop"]);
  });

  it("gives way to the project of the folder's file in every command", async () => {
    const projectOf = async (more: object = {}) => (await settingsIn(folder, {}, { ...env, ...more })).project;
    expect(await projectOf()).to.equal("other");
    writeFileSync(path.join(folder, "plumbline.yml"), FILE);
    expect(await projectOf()).to.equal("shop");
    expect(await projectOf({ SVC_PROJECT: "blog" })).to.equal("blog");
    writeFileSync(path.join(folder, "plumbline.yml"), "version: [");
    expect(await projectOf()).to.equal("other");
  });

  it("keeps no project of the key that it replaces", async () => {
    const server = createServer((_, res) => void res.end(JSON.stringify({ projects: [] })));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeLogin(env, { url, apiKey: "svc_live_one", project: "other" });
    await called(loginCommand, [], {}, { SVC_API_KEY: "svc_org_live_two" });
    server.close();
    const { apiKey, project } = readSettings({}, env);
    expect([apiKey, project]).to.deep.equal(["svc_org_live_two", null]);
  });

  it("does not name the project of a first plumbline.yml in another repository", async () => {
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "blog" }));
    await called(initCommand);
    expect(await readFile(path.join(folder, "plumbline.yml"), "utf8")).to.include("slug: blog\n");
  });
});

describe("the file of a report", () => {
  /** Returns the requested format, or the error. */
  async function formatOf(options: Record<string, string>): Promise<string> {
    const service = {
      bytes: async (_path: string, { query }: { query: { format: string } }) => {
        throw new Error(query.format);
      },
    };
    const use = { args: ["run_1"], options, cwd: "/", env: {}, out: createOutput(true) };
    return reportCommand.run({ ...use, service } as never).then(
      () => "",
      ({ message }: Error) => message,
    );
  }
  for (const [options, wanted] of [
    [{}, /^html$/],
    [{ output: "a/report" }, /^html$/],
    [{ output: "report.PDF" }, /^pdf$/],
    [{ output: "report.docx", format: "pdf" }, /^pdf$/],
    [{ output: "report.docx" }, /^No report has the ending \.docx: use html, pdf, xlsx/],
    [{ format: "docx" }, /^--format must be one of html, pdf, xlsx, not "docx"/],
  ] as [Record<string, string>, RegExp][])
    it(`has a format that it names: ${JSON.stringify(options)}`, async () => {
      expect(await formatOf(options)).to.match(wanted);
    });
});
