// One run on all interfaces: the same verdict, sentence, counts, titles and score wherever it is read.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import type { Page } from "playwright";
import { type ApiClient, createApiClient } from "../../temporal-dev/apiClient.ts";
import { type PackedCli, packCli, type Ran } from "../cli/packed.ts";
import { CHANGED_PAGES, type ChangedSite, startChangedSite } from "../support/changedSite.ts";
import { eventually } from "../support/eventually.ts";
import { type FakeHost, fakeHost, TOKEN } from "../support/fakeHosts.ts";
import { addFeature } from "../support/features.ts";
import { startMailServer } from "../support/mailServer.ts";
import { makeProject, makeUser } from "../support/operator.ts";
import { openReceiver, type Receiver } from "../support/receiver.ts";
import { startWorld, type World } from "../support/service.ts";
import { type Dashboard, openDashboard, ready } from "./dashboard/support.ts";

const SLUG = "one-story";
const READER = "reader@shop.example";
const SHA = "4f1c2ab04f1c2ab04f1c2ab04f1c2ab04f1c2ab0";
/** Five pages on two viewports; the terms page has no footer and does not change. */
const VISUAL = "8 of 10 screenshots changed (3 changes).";
const FUNCTIONAL = "1 of 2 scenarios failed.";
/** Text of two pages on two viewports, footer of four, button of one. */
const SCREENSHOTS = [8, 4, 2];
const PAGES = ["4 pages", "2 pages", "1 page"];
const GHERKIN = `Feature: Shop
  Scenario: Home
    Given I am on "/"
    Then I see "Tables, lamps and chairs."

  Scenario: Basket
    Given I am on "/chair"
    Then I should see the "Add to basket" button
`;

type Told = {
  type: string;
  outcome: string;
  runId: string;
  summary: { sentence: string; new?: number; fixed?: number; score?: number; changes?: number; failed: number };
  problems: { title: string; where: string }[];
  problemCount: number;
  children?: { runId: string }[];
};
// biome-ignore lint/suspicious/noExplicitAny: the data of many tools.
type Tool = { summary: string; data: any };

/** Joins wrapped lines. */
const plain = (text: string): string => text.replace(/\s+/g, " ");
const quotesIn = (titles: readonly string[]) => titles.flatMap((title) => title.match(/"[^"]+"/g) ?? []);
const textOfHtml = (html: string): string =>
  plain(
    html
      .replace(/<style>.*?<\/style>/gs, "")
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&"),
  );

describe("one run, told by all faces", function () {
  this.timeout(600_000);
  let site: ChangedSite;
  let world: World;
  let host: FakeHost;
  let receiver: Receiver;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let cli: PackedCli;
  let dashboard: Dashboard;
  let client: ApiClient;
  let key: string;
  let text: Ran;
  let visual: Told;
  let a11y: Told;
  let functional: Told;
  /** The run that the command line starts for functional tests: a full audit with this pillar only. */
  let suite: Told;
  /** Titles of the changes, as in the terminal. */
  let titles: string[];
  let junit: string;

  before(async () => {
    [site, host, receiver, mail, cli] = await Promise.all([
      startChangedSite(),
      fakeHost("github"),
      openReceiver(),
      startMailServer(),
      packCli(),
    ]);
    world = await startWorld({
      SVC_ALLOWED_HOSTS: [`127.0.0.1:${site.port}`, receiver.host].join(","),
      SVC_TRIGGER_RATE_PER_MINUTE: "1000",
      SVC_INVOKE_RATE_PER_MINUTE: "1000",
      SVC_RECONCILE_EVERY_MS: "1000",
      ...mail.env,
      SVC_GITHUB_TOKEN: TOKEN,
      SVC_GITHUB_API_URL: host.base,
      SVC_GITHUB_REPOSITORY: "acme/shop",
    });
    const scenarios = Object.fromEntries(
      Object.entries(CHANGED_PAGES).map(([label, url]) => [label, { url, viewports: ["phone", "desktop"] }]),
    );
    key = await makeProject(world, { siteUrl: site.url, slug: SLUG, scenarios });
    client = createApiClient(world.service.apiUrl, key);
    await addFeature(world, SLUG, "shop", GHERKIN);
    // A member whose address the operator vouches for gets mail without having to confirm.
    await makeUser(world, READER, "viewer");
    const events = ["broke", "first_failure"];
    for (const channel of [
      { name: "mail", kind: "email", recipients: [READER], events },
      { name: "chat", kind: "slack", url: `${receiver.url}/hook`, events },
      { name: "commits", kind: "github", branches: "all" },
    ])
      await client.request("POST", "/api/notifications/channels", channel);

    await client.wait((await client.run({ type: "baseline", branch: "main" })).runId);
    await client.wait((await client.run({ type: "a11y", branch: "main" })).runId);
    site.change();
    const env = { SVC_URL: world.service.apiUrl, SVC_API_KEY: key };
    const facts = ["--branch", "main", "--commit", SHA, "--pr", "7"];
    text = await cli.run(["run", "visual", "a11y", "functional", "--wait", "--junit", "junit.xml", ...facts], env);
    expect(text.exit, text.stdout + text.stderr).to.equal(1);
    junit = await readFile(path.join(cli.folder, "junit.xml"), "utf8");
    const ids = [...new Set(text.stdout.match(/run_\w+/g))];
    const json = await cli.run(["wait", "--json", ...ids], env);
    const told = JSON.parse(json.stdout) as { runs: Told[] };
    const of = (type: string): Told => {
      const found = told.runs.find((run) => run.type === type);
      if (!found) throw new Error(`${type} is missing in ${json.stdout}${json.stderr}`);
      return found;
    };
    [visual, a11y, suite] = [of("vrt-test"), of("a11y-test"), of("full-suite")];
    const [child] = suite.children ?? [];
    const { summary } = await client.status(child?.runId ?? "");
    functional = {
      ...suite,
      runId: child?.runId ?? "",
      type: "frt-test",
      summary: summary as unknown as Told["summary"],
    };
    titles = visual.problems.map(({ title }) => title);
  });
  after(async () => {
    await dashboard?.close();
    await world?.stop();
    await Promise.all([site?.close(), host?.close(), receiver?.close(), mail?.close(), cli?.remove()]);
  });

  const invoke = async (tool: string, args: Record<string, unknown> = {}): Promise<Tool> =>
    (await client.request("POST", "/api/mcp/v1/invoke", { tool, args })) as Tool;
  const all = () => [visual, a11y, functional];

  it("is three changes on eight screenshots, one new finding on three pages and a failed scenario", () => {
    expect(all().map(({ outcome }) => outcome)).to.deep.equal(["failed", "failed", "failed"]);
    expect(visual.summary).to.include({ sentence: VISUAL, changes: 3, failed: 8 });
    expect(titles).to.have.length(3);
    expect(functional.summary.sentence).to.equal(FUNCTIONAL);
    expect(a11y.summary).to.include({ new: 1, fixed: 0 });
    expect(a11y.summary.sentence).to.match(/^Score [\d.]+\. 1 new finding, 0 fixed\. 1 new serious finding\.$/);
  });

  it("is so in the terminal, and in the files of CI", () => {
    // Lines are wrapped at 80 columns next to a column of times, and a row omits the period.
    const said = plain(text.stdout.replace(/ {2,}(?:[\d.]+ s|\d+ min(?: \d+ s)?)$/gm, ""));
    for (const { summary, problems } of all()) {
      expect(said).to.include(`failed ${summary.sentence.replace(/\.$/, "")}`);
      for (const problem of problems) expect(said).to.include(problem.title);
    }
    expect(junit).to.match(/<testsuite name="Visual test" tests="10" failures="8" errors="0"/);
    // A case is one screenshot, with more details of its page than the changes common to all pages.
    const cases = junit.replaceAll("&#34;", '"');
    for (const quoted of quotesIn(titles)) expect(cases).to.include(quoted);
  });

  it("is so for agents: status, failures, explanation, reports and history", async () => {
    for (const { runId, summary } of all()) {
      const status = await invoke("get_run_status", { runId });
      expect(status).to.include({ runId });
      expect(status.summary).to.deep.include(summary);
      const waited = await invoke("wait_for_run", { runId });
      expect(waited.summary).to.include(`failed: ${summary.sentence}`);
      const report = await invoke("get_run_report", { runId });
      expect(report.summary).to.include(`failed: ${summary.sentence}`);
    }
    const { data: failures, summary } = await invoke("get_run_failures", { runId: visual.runId });
    expect(failures).to.include({ failed: 8, total: 10, changes: 3 });
    expect(summary).to.include(VISUAL);
    const { data: explained } = await invoke("explain_vrt_failure", {
      runId: visual.runId,
      scenarioLabel: "Chair",
      viewport: "phone",
    });
    const evidence = (explained.causes as { evidence: string }[]).map((cause) => cause.evidence);
    for (const title of evidence)
      expect(
        titles.some((one) => title.includes(one)),
        title,
      ).to.equal(true);
    expect(evidence).to.have.length(2);
    for (const [pillar, run] of [
      ["visual", visual],
      ["a11y", a11y],
      ["functional", functional],
    ] as const) {
      const report = await invoke("get_pillar_report", { pillar, runId: run.runId });
      expect(report.summary, pillar).to.include(`failed: ${run.summary.sentence}`);
      expect(report.data.verdict).to.equal("fail");
      if (pillar === "a11y") expect(report.data).to.include({ new: 1, fixed: 0, score: run.summary.score });
    }
    const { data: history } = await invoke("get_run_history");
    for (const { runId, summary } of all())
      expect(history.runs).to.deep.include({
        ...history.runs.find((one: { runId: string }) => one.runId === runId),
        result: summary.sentence,
      });
  });

  it("is so on the pull request: comment, commit status and gate", async () => {
    await invoke("post_pr_comment", { prNumber: 7, confirm: true });
    const body = host.state.comments[0]?.body ?? "";
    for (const { summary } of all()) expect(body).to.include(summary.sentence);
    for (const [at, title] of titles.entries())
      expect(body).to.include(`**Visual**, \`${SCREENSHOTS[at]} screenshots\`: \`${title}\``);
    const gate = await invoke("gate_pr_quality", { prNumber: 7 });
    const reasons = (gate.data.reasons as { message: string }[]).map(({ message }) => message);
    expect(reasons).to.include.members([`Visual: ${VISUAL}`, `Functional: ${FUNCTIONAL}`]);
    expect(reasons.some((reason) => reason.startsWith("Accessibility: 1 new serious finding"))).to.equal(true);
    const lines = await eventually("the commit has its statuses", async () => {
      const ended = host.state.statuses.filter(({ state }) => state === "failure");
      return ended.length >= 3 && ended.map(({ description }) => String(description));
    });
    expect(lines).to.have.members([visual, a11y, suite].map(({ summary }) => summary.sentence));
  });

  it("is so in messages", async () => {
    const said = await eventually("the chat was told", async () => {
      const messages = receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
      return messages.length >= 3 && messages;
    });
    for (const { summary } of [visual, a11y, suite])
      expect(
        said.some((message) => message.includes(summary.sentence)),
        said.join("\n"),
      ).to.equal(true);
  });

  it("is so in e-mail", async () => {
    const said = await eventually("the reader was mailed", () => mail.got.length >= 3 && mail.got);
    expect(new Set(said.flatMap(({ to }) => to))).to.deep.equal(new Set([READER]));
    const texts = said.map(({ text: sent }) => plain(sent.replaceAll("=\r\n", "")));
    for (const { summary } of [visual, a11y, suite])
      expect(
        texts.some((sent) => sent.includes(summary.sentence)),
        texts.join("\n"),
      ).to.equal(true);
  });

  it("is so in the report", async () => {
    for (const { runId, summary } of all()) {
      const answer = await fetch(`${world.service.apiUrl}/api/ci/runs/${runId}/report?format=html`, {
        headers: { "x-api-key": key },
      });
      const told = textOfHtml(await answer.text());
      expect(told).to.include(summary.sentence).and.to.include("Failed");
      if (runId !== visual.runId) continue;
      expect(told).to.match(/Changed 8 .*Changes 3 /);
      for (const [at, title] of titles.entries())
        expect(told).to.include(`${SCREENSHOTS[at]} results on ${PAGES[at]} ${title}`);
    }
  });

  it("is so for the coach", async () => {
    for (const { runId, summary } of all()) {
      const message = `What is the status of ${runId}?`;
      const { reply } = (await client.request("POST", "/api/coach/v2/agent", { message })) as { reply: string };
      expect(reply).to.include(`failed: ${summary.sentence}`);
    }
  });

  it("is so in the dashboard: run, review, problems, project and overview", async () => {
    dashboard = await openDashboard(world);
    const page = await dashboard.signIn(
      { email: "ann@shop.example", role: "editor" },
      `/p/${SLUG}/runs/${visual.runId}`,
    );
    for (const { runId, summary } of all()) {
      await page.goto(`${world.service.apiUrl}/p/${SLUG}/runs/${runId}`);
      await ready(page);
      expect(await bodyOf(page)).to.include(summary.sentence);
      await page.locator("h1").getByText("Failed", { exact: true }).waitFor();
    }
    await page.goto(`${world.service.apiUrl}/p/${SLUG}/runs`);
    await ready(page);
    const listed = await bodyOf(page);
    for (const { summary } of [visual, a11y, suite]) expect(listed).to.include(summary.sentence);

    await page.goto(`${world.service.apiUrl}/p/${SLUG}/visual/${visual.runId}`);
    await page.locator("[data-ready=true]").waitFor();
    const shown = await bodyOf(page);
    expect(shown).to.include("3 changes on 8 screenshots");
    // Groups contain results with equal sets of changes; each result lists its own.
    expect(shown).to.include(titles[0]);
    const review = `${world.service.apiUrl}/api/app/runs/${visual.runId}/review`;
    const read = async (address: string) =>
      (await (await page.request.get(address)).json()) as {
        shots: { shotId: string }[];
        details: { changes: { sentence: string }[] }[];
      };
    const { shots } = await read(review);
    const { details } = await read(`${review}?shots=${shots.map(({ shotId }) => shotId).join(",")}`);
    const sentences = details.flatMap(({ changes }) => changes.map(({ sentence }) => sentence)).join("\n");
    for (const quoted of quotesIn(titles)) expect(sentences).to.include(quoted);

    await page.goto(`${world.service.apiUrl}/p/${SLUG}/problems`);
    await ready(page);
    const problems = plain((await page.getByRole("list", { name: "Problems" }).textContent()) ?? "");
    for (const told of [visual, a11y, suite])
      for (const { title } of told.problems) expect(problems).to.include(plain(title));

    await page.goto(`${world.service.apiUrl}/`);
    await page.getByRole("heading", { name: SLUG }).waitFor();
    const card = await bodyOf(page);
    expect(card).to.include("Failed, 20").and.to.include(`Failed, ${a11y.summary.score}`).and.to.include("Failed, 50");
    await page.goto(`${world.service.apiUrl}/p/${SLUG}`);
    await ready(page);
    expect(await bodyOf(page)).to.include(VISUAL.replace(/\.$/, ""));
  });

  const bodyOf = async (page: Page): Promise<string> => plain((await page.locator("body").textContent()) ?? "");
});
