// Erasures on a real service: documents, store, Temporal's lists and the logs, with a run under way, and a worker that is killed halfway.
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Client, Connection } from "@temporalio/client";
import { expect } from "chai";
import { SEARCH_ATTRIBUTES } from "../../domain/workflowNames.ts";
import { createFileStore } from "../../platform/artifacts/files.ts";
import { filesOf } from "../../platform/artifacts/open.ts";
import { eventually } from "../support/eventually.ts";
import { dump, placesOf } from "../support/everything.ts";
import { makeUser } from "../support/operator.ts";
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

  /** What every log of the service holds. */
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
    // Under way while it is deleted: its page waits.
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
        // The id of a run: hashes of calls and what was admitted are dropped within a day and a minute.
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
