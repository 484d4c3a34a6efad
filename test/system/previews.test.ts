// Runs of branches at their own addresses: the same pages, baselines and findings as at the shop's released address.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import type { ApiClient, ApiError, RunRequest } from "../../temporal-dev/apiClient.ts";
import { type SessionClient, signIn } from "../../temporal-dev/sessionClient.ts";
import { makeUser } from "../support/operator.ts";
import { SECRET, type ShopAt, startShopAt } from "../support/previewSite.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

const CLI = fileURLToPath(new URL("../../cli/plumbline.ts", import.meta.url));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: ApiError) => error,
  );

describe("previews on the real stack", function () {
  this.timeout(400_000);
  let world: World;
  let shop: ShopAt;
  let first: ShopAt;
  let second: ShopAt;
  let outside: ShopAt;
  let admin: SessionClient;
  let slug: string;
  let key: string;
  let client: ApiClient;

  before(async () => {
    shop = await startShopAt();
    first = await startShopAt(shop.url);
    second = await startShopAt(shop.url);
    outside = await startShopAt(shop.url);
    const allowed = [shop, first, second, outside].map(({ port }) => `127.0.0.1:${port}`).join(",");
    world = await startWorld({ SVC_ALLOWED_HOSTS: allowed, SVC_TRIGGER_RATE_PER_MINUTE: "1000" });
    // An absolute address of the shop: it is visited where the branch is deployed.
    ({ slug, key, client } = await world.project({ Home: "/", Cart: `${shop.url}/cart` }));
    const email = "admin@shop.example";
    admin = await signIn(world.service.apiUrl, email, await makeUser(world, email, "admin"));
    const of = `/api/app/projects/${slug}`;
    const { environments } = (await admin.get(`${of}/environments`)) as { environments: { id: string }[] };
    await admin.post(`${of}/environments/${environments[0]?.id}`, {
      baseUrl: shop.url,
      access: { headers: { "X-Shop": SECRET } },
    });
    await admin.post(`${of}/previews`, { hosts: [`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`] });
  });
  after(async () => {
    await world?.stop();
    await Promise.all([shop, first, second, outside].map((one) => one?.close()));
  });

  const run = async (request: RunRequest) => client.wait((await client.run(request)).runId);
  const findingsOf = (runId: string) => withModels(world, ({ findings }) => findings.find({ runId }).lean());
  const plumbline = (...args: string[]) =>
    promisify(execFile)(process.execPath, [CLI, ...args], {
      env: { ...process.env, SVC_URL: world.service.apiUrl, SVC_API_KEY: key },
    });

  it("the command line tests a branch where it is deployed, with main's baselines and the shop's access", async () => {
    const captured = await run({ type: "baseline", environment: "production" });
    expect(captured.summary).to.include({ total: 2, passed: 2 });
    const place = ["--branch", "feature/x", "--base-url", first.url];
    const { stdout } = await plumbline("run", "visual", ...place, "--wait", "--json");
    const { runs } = JSON.parse(stdout) as { runs: { runId: string }[] };
    const results = await client.results(runs[0]?.runId ?? "");
    expect(results.map(({ status }) => status)).to.deep.equal(["passed", "passed"]);
    expect(results.map(({ url }) => url)).to.have.members([`${first.url}/`, `${first.url}/cart`]);
    expect(first.entered).to.include.members(["/", "/cart"]);
    expect(first.turnedAway.filter((path) => path !== "/favicon.ico")).to.deep.equal([]);
  });

  it("findings are those of the same page at the released shop, and show where the branch is", async () => {
    const main = await run({ type: "seo", environment: "production" });
    const same = await run({ type: "seo", branch: "feature/x", baseUrl: first.url });
    expect(same.summary).to.include({ new: 0, fixed: 0 });
    const [released, preview] = await Promise.all([findingsOf(main.runId), findingsOf(same.runId)]);
    const marks = (list: typeof released) => list.map(({ fingerprint, rule }) => `${rule} ${fingerprint}`).sort();
    expect(released.map(({ rule }) => rule)).to.include.members(["link-broken", "image-alt"]);
    expect(marks(preview)).to.deep.equal(marks(released));
    expect(preview.every((one) => one.page.startsWith(first.url))).to.equal(true);
    expect(JSON.stringify(preview)).not.to.include(`:${shop.port}`);

    second.spoil();
    const worse = await run({ type: "seo", branch: "feature/x", baseUrl: second.url });
    expect(worse.summary).to.include({ new: 1, fixed: 0 });
  });

  it("a branch has one environment, which no list shows and which its newest run has moved", async () => {
    const of = `/api/app/projects/${slug}`;
    const { environments } = (await admin.get(`${of}/environments`)) as { environments: { slug: string }[] };
    expect(environments.map((one) => one.slug)).to.deep.equal(["production"]);
    const { previews } = (await admin.get(`${of}/previews`)) as { previews: { branch: string; baseUrl: string }[] };
    expect(previews.map(({ branch, baseUrl }) => ({ branch, baseUrl }))).to.deep.equal([
      { branch: "feature/x", baseUrl: second.url },
    ]);
    const runs = await withModels(world, ({ runs }) =>
      runs.find({ branch: "feature/x" }, { baseUrl: 1, preview: 1 }).lean(),
    );
    expect(new Set(runs.map(({ baseUrl }) => baseUrl))).to.deep.equal(new Set([first.url, second.url]));
    expect(new Set(runs.map(({ preview }) => preview?.environmentId)).size).to.equal(1);
  });

  it("a host outside of the pattern gets nothing, and no run is started", async () => {
    const before = await withModels(world, ({ runs }) => runs.countDocuments());
    const refused = await refusal(client.run({ branch: "feature/x", baseUrl: outside.url }));
    expect(refused?.status).to.equal(403);
    expect(refused?.message).to.include(`not on 127.0.0.1:${outside.port}`);
    expect(await withModels(world, ({ runs }) => runs.countDocuments())).to.equal(before);
    expect([...outside.entered, ...outside.turnedAway]).to.deep.equal([]);
  });
});
