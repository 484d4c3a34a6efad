// Every dashboard path below a project: another organisation's project is as unknown as a missing one, and viewers change nothing.
import { expect } from "chai";
import { AREAS, endpointsOf } from "../../api/endpoints/index.ts";
import type { Session } from "../api/support/client.ts";
import { makeWorld, type World } from "../api/support/world.ts";

const BELOW = "/api/app/projects/{slug}/";
const LATER = "2026-06-01T00:00:00Z";
/** Valid queries and bodies of endpoints that require them. */
const ASKED: Record<string, { query?: string; body?: object }> = {
  listAppFindings: { query: "pillar=seo" },
  exportAppFindings: { query: "pillar=seo" },
  acceptFindings: { body: { runId: "run_x", fingerprints: ["f"], reason: "Known.", until: LATER } },
  unacceptFindings: { body: { fingerprints: ["f"] } },
  changeAppProblems: { body: { problems: [{ id: "pbm_x", rev: 0 }], assignee: null } },
  undoAppProblems: { body: { problems: [{ id: "pbm_x", rev: 0 }] } },
  readAppTrends: { query: "pillar=seo" },
  appDecideInbox: { body: { decision: "reject", shots: [{ shotId: "run_x-00000", mark: "0.0.failed.0" }] } },
  compareAppRuns: { query: "a=run_x&b=run_y" },
  readAppTrackingProof: { query: "runId=run_x&id=x" },
  setAppMode: { body: { name: "dark", mode: { colorScheme: "dark" } } },
  createCommentHook: { body: { host: "github", repository: "acme/shop" } },
  setAppPreviewHosts: { body: { hosts: [] } },
  saveAppPlanPage: { body: { rev: "", row: { label: "x", pageType: "x" } } },
  saveAppPlanEvent: { body: { rev: "", row: { label: "x", eventType: "x" } } },
  deleteAppPlanPage: { query: "rev=x" },
  deleteAppPlanEvent: { query: "rev=x" },
  importAppTrackingPlan: { body: { plan: { events: [] }, reason: "x" } },
  checkAppGherkin: { body: { gherkin: "Feature: x" } },
  saveAppFeature: { body: { version: 1, gherkin: "Feature: x" } },
  deleteAppFeature: { query: "version=1" },
  listFindingPages: { query: "runId=run_x" },
  readFirstThumbnail: { query: "jobId=run_x&url=/" },
  chooseFirstScenarios: { body: { scenarios: [{ label: "x", url: "/" }] } },
  startAppProof: { body: { issueKey: "X-1" } },
  saveAppSettings: { body: { settings: {}, rev: "x" } },
  saveAppProject: { body: { name: "x", baseUrl: "https://x.example", mainBranch: "main", rev: "x" } },
  addAppEnvironment: { body: { name: "x", baseUrl: "https://x.example" } },
  changeAppScenarios: { body: { ids: ["x"], remove: true } },
  setAppTickets: { body: { system: null } },
  setAppRule: { body: { scope: "project", kind: "mode", selector: ".a", value: "ignore" } },
  appRuleEffect: { query: "scope=project&kind=mode&selector=.a&value=ignore" },
  setIgnoredChange: { body: { state: "stopped" } },
  deleteProject: { body: { confirm: "x" } },
  decideAppHeal: { body: { decision: "reject" } },
};
/** Requests other than GET that change nothing, which viewers may send. */
const READS = new Set(["checkAppGherkin"]);

describe("addresses of the dashboard below a project", () => {
  const all = endpointsOf(AREAS).filter(({ path }) => path.startsWith(BELOW));
  let world: World;
  let editor: Session;
  let viewer: Session;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000, triggerRatePerMinute: 10_000, invokeRatePerMinute: 10_000 });
    [editor, viewer] = [await world.session("admin"), await world.session("viewer")];
  });
  after(() => world.close());

  const ask = ({ id, path, method }: (typeof all)[number], slug: string, session: Session) => {
    const { query, body } = ASKED[id] ?? {};
    const address = path.replace("{slug}", slug).replaceAll(/\{\w+\}/g, "run_x");
    return world.client.send(method.toUpperCase(), `${address}${query ? `?${query}` : ""}`, { session, body });
  };

  for (const endpoint of all) {
    const { method, id, path } = endpoint;
    it(`${method} ${path}: another organisation's project and none are alike`, async () => {
      const [foreign, none] = [await ask(endpoint, "foreign", editor), await ask(endpoint, "nowhere", editor)];
      expect([foreign.status, none.status], JSON.stringify(foreign.body)).to.deep.equal([404, 404]);
      expect(String(foreign.body.error).replaceAll("foreign", "nowhere")).to.equal(none.body.error);
      const { _id } = (await world.models.projects.findOne({ slug: "foreign" }).lean()) ?? { _id: "" };
      expect((await ask(endpoint, _id, editor)).status, "by its id").to.equal(404);
    });
    if (method !== "get" && !READS.has(id))
      it(`${method} ${path}: is closed to those who may only look`, async () => {
        expect((await ask(endpoint, "shop", viewer)).status).to.equal(403);
      });
  }

  it("every one is asked for with what it needs", () => {
    const ids = new Set(all.map(({ id }) => id));
    expect(Object.keys(ASKED).filter((id) => !ids.has(id))).to.deep.equal([]);
  });
});
