// Erasures over a document in every collection: nothing of the erased subject remains, and everything else is unchanged.
import { expect } from "chai";
import type { ErasureDeps } from "../../../activities/erasure/deps.ts";
import { createErasureActivities } from "../../../activities/erasure/erasure.ts";
import {
  ERASURE_STEPS,
  type ErasureKind,
  type ErasureStep,
  LAST_STEPS,
  ONLY_ORGANISATION,
  WAITING_FOR_BACKUP,
} from "../../../domain/erasure/erasure.ts";
import { personEraser } from "../../../domain/erasure/person.ts";
import { withMember } from "../../../domain/people/members.ts";
import { DELETED_USER } from "../../../domain/words/people.ts";
import { keepArtifact } from "../../../models/artifacts/keepArtifact.ts";
import { storedBy } from "../../../models/artifacts/storage.ts";
import { inBackupTurn } from "../../../models/backups/lease.ts";
import { CALLED, eraseNames } from "../../../models/erasures/names.ts";
import { findErasure, insertErasure } from "../../../models/erasures/queries.ts";
import { changeMembers } from "../../../models/organisations/members.ts";
import { BELONGINGS } from "../../../models/retention/belongings.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { eventually } from "../../support/eventually.ts";
import { dump, placesOf, type Side, seedEverything, sideOf } from "../../support/everything.ts";

const A = sideOf("anna");
const B = sideOf("bert");
/** Temporal without any execution; test/activities/erasure/executions.test.ts uses the real one. */
const NO_TEMPORAL = {
  options: { namespace: "default" },
  workflow: { async *list() {} },
  schedule: { getHandle: () => ({ delete: async () => {} }) },
};

describe("where people are called by their names", () => {
  for (const [name, fields] of Object.entries(CALLED))
    it(`${name}: fields that may name people`, () =>
      expect(Object.keys(BELONGINGS[name as keyof typeof CALLED].people ?? {})).to.include.members(
        Object.keys(fields),
      ));
});

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
  const EVERYBODYS = [A.org, B.org, sideOf("cleo").org];
  /** Runs the whole erasure like its workflow. `steps`: number of steps before it is killed. */
  async function erase(kind: ErasureKind, subjectId: string, steps = Number.POSITIVE_INFINITY, by = "operator") {
    const wanted = { kind, subjectId, orgIds: EVERYBODYS, requestedBy: by, at: deps.now() };
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

  /** What remains of the other side, except what the erasure itself has to write. */
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
    // The organisation, the person, and what belongs only to them still exist.
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

  /** Whether the place is the audit log entry that an erasure leaves. */
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
    // Documents written by A in B's project too, and documents of others that mention them.
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
    const commit = { commitAuthor: "Anna Maiden", commitMessage: `Reverts what ${A.email} merged` };
    await models.runs.collection.updateOne({ _id: B.run } as never, { $set: commit });
    const before = await dump(models);
    const ended = await erase("user", A.user, undefined, A.email);
    expect(ended?.status).to.equal("completed");
    expect(ended?.requestedBy).to.equal(DELETED_USER);
    const after = await dump(models);
    for (const text of [A.email, A.name, "Anna Maiden", "@anna.person"])
      expect(placesOf(after, text), text).to.deep.equal([]);
    const withId = placesOf(after, A.user).filter((place) => !/^(audit|erasures|organisations)\//.test(place));
    expect(withId, "their id").to.deep.equal([]);
    // All documents of others remain, except those that only concerned the person.
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

  describe("what a name may be", () => {
    const NAMES: [what: string, name: string][] = [
      ["a state", "approved"],
      ["another's address", B.email],
      ["another's id", B.user],
      ["who the operator is", "operator"],
    ];
    for (const [what, name] of NAMES)
      it(`${what}: nothing else is replaced`, async () => {
        const { models } = world;
        await models.users.updateOne({ _id: A.user }, { $set: { name } });
        const words = { decision: "approved", by: B.email, why: name };
        await models.shots.collection.updateOne({ _id: `shots_${A.tag}` } as never, { $set: { review: words } });
        await models.runs.collection.updateOne({ _id: A.run } as never, { $set: { summary: words } });
        await models.problems.collection.updateOne({ _id: `problems_${A.tag}` } as never, {
          $set: { assignee: B.email, assignedId: B.user },
        });
        const entry = { orgId: A.org, at: new Date(0), who: "operator", action: "user.role", target: B.user };
        await models.audit.create({ _id: "aud_words", ...entry, details: words });
        const ofB = async () => [...(await dump(models))].filter(([place]) => place.includes(B.tag));
        const beside = await ofB();
        expect((await erase("user", A.user))?.status).to.equal("completed");
        expect(await ofB()).to.deep.equal(beside);
        const shot = await models.shots.collection.findOne({ _id: `shots_${A.tag}` } as never);
        const run = await models.runs.collection.findOne({ _id: A.run } as never);
        const log = await models.audit.findOne({ _id: "aud_words" }).lean();
        expect([shot?.review, run?.summary, log?.details, log?.who]).to.deep.equal([words, words, words, "operator"]);
        const problem = await models.problems.collection.findOne({ _id: `problems_${A.tag}` } as never);
        expect([problem?.assignee, problem?.assignedId]).to.deep.equal([B.email, B.user]);
      });
  });

  it("a project with an everyday name takes no talk and no entries of the log about others", async () => {
    const { models } = world;
    await models.projects.updateOne({ _id: A.project }, { $set: { name: "Test", slug: "test" } });
    const talk = { orgId: A.org, userId: A.user, createdAt: new Date(0), updatedAt: new Date(0), turns: 1 };
    const TURNS: [id: string, stays: boolean, args: Record<string, unknown>][] = [
      ["cnv_words", true, { type: "test" }],
      ["cnv_other", true, { project: "shop", slug: "test" }],
      ["cnv_about", false, { project: "test" }],
    ];
    for (const [_id, , args] of TURNS) {
      await models.conversations.create({ _id, title: "Test", ...talk });
      const turn = {
        conversationId: _id,
        index: 0,
        message: "How is Test?",
        reply: "Well.",
        model: "m",
        at: new Date(0),
      };
      await models.conversationTurns.create({
        _id: `${_id}-0`,
        ...turn,
        calls: [{ tool: "x", args, ok: true, summary: "" }],
      });
    }
    const ENTRIES: [id: string, stays: boolean, target: string, details: Record<string, unknown>][] = [
      ["aud_word", true, A.user, { role: "Test", types: ["test"] }],
      ["aud_other", true, "scn_gone", { project: "other", url: `https://${A.tag}.example/` }],
      ["aud_others", true, B.project, { url: `https://${A.tag}.example/` }],
      ["aud_own", false, "scn_gone", { project: "test" }],
      ["aud_site", false, "https://anna.example/x", {}],
    ];
    for (const [_id, , target, details] of ENTRIES)
      await models.audit.create({
        _id,
        orgId: A.org,
        at: new Date(0),
        who: A.email,
        action: "scenario.create",
        target,
        details,
      });
    await erase("project", A.project);
    for (const [_id, stays] of TURNS)
      expect((await models.conversations.exists({ _id })) !== null, _id).to.equal(stays);
    for (const [_id, stays, target, details] of ENTRIES) {
      const entry = await models.audit.findOne({ _id }).lean();
      const expected = stays ? [target, details] : [_id === "aud_site" ? A.project : target, {}];
      expect([entry?.target, entry?.details], _id).to.deep.equal(expected);
    }
  });

  /** Starts an erasure whose steps are run one by one. */
  async function begin(kind: ErasureKind, subjectId: string) {
    const wanted = { kind, subjectId, orgIds: [], requestedBy: "operator", at: deps.now() };
    const { erasure } = await insertErasure(world.models, { _id: `ers_${n++}`, ...wanted });
    const activities = createErasureActivities(deps);
    const erasureId = erasure._id;
    const parts = await activities.beginErasure({ erasureId });
    const steps = async (table: typeof ERASURE_STEPS | typeof LAST_STEPS) => {
      for (const part of parts ?? [])
        for (const step of table[part.kind])
          await withActivity(() => activities.eraseStep({ erasureId, ...part, step }));
    };
    return { erasureId, parts, steps };
  }

  it("an organisation: who has joined another one meanwhile stays, and who came late goes", async () => {
    const { models } = world;
    const { steps, parts } = await begin("organisation", A.org);
    const people = parts?.flatMap(({ kind, id }) => (kind === "user" ? [id] : []));
    expect(people, "listed").to.have.members([A.user, `usr_second_${A.tag}`]);
    expect((await models.organisations.findOne({ _id: A.org }).lean())?.erasing, "marked first").to.be.a("string");
    const joined = await changeMembers(models, B.org, (members) =>
      withMember(members, { userId: A.user, role: "viewer", joinedAt: new Date(0), epoch: null }),
    );
    expect(joined).to.have.property("done");
    const refused = await changeMembers(models, A.org, (members) => ({ members: [...members] }));
    expect(refused, "nobody joins what is being deleted").to.deep.equal({ refused: "unknown" });
    await steps(ERASURE_STEPS);
    // Written by requests that had started before the mark.
    const late = { orgId: A.org, createdAt: new Date(0) };
    await models.projects.collection.insertOne({
      _id: "prj_late",
      name: "L",
      slug: "late",
      baseUrl: "",
      ...late,
    } as never);
    await models.scenarios.collection.insertOne({ _id: "scn_late", projectId: "prj_late" } as never);
    await models.users.collection.insertOne({
      _id: "usr_late",
      email: "late@mail.example",
      name: "",
      ...late,
    } as never);
    await steps(LAST_STEPS);
    const user = await models.users.findOne({ _id: A.user }).lean();
    expect([user?.email, user?.orgId, user?.erasing]).to.deep.equal([A.email, B.org, null]);
    expect(user?.identity, "it still signs in").to.equal(`identity ${A.tag}`);
    const after = await dump(models);
    for (const text of ["prj_late", "late@mail.example", `usr_second_${A.tag}`])
      expect(placesOf(after, text), text).to.deep.equal([]);
    expect([...after.keys()]).not.to.include(`organisations/${A.org}`);
  });

  it("an organisation: one pass replaces what all its people are called, in each of both rounds", async () => {
    const { models } = world;
    const emails = [A.email, `second.${A.tag}@mail.example`];
    const [first, second] = emails;
    const put = () => models.runs.collection.updateOne({ _id: B.run } as never, { $set: { error: emails.join(", ") } });
    const error = async () => (await models.runs.findOne({ _id: B.run }).lean())?.error;
    const { erasureId, parts } = await begin("organisation", A.org);
    const activities = createErasureActivities(deps);
    const ids = (parts ?? []).filter(({ kind }) => kind === "user").map(({ id }) => id);
    const step = (id = "", step: ErasureStep) =>
      withActivity(() => activities.eraseStep({ erasureId, kind: "user", id, step }));
    await put();
    await step(ids[0], "names");
    expect(await error(), "both at once").to.equal(`${DELETED_USER}, ${DELETED_USER}`);
    await put();
    for (const id of ids) await step(id, "names");
    expect(await error(), "not read again").to.equal(`${first}, ${second}`);
    for (const id of ids) await step(id, "executions");
    for (const id of ids) await step(id, "names");
    expect(await error(), "the last round").to.equal(`${DELETED_USER}, ${DELETED_USER}`);
  });

  it("an organisation stays where no other one has members", async () => {
    const { models } = world;
    await models.organisations.updateOne({ _id: B.org }, { $set: { members: [] } });
    const { erasureId, parts } = await begin("organisation", A.org);
    const [ended, organisation] = await Promise.all([
      findErasure(models, erasureId),
      models.organisations.findOne({ _id: A.org }).lean(),
    ]);
    expect([parts, ended?.status, ended?.error]).to.deep.equal([null, "failed", ONLY_ORGANISATION]);
    expect(organisation?.erasing).to.equal(null);
    expect(await models.apiKeys.countDocuments({ orgId: A.org, revokedAt: null }), "keys").to.equal(1);
  });

  it("an account that was asked for and left halfway leaves its organisations, or stays", async () => {
    const { models } = world;
    const second = `usr_second_${A.tag}`;
    const { steps } = await begin("user", A.user);
    await steps(ERASURE_STEPS);
    const organisation = await models.organisations.findOne({ _id: A.org }).lean();
    expect(organisation?.members?.map(({ userId }) => userId)).to.deep.equal([second]);
    const failure = await (await begin("user", second)).steps(ERASURE_STEPS).then(
      () => null,
      (error: Error) => error.message,
    );
    expect(failure).to.match(/last administrator of "Organisation anna"/);
    const user = await models.users.findOne({ _id: second }).lean();
    expect([user?.erasing ?? null, user?.identity]).to.deep.equal([null, `second ${A.tag}`]);
  });

  it("takes reports away before the names in them, so that a step that ends between finds both again", async () => {
    const { models } = world;
    const person = personEraser([{ id: A.user, email: A.email }]);
    const asked: string[][] = [];
    const around = async (ids: readonly string[]) => {
      asked.push([...ids]);
      throw new Error("killed");
    };
    const how = { signal: new AbortController().signal, around };
    const killed = await eraseNames(models, "shots", { person, named: () => null }, how).then(
      () => null,
      (error: Error) => error.message,
    );
    expect([killed, asked]).to.deep.equal(["killed", [[`shots_${A.tag}`]]]);
    expect(placesOf(await dump(models), A.email)).to.include(`shots/shots_${A.tag}`);
    // Without a kill: the run's report is deleted together with its bytes.
    const report = await store(A.project, "report with a name");
    await models.runs.updateOne({ _id: A.run }, { $set: { reports: { html: report } } });
    await erase("user", A.user);
    const run = await models.runs.findOne({ _id: A.run }).lean();
    expect([run?.reports, await world.artifacts.has(report)]).to.deep.equal([{}, false]);
  });

  it("deletes nothing while a backup reads", async () => {
    const { models } = world;
    const own = await store(A.project, "own");
    const { erasureId, steps } = await begin("project", A.project);
    let working: Promise<void> | undefined;
    await inBackupTurn(models, "backup", async () => {
      working = steps(ERASURE_STEPS);
      await eventually("it waits", async () => (await findErasure(models, erasureId))?.phase === WAITING_FOR_BACKUP);
      expect([await models.runs.exists({ _id: A.run }), await world.artifacts.has(own)])
        .not.to.include(null)
        .and.not.include(false);
    });
    await working;
    expect([await models.runs.exists({ _id: A.run }), await world.artifacts.has(own)]).to.deep.equal([null, false]);
    expect((await findErasure(models, erasureId))?.phase).not.to.equal(WAITING_FOR_BACKUP);
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
