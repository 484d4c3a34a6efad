// The admin command on a real database: most calls run in this process, those about processes run in their own.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createLibraryScanner } from "../../activities/pillars/security/libraries/scanner.ts";
import { findAll } from "../../activities/pillars/security/libraries/search.ts";
import { runAdmin } from "../../cli/admin/main.ts";
import { parseKey } from "../../domain/keys.ts";
import { vulnerableLibrary } from "../../domain/pillars/security/checks/vulnerable-library.ts";
import { baselineIdOf } from "../../models/baselines/key.ts";
import type { BaselinePicture } from "../../models/baselines/schema.ts";
import { findAdvisories } from "../../platform/advisories.ts";
import { withCompileCache } from "../../temporal-dev/compileCache.ts";
import { addRun, addShot } from "../api/support/shots.ts";
import { page } from "../domain/pillars/security/facts.ts";
import { type Called, callInProcess } from "../support/inProcess.ts";
import { SECRET } from "../support/sealer.ts";
import { useDatabase } from "./support.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const BACKSTOP = path.join(ROOT, "test/domain/import/backstop.json");
type More = { env?: NodeJS.ProcessEnv; stdin?: string };

describe("the administrator's command", () => {
  const db = useDatabase();
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-test-cli-"));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const settings = (env?: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    PATH: process.env.PATH,
    SVC_DATA_DIR: dataDir,
    MONGODB_URI: db.uri,
    SVC_MONGO_DATABASE: db.name,
    ...env,
  });
  const admin = (args: string[], { env, ...more }: More = {}): Promise<Called> =>
    callInProcess(runAdmin, args, { env: settings(env), ...more });
  async function inProcessOfItsOwn(args: string[], { env, stdin = "" }: More = {}): Promise<Called> {
    const child = spawn(process.execPath, ["cli/admin.ts", ...args], {
      cwd: ROOT,
      env: withCompileCache(settings(env)),
    });
    const result: Called = { code: null, stdout: "", stderr: "" };
    child.stdout.on("data", (text: Buffer) => (result.stdout += text.toString()));
    child.stderr.on("data", (text: Buffer) => (result.stderr += text.toString()));
    child.stdin.end(stdin);
    result.code = await new Promise((resolve) => child.once("close", resolve));
    return result;
  }
  const ok = async (...call: Parameters<typeof admin>): Promise<Called> => {
    const result = await admin(...call);
    expect(result.code, result.stderr).to.equal(0);
    return result;
  };
  const shop = () => ok(["projects", "create", "--name", "Shop", "--base-url", "http://127.0.0.1:4500"]);

  describe("the first of all", () => {
    const fresh = useDatabase({ indexes: false });
    it("prepares an empty database: organisation and indexes, even when several commands are the first", async () => {
      const env = { SVC_MONGO_DATABASE: fresh.name };
      const create = (i: number) =>
        inProcessOfItsOwn(["projects", "create", "--name", `P${i % 2}`, "--base-url", "http://127.0.0.1:1"], { env });
      const results = await Promise.all([0, 1, 2, 3].map(create));
      expect(results.map((r) => r.code).sort()).to.deep.equal([0, 0, 1, 1]);
      expect(await fresh.ctx.models.organisations.countDocuments({})).to.equal(1);
      expect(await fresh.ctx.models.projects.countDocuments({})).to.equal(2);
      expect(await fresh.ctx.models.projects.collection.indexes()).to.have.length.above(1);
    });
  });

  it("advisories: a file of newer ones is what the next audit judges by", async () => {
    const script = { url: "/app.js", text: "/*! lamp v3.1.0 */" };
    const outcome = async () => {
      const { file, data } = findAdvisories(null, dataDir);
      const scanner = createLibraryScanner({ file });
      try {
        const scripts = { urls: [script.url], bodies: [script], unread: 0 };
        const libraries = await findAll(scanner, data, scripts, [], [], new AbortController().signal);
        const [result] = [vulnerableLibrary.run(page({}, { libraries }))].flat();
        return [result?.outcome, result?.message];
      } finally {
        await scanner.close();
      }
    };
    expect((await outcome())[0]).to.equal("inapplicable");
    const lamp = {
      vulnerabilities: [{ below: "3.2.0", severity: "high", identifiers: { CVE: ["CVE-2026-12345"] } }],
      extractors: { filecontent: ["/\\*! lamp v(§§version§§)"] },
    };
    const today = new Date().toISOString().slice(0, 10);
    const file = path.join(dataDir, "jsrepository.json");
    await writeFile(file, JSON.stringify({ lamp }));
    expect((await admin(["advisories", "import", file])).stderr).to.contain("--date");
    expect((await ok(["advisories", "import", file, "--date", today])).stdout).to.equal(
      `1 vulnerability of 1 library, of ${today}\n`,
    );
    expect(await outcome()).to.deep.equal([
      "failed",
      "lamp 3.1.0 has 1 known vulnerability, the worst of severity high (CVE-2026-12345).",
    ]);
    expect((await admin(["advisories", "import", file, "--date", "2020-01-01"])).code).to.equal(1);
  });

  it("projects and environments: made, listed, refused when taken", async () => {
    expect((await shop()).stdout).to.match(/^slug +shop$/m);
    const again = await admin(["projects", "create", "--name", "Shop", "--base-url", "http://127.0.0.1:4500"]);
    expect(again).to.deep.include({ code: 1, stdout: "" });
    expect(again.stderr).to.contain('"shop"');
    const list = JSON.parse((await ok(["projects", "list", "--json"])).stdout);
    expect(list.projects[0]).to.have.all.keys("id", "name", "slug", "baseUrl", "scenarioCount");
    expect(list.count).to.equal(1);
    const environments = JSON.parse((await ok(["environments", "list", "--project", "shop", "--json"])).stdout);
    expect(environments.environments[0]).to.include({ name: "Production", slug: "production" });
    expect(environments.environments[0].environmentId).to.equal(environments.environments[0].id);
    expect((await ok(["environments", "list", "--project", "shop"])).stdout).to.match(/^id +name/);
  });

  it("access data comes by file or standard input and is never printed", async () => {
    await shop();
    const access = JSON.stringify({ basicAuth: { username: "guest", password: "pw-7f3a" } });
    const file = path.join(dataDir, "access.json");
    await writeFile(file, access);
    const at = (name: string, from: string) => [
      "environments",
      "create",
      "--project",
      "shop",
      "--name",
      name,
      "--base-url",
      "https://staging.example.com",
      "--access-file",
      from,
    ];
    const env = { SVC_SECRET_KEY: SECRET };
    for (const result of [await ok(at("A", file), { env }), await ok(at("B", "-"), { env, stdin: access })]) {
      expect(result.stdout).to.match(/^protected +yes$/m);
      expect(result.stdout + result.stderr).to.not.contain("pw-7f3a");
    }
    const stored = await db.ctx.models.environments.findOne({ slug: "b" }).lean();
    expect(JSON.parse(db.ctx.sealer.open(stored?.sealedAccess ?? ""))).to.deep.equal(JSON.parse(access));

    const broken = await admin(at("C", "-"), { env, stdin: '{"password":"pw-7f3a"' });
    expect(broken.code).to.equal(2);
    expect(broken.stderr).to.not.contain("pw-7f3a");
    const keyless = await admin(at("D", "-"), { stdin: access });
    expect(keyless.code).to.equal(2);
    expect(keyless.stderr).to.contain("SVC_SECRET_KEY");
  });

  it("scenarios: a BackstopJS file is imported, what is not taken over is listed on stderr", async () => {
    await shop();
    const first = await ok(["scenarios", "import", BACKSTOP, "--project", "shop"]);
    expect(first.stdout).to.match(
      /^shop: 3 created, 0 updated, 0 unchanged; 10 settings need your attention; 7 not supported\n$/,
    );
    expect(first.stderr)
      .to.contain("needs your attention: scenarios[0].cookiePath:")
      .and.contain("not supported: paths:");
    const again = JSON.parse((await ok(["scenarios", "import", BACKSTOP, "--project", "shop", "--json"])).stdout);
    expect(again).to.include({ created: 0, unchanged: 3 });
    expect([again.needsYou[0], again.noMeaning[0]]).to.deep.equal([
      { path: "onBeforeScript", reason: again.needsYou[0].reason },
      { path: "id", reason: again.noMeaning[0].reason },
    ]);
    const list = await ok(["scenarios", "list", "--project", "shop"]);
    expect(list.stdout).to.contain("Menu open");
  });

  it("scenarios: standard input, a wrong file and a missing one", async () => {
    await shop();
    const stdin = JSON.stringify({ scenarios: [{ label: "Home", url: "/" }] });
    await ok(["scenarios", "import", "-", "--project", "shop"], { stdin });
    const wrong = await admin(["scenarios", "import", "-", "--project", "shop"], {
      stdin: '{"scenarios":[{"url":"/"}]}',
    });
    expect(wrong.code).to.equal(1);
    expect(wrong.stderr).to.contain("scenarios[0].label");
    expect((await admin(["scenarios", "import", "nowhere.json", "--project", "shop"])).code).to.equal(2);
  });

  it("features: a .feature file goes in, and comes out as it was", async () => {
    await shop();
    const stdin = 'Feature: Basket\n  # a comment\n  Scenario: Opens\n    Given I am on "/"\n    Then I see "Basket"\n';
    const into = ["features", "import", "-", "--project", "shop", "--id", "basket"];
    expect((await ok(into, { stdin })).stdout).to.equal("basket created (ready, version 1)\n");
    expect((await ok(into, { stdin })).stdout).to.equal("basket unchanged (ready, version 1)\n");
    expect((await ok(["features", "export", "basket", "--project", "shop"])).stdout).to.equal(stdin);
    const wrong = await admin(into, { stdin: `${stdin}    Nonsense\n` });
    expect([wrong.code, wrong.stderr.includes("line 6, column 5")]).to.deep.equal([1, true]);
    // Two files of one name would overwrite each other; two names in another script are not one.
    const twice = await admin(["features", "import", "a/Log in.feature", "b/log-in.feature", "--project", "shop"]);
    expect([twice.code, twice.stderr.includes('would both become the feature "log-in"')]).to.deep.equal([2, true]);
    for (const name of ["корзина", "поиск"]) await writeFile(path.join(dataDir, `${name}.feature`), stdin);
    const others = ["features", "import", "корзина.feature", "поиск.feature", "--project", "shop"];
    const { stdout } = await ok(others, { env: { INIT_CWD: dataDir } });
    expect(stdout.match(/^feature-[0-9a-f]{8} created/gm)).to.have.length(2);
    // A feature of an earlier version keeps its id, which had no mark, if it has the same name.
    await ok([...into.slice(0, -1), "01"], { stdin });
    for (const [name, text] of [
      ["01_Корзина", stdin],
      ["01_Поиск", stdin.replace("Basket", "Search")],
    ] as const)
      await writeFile(path.join(dataDir, `${name}.feature`), text);
    const later = ["features", "import", "01_Корзина.feature", "01_Поиск.feature", "--project", "shop"];
    const kept = await ok(later, { env: { INIT_CWD: dataDir } });
    expect(kept.stdout).to.match(/^01 unchanged .*\n01-[0-9a-f]{8} created /);
  });

  it("features: a recording of Chrome's DevTools goes in as a draft, and comes out as one", async () => {
    await shop();
    const steps = [
      { type: "navigate", url: "https://shop.example/cart" },
      { type: "waitForElement", selectors: ["text/Basket"] },
      { type: "close" },
    ];
    await writeFile(path.join(dataDir, "cart.json"), JSON.stringify({ title: "Cart", steps }));
    const from = { env: { INIT_CWD: dataDir } };
    const { stdout, stderr } = await ok(["features", "import", "cart.json", "--project", "shop"], from);
    expect(stdout).to.equal("cart created (draft, version 1)\n");
    expect(stderr).to.contain("Step 3 (close): skipped");
    const exported = await ok(["features", "export", "cart", "--project", "shop", "--format", "recorder"]);
    expect(JSON.parse(exported.stdout).steps.map(({ type }: { type: string }) => type)).to.deep.equal([
      "navigate",
      "waitForElement",
    ]);
    // Its id in an earlier version had no mark.
    await ok(["features", "import", "cart.json", "--project", "shop", "--id", "01"], from);
    await writeFile(path.join(dataDir, "01_Корзина.json"), JSON.stringify({ title: "Cart", steps }));
    const kept = await ok(["features", "import", "01_Корзина.json", "--project", "shop"], from);
    expect(kept.stdout).to.match(/^01 unchanged /);
    await writeFile(
      path.join(dataDir, "bad.json"),
      JSON.stringify({ title: "Bad", steps: [{ type: "customStep", name: "x", parameters: {} }] }),
    );
    const bad = await admin(["features", "import", "bad.json", "--project", "shop"], from);
    expect([bad.code === 0, bad.stderr.includes("step 1 (customStep)")]).to.deep.equal([false, true]);
  });

  it("a file is meant from where the person called npm", async () => {
    await shop();
    await writeFile(path.join(dataDir, "mine.json"), JSON.stringify({ scenarios: [{ label: "Home", url: "/" }] }));
    await ok(["scenarios", "import", "mine.json", "--project", "shop"], { env: { INIT_CWD: dataDir } });
  });

  it("people get one-time links, and organisations their first administrator", async () => {
    const first = await ok(["users", "first-link"]);
    expect(first.stdout).to.match(/^http:\S+\/welcome#[\w-]{43}\n$/);
    expect((await ok(["users", "first-link"])).stdout).to.not.equal(first.stdout);
    await ok(["users", "create", "--email", "ann@x.example", "--name", "Ann", "--role", "admin"]);
    expect((await admin(["users", "first-link"])).code).to.equal(1);
    const mail = ["--email", "Ann@x.example"];
    const link = JSON.parse((await ok(["users", "sign-in-link", ...mail, "--json"])).stdout);
    expect(link.link).to.match(/\/sign-in#[\w-]{43}$/);
    expect((await ok(["users", "reset-link", ...mail])).stdout).to.match(/\/reset#[\w-]{43}\n$/);
    expect((await admin(["users", "reset-link", "--email", "nobody@x.example"])).code).to.equal(1);
    await ok(["organisations", "create", "--name", "Side", "--admin", "ann@x.example"]);
    expect((await ok(["users", "list"])).stdout).to.match(/ann@x\.example +Ann +default \(admin\), side \(admin\)\n$/);
    const stored = JSON.stringify(await db.ctx.models.oneTimeLinks.find().lean());
    expect(stored).not.to.include(String(link.link).split("#")[1]);
  });

  it("rules are set and replaced", async () => {
    await shop();
    const stdin = JSON.stringify({ scenarios: [{ label: "Home", url: "/" }] });
    await ok(["scenarios", "import", "-", "--project", "shop"], { stdin });
    const place = ["--project", "shop", "--scenario", "Home", "--selector", ".price"];
    expect((await ok(["rules", "set-comparison", ...place, "--mode", "ignore"])).stdout).to.match(
      /^crl_\w+ created\n$/,
    );
    const set = (mode: string) => ok(["rules", "set-comparison", ...place, "--mode", mode]);
    expect((await set("dynamic")).stdout).to.match(/ updated\n$/);
    expect((await ok(["rules", "set-content", ...place, "--normalize", "price"])).stdout).to.match(
      /^cnt_\w+ created\n$/,
    );
    const list = async () => (await ok(["rules", "list", "--project", "shop", "--scenario", "Home"])).stdout;
    const id = /^(cnt_\w+) +content +Home +\.price +price$/m.exec(await list())?.[1] ?? "";
    expect(await list()).to.match(/^crl_\w+ +comparison +Home +\.price +dynamic$/m);
    expect((await ok(["rules", "remove", id, "--project", "shop"])).stdout).to.equal(
      `${id} removed: price for ".price" of Home\n`,
    );
    expect((await admin(["rules", "remove", id, "--project", "shop"])).stderr).to.contain(`There is no rule "${id}"`);
    expect((await set("full")).stdout).to.match(/^crl_\w+ removed\n$/);
    expect(await list()).to.equal("");
    expect((await admin(["rules", "set-comparison", ...place, "--mode", "blur"])).code).to.equal(2);
    const stored = { scope: "project", kind: "page", selector: ".chat", value: "hide", createdAt: new Date() } as const;
    const { models } = db.ctx;
    const { _id: projectId } = (await models.projects.findOne({ slug: "shop" }).lean())!;
    await models.wideRules.create({ _id: "wrl_chat", projectId, ...stored });
    expect(await list()).to.match(/wrl_chat +page +all scenarios +\.chat +hide/);
    await models.wideRules.deleteOne({ _id: "wrl_chat" });
  });

  it("baselines: everything of a run is taken back, and said place by place", async () => {
    await shop();
    const { models } = db.ctx;
    const orgId = (await models.organisations.findOne({}).lean())?._id ?? "";
    await addRun(models, "run_1", { orgId });
    await addShot(models, "run_1", 0);
    const stored = await models.shots.findById("run_1-00000").lean();
    const baselineId = baselineIdOf(stored!.baselineKey);
    await models.baselineVersions.create({
      fromShotId: "run_1-00000",
      baselineId,
      previousVersionId: null,
      _id: "bsv_1",
      version: 1,
      promotedBy: "ann",
      how: "approve",
      fromRunId: "run_1",
      at: new Date(0),
      picture: { artifactId: "art-1" } as BaselinePicture,
    });
    const back = await admin(["baselines", "rollback-run", "run_1"]);
    expect([back.code, back.stdout]).to.deep.equal([
      0,
      "1 baseline was rolled back.\na deleted scenario (desktop, chromium, main): none\n",
    ]);
    expect((await admin(["baselines", "rollback-run", "run_nope"])).code).to.equal(1);
  });

  it("keys: the key stands alone on stdout, and can be revoked by itself, from standard input too", async () => {
    await shop();
    const project = await ok(["keys", "create", "--project", "shop", "--scope", "ci"]);
    expect(parseKey(project.stdout.trim())).to.equal("project");
    expect(project.stdout).to.match(/^\S+\n$/);
    const org = await ok(["keys", "create", "--org", "--default-project", "shop", "--expires", "2999-01-01", "--json"]);
    const made = JSON.parse(org.stdout);
    expect(parseKey(made.key)).to.equal("org");
    expect(made.record).to.include({ scope: "mcp_full", defaultProject: "shop" });
    expect((await ok(["keys", "list"])).stdout).to.not.contain(made.key);
    await ok(["keys", "revoke", made.record.id]);
    await ok(["keys", "revoke", "-"], { stdin: `${project.stdout}` });
    expect(await db.ctx.models.apiKeys.countDocuments({ revokedAt: null })).to.equal(0);
    expect((await admin(["keys", "revoke", "key_unknown"])).code).to.equal(1);
  });

  it("users: a password from standard input is not printed, a made one is, once", async () => {
    const ann = ["users", "create", "--email", "ann@example.com", "--name", "Ann", "--role", "admin"];
    const given = await ok([...ann, "--password-stdin"], { stdin: "correct horse battery\n" });
    expect(given.stdout).to.not.contain("correct horse").and.to.not.contain("password");
    const bob = ["users", "create", "--email", "bob@example.com", "--name", "Bob", "--role", "viewer", "--json"];
    const made = JSON.parse((await ok(bob)).stdout);
    expect(made.user.role).to.equal("viewer");
    expect(made.password).to.be.a("string");
    expect((await admin([...ann, "--password-stdin"])).code).to.equal(2);
  });

  it("deleting: the plan deletes nothing, and neither does a missing or a wrong name", async () => {
    await shop();
    const ann = ["users", "create", "--email", "ann@example.com", "--name", "Ann", "--role", "admin"];
    await ok([...ann, "--password-stdin"], { stdin: "correct horse battery\n" });
    const plan = await ok(["projects", "delete", "shop", "--plan"]);
    expect(plan.stdout)
      .to.match(/^project +Shop$/m)
      .and.to.match(/^scenarios +0$/m);
    expect(JSON.parse((await ok(["projects", "delete", "shop", "--plan", "--json"])).stdout)).to.deep.include({
      kind: "project",
      confirm: "Shop",
      refusal: null,
    });
    const refused = async (code: number, words: RegExp, ...args: string[]) => {
      const called = await admin(args);
      expect([called.code, words.test(called.stderr)], called.stderr).to.deep.equal([code, true]);
    };
    await refused(2, /add --confirm with the name, here Shop/, "projects", "delete", "shop");
    await refused(1, /confirm is not the project's name/, "projects", "delete", "shop", "--confirm", "shop");
    await refused(1, /"nowhere" was not found/, "projects", "delete", "nowhere", "--confirm", "nowhere");
    await refused(1, /the only organisation/, "organisations", "delete", "default", "--confirm", "Default");
    const account = ["users", "delete", "--email", "ann@example.com", "--confirm", "ann@example.com"];
    await refused(1, /last administrator of "Default"/, ...account);
    await refused(1, /no user with the address/, "users", "delete", "--email", "bob@example.com", "--plan");
    expect(await db.ctx.models.erasures.countDocuments()).to.equal(0);
    expect(await db.ctx.models.projects.countDocuments({ erasing: null })).to.equal(1);
  });

  it("organisations: the plan is set", async () => {
    expect((await ok(["organisations", "set-plan", "--plan", "hobby"])).stdout).to.match(/^plan +hobby$/m);
  });

  it("organisations: what they store is listed and limited", async () => {
    const [own] = JSON.parse((await ok(["organisations", "list", "--json"])).stdout) as { slug: string }[];
    const slug = own?.slug ?? "";
    expect((await ok(["organisations", "quota", slug, "50GB"])).stdout).to.match(/^limit +50 GB$/m);
    const { stdout } = await ok(["organisations", "list"]);
    expect(stdout).to.contain(slug).and.to.contain("0 B").and.to.contain("50 GB");
    expect((await ok(["organisations", "quota", slug, "none"])).stdout).to.match(/^limit +none$/m);
  });

  for (const [what, args, env, code] of [
    ["help asked for", ["--help"], {}, 0],
    ["help of a command", ["keys", "create", "--help"], {}, 0],
    ["no command", [], {}, 2],
    ["a group alone", ["keys"], {}, 2],
    ["an unknown command", ["keys", "make"], {}, 2],
    ["an unknown option", ["keys", "list", "--all"], {}, 2],
    ["a missing option", ["projects", "create", "--name", "A"], {}, 2],
    ["a key for nobody", ["keys", "create"], {}, 2],
    ["a key for two", ["keys", "create", "--org", "--project", "shop"], {}, 2],
    ["a wrong configuration", ["projects", "list"], { SVC_PORT: "many" }, 2],
    ["no service", ["projects", "list"], { MONGODB_URI: "" }, 5],
    ["no database", ["projects", "list"], { MONGODB_URI: "mongodb://user:pw-7f3a@127.0.0.1:1/" }, 5],
    ["an unknown project", ["scenarios", "list", "--project", "nowhere"], {}, 1],
  ] as const)
    it(`ends with ${code} on ${what}`, async () => {
      const result = await admin([...args], { env });
      expect(result.code, result.stderr).to.equal(code);
      if (code !== 0) expect(result.stdout).to.equal("");
      if (code !== 0) expect(result.stderr).to.not.equal("").and.to.not.contain("pw-7f3a");
      expect(result.stderr).to.not.match(/^\s+at /m);
    });

  it("as a process ends with the same codes, and takes and gives the same on its standard streams", async () => {
    const made = await inProcessOfItsOwn([
      "projects",
      "create",
      "--name",
      "Shop",
      "--base-url",
      "http://127.0.0.1:4500",
    ]);
    expect([made.code, made.stderr]).to.deep.equal([0, ""]);
    expect(made.stdout).to.match(/^slug +shop$/m);
    const ann = [
      "users",
      "create",
      "--email",
      "ann@example.com",
      "--name",
      "Ann",
      "--role",
      "admin",
      "--password-stdin",
    ];
    const given = await inProcessOfItsOwn(ann, { stdin: "correct horse battery\n" });
    expect([given.code, given.stderr, given.stdout.includes("correct horse")]).to.deep.equal([0, "", false]);
    const unknown = await inProcessOfItsOwn(["scenarios", "list", "--project", "nowhere"]);
    expect(unknown).to.deep.equal({ code: 1, stdout: "", stderr: 'Project "nowhere" was not found.\n' });
    const env = { MONGODB_URI: "mongodb://user:pw-7f3a@127.0.0.1:1/" };
    const away = await inProcessOfItsOwn(["projects", "list"], { env });
    expect([away.code, away.stdout, away.stderr.includes("pw-7f3a")]).to.deep.equal([5, "", false]);
    expect((await inProcessOfItsOwn(["keys", "make"])).code).to.equal(2);
    expect((await inProcessOfItsOwn(["--help"])).stdout).to.contain("Usage:");
  });

  it("with --json the reason is JSON on stderr", async () => {
    const result = await admin(["scenarios", "list", "--project", "nowhere", "--json"]);
    expect(JSON.parse(result.stderr).error).to.include({
      code: "project_resolution_error",
      message: 'Project "nowhere" was not found.',
    });
    for (const [args, message] of [
      [["keys", "list", "--all"], "unknown option '--all'"],
      [["keys", "make"], "unknown command 'make'"],
    ] as const) {
      const wrong = await admin([...args, "--json"]);
      expect([wrong.code, JSON.parse(wrong.stderr)]).to.deep.equal([2, { error: { code: "wrong_use", message } }]);
    }
  });
});
