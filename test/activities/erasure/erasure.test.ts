// Erasures over a document in every collection: of what is erased nothing is left anywhere, and everything else is as it was.
import { expect } from "chai";
import type { ErasureDeps } from "../../../activities/erasure/deps.ts";
import { createErasureActivities } from "../../../activities/erasure/erasure.ts";
import { ERASURE_STEPS, type ErasureKind, LAST_STEPS } from "../../../domain/erasure/erasure.ts";
import { DELETED_USER } from "../../../domain/words/people.ts";
import { keepArtifact } from "../../../models/artifacts/keepArtifact.ts";
import { storedBy } from "../../../models/artifacts/storage.ts";
import { findErasure, insertErasure } from "../../../models/erasures/queries.ts";
import { BELONGINGS } from "../../../models/retention/belongings.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { dump, placesOf, type Side, seedEverything, sideOf } from "../../support/everything.ts";

const A = sideOf("anna");
const B = sideOf("bert");
/** Temporal without an execution; the real one is asked in test/activities/erasure/executions.test.ts. */
const NO_TEMPORAL = {
  options: { namespace: "default" },
  workflow: { async *list() {} },
  schedule: { getHandle: () => ({ delete: async () => {} }) },
};

describe("erasures", () => {
  let world: ActivityWorld;
  let deps: ErasureDeps;
  let logged: unknown[];
  beforeEach(async () => {
    world = await openActivityWorld();
    logged = [];
    const queues = { orchestration: "o", browser: "b", lab: "l" };
    const log = (...line: unknown[]) => void logged.push(line);
    deps = { ...world.deps, client: NO_TEMPORAL, queues, log } as unknown as ErasureDeps;
    const { models } = world;
    for (const side of [A, B]) {
      await seedEverything(models, side);
      await models.users.db.collection("sessions").insertOne({
        _id: `sid_${side.tag}`,
        session: JSON.stringify({ userId: side.user, orgId: side.org }),
      } as never);
    }
  });
  afterEach(() => world.close());

  const store = (projectId: string, text: string) =>
    keepArtifact(deps, { projectId, bytes: Buffer.from(text), contentType: "image/png" });

  let n = 0;
  /** The whole erasure, as its workflow does it; `steps`: how many of them before it is killed. */
  async function erase(kind: ErasureKind, subjectId: string, steps = Number.POSITIVE_INFINITY, by = "operator") {
    const wanted = { kind, subjectId, orgIds: [A.org, B.org], requestedBy: by, at: deps.now() };
    const { erasure } = await insertErasure(world.models, { _id: `ers_${n++}`, ...wanted });
    const activities = createErasureActivities(deps);
    const erasureId = erasure._id;
    const parts = (await activities.beginErasure({ erasureId })) ?? [];
    let left = steps;
    for (const table of [ERASURE_STEPS, LAST_STEPS])
      for (const part of parts)
        for (const step of table[part.kind])
          if (left-- > 0) await withActivity(() => activities.eraseStep({ erasureId, ...part, step }));
    if (left < 0) return null;
    await activities.endErasure({ erasureId, error: null });
    return findErasure(world.models, erasureId);
  }

  /** What is left of the other side, with what the erasure itself has to write taken out. */
  const others = (all: ReadonlyMap<string, string>, side: Side) =>
    [...all].filter(
      ([place, text]) => (place.includes(side.tag) || text.includes(side.tag)) && !place.startsWith("erasures/"),
    );

  it("a project: nothing is left of it, nothing of the other changes, and a second one finds nothing", async () => {
    const { models, artifacts } = world;
    const own = await store(A.project, "own");
    const shared = await store(A.project, "shared");
    await store(B.project, "shared");
    const beside = others(await dump(models), B);
    const before = await dump(models);
    const documents = [...before].filter(([, text]) => text.includes(A.project)).length;
    expect(documents, "of the project's documents").to.be.greaterThan(45);

    const ended = await erase("project", A.project);

    expect(ended?.status).to.equal("completed");
    const after = await dump(models);
    expect(placesOf(after, A.projectName), "its name").to.deep.equal([]);
    expect(placesOf(after, "shop-anna"), "its slug").to.deep.equal([]);
    expect(placesOf(after, "anna.example"), "its address").to.deep.equal([]);
    const withId = placesOf(after, A.project);
    expect(
      withId.filter((place) => !/^(audit|erasures)\//.test(place)),
      "its id",
    ).to.deep.equal([]);
    expect(placesOf(after, A.run).filter((place) => !place.startsWith("audit/"))).to.deep.equal([]);
    expect(others(after, B).filter(([place]) => !isEnd(after, place))).to.deep.equal(beside);
    // Its organisation, its person, and what is theirs alone are there.
    for (const place of [`organisations/${A.org}`, `users/${A.user}`, "codeAccounts_anna", "usage_anna"])
      expect(
        [...after.keys()].some((one) => one.endsWith(place)),
        place,
      ).to.equal(true);
    expect([await artifacts.has(own), await artifacts.has(shared)]).to.deep.equal([false, true]);
    expect((await storedBy(models, [A.project])).size).to.equal(0);
    const counts = ended?.counts;
    expect([counts?.artifacts, counts?.bytes]).to.deep.equal([2, 3]);
    expect(counts?.documents).to.include({ runs: 1, shots: 1, projects: 1, presences: 1 });
    const gone = [...before.keys()].filter((place) => !after.has(place) && !/^(artifacts)\//.test(place)).length;
    const counted = Object.values(counts?.documents ?? {}).reduce((a, b) => a + b, 0);
    expect(counted, "documents counted and gone").to.equal(gone);

    const again = await erase("project", A.project);
    expect(again?.counts).to.deep.equal({});
  });

  /** The entry that an erasure leaves in the logs. */
  const isEnd = (all: ReadonlyMap<string, string>, place: string) => all.get(place)?.includes('.deleted"') === true;

  it("an organisation: its projects and the accounts that belong nowhere else go with it", async () => {
    const { models } = world;
    const guest = `usr_second_${A.tag}`;
    await models.organisations.updateOne(
      { _id: B.org },
      { $push: { members: { userId: guest, role: "viewer", joinedAt: new Date(0), epoch: null } } },
    );
    const beside = others(await dump(models), B);
    const ended = await erase("organisation", A.org);
    expect(ended?.error).to.equal(null);
    const after = await dump(models);
    for (const [what, text] of Object.entries({ ...A, slug: "organisation-anna", site: "anna.example" })) {
      if (what === "tag") continue;
      const left = placesOf(after, text).filter((place) => !/^erasures\//.test(place) && !isEnd(after, place));
      expect(left, what).to.deep.equal([]);
    }
    const same = others(after, B).filter(([place]) => !isEnd(after, place) && place !== `users/${guest}`);
    expect(same).to.deep.equal(beside);
    const moved = await models.users.findOne({ _id: guest }).lean();
    expect(moved?.orgId, "who belongs elsewhere too").to.equal(B.org);
  });

  it("a person: what they did stays, and nothing names them", async () => {
    const { models } = world;
    // Written by A in B's project too, and told by others of them.
    const C = sideOf("cleo");
    await seedEverything(models, C, { people: A });
    await models.reviewThreads.collection.updateOne({ _id: `reviewThreads_${B.tag}` } as never, {
      $set: { rev: 3, messages: [{ by: B.email, text: "@anna.person look, and @nobody too", at: new Date(0) }] },
    });
    await models.problems.collection.updateOne({ _id: `problems_${C.tag}` } as never, {
      $set: { rev: 1, assignedId: "shelf" },
    });
    await models.audit.create({
      _id: "aud_rename",
      orgId: A.org,
      at: new Date(0),
      who: A.email,
      action: "user.rename",
      target: A.user,
      details: { from: "Anna Maiden", to: A.name },
    });
    await models.features.collection.updateOne({ _id: `features_${B.tag}` } as never, {
      $set: { updatedBy: "Anna Maiden" },
    });
    const before = await dump(models);
    const ended = await erase("user", A.user, undefined, A.email);
    expect(ended?.status).to.equal("completed");
    expect(ended?.requestedBy).to.equal(DELETED_USER);
    const after = await dump(models);
    for (const text of [A.email, A.name, "Anna Maiden", "@anna.person"])
      expect(placesOf(after, text), text).to.deep.equal([]);
    const withId = placesOf(after, A.user).filter((place) => !/^(audit|erasures|organisations)\//.test(place));
    expect(withId, "their id").to.deep.equal([]);
    // Documents of others are all there, but those that were about the person alone.
    const about = Object.entries(BELONGINGS).flatMap(([name, { person }]) =>
      person ? [`${name}/${name}_${C.tag}`] : [],
    );
    const gone = [...before.keys()].filter((place) => !after.has(place) && place.includes(C.tag)).sort();
    expect(gone).to.deep.equal(about.sort());
    const thread = await models.reviewThreads.findOne({ _id: `reviewThreads_${B.tag}` }).lean();
    expect(thread?.messages[0]?.text).to.equal(`@${DELETED_USER} look, and @nobody too`);
    expect([thread?.rev, thread?.messages[0]?.by]).to.deep.equal([4, B.email]);
    const problem = await models.problems.findOne({ _id: `problems_${C.tag}` }).lean();
    expect([problem?.assignee, problem?.assignedId]).to.deep.equal([null, null]);
    const channel = await models.notificationChannels.findOne({ _id: `notificationChannels_${C.tag}` }).lean();
    expect([channel?.recipients, channel?.createdBy]).to.deep.equal([["kept@mail.example"], DELETED_USER]);
    const key = await models.apiKeys.findOne({ _id: `apiKeys_${C.tag}` }).lean();
    expect(key?.revokedAt, "a key that they made").to.be.instanceOf(Date);
    expect(await models.apiKeys.findOne({ _id: `apiKeys_${B.tag}`, revokedAt: null }).lean()).not.to.equal(null);
    expect((await erase("user", A.user))?.counts).to.deep.equal({});
    expect(JSON.stringify(logged), "the log").not.to.match(/mail\.example|Lovelace/);
  });

  it("goes on wherever it was killed", async () => {
    const { models } = world;
    await store(A.project, "own");
    for (let steps = 1; steps < 9; steps++) expect(await erase("project", A.project, steps)).to.equal(null);
    const ended = await erase("project", A.project);
    expect(ended?.status).to.equal("completed");
    const after = await dump(models);
    expect(placesOf(after, A.projectName)).to.deep.equal([]);
    expect(placesOf(after, A.project).every((place) => /^(audit|erasures)\//.test(place))).to.equal(true);
    expect(ended?.counts.documents).to.include({ shots: 1, projects: 1 });
  });

  it("finds at its last look what a request wrote that had begun before", async () => {
    const { models } = world;
    for (const table of [ERASURE_STEPS]) expect(await erase("project", A.project, table.project.length)).to.equal(null);
    const late = { projectId: A.project, createdAt: new Date(0) };
    await models.scenarios.collection.insertOne({ _id: "scn_late", ...late } as never);
    await models.runs.collection.insertOne({ _id: "run_late", status: "running", ...late } as never);
    await models.shots.collection.insertOne({ _id: "run_late-00000", runId: "run_late", ...late } as never);
    await models.apiKeys.collection.insertOne({ _id: "key_late", hash: "late", orgId: A.org, ...late } as never);
    const picture = await store(A.project, "late");
    expect((await erase("project", A.project))?.status).to.equal("completed");
    const left = placesOf(await dump(models), A.project).filter((place) => !/^(audit|erasures)\//.test(place));
    expect([left, await world.artifacts.has(picture)]).to.deep.equal([[], false]);
  });

  it("a writer of the same content in another project loses nothing", async () => {
    const { artifacts } = world;
    const texts = Array.from({ length: 200 }, (_, i) => `picture ${i}`);
    const ids: string[] = [];
    for (const text of texts) ids.push(await store(A.project, text));
    const [ended] = await Promise.all([
      erase("project", A.project),
      (async () => {
        for (const text of texts) await store(B.project, text);
      })(),
    ]);
    expect(ended?.status).to.equal("completed");
    const missing = [];
    for (const id of ids) if (!(await artifacts.has(id))) missing.push(id);
    expect(missing).to.deep.equal([]);
    expect((await storedBy(world.models, [B.project])).get(B.project)?.artifacts).to.equal(200);
  });
});
