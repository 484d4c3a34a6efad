// Findings on the dashboard: listed by rule and page, accepted until a date, respected by verdict and gate, exported.
import { expect } from "chai";
import { gatePr } from "../../../../api/operations/health/gatePr.ts";
import { acceptedUntil } from "../../../../models/acceptances/queries.ts";
import { keepHistory } from "../../../../models/commits/queries.ts";
import type { FindingRecord } from "../../../../models/findings/schema.ts";
import type { Session } from "../../support/client.ts";
import { addRun } from "../../support/shots.ts";
import { makeWorld, type World } from "../../support/world.ts";

const FINGERPRINT = (name: string) => name.padEnd(32, "0");
const summary = {
  pages: 2,
  passed: 1,
  failed: 3,
  warnings: 1,
  review: 0,
  notMeasured: 0,
  score: 70,
  new: 1,
  fixed: 1,
  bySeverity: { critical: 1, serious: 2, moderate: 0, minor: 0, info: 0 },
  verdict: "fail" as const,
  reasons: ["1 new critical finding."],
};
const COMMIT = {
  commitMessage: "Shorter titles",
  commitAuthor: "Ada",
  commitUrl: "https://github.com/o/shop/commit/4f1c2ab",
};
const FACTS = { compared: true, score: 70, thresholds: { maxNew: { critical: 0, serious: 0 } }, failures: [] };

describe("findings of the dashboard", () => {
  let world: World;
  let editor: Session;
  let viewer: Session;
  const finding = (runId: string, name: string, patch: Partial<FindingRecord> = {}): FindingRecord => ({
    _id: `${runId}:${FINGERPRINT(name)}`,
    runId,
    projectId: "prj_shop",
    pageIndex: 0,
    order: 0,
    fingerprint: FINGERPRINT(name),
    pillar: "seo",
    rule: "title-missing",
    severity: "serious",
    outcome: "failed",
    page: "https://shop.example/",
    target: "",
    message: `${name} is wrong.`,
    evidence: {},
    help: "Mend it.",
    isNew: false,
    isNewOnBranch: null,
    ...patch,
  });
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    [editor, viewer] = [await world.session("editor"), await world.session("viewer")];
  });
  after(() => world.close());
  beforeEach(async () => {
    const { models } = world;
    for (const model of [models.runs, models.findings, models.auditPages, models.acceptances, models.audit])
      await (model as typeof models.runs).deleteMany({});
    await addRun(models, "run_old", { type: "seo-test", verdict: "pass", createdAt: new Date("2026-03-09T11:00:00Z") });
    await addRun(models, "run_now", {
      type: "seo-test",
      verdict: "fail",
      summary,
      extra: { comparedWith: "run_old", verdictFacts: FACTS },
      ...COMMIT,
    });
    await models.auditPages.create({
      _id: "run_now-p0",
      runId: "run_now",
      projectId: "prj_shop",
      pillar: "seo",
      index: 0,
      status: "failed",
      url: "https://shop.example/",
      key: "/",
    });
    await models.findings.insertMany([
      finding("run_now", "fresh", { severity: "critical", isNew: true, rule: "noindex", target: "meta" }),
      finding("run_now", "old", {
        evidence: { screenshotId: "pic", selector: "h1 > a" },
        timesSeen: 3,
        firstSeen: { runId: "run_first", at: new Date("2026-03-01T00:00:00Z") },
      }),
      finding("run_now", "far", { page: "https://shop.example/far", pageIndex: 1, order: 1 }),
      finding("run_now", "hint", { outcome: "warning", rule: "title-length", message: '=HYPERLINK("x")' }),
      finding("run_old", "gone", { rule: "lang" }),
      finding("run_old", "old"),
    ]);
  });

  const get = (path: string, session = viewer) => world.client.get(`/api/app/projects/shop/${path}`, { session });
  const post = (path: string, body: object, session = editor) =>
    world.client.post(`/api/app/projects/shop/${path}`, { session, body });
  type Shown = { fingerprint: string; status: string; acceptance: { id: string; by: string } | null };
  type Rule = { rule: string; total: number; pages: { page: string; findings: Shown[] }[] };
  const rulesOf = (body: object) => Reflect.get(body, "rules") as Rule[];
  const shownIn = (body: object) =>
    rulesOf(body).flatMap(({ pages }) =>
      pages.flatMap(({ findings }) => findings.map((one) => one.fingerprint.replace(/0+$/, ""))),
    );
  const accept = (names: string[], patch: object = {}, session = editor) =>
    post(
      "findings/accept",
      {
        runId: "run_now",
        fingerprints: names.map(FINGERPRINT),
        reason: "Known.",
        until: "2026-06-01T00:00:00Z",
        ...patch,
      },
      session,
    );
  const verdictOf = async () => (await world.models.runs.findById("run_now").lean())?.verdict;
  const gate = () =>
    gatePr(world.ctx, { kind: "operator", orgId: "org_a" }, { project: "shop" }).then(({ reasons }) =>
      reasons.map(({ code }) => code),
    );

  it("come by rule and page, the worst first, with counts of all", async () => {
    const { status, body } = await get("findings?pillar=seo");
    expect(status).to.equal(200);
    expect(body.run).to.include({ runId: "run_now", ...COMMIT });
    expect(shownIn(body)).to.deep.equal(["fresh", "old", "far", "hint"]);
    expect(rulesOf(body).map(({ rule, total, pages }) => [rule, total, pages.length])).to.deep.equal([
      ["noindex", 1, 1],
      ["title-missing", 2, 2],
      ["title-length", 1, 1],
    ]);
    expect(rulesOf(body)[1]).to.deep.include({ title: "The page has a title.", fault: "Page has no title" });
    expect(body.counts).to.deep.include({ new: 1, standing: 3, fixed: 1, accepted: 0 });
    const old = rulesOf(body)[1]?.pages[0]?.findings[0];
    expect(old).to.deep.include({ selector: "h1 > a", timesSeen: 3, status: "standing" });
    expect(Reflect.get(old ?? {}, "screenshot")).to.match(/^\/api\/artifacts\/pic\?/);
    expect(Reflect.get(old ?? {}, "firstSeen")).to.deep.equal({ runId: "run_first", at: "2026-03-01T00:00:00.000Z" });
  });

  it("count as fixed what failed and is gone, not what a page that was still loading leaves open", async () => {
    const slow = { outcome: "review", unsure: true, rule: "slow" } as const;
    await world.models.findings.insertMany([
      finding("run_old", "open", { rule: "slow" }),
      finding("run_now", "open", slow),
      finding("run_old", "failed once", { ...slow, failedBefore: true }),
      finding("run_old", "never failed", slow),
    ]);
    // As after another end of the run, whose findings do not change otherwise.
    await world.models.runs.updateOne({ _id: "run_now" }, { $inc: { seq: 1 } });
    expect(shownIn((await get("findings?pillar=seo&status=fixed&rule=slow")).body)).to.deep.equal(["failed once"]);
  });

  it("beside another run are named by what is wrong and where, and a run with none before it passed no judgement", async () => {
    await world.models.runs.updateOne({ _id: "run_old" }, { $set: { "extra.comparedWith": null } });
    const { status, body } = await get("compare?a=run_old&b=run_now");
    expect(status).to.equal(200);
    expect([
      Reflect.get(body.before as object, "startingPoint"),
      Reflect.get(body.after as object, "startingPoint"),
    ]).to.deep.equal([true, false]);
    expect(
      (body.appeared as { about: object }[]).map(({ about }) => Reflect.get(about, "fault")),
    ).to.deep.include.members([{ title: "Page has no title", page: "/far", target: "", severity: "serious" }]);
  });

  it("are filtered, and paged without a gap", async () => {
    for (const [query, wanted] of [
      ["status=new", ["fresh"]],
      ["status=fixed", ["gone"]],
      ["status=new,fixed", ["fresh", "gone"]],
      ["severity=critical", ["fresh"]],
      ["rule=title-length", ["hint"]],
      ["page=https%3A%2F%2Fshop.example%2Ffar", ["far"]],
      ["page=EXAMPLE/f", ["far"]],
      [`fingerprint=${FINGERPRINT("old")}`, ["old"]],
      [`fingerprint=${FINGERPRINT("gone")}`, ["gone"]],
      [`fingerprint=${FINGERPRINT("gone")}&status=new`, []],
      ["branch=feature", []],
    ] as const)
      expect(shownIn((await get(`findings?pillar=seo&${query}`)).body), query).to.have.members(wanted);
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await get(`findings?pillar=seo&limit=1${cursor}`);
      seen.push(...shownIn(body));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(seen).to.deep.equal(["fresh", "old", "far", "hint"]);
    expect((await get("findings")).status).to.equal(400);
    expect((await get("findings?pillar=perf")).body).to.deep.include({ run: null, total: 0 });
  });

  it("are accepted until a date: the verdict, the gate and the list follow at once, and again after the end", async () => {
    expect(await gate()).to.include("new_critical");
    const done = await accept(["fresh"]);
    expect([done.status, done.body.runs]).to.deep.equal([200, [{ runId: "run_now", verdict: "pass", changed: true }]]);
    const run = await world.models.runs.findById("run_now").lean();
    expect([run?.verdict, run?.outbox]).to.deep.equal(["pass", "waiting"]);
    expect(run?.summary).to.deep.include({ verdict: "pass", new: 0, accepted: 1 });
    expect(await gate()).not.to.include("new_critical");
    const { body } = await get("findings?pillar=seo&status=accepted");
    const [shown] = rulesOf(body)[0]?.pages[0]?.findings ?? [];
    expect(shown?.acceptance).to.deep.include({ reason: "Known.", by: "editor@org_a.example", expired: false });
    expect((await get("acceptances")).body.acceptances as object[]).to.have.length(1);
    expect((await world.models.audit.findOne({ action: "finding.accept" }).lean())?.who).to.equal(
      "editor@org_a.example",
    );

    world.advance(120 * 86_400_000);
    try {
      // Sessions expire earlier, so sign in again.
      const after = await get("findings?pillar=seo&status=new", await world.session("viewer"));
      expect(shownIn(after.body)).to.deep.equal(["fresh"]);
      expect(await gate()).to.include("new_critical");
    } finally {
      world.advance(-120 * 86_400_000);
    }
  });

  it("count again when that is taken back", async () => {
    await accept(["fresh", "hint"]);
    const taken = await post("findings/unaccept", { fingerprints: [FINGERPRINT("fresh"), FINGERPRINT("old")] });
    expect(taken.body).to.deep.include({ taken: [FINGERPRINT("fresh")] });
    expect(await verdictOf()).to.equal("fail");
    const { body } = await get("findings?pillar=seo");
    expect(body.counts).to.deep.include({ new: 1, standing: 2, accepted: 1 });
    const stored = await world.models.findings.findById(`run_now:${FINGERPRINT("fresh")}`).lean();
    expect(stored).to.deep.include({ outcome: "failed", acceptedUntil: null });
  });

  it("are not accepted over somebody else's decision, unless that was seen", async () => {
    const first = (await accept(["fresh"])).body.accepted as { id: string }[];
    const stale = await accept(["fresh"]);
    expect([stale.status, stale.body.error]).to.deep.equal([
      409,
      "editor@org_a.example has accepted it until 2026-06-01: check that first.",
    ]);
    const both = await accept(["fresh", "old"]);
    expect([both.status, (both.body.refused as object[]).length]).to.deep.equal([200, 1]);
    const replaced = await accept(["fresh"], { replaces: [first[0]?.id], reason: "Longer." });
    expect(replaced.status).to.equal(200);
    expect(await world.models.acceptances.countDocuments()).to.equal(2);
  });

  it("refuse what makes no sense, and people who may only look", async () => {
    for (const [patch, status] of [
      [{ until: "2026-01-01T00:00:00Z" }, 400],
      [{ until: "2030-01-01T00:00:00Z" }, 400],
      [{ reason: "" }, 400],
      [{ fingerprints: [] }, 400],
      [{ fingerprints: ["none"] }, 404],
      [{ runId: "run_other" }, 404],
    ] as const)
      expect((await accept(["fresh"], patch)).status, JSON.stringify(patch)).to.equal(status);
    expect((await accept(["fresh"], {}, viewer)).status).to.equal(403);
    expect((await post("findings/unaccept", { fingerprints: [FINGERPRINT("fresh")] }, viewer)).status).to.equal(403);
    expect(await verdictOf()).to.equal("fail");
  });

  it("of a run of an older version are accepted, and its verdict stays", async () => {
    await world.models.runs.updateOne({ _id: "run_now" }, { $set: { extra: { comparedWith: "run_old" } } });
    expect((await accept(["fresh"])).body.runs).to.deep.equal([]);
    expect(await verdictOf()).to.equal("fail");
  });

  describe("accepted on commits of a repository", () => {
    const sha = (name: string): string => Buffer.from(name.padEnd(20, "-")).toString("hex");
    const HOUR = 3_600_000;
    /** m2 and the branches f and g follow m1; s squashes pull request 41, which is f. */
    before(() =>
      keepHistory(world.models, {
        projectId: "prj_shop",
        onMain: true,
        at: new Date("2026-03-01T00:00:00Z"),
        rows: [
          [sha("s"), [sha("m2")], 41],
          [sha("m2"), [sha("m1")], null],
          [sha("f1"), [sha("m1")], null],
          [sha("g1"), [sha("m1")], null],
          [sha("m1"), [], null],
        ],
      }),
    );
    after(() => world.models.commits.deleteMany({}));
    let count = 0;
    beforeEach(() => {
      count = 0;
    });
    /** Adds a run of a commit that has the finding "fade"; the latest represents its branch. */
    const add = async (branch: string | null, commit: string, patch: object = {}) => {
      count += 1;
      const runId = `run_${branch ?? "none"}_${commit}`;
      await addRun(world.models, runId, {
        type: "seo-test",
        verdict: "fail",
        summary,
        branch,
        commitSha: sha(commit),
        createdAt: new Date(Date.parse("2026-03-10T11:30:00Z") + count * HOUR),
        extra: { verdictFacts: FACTS },
        ...patch,
      });
      await world.models.findings.create(finding(runId, "fade", { isNew: true }));
      return runId;
    };
    const outcomes = async () =>
      Object.fromEntries(
        (await world.models.findings.find({ fingerprint: FINGERPRINT("fade") }).lean()).map((one) => [
          one.runId,
          one.outcome,
        ]),
      );
    const shownOf = async (runId: string) => {
      const { body } = await get(`findings?runId=${runId}&fingerprint=${FINGERPRINT("fade")}`);
      return rulesOf(body)[0]?.pages[0]?.findings[0] as Shown & { acceptedElsewhere: string | null };
    };
    const untilIn = async (branch: string | null, commit: string, prNumber: number | null = null) => {
      const createdAt = world.ctx.now();
      const run = {
        projectId: "prj_shop",
        branch,
        commitSha: sha(commit),
        prNumber,
        createdAt,
        pillar: "seo" as const,
      };
      const found = await acceptedUntil(world.models, run, world.ctx.now());
      return found.get(FINGERPRINT("fade"))?.toISOString().slice(0, 10) ?? null;
    };

    it("a branch's hold there and where its pull request is merged, not on main before or on other branches", async () => {
      const f = await add("feature/price", "f1", { prNumber: 41 });
      const [g, m] = [await add("feature/other", "g1"), await add("main", "m2")];
      const done = await accept(["fade"], { runId: f });
      expect([done.status, Object.keys((done.body.accepted as object[])[0] ?? {}).sort()]).to.deep.equal([
        200,
        ["at", "by", "expired", "fingerprint", "id", "reason", "until"],
      ]);
      expect(await outcomes()).to.deep.equal({ [f]: "accepted", [g]: "failed", [m]: "failed" });
      const stored = (await world.models.runs.find({ _id: { $in: [f, g, m] } }).sort({ _id: 1 })).map((r) => r.verdict);
      expect(stored.toSorted()).to.deep.equal(["fail", "fail", "pass"]);
      const onMain = await shownOf(m);
      expect([onMain.status, onMain.acceptance, onMain.acceptedElsewhere]).to.deep.equal([
        "new",
        null,
        "Accepted by editor@org_a.example on feature/price in #41, which main does not have.",
      ]);
      const own = await shownOf(f);
      expect([own.status, own.acceptance?.by, own.acceptedElsewhere]).to.deep.equal([
        "accepted",
        "editor@org_a.example",
        null,
      ]);
      expect(await untilIn("feature/price", "f1", 41)).to.equal("2026-06-01");
      expect(await untilIn("main", "m2")).to.equal(null);
      expect(await untilIn("feature/other", "g1")).to.equal(null);
      expect(await untilIn("main", "s"), "after the squash").to.equal("2026-06-01");
      expect(await untilIn("main", "nobody told of it"), "without a history as before").to.equal("2026-06-01");
    });

    it("main's hold on every branch, also on one that is behind", async () => {
      const [f, m] = [await add("feature/price", "f1"), await add("main", "m2")];
      await accept(["fade"], { runId: m });
      expect(await outcomes()).to.deep.equal({ [f]: "accepted", [m]: "accepted" });
      expect(await untilIn("feature/other", "g1")).to.equal("2026-06-01");
    });

    it("each branch has its own, and takes back its own", async () => {
      const [f, g] = [await add("feature/price", "f1"), await add("feature/other", "g1")];
      await accept(["fade"], { runId: f });
      expect((await accept(["fade"], { runId: g, until: "2026-05-01T00:00:00Z" })).status).to.equal(200);
      expect([await untilIn("feature/price", "f1"), await untilIn("feature/other", "g1")]).to.deep.equal([
        "2026-06-01",
        "2026-05-01",
      ]);
      const first = await get("acceptances?limit=1");
      const second = await get(`acceptances?limit=1&cursor=${first.body.nextCursor}`);
      const branches = [first, second].flatMap(({ body }) => (body.acceptances as { branch: string }[])[0]?.branch);
      expect([branches.toSorted(), second.body.nextCursor]).to.deep.equal([["feature/other", "feature/price"], null]);
      const taken = await post("findings/unaccept", { fingerprints: [FINGERPRINT("fade")], runId: f });
      expect(taken.body.taken).to.deep.equal([FINGERPRINT("fade")]);
      expect(await outcomes()).to.deep.equal({ [f]: "failed", [g]: "accepted" });
      expect((await post("findings/unaccept", { fingerprints: [FINGERPRINT("fade")], runId: "no" })).status).to.equal(
        404,
      );
      await post("findings/unaccept", { fingerprints: [FINGERPRINT("fade")] });
      expect(await outcomes()).to.deep.equal({ [f]: "failed", [g]: "failed" });
    });

    it("of two people at once on one branch one decides; on two branches both do", async () => {
      const [f, g] = [await add("feature/price", "f1"), await add("feature/other", "g1")];
      const done = await Promise.all([f, f, g].map((runId) => accept(["fade"], { runId })));
      expect(done.map(({ status }) => status).toSorted()).to.deep.equal([200, 200, 409]);
      expect(done[2]?.status).to.equal(200);
      expect(await world.models.acceptances.countDocuments()).to.equal(2);
      expect(await outcomes()).to.deep.equal({ [f]: "accepted", [g]: "accepted" });
      // One person revokes the acceptance while the other accepts again, repeatedly: each run shows the final state of its acceptance.
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([
          post("findings/unaccept", { fingerprints: [FINGERPRINT("fade")], runId: f }),
          post("findings/unaccept", { fingerprints: [FINGERPRINT("fade")], runId: g }),
        ]);
        await accept(["fade"], { runId: f });
        await Promise.all([
          post("findings/unaccept", { fingerprints: [FINGERPRINT("fade")], runId: f }),
          accept(["fade"], { runId: g }),
        ]);
        expect(await outcomes(), `round ${round}`).to.deep.equal({ [f]: "failed", [g]: "accepted" });
      }
    });

    it("one that is taken back between another's reading and marking marks no run", async () => {
      const [f, g] = [await add("feature/price", "f1"), await add("feature/other", "g1")];
      await accept(["fade"], { runId: f });
      const { findings } = world.models;
      const updateMany = findings.updateMany.bind(findings);
      let taken = false;
      findings.updateMany = (async (...args: Parameters<typeof updateMany>) => {
        if (!taken) {
          taken = true;
          await post("findings/unaccept", { fingerprints: [FINGERPRINT("fade")], runId: f });
        }
        return await updateMany(...args);
      }) as unknown as typeof findings.updateMany;
      try {
        await accept(["fade"], { runId: g });
      } finally {
        findings.updateMany = updateMany;
      }
      expect(taken).to.equal(true);
      expect(await outcomes()).to.deep.equal({ [f]: "failed", [g]: "accepted" });
    });

    it("main's decision that replaces a merged branch's leaves nothing of it", async () => {
      const f = await add("feature/price", "f1", { prNumber: 41 });
      const first = (await accept(["fade"], { runId: f })).body.accepted as { id: string }[];
      const s = await add("main", "s");
      expect((await accept(["fade"], { runId: s })).status, "it holds there already").to.equal(409);
      const shorter = { runId: s, replaces: [first[0]?.id], until: "2026-04-01T00:00:00Z" };
      expect((await accept(["fade"], shorter)).status).to.equal(200);
      expect(await world.models.acceptances.countDocuments()).to.equal(1);
      expect([await untilIn("main", "s"), await untilIn("feature/price", "f1", 41)]).to.deep.equal([
        "2026-04-01",
        "2026-04-01",
      ]);
    });

    it("older ones, which say nothing of a commit, hold in every run", async () => {
      const m = await add("main", "m2");
      await accept(["fade"], { runId: m });
      await world.models.acceptances.updateMany({}, { $unset: { branch: 1, commitSha: 1, prNumber: 1 } });
      expect([await untilIn("main", "m1"), await untilIn("feature/other", "g1")]).to.deep.equal([
        "2026-06-01",
        "2026-06-01",
      ]);
      expect((await shownOf(m)).acceptance?.by).to.equal("editor@org_a.example");
    });
  });

  describe("of several pages", () => {
    const page = (index: number) => `https://shop.example/item-${index}`;
    beforeEach(async () => {
      const first = [0, 1].map((index) => ({ page: page(index), target: "h1" }));
      await world.models.findings.create(
        finding("run_now", "shared", { page: page(0), pageIndex: 2, pages: { count: 450, of: 500, first } }),
      );
      await world.models.auditPages.create({
        _id: "run_now-p449",
        runId: "run_now",
        projectId: "prj_shop",
        pillar: "seo",
        index: 449,
        url: page(449),
        key: "/item-449",
        status: "failed",
      });
      for (const from of [0, 200, 400]) {
        const indexes = Array.from({ length: Math.min(200, 450 - from) }, (_, at) => from + at);
        const findingId = `run_now:${FINGERPRINT("shared")}`;
        await world.models.findingPages.create({
          _id: `${findingId}:${from}`,
          findingId,
          runId: "run_now",
          projectId: "prj_shop",
          from,
          indexes,
          pages: indexes.map((pageIndex) => ({
            pageIndex,
            page: page(pageIndex),
            target: `h${pageIndex}`,
            message: `Of ${pageIndex}.`,
          })),
        });
      }
    });
    afterEach(() => world.models.findingPages.deleteMany({}));
    const at = (name: string, more = "") => `findings/${FINGERPRINT(name)}/pages?runId=run_now${more}`;

    it("say how many, and are found by any of them", async () => {
      const { body } = await get("findings?pillar=seo&page=item-449");
      expect(shownIn(body)).to.deep.equal(["shared"]);
      const [shown] = rulesOf(body)[0]?.pages[0]?.findings ?? [];
      expect(Reflect.get(shown ?? {}, "pages")).to.deep.equal({ runId: "run_now", count: 450, of: 500 });
    });

    it("list them all, page by page without a gap", async () => {
      const seen: string[] = [];
      for (let cursor: unknown = ""; cursor !== null; ) {
        const { status, body } = await get(at("shared", `&limit=150${cursor === "" ? "" : `&cursor=${cursor}`}`));
        expect(status).to.equal(200);
        expect(body).to.include({ count: 450, of: 500 });
        seen.push(...(body.pages as { target: string }[]).map(({ target }) => target));
        cursor = body.nextCursor;
      }
      expect(seen).to.deep.equal(Array.from({ length: 450 }, (_, index) => `h${index}`));
    });

    it("have one page where they have one, and are unknown in another run", async () => {
      expect((await get(at("far"))).body.pages).to.deep.equal([
        { page: "https://shop.example/far", target: "", message: "far is wrong." },
      ]);
      expect((await get(at("none"))).status).to.equal(404);
      expect((await get(`findings/${FINGERPRINT("shared")}/pages?runId=run_old`)).status).to.equal(404);
      expect((await get(`findings/${FINGERPRINT("shared")}/pages`)).status).to.equal(400);
    });

    it("have a row for each of them in CSV, and a list of them in JSON", async () => {
      const csv = await get("findings/export?pillar=seo&format=csv&rule=title-missing");
      const lines = csv.raw.toString().trim().split("\r\n");
      expect(lines).to.have.length(1 + 2 + 450);
      expect(lines.at(-1)).to.match(/https:\/\/shop\.example\/item-449,h449,Of 449\..*,450$/);
      const json = await get("findings/export?pillar=seo&format=json&rule=title-missing");
      const shared = (json.body.findings as { pages: { all: object[] } | null }[]).flatMap(({ pages }) => pages ?? []);
      expect(shared.map(({ all }) => all.length)).to.deep.equal([450]);
      expect(shared[0]?.all.at(-1)).to.include({ page: "https://shop.example/item-449", target: "h449" });
    });
  });

  it("are exported as CSV that no spreadsheet runs, and as JSON", async () => {
    const csv = await get("findings/export?pillar=seo&format=csv");
    expect(csv.headers.get("content-disposition")).to.contain("shop-seo-findings.csv");
    const lines = csv.raw.toString().trim().split("\r\n");
    expect(lines).to.have.length(5);
    expect(lines[0]).to.match(/^pillar,rule,severity/);
    expect(csv.raw.toString()).to.contain(`"'=HYPERLINK(""x"")"`);
    const old = "https://shop.example/,h1 > a,old is wrong.,Mend it.,2026-03-01T00:00:00.000Z,3,,,";
    expect(lines.filter((line) => line.includes("old is"))).to.deep.equal([
      `seo,title-missing,serious,failed,standing,${old},${FINGERPRINT("old")},1`,
    ]);
    const json = await get("findings/export?pillar=seo&format=json&status=new");
    expect((json.body.findings as object[]).length).to.equal(1);
    expect(json.body.cut).to.equal(null);
  });
});
