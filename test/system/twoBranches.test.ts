// Two branches in CI besides main: previews at changing ports, statuses and comments at the code host, an approval by comment.
import { expect } from "chai";
import { type SessionClient, signIn } from "../../temporal-dev/sessionClient.ts";
import { eventually } from "../support/eventually.ts";
import { type FakeHost, fakeHost, TOKEN } from "../support/fakeHosts.ts";
import { itInFullLane } from "../support/lanes.ts";
import { makeUser } from "../support/operator.ts";
import { startWorld, type World } from "../support/service.ts";
import { type Deployed, deploy, job, repositoryOf } from "../support/twoBranches.ts";

const PUBLIC = "https://plumbline.test";

describe("two branches in CI", function () {
  this.timeout(300_000);
  let world: World;
  let host: FakeHost;
  let repository: Awaited<ReturnType<typeof repositoryOf>>;
  let admin: SessionClient;
  let project: Awaited<ReturnType<World["project"]>>;
  let hook: { url: string; secret: string };
  const shops = {} as Record<"main" | "price" | "moved" | "text", Deployed>;

  before(async () => {
    host = await fakeHost("github");
    repository = await repositoryOf(["price", "text"]);
    for (const name of ["main", "text"] as const) shops[name] = await deploy("#dddddd");
    for (const name of ["price", "moved"] as const) shops[name] = await deploy("#aa0000");
    const ports = Object.values(shops).map(({ port }) => `127.0.0.1:${port}`);
    world = await startWorld({
      SVC_ALLOWED_HOSTS: ports.join(","),
      SVC_TRIGGER_RATE_PER_MINUTE: "1000",
      SVC_PUBLIC_URL: PUBLIC,
      SVC_GITHUB_TOKEN: TOKEN,
      SVC_GITHUB_API_URL: host.base,
      SVC_GITHUB_REPOSITORY: "acme/shop",
    });
    project = await world.project({ Home: "/" });
    const email = "ann@shop.example";
    admin = await signIn(world.service.apiUrl, email, await makeUser(world, email, "admin"));
    const of = `/api/app/projects/${project.slug}`;
    const { environments } = (await admin.get(`${of}/environments`)) as { environments: { id: string }[] };
    await admin.post(`${of}/environments/${environments[0]?.id}`, { baseUrl: shops.main.url });
    await admin.post(`${of}/previews`, { hosts: ports });
    const kind = { project: project.slug, name: "Commits", kind: "github", repository: "acme/shop" };
    await admin.post("/api/notifications/channels", kind);
    hook = (await admin.post(`${of}/comment-hooks`, { host: "github", repository: "acme/shop" })) as typeof hook;
    const { sha: commitSha } = repository.of("main");
    const { runId } = await project.client.run({
      type: "baseline",
      environment: "production",
      branch: "main",
      commitSha,
    });
    await project.client.wait(runId);
  });
  after(async () => {
    await world?.stop();
    await host?.close();
    await repository?.remove();
    await Promise.all(Object.values(shops).map((shop) => shop.close()));
  });

  const ci = (branch: string, shop: Deployed, ...args: string[]) => {
    const service = { url: world.service.apiUrl, key: project.key };
    const at = branch === "main" ? ["--environment", "production"] : ["--base-url", shop.url];
    return job(repository.of(branch).folder, service, [...at, "--branch", branch, ...args]);
  };
  const onPrice = (shop: Deployed) => ci("price", shop, "--pr", "7");
  /** Waits until the branch's last commit status has this state, and returns it. */
  const status = (branch: string, state: string, runId: string): Promise<string> => {
    const sha = repository.of(branch).sha;
    const wanted = {
      state,
      context: `plumbline/${project.slug}/vrt-test`,
      target_url: `${PUBLIC}/p/${project.slug}/visual/${runId}`,
    };
    return eventually(`the status of ${branch}: ${state} of ${runId}`, () => {
      const last = host.state.statuses.findLast((one) => one.sha === sha);
      const fits = Object.entries(wanted).every(([field, value]) => last?.[field] === value);
      return fits && String(last?.description);
    });
  };
  const summary = () => host.state.comments.find(({ body }) => body.includes("Quality gate"))?.body ?? "";
  /** Posts a comment. Returns the reply. */
  const say = async (text: string): Promise<string> => {
    const id = host.add("ann", text);
    const { headers, rawBody } = host.hookCall(id, hook.secret);
    const path = new URL(hook.url).pathname;
    const received = await fetch(`${world.service.apiUrl}${path}`, { method: "POST", headers, body: rawBody });
    expect(received.status, await received.text()).to.equal(200);
    return eventually(
      `an answer to ${text}`,
      () =>
        host.state.comments.find(({ body }) => body.startsWith("<!-- plumbline-answer:") && body.includes(`:${id} -->`))
          ?.body,
    );
  };
  let newest = "";

  it("each of three jobs at once has its own verdict, status and link, and the pull request one comment", async () => {
    const [main, price, text] = await Promise.all([
      ci("main", shops.main),
      onPrice(shops.price),
      ci("text", shops.text),
    ]);
    expect([main.exit, price.exit, text.exit], price.stderr + main.stderr + text.stderr).to.deep.equal([0, 1, 0]);
    expect(await status("price", "failure", price.runId)).to.contain("1 of");
    expect(await status("main", "success", main.runId)).not.to.contain("changed");
    expect(await status("text", "success", text.runId)).not.to.contain("changed");
    await project.client.request("POST", "/api/ci/comment", { project: project.slug, prNumber: 7 });
    expect(summary()).to.contain("Quality gate failed").and.contain(`/visual/${price.runId}>`);
    newest = price.runId;
  });

  itInFullLane("a job that is run again at another port says the same, and the status leads to its run", async () => {
    const again = await onPrice(shops.moved);
    expect(again.exit, again.stderr).to.equal(1);
    expect(again.runId).not.to.equal(newest);
    await status("price", "failure", again.runId);
    await eventually("the summary of the newest run", () => summary().includes(`/visual/${again.runId}>`));
    newest = again.runId;
  });

  it("a comment approves: the answer, the status and the summary follow", async () => {
    host.state.pull.head = repository.of("price").sha;
    expect(await say("/plumbline approve")).to.contain("`ann` is not linked");
    const { command } = (await admin.post("/api/app/me/code-accounts", { host: "github", login: "ann" })) as {
      command: string;
    };
    expect(await say(command)).to.contain("Linked:");
    host.state.pull.head = "f".repeat(40);
    expect(await say("/plumbline approve")).to.contain("at `fffffff` now");
    host.state.pull.head = repository.of("price").sha;
    expect(await say("/plumbline approve Home"))
      .to.contain("Approved:")
      .and.contain(`/visual/${newest}>`);
    await status("price", "success", newest);
    await eventually("a summary that passed", () => !summary().includes("Quality gate failed"));
  });

  itInFullLane("a job after the approval passes, and the other branch is as before", async () => {
    const [price, text] = await Promise.all([onPrice(shops.moved), ci("text", shops.price)]);
    expect([price.exit, text.exit], price.stderr + text.stderr).to.deep.equal([0, 1]);
    await status("price", "success", price.runId);
    await status("text", "failure", text.runId);
  });
});
