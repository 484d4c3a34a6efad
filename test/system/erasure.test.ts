// Erasures on a real service: documents, store, Temporal's lists and the logs, with a run in progress and a worker that is killed halfway.
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Client, Connection } from "@temporalio/client";
import { expect } from "chai";
import { SEARCH_ATTRIBUTES } from "../../domain/workflowNames.ts";
import { createFileStore } from "../../platform/artifacts/files.ts";
import { filesOf } from "../../platform/artifacts/open.ts";
import { createApiClient } from "../../temporal-dev/apiClient.ts";
import { eventually } from "../support/eventually.ts";
import { dump, placesOf } from "../support/everything.ts";
import { makeProject, makeUser } from "../support/operator.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

describe("deleting for good on a real service", function () {
  this.timeout(240_000);
  let world: World;
  let connection: Connection;
  let client: Client;
  before(async () => {
    world = await startWorld({ SVC_BROWSER_SLOTS: "1", SVC_RECONCILE_EVERY_MS: "1000" });
    connection = await Connection.connect({ address: world.service.stack.temporalAddress });
    client = new Client({ connection });
  });
  after(async () => {
    await connection?.close();
    await world?.stop();
  });

  const stored = async () => {
    const ids = new Set<string>();
    for await (const { id } of createFileStore(filesOf(world.service.dataDir)).list()) ids.add(id);
    return ids;
  };
  const executions = async (query: string): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query })) ids.push(workflowId);
    return ids.sort();
  };
  const labelled = (slug: string) => executions(`${SEARCH_ATTRIBUTES.project} = '${slug}'`);
  const erased = async (...args: string[]) => JSON.parse(await world.admin(...args, "--json"));

  /** Returns the content of every log of the service. */
  async function logs(): Promise<string> {
    const texts = [...world.said()];
    for (const name of await readdir(world.service.dataDir, { recursive: true })) {
      const file = path.join(world.service.dataDir, name);
      if (/\.log(\.\d+)?$/.test(name) && (await stat(file)).isFile()) texts.push(await readFile(file, "utf8"));
    }
    return texts.join("\n");
  }

  it("a project with a run under way: nothing of it is left, and everything of the other", async () => {
    const doomed = await world.project({ One: "/page/one", Held: "/gate/held" });
    const kept = await world.project({ One: "/page/one" });
    const [name, projectId] = await withModels(world, async ({ projects }) => {
      await projects.updateOne({ slug: doomed.slug }, { $set: { name: "Zweihundert Lampen", slug: "lampen" } });
      const project = await projects.findOne({ slug: "lampen" }).lean();
      return [project?.name ?? "", project?._id ?? ""];
    });
    for (const { client: api } of [doomed, kept]) {
      const { runId } = await api.run({ type: "baseline", scenarios: ["One"] });
      await api.wait(runId);
    }
    world.site.set("one", "Words of the doomed alone.");
    await doomed.client.wait((await doomed.client.run({ scenarios: ["One"] })).runId);
    world.site.set("one", "Plain words.");
    // In progress while the project is deleted: its page is held.
    const { runId: underWay } = await doomed.client.run({ scenarios: ["Held"] });
    await eventually("the page waits", async () => world.site.waiting() > 0);
    const before = await stored();
    const others = await labelled(kept.slug);
    expect(await labelled("lampen")).to.have.length.greaterThan(2);

    const first = await erased("projects", "delete", "lampen", "--confirm", name);
    expect(first).to.include({ status: "completed", error: null });
    expect(first.totals.executions).to.be.greaterThan(2);
    expect(first.documents.runs).to.equal(3);

    expect(await labelled("lampen"), "what Temporal shows").to.deep.equal([]);
    expect(await executions(`WorkflowId = 'run-${underWay}'`)).to.deep.equal([]);
    expect(await labelled(kept.slug)).to.deep.equal(others);
    await withModels(world, async (models) => {
      const all = await dump(models);
      const left = placesOf(all, projectId).filter((place) => !/^(audit|erasures)\//.test(place));
      expect(left, "its id").to.deep.equal([]);
      for (const text of [name, "lampen", underWay]) {
        // Places of a run's id that disappear on their own: request hashes and admissions are deleted within a day and a minute.
        const passing = /^(audit|idempotency|admissions)\//;
        const named = placesOf(all, text).filter((place) => text !== underWay || !passing.test(place));
        expect(named, text).to.deep.equal([]);
      }
    });
    const after = await stored();
    expect(after.size).to.be.lessThan(before.size);
    await kept.client.wait((await kept.client.run({})).runId);
    await expectRefused(doomed.client.run({}), 401);
    await expectFails(world.admin("projects", "delete", "lampen", "--confirm", name), /was not found/);
    const said = await logs();
    for (const text of [name, "lampen"]) expect(said.includes(text), `the logs name ${text}`).to.equal(false);
  });

  it("an organisation with a run under way: its project, key and executions go, and nobody else's", async () => {
    const boss = "boss@lumen.example";
    await makeUser(world, boss, "editor");
    const kept = await world.project({ One: "/page/one" });
    await kept.client.wait((await kept.client.run({ type: "baseline" })).runId);
    const [name, slug] = ["Lumen Works", "lumen-works"];
    const made = await world.admin(
      "organisations",
      "create",
      "--name",
      name,
      "--slug",
      slug,
      "--admin",
      boss,
      "--json",
    );
    const { id: orgId } = JSON.parse(made) as { id: string };
    const scenarios = { One: "/page/one", Held: "/gate/held" };
    const key = await makeProject(world, { siteUrl: world.site.url, slug: "sconces", scenarios, orgId });
    const doomed = createApiClient(world.service.apiUrl, key);
    await doomed.wait((await doomed.run({ type: "baseline", scenarios: ["One"] })).runId);
    await doomed.run({ scenarios: ["Held"] });
    await eventually("the page waits", async () => world.site.waiting() > 0);
    const others = await labelled(kept.slug);

    const first = await erased("organisations", "delete", slug, "--confirm", name);
    expect(first).to.include({ status: "completed", error: null });
    expect(first.documents).to.include({ organisations: 1, projects: 1, runs: 2 });

    expect(await labelled("sconces"), "what Temporal shows").to.deep.equal([]);
    expect(await labelled(kept.slug)).to.deep.equal(others);
    await withModels(world, async (models) => {
      const all = await dump(models);
      for (const text of [orgId, name, slug, "sconces"]) {
        const left = placesOf(all, text).filter((place) => !/^(audit|erasures)\//.test(place));
        expect(left, text).to.deep.equal([]);
      }
      expect(await models.users.exists({ email: boss }), "its administrator belongs to another one too").to.not.equal(
        null,
      );
    });
    await kept.client.wait((await kept.client.run({})).runId);
    await expectRefused(doomed.run({}), 401);
    await expectFails(world.admin("organisations", "delete", slug, "--confirm", name), /was not found/);
    const said = await logs();
    for (const text of [name, slug, "sconces"]) expect(said.includes(text), `the logs name ${text}`).to.equal(false);
  });

  it("an account: what Temporal shows and the logs name it no more", async () => {
    const email = "wanda.weg@lampen.example";
    await makeUser(world, email, "editor");
    const answer = await erased("users", "delete", "--email", email, "--confirm", email);
    expect(answer).to.include({ status: "completed", error: null });
    await withModels(world, async (models) => {
      expect(placesOf(await dump(models), email)).to.deep.equal([]);
    });
    expect((await logs()).includes(email)).to.equal(false);
    await expectFails(world.admin("users", "delete", "--email", email, "--confirm", email), /no user/);
  });

  it("goes on where a killed worker left it", async () => {
    const doomed = await world.project({ One: "/page/one" });
    await doomed.client.wait((await doomed.client.run({ type: "baseline" })).runId);
    const deleting = world.admin("projects", "delete", doomed.slug, "--confirm", await nameOf(doomed.slug), "--json");
    const erasureId = await eventually("a worker has begun", () =>
      withModels(world, async ({ erasures }) => {
        const open = await erasures.findOne({ status: "running" }).lean();
        return open?._id ?? null;
      }),
    );
    await world.service.worker.kill({ revive: true });
    const ended = JSON.parse(await deleting);
    expect(ended).to.include({ id: erasureId, status: "completed", error: null });
    await withModels(world, async ({ projects, shots }) => {
      expect(await projects.exists({ slug: doomed.slug })).to.equal(null);
      expect(await shots.countDocuments({ projectId: ended.subjectId })).to.equal(0);
    });
  });

  const nameOf = (slug: string) =>
    withModels(world, async ({ projects }) => (await projects.findOne({ slug }).lean())?.name ?? "");
});

async function expectRefused(asked: Promise<unknown>, status: number): Promise<void> {
  const error = await asked.then(
    () => null,
    (reason: { status?: number }) => reason,
  );
  expect(error?.status).to.equal(status);
}

async function expectFails(asked: Promise<unknown>, words: RegExp): Promise<void> {
  const error = await asked.then(
    () => null,
    (reason: Error) => reason,
  );
  expect(String(error?.message)).to.match(words);
}
