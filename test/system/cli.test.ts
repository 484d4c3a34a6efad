import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { type PackedCli, packCli, type Ran } from "../cli/packed.ts";
import { eventually } from "../support/eventually.ts";
import { itInFullLane } from "../support/lanes.ts";
import { makeOrgKey, makeUser } from "../support/operator.ts";
import { startWorld, type World } from "../support/service.ts";

const runIdIn = ({ stderr, stdout }: Ran) => /run_\w+/.exec(stdout + stderr)?.[0] ?? "";

/** Joins the output to one line, without the durations at the ends of lines. */
const wordsOf = ({ stdout }: Ran) => stdout.replaceAll(/ +[\d.]+ s$/gm, "").replaceAll(/\s+/g, " ");

describe("the packed command line against the real stack", function () {
  this.timeout(240_000);
  let world: World;
  let cli: PackedCli;
  let env: Record<string, string>;
  let project: Awaited<ReturnType<World["project"]>>;
  before(async () => {
    [world, cli] = await Promise.all([startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000" }), packCli()]);
    project = await world.project({ One: "/page/one", Two: "/page/two" });
    env = { SVC_URL: world.service.apiUrl, SVC_API_KEY: project.key };
  });
  after(async () => {
    await world?.stop();
    await cli?.remove();
  });

  it("stores a key that works for its user alone, and forgets it again", async () => {
    const login = await cli.run(["login", "--url", world.service.apiUrl], {}, `${project.key}\n`);
    expect(login).to.include({ exit: 0, stderr: "" });
    const file = path.join(cli.folder, "config", "login.json");
    expect(((await stat(file)).mode & 0o777).toString(8)).to.equal("600");
    const listed = await cli.run(["projects"]);
    expect(listed.stdout).to.match(new RegExp(`^slug .*\n${project.slug} +.*2\n$`));
    // The key belongs to the address for which it was stored.
    expect(await cli.run(["projects", "--url", "http://127.0.0.1:1"])).to.deep.include({ exit: 2, stdout: "" });
    expect((await cli.run(["login", "--logout"])).exit).to.equal(0);
    expect((await cli.run(["projects", "--url", world.service.apiUrl])).stderr).to.match(/SVC_API_KEY/);
  });

  it("captures, passes, fails with its reasons and reports, and passes again once approved", async () => {
    const captured = await cli.run(["run", "baseline", "--wait"], env);
    expect(captured.exit, captured.stderr).to.equal(0);
    expect(captured.stdout).to.match(/^Baseline capture {2}passed {2}2 screenshots captured +[\d.]+ (?:m?s|min.*)\n$/);
    expect(captured.stderr).to.match(/\nBaseline capture passed: 2 screenshots captured\.\n/);
    expect(captured.stdout + captured.stderr).not.to.include("\u001b");
    expect((await cli.run(["run", "visual", "--wait"], env)).exit).to.equal(0);

    world.site.set("two", "Other words, and rather more of them than before.");
    const files = ["--junit", "junit.xml", "--gitlab", "quality.json", "--html", "report.html", "--sarif", "log.sarif"];
    const failed = await cli.run(["run", "visual", "--wait", "--branch", "main", ...files], env);
    expect(failed.exit, failed.stderr).to.equal(1);
    expect(failed.stdout).to.match(/^Visual test {2}failed {2}1 of 2 screenshots changed \(1 change\) /);
    const words = failed.stdout.replaceAll(/\s+/g, " ");
    expect(words).to.match(/ ✖ Text under "two" changed from "Plain words\." to "Other words, .*" Two · phone /);
    expect(words).to.include(`Review ${env.SVC_URL}/p/${project.slug}/visual/${runIdIn(failed)}`);
    expect(words).to.include(`plumbline approve Two --run ${runIdIn(failed)}`);
    const lines = failed.stdout.split("\n").filter((line) => !line.includes("://"));
    expect(lines.filter((line) => line.length > 80)).to.deep.equal([]);
    const read = (name: string) => readFile(path.join(cli.folder, name), "utf8");
    expect(await read("junit.xml")).to.match(/<testsuite name="Visual test" tests="2" failures="1" errors="0"/);
    expect(JSON.parse(await read("quality.json"))).to.have.length(1);
    expect(JSON.parse(await read("log.sarif")).runs[0].results[0].ruleId).to.equal("visual-test/visual");
    expect(await read("report.html")).to.match(/^<!doctype html>/i);

    const runId = runIdIn(failed);
    const pdf = await cli.run(["report", runId, "--output", "report.pdf"], env);
    expect(pdf).to.include({ exit: 0, stdout: "report.pdf\n" });
    expect((await read("report.pdf")).slice(0, 5)).to.equal("%PDF-");
    expect((await cli.run(["gate", "--branch", "main"], env)).exit).to.equal(1);
    const approved = await cli.run(["approve", "--all", "--run", runId], env);
    expect(approved, approved.stderr).to.include({ exit: 0, stdout: "1 result approved.\n" });
    const again = await cli.run(["approve", "Two", "--run", runId], env);
    expect(again.stdout).to.equal(
      "0 results approved, 1 skipped.\n  Skipped: It is approved already. Two (phone, chromium)\n",
    );
    const deep = await cli.run(["report", runId, "--output", "a/new/folder/report.html"], env);
    expect(deep, deep.stderr).to.include({ exit: 0, stdout: "a/new/folder/report.html\n" });
    const folder = await cli.run(["report", runId, "--output", "a/new"], env);
    expect(folder).to.include({ exit: 2, stderr: "a/new could not be written: it is a folder.\n" });
    expect((await cli.run(["run", "--wait", "--branch", "main"], env)).exit).to.equal(0);
    const gate = await cli.run(["gate", "--branch", "main", "--json"], env);
    expect(JSON.parse(gate.stdout).verdict).to.equal("pass");
    expect(gate.exit).to.equal(0);
  });

  itInFullLane("runs again only what failed, and judges the whole by it", async () => {
    const pages = ["a", "b", "c", "d", "e", "f"];
    const own = await world.project(Object.fromEntries(pages.map((name) => [`Page ${name}`, `/page/failed-${name}`])));
    const mine = { ...env, SVC_API_KEY: own.key };
    expect((await cli.run(["run", "baseline", "--wait"], mine)).exit).to.equal(0);
    for (const name of ["b", "d", "f"]) world.site.set(`failed-${name}`, `Other words on ${name}, and more of them.`);
    const first = await cli.run(["run", "--wait"], mine);
    expect(first.exit, first.stderr).to.equal(1);
    expect(first.stdout).to.match(/^Visual test {2}failed {2}3 of 6 screenshots changed/);

    world.site.set("failed-d", "Plain words.");
    const visits = () => pages.map((name) => world.site.hits.get(`/page/failed-${name}`) ?? 0);
    const before = visits();
    const again = await cli.run(["run", "--failed", "--wait"], mine);
    expect(again.exit, again.stderr).to.equal(1);
    expect(again.stderr).to.include(`Only what failed in ${runIdIn(first)} is run again.`);
    const words = wordsOf(again);
    expect(words).to.match(/^Visual test failed 2 of 6 screenshots changed/);
    expect(words).to.include(`3 run again, 3 carried from ${runIdIn(first)}`);
    expect(visits().map((count, index) => count > (before[index] ?? 0))).to.deep.equal([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);

    for (const name of ["b", "f"]) world.site.set(`failed-${name}`, "Plain words.");
    const mended = await cli.run(["run", "--failed", "--wait"], mine);
    expect(mended.exit, mended.stderr).to.equal(0);
    expect(mended.stdout.replaceAll(/\s+/g, " ")).to.match(/^Visual test passed 6 screenshots/);
    const nothing = await cli.run(["run", "--failed", "--wait"], mine);
    expect(nothing).to.include({ exit: 0, stdout: "" });
    expect(nothing.stderr).to.match(/Nothing failed in run_\w+, so nothing was started\./);
  });

  itInFullLane("fails an audit that is worse than main, and passes one that is not", async () => {
    const own = await world.project({ One: "/page/worse" });
    const mine = { ...env, SVC_API_KEY: own.key };
    const audit = (branch: string, ...more: string[]) =>
      cli.run(["run", "seo", "--branch", branch, "--wait", ...more], mine);
    const alone = await audit("main", "--worse", "score");
    expect(alone.stdout + alone.stderr).to.match(/main has no completed run to compare with/);
    world.site.set("worse", 'Words, and <img src="/nothing.png" width="9" height="9">.');
    const worse = await audit("feature/worse", "--worse", "score");
    expect(worse.exit, worse.stdout + worse.stderr).to.equal(1);
    expect(wordsOf(worse)).to.match(/Score [\d.]+ is worse than [\d.]+ of the newest run of main/);
    world.site.set("worse", "Other words.");
    const same = await audit("feature/same", "--worse", "score,findings");
    expect(same.exit, same.stdout + same.stderr).to.equal(0);
  });

  itInFullLane("runs again only the scenarios that failed", async () => {
    const { key, slug } = await world.project({ One: "/page/steps" });
    const mine = { ...env, SVC_API_KEY: key, SVC_PROJECT: slug };
    const scenario = (name: string, word: string) =>
      `  Scenario: ${name}\n    Given I am on "/page/steps"\n    Then I should see "${word}"\n`;
    await mkdir(path.join(cli.folder, "again"), { recursive: true });
    const gherkin = `Feature: Steps\n${scenario("Stays", "More words")}${scenario("Comes", "Here it is")}`;
    await writeFile(path.join(cli.folder, "again", "steps.feature"), gherkin);
    expect((await cli.run(["features", "push", "--folder", "again"], mine)).exit).to.equal(0);
    const first = await cli.run(["run", "functional", "--wait"], mine);
    expect(first.exit, first.stderr).to.equal(1);
    world.site.set("steps", "Here it is.");
    const again = await cli.run(["run", "functional", "--failed", "--wait"], mine);
    expect(again.exit, again.stdout + again.stderr).to.equal(0);
    const words = wordsOf(again);
    expect(words).to.match(/2 scenarios passed\. 1 run again, 1 carried from run_\w+/);
  });

  itInFullLane("lists schedules, runs one now, and pauses it", async () => {
    // Half a day away, so that the schedule's own run does not interfere.
    const hour = (new Date().getUTCHours() + 12) % 24;
    const body = { project: project.slug, name: "Nightly", cron: `30 ${hour} * * *`, types: ["seo"] };
    const { schedule } = (await project.client.request("POST", "/api/schedules", body)) as { schedule: { id: string } };
    expect((await cli.run(["schedules"], env)).stdout).to.match(
      new RegExp(`Nightly +30 ${hour} \\* \\* \\* UTC +seo +20`),
    );
    const run = await cli.run(["schedules", "run", "Nightly"], env);
    expect(run, run.stderr).to.include({ exit: 0 });
    expect(run.stdout).to.match(/^Nightly started\.\nseo: run_\w+\n$/);
    expect((await cli.run(["wait", runIdIn(run)], env)).exit).to.equal(0);
    expect((await cli.run(["schedules"], env)).stdout).to.match(/passed\n$/);
    expect((await cli.run(["schedules", "pause", schedule.id], env)).stdout).to.equal("Nightly paused.\n");
    expect((await cli.run(["schedules"], env)).stdout).to.match(/seo +paused/);
    expect((await cli.run(["schedules", "pause", "Nigthly"], env)).stderr).to.match(/There are: Nightly/);
  });

  itInFullLane("answers --json with what a program needs, and nothing else on stdout", async () => {
    const started = JSON.parse((await cli.run(["run", "seo", "--json"], env)).stdout);
    const { runId } = started.runs[0];
    const ended = await cli.run(["wait", runId, "--json", "--sarif", "seo.sarif"], env);
    expect(JSON.parse(ended.stdout).runs[0]).to.include({ runId, type: "seo-test", status: "completed" });
    const sarif = JSON.parse(await readFile(path.join(cli.folder, "seo.sarif"), "utf8"));
    expect(sarif.runs[0].results.map((one: { ruleId: string }) => one.ruleId)).to.include("seo/robots-txt");
    expect(JSON.parse((await cli.run(["status", runId, "--json"], env)).stdout).runs[0].outcome).to.equal("passed");
  });

  itInFullLane("keeps a project in a file: pull, plan, apply, and pull again to the same bytes", async () => {
    const own = await world.project({ One: "/page/one" });
    const mine = { ...env, SVC_API_KEY: own.key };
    const at = (name: string) => path.join(cli.folder, name);
    expect((await cli.run(["plan"], mine)).stderr).to.match(/There is no plumbline.yml here/);
    const begun = await cli.run(["init", "--project", own.slug, "--base-url", "https://www.example.com", "--ci"], mine);
    expect(begun, begun.stderr).to.include({ exit: 0 });
    expect((await cli.run(["init"], mine)).stderr).to.match(/There is already a plumbline.yml/);
    expect(await readFile(at(".github/workflows/plumbline.yml"), "utf8")).to.match(
      /run visual a11y --wait --junit junit\.xml --github/,
    );
    expect((await cli.run(["plan"], mine)).stdout).to.match(/\+ scenario "Home"/);
    await writeFile(at("sitemap.xml"), "<urlset><url><loc>https://www.example.com/a</loc></url></urlset>");
    const imported = await cli.run(["import", "sitemap", "sitemap.xml"], mine);
    expect(imported.stdout).to.equal("plumbline.yml: 1 added.\n");
    expect((await cli.run(["plan"], mine)).stdout).to.match(/\+ scenario "a"/);
    await rm(at("plumbline.yml"));

    const pulled = await cli.run(["pull"], mine);
    expect(pulled, pulled.stderr).to.include({ exit: 0, stdout: "plumbline.yml written.\n" });
    expect((await cli.run(["plan"], mine)).exit).to.equal(0);
    const text = `${await readFile(at("plumbline.yml"), "utf8")}
# What the team added.
viewports:
  phone: {width: 390, height: 844}
`.replace("scenarios:\n", "scenarios:\n  - label: Two # the other one\n    url: /page/two\n    delay: 0\n");
    await writeFile(at("plumbline.yml"), text);
    const plan = await cli.run(["plan"], mine);
    expect(plan.exit, plan.stderr).to.equal(6);
    expect(plan.stdout).to.match(
      /^~ viewport "phone"\n {4}width: 375 → 390\n {4}height: 667 → 844\n\+ scenario "Two"\n\n1 to create, 1 to change, 0 to delete.\n$/,
    );
    const applied = await cli.run(["apply"], mine);
    expect(applied, applied.stderr).to.include({ exit: 0, stdout: "1 created, 1 changed, 0 deleted.\n" });
    expect((await cli.run(["plan"], mine)).exit).to.equal(0);
    expect((await cli.run(["pull"], mine)).stdout).to.equal("plumbline.yml is up to date.\n");
    expect(await readFile(at("plumbline.yml"), "utf8")).to.equal(text);
    // The service's own output, applied from an empty folder, also yields the same bytes.
    const fresh = async (name: string) => {
      await cli.run(["pull", "--file", name], mine);
      return readFile(at(name), "utf8");
    };
    const first = await fresh("first.yml");
    expect((await cli.run(["apply", "--file", "first.yml", "--prune"], mine)).stdout).to.match(/matches the file/);
    expect(await fresh("second.yml")).to.equal(first);
    await writeFile(at("plumbline.yml"), text.replace(/ {2}- label: Two[\s\S]*?delay: 0\n/, ""));
    const pruned = await cli.run(["apply", "--prune", "--json"], mine);
    expect(JSON.parse(pruned.stdout).changes).to.deep.equal([
      { action: "delete", kind: "scenario", name: "Two", fields: [], more: 0 },
    ]);
    // Features, step definitions and the tracking plan are separate files.
    await mkdir(at("tests/Shop"), { recursive: true });
    const gherkin = 'Feature: Basket\n  Scenario: Opens\n    Given the shop is open\n    Then I should see "One"\n';
    const step =
      "# How the shop is opened.\nid: shop.open\npattern: the shop is open\nactions: [{ op: goto, value: /page/one }]\n";
    const rows = "pages:\n  - { id: one, label: One, pageType: page, scenarios: [One] }\nevents: []\n";
    const files = { "tests/Shop/basket.feature": gherkin, "tests/open.yml": step, "plan.yml": rows };
    for (const [name, content] of Object.entries(files)) await writeFile(at(name), content);
    const named = `version: 1\nproject: { slug: ${own.slug} }\nfeatures: tests\ntracking: plan.yml\n`;
    await writeFile(at("named.yml"), named);
    const below = await cli.run(["apply", "--file", "named.yml"], mine);
    expect(below, below.stderr).to.include({ exit: 0, stdout: "3 created, 0 changed, 0 deleted.\n" });
    expect((await cli.run(["pull", "--file", "named.yml"], mine)).stdout).to.equal("named.yml is up to date.\n");
    for (const [name, content] of Object.entries(files)) expect(await readFile(at(name), "utf8")).to.equal(content);
    await writeFile(at("tests/Shop/basket.feature"), gherkin.replace("Opens", "Is there"));
    const back = await cli.run(["pull", "--file", "named.yml"], mine);
    expect(back.stdout).to.equal("named.yml: 0 added, 1 changed, 0 removed.\n");
    expect(await readFile(at("tests/Shop/basket.feature"), "utf8")).to.equal(gherkin);
    const whole = await cli.run(["pull", "--file", "whole/plumbline.yml"], mine);
    expect(whole, whole.stderr).to.include({ exit: 0 });
    expect(await readFile(at("whole/features/Shop/basket.feature"), "utf8")).to.equal(gherkin);
    expect((await cli.run(["plan", "--file", "whole/plumbline.yml"], mine)).exit).to.equal(0);

    const schema = await fetch(new URL("/api/config/schema", world.service.apiUrl));
    expect(((await schema.json()) as { title: string }).title).to.equal("plumbline.yml");
  });

  itInFullLane("makes a project that does not exist yet from its file, with a key that may", async () => {
    const name = "garden/plumbline.yml";
    const text = `version: 1 # of the format
project: { slug: garden, name: "The garden" }
environments:
  - { slug: preview, name: Preview, baseUrl: ${world.site.url} }
scenarios:
  - { label: One, url: /page/one, viewports: [phone] } # the only one
`;
    await mkdir(path.join(cli.folder, "garden"), { recursive: true });
    await writeFile(path.join(cli.folder, name), text);
    const refused = await cli.run(["apply", "--file", name], env);
    expect(refused.stderr).to.match(/belongs to one project .* use an organisation key with the scope mcp_full/);
    expect(refused).to.include({ exit: 2, stdout: "" });
    const org = { ...env, SVC_API_KEY: await makeOrgKey(world, "mcp_full") };
    const plan = await cli.run(["plan", "--file", name], org);
    expect(plan.stdout).to.match(/^\+ project "garden"\n\+ environment "preview"\n\+ scenario "One"\n/);
    expect(plan.exit).to.equal(6);
    const applied = await cli.run(["apply", "--file", name], org);
    expect(applied, applied.stderr).to.include({ exit: 0, stdout: "3 created, 0 changed, 0 deleted.\n" });
    const pulled = await cli.run(["pull", "--file", name], org);
    expect(pulled).to.include({ exit: 0, stdout: `${name} is up to date.\n` });
    expect(await readFile(path.join(cli.folder, name), "utf8")).to.equal(text);
  });

  itInFullLane("brings features to the service and from it, and runs them", async () => {
    const { key, slug } = await world.project({ One: "/page/one" });
    // The folder contains a plumbline.yml of another project.
    const own = { ...env, SVC_API_KEY: key, SVC_PROJECT: slug };
    const folder = path.join(cli.folder, "stories");
    const gherkin = (title: string, word: string) =>
      `Feature: ${title}\n  @smoke\n  Scenario: Reads\n    Given I am on "/page/one"\n    Then I should see "${word}"\n`;
    await mkdir(path.join(folder, "Pages"), { recursive: true });
    await writeFile(path.join(folder, "Pages", "plain.feature"), gherkin("Plain", "Plain words"));
    await writeFile(path.join(folder, "other.feature"), gherkin("Other", "More words"));
    const at = ["--folder", "stories"];
    const none = await cli.run(["features", "push", "--folder", "nowhere"], own);
    expect(none.exit).to.equal(2);
    const pushed = await cli.run(["features", "push", ...at], own);
    expect(pushed, pushed.stderr).to.include({ exit: 0, stdout: "2 created, 0 changed, 0 deleted.\n" });
    expect((await cli.run(["features", "pull", ...at], own)).stdout).to.match(/: up to date\.\n$/);
    await rm(path.join(folder, "other.feature"));
    const pulled = await cli.run(["features", "pull", ...at, "--json"], own);
    expect(JSON.parse(pulled.stdout).changes).to.have.length(1);
    expect(await readFile(path.join(folder, "other.feature"), "utf8")).to.equal(gherkin("Other", "More words"));
    const wait = ["--wait", "--viewport", "phone"];
    const passed = await cli.run(["features", "run", "plain", "--tags", "@smoke", ...wait], own);
    expect(passed.exit, passed.stderr).to.equal(0);
    expect(passed.stdout, passed.stdout).to.match(
      /^Feature plain {2}passed {2}1 scenario passed\. Covers 1 of 2 scenarios\b/,
    );
    expect((await cli.run(["features", "run", "nothing"], own)).exit).to.equal(2);
    expect((await cli.run(["features", "sing"], own)).exit).to.equal(2);
  });

  itInFullLane("makes, lists and revokes keys for an administrator who signs in", async () => {
    const email = "ada@example.com";
    const password = await makeUser(world, email, "admin");
    const keys = (...args: string[]) =>
      cli.run(["keys", ...args], { SVC_URL: env.SVC_URL ?? "", SVC_EMAIL: email }, `${password}\n`);
    const made = await keys("create", "--project", project.slug, "--name", "CI of the shop");
    expect(made.exit, made.stderr).to.equal(0);
    const key = made.stdout.trim();
    expect((await cli.run(["projects"], { ...env, SVC_API_KEY: key })).exit).to.equal(0);
    const listed = await keys("list");
    expect(listed.stdout).to.include("CI of the shop").and.not.include(key);
    const { keys: all } = JSON.parse((await keys("list", "--json")).stdout) as { keys: { id: string; name: string }[] };
    const id = all.find(({ name }) => name === "CI of the shop")?.id ?? "";
    expect((await keys("revoke", id)).stdout).to.equal(`${id} revoked.\n`);
    expect((await cli.run(["projects"], { ...env, SVC_API_KEY: key })).exit).to.equal(5);
    expect((await keys("revoke", "key_nowhere")).exit).to.equal(2);
    expect((await keys("create")).stderr).to.match(/--project <slug>, or --org/);
    const wrong = await cli.run(["keys", "list", "--email", email], { ...env, SVC_PASSWORD: "not the password" });
    expect(wrong.exit, wrong.stderr).to.equal(5);
    expect((await cli.run(["keys", "list"], env)).stderr).to.match(/--email/);
  });

  itInFullLane("says where the dashboard shows a project, a run, a scenario and a pillar", async () => {
    const at = async (...args: string[]) =>
      (await cli.run(["open", ...args], env)).stdout.trim().replace(String(env.SVC_URL), "");
    expect(await at()).to.equal(`/p/${project.slug}`);
    expect(await at("One")).to.equal(`/p/${project.slug}/scenarios/One`);
    expect(await at("a11y")).to.equal(`/p/${project.slug}/audits/a11y`);
    expect(await at("visual")).to.equal(`/p/${project.slug}/visual`);
    const { runs } = JSON.parse((await cli.run(["run", "seo", "--json"], env)).stdout) as { runs: { runId: string }[] };
    const runId = runs[0]?.runId ?? "";
    expect(await at(runId)).to.equal(`/p/${project.slug}/runs/${runId}`);
    expect((await cli.run(["cancel", runId], env)).exit).to.equal(0);
    expect((await cli.run(["open", "Nowhere"], env)).stderr).to.match(/is not a run, pillar or scenario/);
    expect((await cli.run(["open", "run_nowhere"], env)).exit).to.equal(2);
  });

  it("tests only what a branch has changed, and everything where git cannot tell", async () => {
    const at = path.join(cli.folder, "changed.yml");
    const changed = (rules: string) => writeFile(at, `version: 1\nproject: { slug: ${project.slug} }\n${rules}`);
    await changed("");
    const none = await cli.run(["run", "--changed-only", "--file", "changed.yml"], env);
    expect(none.stderr).to.match(/needs the section "changed"/);
    expect(none.exit).to.equal(2);
    await changed('changed: [{ files: ["**"], scenarios: [] }]\n');
    const all = await cli.run(["run", "seo", "--changed-only", "--file", "changed.yml"], env);
    expect(all.stderr).to.match(/Everything is tested: git cannot find the commit where this branch started from main/);
    expect((await cli.run(["cancel", runIdIn(all)], env)).exit).to.equal(0);
    const git = (...args: string[]) =>
      promisify(execFile)("git", ["-c", "user.name=a", "-c", "user.email=a@b.test", ...args], { cwd: cli.folder });
    await git("init", "-q", "-b", "main");
    await git("commit", "-q", "--allow-empty", "-m", "one");
    const options = ["--changed-only", "--file", "changed.yml", "--junit", "reports/none.xml"];
    const nothing = await cli.run(["run", "seo", ...options], env);
    await rm(path.join(cli.folder, ".git"), { recursive: true });
    expect(await readFile(path.join(cli.folder, "reports/none.xml"), "utf8")).to.include('tests="0" failures="0"');
    expect(nothing).to.include({ exit: 0, stdout: "No scenario is affected by the changes.\n" });
  });

  itInFullLane("looks at the computer, the service and the project", async () => {
    const sound = await cli.run(["doctor", "--json"], env);
    const { found } = JSON.parse(sound.stdout) as { found: { check: string; state: string; mend?: string }[] };
    const states = Object.fromEntries(found.map(({ check, state }) => [check, state]));
    expect(states).to.include({ node: "ok", service: "ok", clock: "ok", temporal: "ok", workers: "ok", site: "ok" });
    expect(states).to.include({
      config: "ok",
      "plumbline.yml": "ok",
      disk: "ok",
      "database clock": "ok",
    });
    expect(states).to.include.keys("ci", "browsers");
    expect(new Set(found.map(({ check }) => check))).to.have.property("size", found.length);
    // Every check that is not OK says how to fix it.
    expect(found.filter((one) => one.state !== "ok" && !one.mend)).to.deep.equal([]);
    expect(sound.exit, sound.stdout).to.equal(0);
    const away = await cli.run(["doctor"], { ...env, SVC_URL: "http://127.0.0.1:1" });
    expect(away.stdout).to.match(/^ok +node: [^\n]+\n(?:[^\n]+\n)+problem +service: [^\n]+\n +Start the service/);
    expect(away.stdout).to.include("(connection refused)");
    expect(away.exit).to.equal(1);
  });

  itInFullLane("runs on every Node from 20 on that this computer has", async () => {
    const run = promisify(execFile);
    const nodes = (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, "node"));
    const there = [...new Set(nodes.filter((program) => existsSync(program)))];
    const answers = await Promise.all(
      there.map(async (program) => {
        const { stdout: version } = await run(program, ["--version"]);
        if (Number(/^v(\d+)/.exec(version)?.[1]) < 20) return "0.1.0";
        return (await run(program, [cli.program, "--version"])).stdout.trim();
      }),
    );
    expect(answers).to.deep.equal(there.map(() => "0.1.0"));
    expect(there).not.to.deep.equal([]);
  });

  for (const [what, args, more, exit, says] of [
    ["a kind of run that is none", ["run", "nonsense"], {}, 2, /is not a run type: use visual, baseline/],
    ["an option that is none", ["run", "--nonsense"], {}, 2, /unknown option/],
    ["a budget without its run", ["run", "visual", "--budget", "lcp=1"], {}, 2, /needs a performance run/],
    ["a project that is not there", ["run", "--project", "nowhere"], {}, 2, /nowhere/],
    ["a run that is not there", ["wait", "run_nowhere"], {}, 2, /not found/i],
    ["no key", ["projects"], { SVC_API_KEY: "" }, 2, /SVC_API_KEY/],
    ["a key that is none any more", ["projects"], { SVC_API_KEY: "svc_live_none" }, 5, /key/i],
    [
      "an address where nobody is",
      ["projects", "--url", "http://127.0.0.1:1"],
      {},
      5,
      /could not be reached at http:\/\/127\.0\.0\.1:1 \(connection refused\)/,
    ],
    [
      "a host that nobody knows",
      ["projects", "--url", "http://no-such-host.invalid"],
      {},
      5,
      /could not be reached at http:\/\/no-such-host\.invalid \((?:no such host|the host's name)/,
    ],
  ] as const)
    it(`refuses ${what} with ${exit} and says why`, async () => {
      const ran = await cli.run(args, { ...env, ...more });
      expect(ran.stderr).to.match(says);
      expect(ran).to.include({ exit, stdout: "" });
    });

  it("ends with 4 when the time is over, says how to take the run up, and the run is there", async () => {
    const slow = await world.project({ Gate: "/gate/slow" });
    const own = { ...env, SVC_API_KEY: slow.key };
    const over = await cli.run(["run", "baseline", "--wait", "--timeout", "1s"], own);
    expect(over.exit).to.equal(4);
    const [, taken = ""] = /plumbline (wait run_\w+)/.exec(over.stdout) ?? [];
    expect(over.stderr).to.match(/Timed out: the run continues\./);
    const waiting = cli.start([...taken.split(" ")], own);
    const open = setInterval(() => world.site.openGates(), 100);
    expect((await waiting.ended).exit).to.equal(0);
    clearInterval(open);
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const)
    it(`cancels the run at ${signal}`, async () => {
      const slow = await world.project({ Gate: `/gate/${signal}` });
      const own = { ...env, SVC_API_KEY: slow.key };
      const going = cli.start(["run", "baseline", "--wait"], own);
      await going.said(/started: run_/);
      await eventually("the page is being captured", async () => world.site.waiting() > 0);
      going.child.kill(signal);
      const ran = await going.ended;
      expect(ran.exit, ran.stderr).to.equal(3);
      expect(ran.stdout + ran.stderr).not.to.include("✔");
      const status = await slow.client.wait(runIdIn(ran));
      expect(status.status).to.equal("failed");
      expect(status.error).to.match(/cancelled by/);
      expect((await cli.run(["wait", status.runId], own)).exit).to.equal(3);
    });

  itInFullLane("waits over a service that is killed and comes back, for the same run", async () => {
    const slow = await world.project({ Gate: "/gate/restart" });
    const going = cli.start(["run", "baseline", "--wait"], { ...env, SVC_API_KEY: slow.key });
    await going.said(/started: run_/);
    await world.service.api.kill();
    await going.said(/does not answer/);
    await world.service.api.start();
    await going.said(/answers again/);
    const open = setInterval(() => world.site.openGates(), 100);
    const ran = await going.ended;
    clearInterval(open);
    expect(ran.exit, ran.stderr).to.equal(0);
    const { projectId } = await slow.client.status(runIdIn(ran));
    expect(projectId).to.be.a("string");
    const all = await cli.run(["status", runIdIn(ran), "--json"], { ...env, SVC_API_KEY: slow.key });
    expect(JSON.parse(all.stdout).runs).to.have.length(1);
  });
});
