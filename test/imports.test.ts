// Which top-level folder may import which: the arrows of ARCHITECTURE.md, with types distinguished from values, which the linter cannot do;
// and which may use the models that a context passes to them.
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { createConnection } from "mongoose";
import { TOOLS } from "../api/tools/registry.ts";
import { bindModels } from "../models/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What a folder may import besides itself; `types` may only be imported as types. */
type Arrows = { values: readonly string[]; types?: readonly string[] };

const ROOMS: Record<string, Arrows> = {
  domain: { values: [] },
  platform: { values: ["domain"] },
  models: { values: ["domain", "platform"] },
  browsers: { values: ["domain", "platform"] },
  activities: { values: ["browsers", "platform", "models", "domain"] },
  workflows: { values: ["domain"], types: ["activities"] },
  workers: { values: ["activities", "browsers", "platform", "models", "domain"] },
  mcp: { values: ["domain"] },
  "api/lib": { values: ["domain", "models", "platform"] },
  "api/operations": { values: ["api/lib", "domain", "models", "platform"] },
  "api/coach": { values: ["api/operations", "api/tools", "api/lib", "domain"], types: ["models"] },
  "api/endpoints": {
    values: [
      "api/operations",
      "api/tools",
      "api/coach",
      "api/lib",
      "api/middleware",
      "api/mcp",
      "api/openapi",
      "mcp",
      "domain",
    ],
  },
  "api/tools": { values: ["api/operations", "api/lib", "api/middleware", "domain"], types: ["models"] },
};

type Import = { from: string; to: string; type: boolean };

const STARTS_DUE = "workers/startDue.ts";

const IMPORT = /^(?:import|export)\s+(type\s)?[^;"]*?from\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm;

/** Returns a file's top folder, or the folder below api/. */
const roomOf = (file: string): string =>
  file
    .split("/")
    .slice(0, file.startsWith("api/") ? 2 : 1)
    .join("/");

async function allImports(): Promise<Import[]> {
  const imports: Import[] = [];
  const rooms = [...new Set(Object.keys(ROOMS).map((room) => room.split("/")[0]))];
  for await (const file of glob(`{${rooms.join(",")}}/**/*.ts`, { cwd: root })) {
    const from = file.split(path.sep).join("/");
    for (const [, type, spec, lazy] of readFileSync(path.join(root, from), "utf8").matchAll(IMPORT))
      imports.push({
        from,
        to: path.posix.join(path.posix.dirname(from), spec ?? lazy ?? ""),
        type: type !== undefined,
      });
  }
  return imports;
}

describe("imports go one way", () => {
  let imports: Import[];
  before(async () => {
    imports = await allImports();
  });

  for (const [room, arrows] of Object.entries(ROOMS))
    it(`${room} imports ${[...arrows.values, ...(arrows.types ?? []).map((t) => `types of ${t}`)].join(", ") || "nothing of ours"}`, () => {
      const own = imports.filter(({ from }) => roomOf(from) === room);
      expect(own, `imports in ${room}`).not.to.be.empty;
      const allowed = ({ from, to, type }: Import): boolean => {
        const other = roomOf(to);
        // Data that comes with the service is not code.
        if (/^(?:assets\/.+|package)\.json$/.test(to)) return true;
        // A due time must not wait for an API process, so one file of the workers may call operations, like the admin command.
        if (from === STARTS_DUE) return true;
        return other === room || arrows.values.includes(other) || (type && (arrows.types?.includes(other) ?? false));
      };
      expect(own.filter((one) => !allowed(one)).map(({ from, to }) => `${from} imports ${to}`)).to.deep.equal([]);
    });

  it("workers take from the API only what starts the runs of a schedule", () => {
    const taken = imports.filter(({ from, to }) => from === STARTS_DUE && to.startsWith("api/")).map(({ to }) => to);
    expect(taken.sort()).to.deep.equal([
      "api/lib/context.ts",
      "api/lib/metrics.ts",
      "api/operations/schedules/takeDue.ts",
      "api/temporalEngine.ts",
    ]);
  });
});

/** The code folders besides domain/, models/ and the dashboard. They read and write only through named queries of models/. */
const BY_NAMED_QUERIES: readonly string[] = [
  "activities",
  "api",
  "browsers",
  "cli",
  "mcp",
  "platform",
  "temporal-dev",
  "workers",
  "workflows",
];

/** Returns every code file with its text. */
async function allFiles(): Promise<{ file: string; text: string }[]> {
  const files = [];
  for await (const found of glob(`{${BY_NAMED_QUERIES.join(",")}}/**/*.ts`, { cwd: root })) {
    const file = found.split(path.sep).join("/");
    files.push({ file, text: readFileSync(path.join(root, file), "utf8") });
  }
  return files;
}

/** Accesses to `models`: with a dot, or by destructuring, as a value or as a parameter. */
const MODEL_READS = [
  /\bmodels\s*[.?]*\.\s*(\w+)/gi,
  /\{([^{}]*)\}\s*(?::[^=;{}]*)?=\s*(?:\w+\.)*models\b/g,
  /\{([^{}]*)\}\s*:\s*(?:Pick<\s*)?Models\b/g,
];

/** Returns the models that a text names. */
function modelsIn(text: string): string[] {
  return MODEL_READS.flatMap((read) => [...text.matchAll(read)]).flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.split(":")[0]?.trim() ?? ""),
  );
}

/** Modules shared by the interfaces besides the words: each imports nothing, so a browser may load it. */
const SHARED = [
  "domain/liveChanges.ts",
  "domain/net/fillPath.ts",
  "domain/shotIds.ts",
  "domain/text.ts",
  "domain/visual/percent.ts",
];

describe("the dashboard", () => {
  type Web = { from: string; to: string; type: boolean };
  const imports: Web[] = [];
  before(async () => {
    for await (const file of glob("web/src/**/*.{ts,tsx}", { cwd: root })) {
      const from = file.split(path.sep).join("/");
      for (const [, type, spec, lazy] of readFileSync(path.join(root, from), "utf8").matchAll(IMPORT))
        imports.push({
          from,
          to: path.posix.join(path.posix.dirname(from), spec ?? lazy ?? ""),
          type: type !== undefined,
        });
    }
  });
  const outside = ({ to }: Web) => !to.startsWith("web/");
  const featureOf = (file: string) => /^web\/src\/features\/([^/]+)\//.exec(file)?.[1];

  it("takes nothing of the service but types of paths and answers, and what all faces share", () => {
    expect(imports.filter(outside)).not.to.be.empty;
    const allowed = ({ to, type }: Web) =>
      to.startsWith("domain/words/") ||
      SHARED.includes(to) ||
      (type && /^(?:api\/endpoints\/(?:answers\/|typedPath\.ts$)|domain\/)/.test(to));
    const wrong = imports.filter((one) => outside(one) && !allowed(one));
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).to.deep.equal([]);
  });

  it("has features that import components and lib, and never each other", () => {
    const wrong = imports
      .filter(({ from }) => featureOf(from))
      .filter(
        (one) =>
          !outside(one) && !/^web\/src\/(?:components|lib)\//.test(one.to) && featureOf(one.to) !== featureOf(one.from),
      );
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).to.deep.equal([]);
  });

  it("has components and a lib that know no screen", () => {
    const wrong = imports
      .filter(({ from }) => /^web\/src\/(?:components|lib)\//.test(from))
      .filter((one) => /^web\/src\/(?:features|app)\//.test(one.to));
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).to.deep.equal([]);
  });
});

describe("the models that come in a context", () => {
  const collections = new Set(Object.keys(bindModels(createConnection())));
  const collectionsIn = (text: string) => modelsIn(text).filter((name) => collections.has(name));
  let files: { file: string; text: string }[];
  before(async () => {
    files = await allFiles();
  });

  it("are found, however they are named", () => {
    const texts = [
      "await ctx.models.runs.find({})",
      "deps.models\n    .runs.find({})",
      "const { runs } = deps.models;",
      "const { shots, runs: all } = models;",
      "const count = ({ runs }: Models, projectId: string) => runs.countDocuments({ projectId });",
      'function count({ runs }: Pick<Models, "runs">) {',
      "await readInTurns<Run>(ctx.models.runs, { projectId }, {})",
    ];
    for (const text of texts) expect(collectionsIn(text), text).to.include("runs");
    const named = ['import { closeRun } from "../models/runs/writes.ts";', "models.bindModels(connection)"];
    for (const text of named) expect(collectionsIn(text), text).to.deep.equal([]);
    const own = readFileSync(path.join(root, "models/shots/queries.ts"), "utf8");
    expect(collectionsIn(own)).to.include("shots");
  });

  for (const folder of BY_NAMED_QUERIES)
    it(`are asked by named queries alone in ${folder}`, () => {
      const own = files.filter(({ file }) => file.startsWith(`${folder}/`));
      expect(own, `files in ${folder}`).not.to.be.empty;
      const asking = own.map(({ file, text }) => `${file}: ${[...new Set(collectionsIn(text))].join(", ")}`);
      expect(asking.filter((line) => !line.endsWith(": "))).to.deep.equal([]);
    });
});

describe("what all faces share", () => {
  it("loads nothing but other words, not even a type", async () => {
    const files = [...SHARED];
    for await (const found of glob("domain/words/*.ts", { cwd: root })) files.push(found.split(path.sep).join("/"));
    expect(files).to.have.length.above(SHARED.length);
    const words = (file: string, line: string) => file.startsWith("domain/words/") && / from "\.\/[\w.]+";$/.test(line);
    const loading = files.filter((file) =>
      [...readFileSync(path.join(root, file), "utf8").matchAll(/^(?:import|export .* from)\b.*|.*import\(.*/gm)].some(
        ([line]) => !words(file, line),
      ),
    );
    expect(loading).to.deep.equal([]);
  });
});

describe("domain", () => {
  /** Kinds of jobs are stored under the names of the tools that start them. */
  const JOB_KINDS = "domain/jobs/kinds.ts";
  const NAMES = new Set(TOOLS.map(({ name }) => name));

  /** Returns quoted texts that are the name of a tool or the path of an endpoint; in guidance, any word that is such a name. */
  const namedIn = (text: string, guidance: boolean): string[] => {
    const quoted = [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
    const words = guidance ? (text.match(/\w+/g) ?? []) : [];
    return [...quoted, ...words].filter((one) => NAMES.has(one) || /^\/(api|mcp)(\/|$)/.test(one));
  };

  it("names no tool and no route: it does not know who calls it", async () => {
    const found: string[] = [];
    for await (const file of glob("domain/**/*.ts", { cwd: root })) {
      const name = file.split(path.sep).join("/");
      if (name === JOB_KINDS) continue;
      const text = readFileSync(path.join(root, name), "utf8");
      for (const one of namedIn(text, name.startsWith("domain/guidance/"))) found.push(`${name}: ${one}`);
    }
    expect(found).to.deep.equal([]);
  });

  it("and a name would be found", () => {
    expect(namedIn('callOf(facts, "Run it", "run_vrt")', false)).to.deep.equal(["run_vrt"]);
    expect(namedIn("const at = `/api/ci/run`;", false)).to.deep.equal(["/api/ci/run"]);
    expect(namedIn("// then run_vrt", true)).to.deep.equal(["run_vrt"]);
    expect(namedIn('"run_vrt is the tool"', false)).to.deep.equal([]);
  });
});
