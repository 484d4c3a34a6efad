// Everything that the image, the compose file and the systemd units name exists: programs, settings, files.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { parse } from "yaml";
import { PRODUCTION_CHECKS } from "../../cli/client/productionChecks.ts";
import { settingsTable } from "../../domain/config.ts";
import { fileVariable, SECRET_VARIABLES } from "../../domain/secretFiles.ts";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../../temporal-dev/nodeFlags.ts";
import { commandProblems } from "../support/documentedCommands.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string): string => readFileSync(`${ROOT}${file}`, "utf8");
const UNITS = readdirSync(`${ROOT}deploy`).filter((name) => /\.(service|timer)$/.test(name));

type ComposeService = {
  command?: string[];
  entrypoint?: string[];
  env_file?: { path: string; required: boolean }[];
  logging?: { driver: string; options: Record<string, string> };
  profiles?: string[];
  restart?: string;
  environment?: Record<string, string>;
  secrets?: string[];
  security_opt?: string[];
  volumes?: string[];
};
const compose = parse(read("compose.yml"), { merge: true }) as {
  services: Record<string, ComposeService>;
  secrets: Record<string, object>;
  volumes: Record<string, object>;
};
const ours = [compose.services.api, compose.services.worker].map((one) => one ?? {});

/** Files and folders that the operator creates next to compose.yml. */
const OF_THE_OPERATOR = [".env", "plumbline.env", "secrets", "backups"];

/** Whether one of our processes reads the setting. */
const isSetting = (name: string): boolean =>
  settingsTable().includes(`\`${name}\``) || SECRET_VARIABLES.some((secret) => fileVariable(secret) === name);

describe("the compose file", () => {
  it("starts programs that are there, with settings that they take", () => {
    for (const { command = [], environment = {} } of ours) {
      expect(existsSync(`${ROOT}${command[0]}`), command[0]).to.equal(true);
      expect(Object.keys(environment)).not.to.be.empty;
      expect(Object.keys(environment).filter((name) => !isSetting(name))).to.deep.equal([]);
    }
  });

  it("names only secrets, volumes, files and profiles that it has", () => {
    for (const { secrets = [], volumes = [] } of Object.values(compose.services)) {
      expect(Object.keys(compose.secrets)).to.include.members(secrets);
      const [files, named] = [true, false].map((isFile) =>
        volumes.map((one) => one.split(":")[0] ?? "").filter((from) => from.startsWith("./") === isFile),
      );
      expect(Object.keys(compose.volumes)).to.include.members(named ?? []);
      for (const file of files ?? [])
        expect(existsSync(`${ROOT}${file}`) || OF_THE_OPERATOR.includes(file.slice(2)), file).to.equal(true);
    }
    const [profile] = compose.services.worker?.security_opt ?? [];
    expect(JSON.parse(read(profile?.replace("seccomp:", "") ?? ""))).to.have.property("defaultAction");
  });

  it("has the administrator's command, which `up` does not start, and which has the settings of the service", () => {
    const admin = compose.services.admin ?? {};
    const program = admin.entrypoint?.find((word) => word.endsWith(".ts")) ?? "";
    expect(existsSync(`${ROOT}${program}`), program).to.equal(true);
    expect([admin.profiles, admin.restart]).to.deep.equal([["admin"], "no"]);
    const { environment, secrets, env_file } = compose.services.api ?? {};
    expect(admin).to.deep.include({ environment, secrets, env_file });
    expect(admin.volumes).to.include("data:/data");
  });

  it("takes settings of the operator's file, which need not be there, and bounds every log", () => {
    for (const { env_file } of ours) expect(env_file).to.deep.equal([{ path: "plumbline.env", required: false }]);
    for (const [name, { logging }] of Object.entries(compose.services))
      expect(Object.keys(logging?.options ?? {}), name).to.have.members(["max-size", "max-file"]);
  });

  it("puts nothing of the operator's into the image or the repository", () => {
    const lines = (file: string) => read(file).split("\n");
    for (const file of [".dockerignore", ".containerignore"]) expect(lines(file)).to.include.members(OF_THE_OPERATOR);
    const ignored = lines(".gitignore").map((line) => line.replace(/^\/|\/$/g, ""));
    expect(ignored).to.include.members(OF_THE_OPERATOR);
  });
});

describe("the image and the units of systemd", () => {
  it("run Node as `npm start` does", () => {
    const environment = Object.entries(NODE_ENVIRONMENT).map(([name, value]) => `${name}=${value}`);
    expect(read("Containerfile")).to.contain(NODE_FLAGS.map((flag) => `"${flag}"`).join(", "));
    for (const file of ["Containerfile", "deploy/plumbline-api.service", "deploy/plumbline-worker.service"])
      for (const setting of environment) expect(read(file), file).to.contain(` ${setting}`);
    for (const program of ["api", "worker"])
      expect(read(`deploy/plumbline-${program}.service`)).to.contain(NODE_FLAGS.join(" "));
  });

  for (const unit of UNITS.filter((name) => name.endsWith(".service")))
    it(`${unit} starts a program that is there, as a user of its own, with settings that it takes`, () => {
      const text = read(`deploy/${unit}`);
      const program = /(?:api|workers|cli)\/\w+\.ts/.exec(text)?.[0] ?? "";
      expect(existsSync(`${ROOT}${program}`), program).to.equal(true);
      expect(text).to.match(/^User=plumbline$/m);
      const settings = [...text.matchAll(/\b((?:SVC|MONGODB|TEMPORAL)_\w+)=/g)].map(([, name = ""]) => name);
      expect(settings.filter((name) => !isSetting(name))).to.deep.equal([]);
    });
});

describe("the image", () => {
  it("runs as another user than root, and names programs that are there", () => {
    const text = read("Containerfile");
    const stage = text.slice(text.lastIndexOf("\nFROM "));
    expect(stage).to.match(/^USER plumbline$/m);
    const [, program = ""] = /^CMD \["(.+)"\]$/m.exec(stage) ?? [];
    expect(existsSync(`${ROOT}${program}`), program).to.equal(true);
    const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
    const called = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(scripts).to.include.members(called);
  });
});

describe("docs/production.md", () => {
  it("shows only commands of the container that the program takes", () => {
    const text = read("docs/production.md");
    const calls = [...text.matchAll(/docker compose run --rm (?:-T )?admin (.+)$/gm)].map(([, words = ""]) => words);
    expect(calls).not.to.be.empty;
    const asAdmin = calls.map((words) => `npm run -s admin -- ${words.replace(/\$\(.+?\)/g, "today")}`).join("\n");
    expect(commandProblems(asAdmin, asAdmin)).to.deep.equal([]);
    for (const file of OF_THE_OPERATOR) expect(text).to.contain(file);
  });

  it("lists each check of plumbline doctor --production", () => {
    const text = read("docs/production.md");
    for (const check of PRODUCTION_CHECKS) expect(text).to.contain(`\`${check}\``);
  });
});
