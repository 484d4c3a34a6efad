// The examples in the documents are usable as they are: files, bodies, settings and addresses are valid.
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import type { Command } from "commander";
import { parse } from "yaml";
import type { Schema } from "yup";
import { AREAS, endpointsOf } from "../../api/endpoints/index.ts";
import { projectFileSchema } from "../../api/openapi/projectFileSchema.ts";
import { checkAccess } from "../../api/operations/environments/access.ts";
import { SETTINGS } from "../../api/operations/projects/projectSettings.ts";
import { TICKET_SYSTEM } from "../../api/operations/projects/ticketSystem.ts";
import { TOOLS } from "../../api/tools/registry.ts";
import { adminProgram } from "../../cli/admin/program.ts";
import { jobOf } from "../../cli/projectFile/ciJobs.ts";
import { settingsTable } from "../../domain/config.ts";
import { BUILTIN_STEP_DEFS } from "../../domain/functional/library/index.ts";
import { planFeature } from "../../domain/functional/planFeature.ts";
import { readStepDef } from "../../domain/functional/readStepDef.ts";
import { parseScenarioFile } from "../../domain/import/parseScenarioFile.ts";
import { ALL_PROBLEMS } from "../../domain/import/problems.ts";
import { parseTrackingPlan } from "../../domain/pillars/tracking/parsePlan.ts";
import { fileVariable, SECRET_VARIABLES } from "../../domain/secretFiles.ts";
import { type CodeBlock, type Document, readDocuments } from "../support/documents.ts";

const projectFile = new Ajv2020({ strict: false }).compile(projectFileSchema());
const strictly = (schema: Pick<Schema, "validateSync">) => (value: unknown) =>
  void schema.validateSync(value, ALL_PROBLEMS);

/** A part of a file is enough: required fields are added. */
function checkProjectFile(value: unknown): void {
  const whole = { version: 1, project: { slug: "shop" }, ...(value as object) };
  if (!projectFile(whole)) throw new Error(JSON.stringify(projectFile.errors));
}

const STEP_DEFAULTS = { v: 1, params: [], tags: [], description: "", examples: [], status: "ready" };

/** Files by the names that the pages give them. A JSON or YAML code block names its file after the language. */
const FILES: Readonly<Record<string, (value: unknown, text: string) => void>> = {
  "scenarios.json": (value) => void parseScenarioFile(value),
  "access.json": (value) => void checkAccess(value),
  "settings.json": strictly(SETTINGS),
  "tickets.json": strictly(TICKET_SYSTEM),
  "tracking-plan.json": (value) => void parseTrackingPlan(value as object),
  "tracking-plan.yml": (value) => void parseTrackingPlan(value as object),
  "plumbline.yml": checkProjectFile,
  "steps.yml": (value) => void readStepDef({ ...STEP_DEFAULTS, ...(value as object) }),
  // Files and responses whose format is not ours to check.
  ".github/workflows/plumbline.yml": () => {},
  ".gitlab-ci.yml": () => {},
  "client.json": () => {},
  "prometheus.yml": () => {},
  message: () => {},
};

const READERS: Readonly<Record<string, (text: string) => unknown>> = { json: JSON.parse, yaml: parse };
const endpoints = endpointsOf(AREAS);
const tools = new Map(TOOLS.map((tool) => [tool.name, tool]));

describe("examples in the documents", () => {
  let documents: Document[];
  before(async () => {
    documents = await readDocuments();
  });

  const everyBlock = (told: (block: CodeBlock) => string[]) =>
    documents.flatMap(({ file, blocks }) => blocks.flatMap(told).map((problem) => `${file}: ${problem}`));

  it("files are right: each block of JSON or YAML names the file that it is", () => {
    expect(everyBlock(fileProblems)).to.deep.equal([]);
  });

  it("bodies of requests are right", () => {
    expect(everyBlock(bodyProblems)).to.deep.equal([]);
  });

  it("each sentence of a feature is one of the library", () => {
    const wrong = everyBlock(({ language, text }) =>
      language !== "gherkin"
        ? []
        : planFeature(text, BUILTIN_STEP_DEFS).flatMap(({ steps }) =>
            steps.filter(({ state }) => state !== "prepared").map((step) => `${step.text}: ${step.problem}`),
          ),
    );
    expect(wrong).to.deep.equal([]);
  });

  it("the jobs are those that `plumbline init --ci` writes", () => {
    const blocks = documents.find(({ file }) => file === "docs/ci.md")?.blocks ?? [];
    for (const ci of ["github", "gitlab"] as const) {
      const job = jobOf(ci);
      expect(blocks.find(({ name }) => name === job.file)?.text).to.equal(job.text);
    }
  });

  it("settings exist", () => {
    const known = new Set(settingsTable().match(/\b(?:SVC|TEMPORAL|MONGODB)_[A-Z_]+\b/g));
    for (const name of ["URL", "API_KEY", "PROJECT", "ENVIRONMENT", "EMAIL", "PASSWORD"]) known.add(`SVC_${name}`);
    for (const name of SECRET_VARIABLES) known.add(fileVariable(name));
    const wrong = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:SVC|TEMPORAL|MONGODB)_[A-Z_]+\b(?!…|\*)/g)]
        .filter(([name]) => !known.has(name) && !name.endsWith("_"))
        .map(([name]) => `${file}: ${name}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it("endpoints exist", () => {
    const known = new Set(endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    const wrong = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`?]*)[^`]*`/g)]
        .map(([, method, path]) => `${method} ${path}`)
        .filter((called) => !known.has(called))
        .map((called) => `${file}: ${called}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it("the table of the administrator's commands has every command with its options", () => {
    const page = documents.find(({ file }) => file === "docs/administration.md")?.text ?? "";
    const rows = new Map<string, string>();
    for (const [, cell = "", options = ""] of page.matchAll(/^\| (`[^|]+) \| ([^\n]*) \|$/gm))
      for (const [, name = ""] of cell.matchAll(/`([a-z-]+(?: [a-z-]+)?)/g)) rows.set(name, `${cell} ${options}`);
    const missing = leavesOf(adminProgram()).flatMap(([name, command]) => {
      const row = rows.get(name);
      if (row === undefined) return [name];
      return command.options
        .map(({ long }) => long ?? "")
        .filter((flag) => flag !== "--json" && !row.includes(flag))
        .map((flag) => `${name} ${flag}`);
    });
    expect(missing).to.deep.equal([]);
  });

  describe("would be found when they were wrong:", () => {
    for (const [what, block] of [
      ["a file without a name", { language: "json", name: "", text: "{}" }],
      ["a file that cannot be parsed", { language: "json", name: "client.json", text: "{" }],
      ["a field that does not exist", { language: "yaml", name: "plumbline.yml", text: "scenario: []" }],
      [
        "a file in a command",
        { language: "bash", name: "", text: "cat > scenarios.json <<'JSON'\n{\"scenarios\":[{}]}\nJSON\n" },
      ],
    ] as const)
      it(what, () => {
        expect(fileProblems(block)).to.have.length(1);
      });

    for (const [what, line] of [
      ["an endpoint", "curl \"$API/api/nowhere\" -d '{}'"],
      ["a field of a body", 'curl "$API/api/ci/run" -d \'{"typ":"test"}\''],
      ["a tool", 'curl "$API/api/mcp/v1/invoke" -d \'{"tool":"fly","args":{}}\''],
      ["an arg", 'curl "$API/api/mcp/v1/invoke" -d \'{"tool":"get_job_status","args":{}}\''],
      ["an arg of a function", "tool get_job_status '{\"job\":1}'"],
      ["a change without confirm", 'curl "$API/api/mcp/v1/invoke" -d \'{"tool":"crawl_site","args":{}}\''],
    ] as const)
      it(what, () => {
        expect(bodyProblems({ language: "bash", name: "", text: line })).to.have.length(1);
      });
  });
});

/** Files in a block: the block itself, what a shell writes into a file, what it passes to an import. */
function filesOf({ language, name, text }: CodeBlock): { language: string; name: string; text: string }[] {
  if (language in READERS) return [{ language, name, text }];
  if (language !== "bash") return [];
  const written = [...text.matchAll(/cat > (\S+) <<'?(\w+)'?\n([\s\S]*?)\n\2$/gm)];
  const piped = [...text.matchAll(/echo '([^']*)' \| .*scenarios import -/g)];
  return [
    ...written.map(([, file = "", , content = ""]) => ({
      language: /\.ya?ml$/.test(file) ? "yaml" : "json",
      name: file,
      text: content,
    })),
    ...piped.map(([, content = ""]) => ({ language: "json", name: "scenarios.json", text: content })),
  ];
}

function fileProblems(block: CodeBlock): string[] {
  return filesOf(block).flatMap(({ language, name, text }) => {
    const check = FILES[name];
    if (!check) return [`a block of ${language} must name one of ${Object.keys(FILES).join(", ")}, not "${name}"`];
    return problemOf(() => check(READERS[language]?.(text), text)).map((problem) => `${name}: ${problem}`);
  });
}

/** Validates the `-d` of each curl, and the args of the function `tool`, against the endpoint or the tool. */
function bodyProblems({ language, text }: CodeBlock): string[] {
  if (language !== "bash" && language !== "") return [];
  const called = [...text.matchAll(/^tool (\w+) '([^']*)'/gm)].flatMap(([, tool = "", args = ""]) =>
    problemOf(() => checkToolCall({ tool, args: JSON.parse(args) as object })),
  );
  const sent = text.split(/(?=\bcurl )/).flatMap((call) => {
    const path = /\$(?:API|SVC_URL)(\/[^"\s]*)"/.exec(call)?.[1];
    const [, plain, quoted] = / -d (?:'([^']*)'|"((?:[^"\\]|\\.)*)")/.exec(call) ?? [];
    const body = plain ?? quoted?.replaceAll('\\"', '"').replace(/\$\w+/g, "run_01k0000000000000000000000");
    // "$1": a function is given the rest of the body.
    if (path === undefined || body === undefined || /\$\d/.test(quoted ?? "")) return [];
    const endpoint = endpoints.find((one) => one.method === "post" && one.path === path);
    if (!endpoint) return [`no endpoint POST ${path}`];
    return problemOf(() => {
      const value: unknown = JSON.parse(body);
      if (endpoint.body) strictly(endpoint.body)(value);
      if (path === "/api/mcp/v1/invoke") checkToolCall(value as { tool: string; args: { confirm?: boolean } });
    }).map((problem) => `POST ${path}: ${problem}`);
  });
  return [...called, ...sent];
}

function checkToolCall({ tool: name, args }: { tool: string; args: { confirm?: boolean } }): void {
  const tool = tools.get(name);
  if (!tool) throw new Error(`no tool ${name}`);
  if (tool.mutating && args.confirm !== true) throw new Error(`${name} needs confirm`);
  strictly(tool.schema)(args);
}

const leavesOf = (program: Command): [name: string, command: Command][] =>
  program.commands.flatMap((command): [string, Command][] =>
    command.commands.length === 0
      ? [[command.name(), command]]
      : command.commands.map((leaf) => [`${command.name()} ${leaf.name()}`, leaf]),
  );

function problemOf(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
