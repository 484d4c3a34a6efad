// Common mistakes in plumbline.yml: each error names the file and, if there is one, the line.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { CLIENT_EXIT, ClientError } from "../../../cli/client/exit.ts";
import type { Service } from "../../../cli/client/service.ts";
import type { CommandUse } from "../../../cli/commands/command.ts";
import { makeDataFolder } from "../../../cli/local/local.ts";
import { readWanted as readLocal } from "../../../cli/local/wanted.ts";
import { createOutput } from "../../../cli/output.ts";
import { sendConfig } from "../../../cli/projectFile/send.ts";
import { readWanted } from "../../../cli/projectFile/wanted.ts";
import { writeBelow } from "../../../cli/projectFile/writeBelow.ts";
import type { FieldProblem } from "../../../domain/import/problems.ts";

const FILE = `version: 1
project: { slug: shop }
scenarios:
  - label: Home
    url: /
    viewport: [phone]
schedules:
  - name: Nightly
    types: [test]
    cron: "61 2 * * *"
features: features
tracking: plan.yml
`;

/** A service that rejects the file with these fields. */
const refusing = (fields: FieldProblem[]): Service =>
  ({
    url: "http://service.test",
    post: async () => {
      throw new ClientError(CLIENT_EXIT.usage, "validation_error", "The file is invalid: …", fields);
    },
  }) as unknown as Service;

describe("an invalid plumbline.yml", () => {
  let folder: string;
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const wanted = () => readWanted({ options: {}, cwd: folder, env: {} });
  const failureOf = async (work: Promise<unknown>): Promise<ClientError> => {
    const failure = await work.then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(ClientError);
    return failure as ClientError;
  };
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-bad-"));
    await mkdir(path.join(folder, "features", "steps"), { recursive: true });
    await write("features/basket.feature", "Feature: Basket\n");
    await write("features/steps/list.yml", "- id: a\n  pattern: A\n- id: b\n  pattern: B\n  actions: []\n");
    await write("plan.yml", "pages:\n  - id: home\n    label: Home\nevents: []\n");
  });
  after(() => rm(folder, { recursive: true }));

  for (const [what, text, told] of [
    ["tabs", "scenarios:\n\t- label: A\n", /plumbline\.yml:2:1 .*[Tt]abs.*indent with spaces/],
    ["a key twice", "version: 1\nproject: { slug: a }\nversion: 1\n", /plumbline\.yml:3:1 Map keys must be unique/],
    ["a quote that does not end", 'project:\n  name: "Shop\n', /plumbline\.yml:\d+:\d+ Missing closing/],
    ["an empty file", "", /plumbline\.yml must hold sections/],
    ["a list", "- version: 1\n", /plumbline\.yml must hold sections/],
    ["a text", "plumbline\n", /plumbline\.yml must hold sections/],
    ["a huge file", `# ${"x".repeat(6 * 1_048_576)}\n`, /plumbline\.yml is larger than 5 MB/],
    ["a folder of features that is a number", "version: 1\nfeatures: 5\n", /"features" must name a folder/],
  ] as const)
    it(`${what} is refused with its place, and with what was wrong alone`, async () => {
      await write("plumbline.yml", text);
      const failure = await failureOf(wanted());
      expect(failure.message).to.match(told);
      expect(failure.exit).to.equal(CLIENT_EXIT.usage);
      expect(failure.message.length).to.be.below(400);
    });

  it("a file that it names is refused by its own name and line", async () => {
    await write("plumbline.yml", FILE);
    await write("plan.yml", "pages:\n  - id: [\n");
    expect((await failureOf(wanted())).message).to.match(/plan\.yml:\d+:\d+ /);
    await write("plan.yml", "pages:\n  - id: home\n    label: Home\nevents: []\n");
  });

  it("files below it that cannot be read, written or removed are named, with the reason", async () => {
    const below = path.join(folder, "features", "shop.feature");
    await mkdir(path.join(folder, "features", "gone"), { recursive: true });
    await symlink("nowhere", below);
    await write("plumbline.yml", FILE);
    const { message } = await failureOf(wanted());
    await rm(below);
    expect(message).to.equal(`${below} cannot be read: it does not exist.`);
    const gone = path.join(folder, "features", "gone");
    const places = { features: new Map([["gone", gone]]), steps: new Map(), tracking: null };
    const changes = [{ action: "delete", kind: "feature", name: "gone", fields: [], more: 0 }] as const;
    const removed = await failureOf(writeBelow(changes as never, {} as never, { features: folder, places }));
    await rm(gone, { recursive: true });
    expect(removed.message).to.match(/gone could not be removed: /);
    const data = await failureOf(makeDataFolder(path.join(folder, "plan.yml")));
    expect(data.message).to.match(/plan\.yml\/\.gitignore could not be written: a part of its path is a file\.$/);
  });

  it("an id that two features have is refused before it is sent, so every feature has its file", async () => {
    await write("plumbline.yml", FILE);
    await mkdir(path.join(folder, "features", "shop"));
    await write("features/shop/basket.feature", "Feature: Basket\n");
    const { message } = await failureOf(wanted());
    await rm(path.join(folder, "features", "shop"), { recursive: true });
    expect(message)
      .to.include(path.join("features", "basket.feature"))
      .and.include(path.join("features", "shop", "basket.feature"));
  });

  it("what the service refuses is told with file, line and path", async () => {
    await write("plumbline.yml", FILE);
    const { missing: _, ...sent } = await wanted();
    const fields = [
      { path: "schedules[0].cron", message: "cannot be read as a cron expression" },
      { path: "scenarios[0].viewport", message: 'is not a field there. Did you mean "viewports"?' },
      { path: "scenarios[0].steps[3].value", message: "is not there" },
      { path: "features[0].gherkin:1:10", message: "needs a scenario" },
      { path: "steps[1].actions", message: "must have an entry" },
      { path: "tracking.pages[0].pageType", message: "is required" },
      { path: "", message: "must be shorter" },
    ];
    const refused = await failureOf(sendConfig(refusing(fields), { ...sent, project: null, mode: "plan" }));
    expect(refused.message.split("\n").map((line) => line.trim())).to.deep.equal([
      "plumbline.yml is invalid:",
      "plumbline.yml:10:5 schedules[0].cron cannot be read as a cron expression",
      'plumbline.yml:6:5 scenarios[0].viewport is not a field there. Did you mean "viewports"?',
      "plumbline.yml:4:5 scenarios[0].steps[3].value is not there",
      "features/basket.feature:1:10 features[0].gherkin:1:10 needs a scenario",
      "features/steps/list.yml:5:3 steps[1].actions must have an entry",
      "plan.yml:2:5 tracking.pages[0].pageType is required",
      "plumbline.yml:1:1 must be shorter",
    ]);
    expect(refused.exit).to.equal(CLIENT_EXIT.usage);
  });

  it("a channel is told by its place in the file, even where one before it is not sent", async () => {
    const channel = (name: string) => `  - name: ${name}\n    kind: slack\n    url: { from: ${name} }\n`;
    await write("plumbline.yml", `${FILE}notifications:\n${channel("ALARM")}${channel("TEAM")}`);
    const notes: string[] = [];
    const out = { ...createOutput(true), note: (text: string) => void notes.push(text) };
    const options = { url: "http://localhost:4173", service: path.resolve(import.meta.dirname, "../../..") };
    const settings = { url: "", apiKey: null, project: null, environment: null };
    const use = { options, out, env: { TEAM: "https://hooks.example.com" }, cwd: folder, settings };
    const { config, origin } = await readLocal(use as unknown as CommandUse);
    expect(notes[0]).to.equal(
      "Not set here: ALARM. The channels and the access of other environments that need them are left out.",
    );
    const fields = [{ path: "notifications[0].kind", message: "must be email" }];
    const { message } = await failureOf(sendConfig(refusing(fields), { project: null, config, origin, mode: "apply" }));
    expect(message).to.equal("plumbline.yml:18:5 notifications[1].kind must be email");
  });

  it("a plan in CI is that of the job's branch, and outside of CI of nobody's", async () => {
    await write("plumbline.yml", FILE);
    const env = { CI: "true", GITHUB_ACTIONS: "true", GITHUB_REF: "refs/heads/feature/a", GITHUB_SHA: "a".repeat(40) };
    expect((await readWanted({ options: {}, cwd: folder, env })).branch).to.equal("feature/a");
    expect((await readWanted({ options: { branch: "b" }, cwd: folder, env })).branch).to.equal("b");
    expect((await wanted()).branch).to.equal(undefined);
  });
});
