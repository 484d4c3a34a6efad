// The screens for fixing and for details: healing a step that lost its element and undoing it, changing and deleting a step definition,
// comparing two runs, and Lighthouse's own report in a frame without permissions.
import { expect } from "chai";
import type { Page } from "playwright";
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import { type SessionClient, signIn } from "../../../../temporal-dev/sessionClient.ts";
import { eventually } from "../../../support/eventually.ts";
import { addFeature } from "../../../support/features.ts";
import { makeUser } from "../../../support/operator.ts";
import { enter, ready } from "../support.ts";
import type { Shared } from "./comings.ts";
import { RUN_MS } from "./firstProject.ts";

const FEATURE = `Feature: Mending
  Scenario: A request is sent
    Given I am on "/page/form"
    When I click the "Send the request" button
    Then I should see "It is on its way."
`;
/** A form whose button has this label. */
const form = (button: string) =>
  `<form onsubmit="state.textContent = 'It is on its way.'; return false"><label>Name <input name="who"></label>
<button class="send" name="send">${button}</button></form><p id="state">Nothing was sent.</p>`;

export function mends(shared: Shared): void {
  describe("the screens that mend and look closer", () => {
    let page: Page;
    let editor: SessionClient;
    let measured: string;
    const at = (path: string) => `${shared().world.service.apiUrl}/p/${shared().slug}${path}`;
    const start = async (kind: string, body: object = {}): Promise<string> =>
      String((await editor.post(`/api/tests/${kind}`, { project: shared().slug, ...body })).runId);
    const isOver = (runId: string) =>
      eventually("the run is over", async () => {
        const answer = await page.request.get(`${shared().world.service.apiUrl}/api/app/runs/${runId}`);
        return ((await answer.json()) as AppRun).run.status === "completed";
      });
    const tool = (name: string, args: object) =>
      editor.post(`/api/app/tools/${name}`, { args: { project: shared().slug, confirm: true, ...args } });
    const runFeature = async () =>
      String((await editor.post("/api/frt/run", { projectId: shared().slug, featureId: "mending" })).runId);

    before(async () => {
      const { world, chromium, slug } = shared();
      const email = "mends@shop.example";
      const password = await makeUser(world, email, "editor");
      editor = await signIn(world.service.apiUrl, email, password);
      world.site.set("form", form("Send the request"));
      await addFeature(world, slug, "mending", FEATURE);
      // Lighthouse runs at the same time as the others.
      const { data } = (await tool("list_scenarios", {})) as { data: { scenarios: { label: string }[] } };
      measured = await start("perf", { scenarios: data.scenarios.slice(0, 1).map(({ label }) => label) });
      page = await chromium.open(`/p/${slug}`);
      await enter(page, email, password);
    });
    after(() => page?.context().close());

    it("propose how to heal a step, take the proposal, and take it back", async () => {
      const { world } = shared();
      await isOver(await runFeature());
      world.site.set("form", form("Off it goes"));
      const failed = await runFeature();
      await isOver(failed);
      await page.goto(at(`/functional/runs/${failed}`));
      await page.getByRole("heading", { level: 1 }).getByText("Failed").waitFor();
      await page.getByRole("button", { name: "Propose a fix" }).click();
      const proposal = page.getByRole("article", { name: "The proposal" });
      await proposal.getByText('I click the "Off it goes" button', { exact: true }).waitFor({ timeout: RUN_MS });
      await proposal.getByText(/Rerun of the scenario with the fix: 3 of 3 steps passed/).waitFor();
      await page.keyboard.press("a");
      await page.getByText("Accepted: the step finds its element again.").waitFor();
      const sentences = async () =>
        JSON.stringify((await tool("frt_get_feature", { featureId: "mending", verbose: true })).data);
      expect(await sentences()).to.include("Off it goes");
      await proposal.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Reverted: the step is restored.").waitFor();
      expect(await sentences())
        .to.include("Send the request")
        .and.not.include("Off it goes");
    });

    it("change a step definition, say what is wrong with it, and delete it when nothing uses it", async () => {
      await tool("frt_create_step_def", {
        id: "look-around",
        pattern: "I look around",
        description: "Looks.",
        examples: ["I look around"],
        actions: [{ op: "goto", value: "/" }],
      });
      await page.goto(at("/functional?tab=steps&from=own"));
      await page.getByRole("button", { name: "I look around" }).click();
      const sheet = page.getByRole("dialog", { name: "Step definition" });
      await sheet.getByLabel("Sentence").fill("I look about");
      await sheet.getByLabel("Examples").fill("I look about");
      const does = sheet.getByLabel("What it does");
      const actions = await does.inputValue();
      await does.fill("[");
      expect(await sheet.getByRole("button", { name: "Save" }).isDisabled()).to.equal(true);
      await does.fill(actions);
      await sheet.getByRole("button", { name: "Save" }).click();
      await page.getByText("The step definition is saved.").waitFor();
      await sheet.getByText(/, version 2$/).waitFor();
      await sheet.getByRole("button", { name: "Delete" }).click();
      const sure = page.getByRole("dialog", { name: "Delete the step definition" });
      await sure.getByLabel("Type look-around to confirm").fill("look-around");
      await sure.getByRole("button", { name: "Delete" }).click();
      await page.getByText("The step definition look-around is deleted.").waitFor();
      await page.getByText("No matches").waitFor();
    });

    it("set two runs beside each other: what is new, and where it is", async () => {
      const { world } = shared();
      await isOver(await start("seo"));
      world.site.set("one", '<img src="/nothing.png">');
      const after = await start("seo");
      await isOver(after);
      await page.goto(at(`/runs/${after}`));
      await page.getByRole("button", { name: "Compare with the previous run" }).click();
      const lists = page.getByRole("group", { name: "What changed" });
      await lists.getByText(/^New [1-9]/).click();
      await page.getByRole("main").getByRole("link", { name: /alt/ }).first().click();
      await page.waitForURL((url) => url.pathname.endsWith("/audits/seo") && url.searchParams.get("run") === after);
      await ready(page);
    });

    it("show Lighthouse's report in a frame that is nobody at the service", async () => {
      await isOver(measured);
      await page.goto(at(`/audits/perf?run=${measured}`));
      await page.getByRole("button", { name: "Lighthouse report" }).first().click();
      const frame = page.getByRole("dialog", { name: /^Lighthouse:/ }).locator("iframe");
      expect(await frame.getAttribute("sandbox")).to.equal("allow-scripts");
      await frame.contentFrame().getByText("Performance").first().waitFor();
      // It has an opaque origin, without cookies and without access to the surrounding page.
      const inside = await (await frame.elementHandle())?.contentFrame();
      expect(await inside?.evaluate(() => origin)).to.equal("null");
      await page.keyboard.press("Escape");
      await frame.waitFor({ state: "detached" });
    });
  });
}
