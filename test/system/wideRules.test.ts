// A rule for all scenarios from plumbline.yml to the result, on the real stack.
import { expect } from "chai";
import type { ApiClient } from "../../temporal-dev/apiClient.ts";
import { startWorld, type World } from "../support/service.ts";

type Reason = { code: string; message: string };
type Result = { scenarioLabel: string; status: string; reasons: Reason[] };

describe("rules for several scenarios", function () {
  this.timeout(240_000);
  let world: World;
  let client: ApiClient;
  before(async () => {
    world = await startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000", SVC_INVOKE_RATE_PER_MINUTE: "1000" });
    ({ client } = await world.project({}));
  });
  after(() => world?.stop());

  const request = (method: "GET" | "POST", path: string, body?: object) => client.request(method, path, body);
  // biome-ignore lint/suspicious/noExplicitAny: the data of any tool; a CI tool answers its body.
  const invoke = async (tool: string, args: object = {}): Promise<any> => {
    const body = (await request("POST", "/api/mcp/v1/invoke", { tool, args })) as { data?: unknown };
    return body.data ?? body;
  };
  const run = async (tool: string): Promise<string> =>
    (await client.wait((await invoke(tool, { confirm: true })).runId)).runId;

  it("hides on each scenario that it is for what changed there, and the result names it", async () => {
    const { file } = (await request("GET", "/api/config")) as { file: { project: { slug: string } } };
    const config = {
      version: 1,
      project: { slug: file.project.slug },
      scenarios: ["first", "second"].map((page) => ({
        label: page,
        url: `/page/${page}`,
        viewports: ["phone"],
        ...(page === "second" ? { tags: ["plain"] } : {}),
      })),
    };
    const apply = (rules: object[]) =>
      request("POST", "/api/config", { mode: "apply", config: { ...config, rules } }) as Promise<{
        refused: unknown[];
      }>;
    expect((await apply([])).refused).to.deep.equal([]);
    await run("run_baseline");
    for (const page of ["first", "second"]) world.site.set(page, "Other words by far.");
    await run("run_vrt");
    expect((await invoke("get_run_failures")).failed).to.equal(2);

    expect((await apply([{ selector: "#text", mode: "ignore" }])).refused).to.deep.equal([]);
    const runId = await run("run_vrt");
    expect((await invoke("get_run_failures")).failed).to.equal(0);
    for (const { reasons } of (await client.results(runId)) as unknown as Result[]) {
      const hidden = reasons.find(({ code }) => code === "hidden_by_rule");
      expect(hidden?.message).to.match(
        /^The rule "#text" \(ignore\) of all scenarios hid [\d,]+ pixels that differ\.$/,
      );
    }

    // A rule for a tag takes precedence over the project's.
    await apply([
      { selector: "#text", mode: "ignore" },
      { tag: "plain", selector: "#text", mode: "full" },
    ]);
    await run("run_vrt");
    const { failures } = await invoke("get_run_failures");
    expect(failures.map((one: Result) => one.scenarioLabel)).to.deep.equal(["second"]);
  });
});
