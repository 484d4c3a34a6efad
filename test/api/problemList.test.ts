import { expect } from "chai";
import { exportProblems } from "../../api/operations/problems/exportProblems.ts";
import { refreshProblems } from "../../models/problems/refresh.ts";
import type { Run } from "../../models/runs/schema.ts";
import { change } from "../domain/visual/reading/change.ts";
import type { Session } from "./support/client.ts";
import { addRun, addShot } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("/api/problems", function () {
  this.timeout(60_000);
  let world: World;
  let key: string;
  let editor: Session;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    key = await world.addKey("ci");
    editor = await world.session("editor");
    await addRun(world.models, "run_1");
    const price = change({ key: "price", kind: "text", tag: "span", text: { before: "€ 89", after: "€ 79" } });
    const shown = { changes: [price], causes: ["price"], captures: [] };
    await addShot(world.models, "run_1", 0, { ...shown, viewport: "phone" });
    await addShot(world.models, "run_1", 1, { ...shown, viewport: "desktop" });
    const reasons = [{ code: "http_error" as const, message: "The page answers 500." }];
    await addShot(world.models, "run_1", 2, {
      scenarioId: "scn_shop",
      scenarioLabel: "Shop",
      status: "error",
      reasons,
    });
    await refreshProblems(world.models, (await world.models.runs.findById("run_1").lean()) as Run);
  });
  after(() => world.close());

  type Problem = {
    id: string;
    title: string;
    status: string;
    rev: number;
    placeCount: number;
    comments: { text: string }[];
    commentCount: number;
    assignee: string | null;
    canUndo: boolean;
    acceptedElsewhere: string | null;
    commits?: object[];
  };
  const list = async (query = "") =>
    (await world.client.get(`/api/problems?project=shop${query}`, { key })).body.problems as Problem[];
  const named = async (title: string): Promise<Problem> =>
    (await list("&status=new,ongoing,snoozed,accepted")).find((one) => one.title === title) as Problem;
  const changed = (id: string, body: object, session = editor) =>
    world.client.post(`/api/problems/${id}`, { session, body });
  const APPROVED_AS_A_WHOLE =
    "A screenshot is approved as a whole. Open the review of the run and approve the screenshots that show this change.";
  const PRICE = 'Price changed from "€ 89" to "€ 79"';

  it("lists what is open with its places, the most urgent first, for keys of CI too", async () => {
    const found = await list();
    expect(found.map(({ title, status, placeCount }) => [title, status, placeCount])).to.deep.equal([
      ["The page answers 500.", "new", 1],
      [PRICE, "new", 2],
    ]);
    const { counts } = (await world.client.get("/api/problems?project=shop&status=fixed,new&severity=serious", { key }))
      .body;
    expect(counts).to.deep.equal({ new: 1, ongoing: 0, regressed: 0, fixed: 0, accepted: 0, snoozed: 0 });
    expect(await list("&severity=critical")).to.have.length(1);
    expect(await list("&text=price")).to.have.length(1);
    expect(await list("&pillar=seo")).to.deep.equal([]);
    expect(await list("&branch=feature")).to.deep.equal([]);
    const first = (await world.client.get("/api/problems?project=shop&limit=1", { key })).body;
    expect(first.problems).to.have.length(1);
    expect(await list(`&limit=1&cursor=${first.nextCursor}`)).to.have.length(1);
  });

  it("is assigned, and one of two who do so at once is told", async () => {
    const { id, rev } = await named(PRICE);
    const done = await changed(id, { rev, assignee: "ann@shop.example" });
    expect(done.body).to.include({ assignee: "ann@shop.example", rev: rev + 1, canUndo: true });
    const late = await changed(id, { rev, assignee: "bob@shop.example" });
    expect(late.status).to.equal(409);
    expect((late.body.now as Problem).assignee).to.equal("ann@shop.example");
    expect(await list("&assignee=ann@shop.example")).to.have.length(1);
    expect(await list("&assignee=nobody")).to.have.length(1);
  });

  it("is undone, also by whoever comes later", async () => {
    const { id, rev } = await named(PRICE);
    const undone = await world.client.post(`/api/problems/${id}/undo`, { session: editor, body: { rev } });
    expect(undone.body).to.include({ assignee: null, canUndo: false });
    const again = await world.client.post(`/api/problems/${id}/undo`, { session: editor, body: { rev: rev + 1 } });
    expect([again.status, again.body.error]).to.deep.equal([409, "There is no change to undo."]);
  });

  it("is snoozed until a date or until it spreads, and then counts again", async () => {
    const { id, rev } = await named(PRICE);
    expect((await changed(id, { rev, snooze: {} })).status).to.equal(400);
    expect((await changed(id, { rev, snooze: { until: "2020-01-01" } })).body.error).to.equal(
      "snooze.until must be in the future.",
    );
    await changed(id, { rev, snooze: { untilItSpreads: true, note: "known" } });
    expect((await named(PRICE)).status).to.equal("snoozed");
    expect((await list()).map(({ title }) => title)).to.deep.equal(["The page answers 500."]);
    await world.models.problems.updateOne({ _id: id }, { $set: { placeCount: 3 } });
    expect((await named(PRICE)).status).to.equal("new");
    await world.models.problems.updateOne({ _id: id }, { $set: { placeCount: 2 } });
  });

  it("is accepted only where no result carries the decision", async () => {
    const { id, rev, acceptedElsewhere } = await named(PRICE);
    const refused = await changed(id, { rev, accept: { reason: "meant" } });
    expect([refused.status, refused.body.error]).to.deep.equal([409, APPROVED_AS_A_WHOLE]);
    expect(acceptedElsewhere).to.equal(APPROVED_AS_A_WHOLE);
    const broken = await named("The page answers 500.");
    expect(broken.acceptedElsewhere).to.equal(null);
    expect((await changed(broken.id, { rev: broken.rev, accept: { reason: "maintenance" } })).body.status).to.equal(
      "accepted",
    );
  });

  it("follows the approval of its screenshots, and the undo of it", async () => {
    const { id } = await named(PRICE);
    await world.models.shots.updateMany({ runId: "run_1", status: "failed" }, { $set: { status: "approved" } });
    const run = (await world.models.runs.findById("run_1").lean()) as Run;
    await refreshProblems(world.models, run);
    expect((await world.client.get(`/api/problems/${id}`, { key })).body.status).to.equal("accepted");
    await world.models.shots.updateMany({ runId: "run_1", status: "approved" }, { $set: { status: "failed" } });
    await refreshProblems(world.models, run);
    expect((await world.client.get(`/api/problems/${id}`, { key })).body.status).to.equal("snoozed");
  });

  it("has all its comments, and the newest of them in a list", async () => {
    const { id, rev } = await named(PRICE);
    const comments = Array.from({ length: 25 }, (_, index) => ({
      id: `c${index}`,
      by: "ann",
      at: new Date(),
      text: `No. ${index}`,
    }));
    await world.models.problems.updateOne({ _id: id }, { $set: { comments } });
    const [listed] = (await list("&status=snoozed")).filter((one) => one.id === id);
    const whole = (await world.client.get(`/api/problems/${id}`, { key })).body;
    expect([listed?.comments.length, listed?.comments[0]?.text, listed?.commentCount]).to.deep.equal([20, "No. 5", 25]);
    expect([(whole.comments as object[]).length, whole.commentCount, whole.rev]).to.deep.equal([25, 25, rev]);
  });

  it("says of one that is read what its runs say of their code; a run that is gone says nothing", async () => {
    const { id, commits } = await named(PRICE);
    expect(commits, "in a list").to.equal(undefined);
    const commit = { commitSha: "4f1c2ab", commitMessage: "Cheaper", commitAuthor: "Ada", prNumber: 12 };
    await world.models.runs.updateOne({ _id: "run_1" }, { $set: commit });
    const read = async () => (await world.client.get(`/api/problems/${id}`, { key })).body.commits as object[];
    const [first, ...more] = await read();
    expect([first, more]).to.deep.equal([
      { runId: "run_1", branch: null, ...commit, commitUrl: null, prUrl: null },
      [],
    ]);
    const fixedIn = { runId: "run_gone", at: new Date(), commitSha: "0", branch: "main" };
    await world.models.problems.updateOne({ _id: id }, { $set: { fixedIn } });
    expect(await read()).to.have.length(1);
    await world.models.problems.updateOne({ _id: id }, { $set: { fixedIn: null } });
  });

  it("is unknown to others, and changed by nobody without the right", async () => {
    const { id, rev } = await named(PRICE);
    const foreign = await world.session("admin", "org_b");
    expect((await world.client.get(`/api/problems/${id}`, { session: foreign })).status).to.equal(404);
    expect((await changed(id, { rev, comment: "x" }, foreign)).status).to.equal(404);
    expect((await changed(id, { rev, comment: "x" }, await world.session("viewer"))).status).to.equal(403);
    const byKey = await world.client.post(`/api/problems/${id}`, { key, body: { rev, comment: "x" } });
    expect(byKey.status).to.equal(403);
    for (const [project, status] of [
      ["shop", 200],
      ["blog", 404],
    ] as const)
      expect((await world.client.get(`/api/problems/${id}?project=${project}`, { key })).status).to.equal(status);
    const blog = await world.addKey("mcp_full", { projectId: "prj_blog" });
    expect((await world.client.get(`/api/problems/${id}`, { key: blog })).status).to.equal(404);
  });

  it("is in the audit log with who did it", async () => {
    const entries = await world.models.audit.find({ action: "problem.change" }).lean();
    expect(entries.length).to.be.greaterThan(1);
    expect(entries[0]?.who).to.contain("editor@org_a.example");
  });

  describe("many at once", () => {
    const BELOW = "/api/app/projects/shop/problems";
    type Many = { changed: Problem[]; refused: { id: string; message: string; now: Problem | null }[] };
    const post = async (path: "change" | "undo", body: object, session = editor) => {
      const answer = await world.client.post(`${BELOW}/${path}`, { session, body });
      return { status: answer.status, ...(answer.body as unknown as Many) };
    };
    const both = async () => [await named(PRICE), await named("The page answers 500.")];
    const seen = (problems: readonly Problem[]) => problems.map(({ id, rev }) => ({ id, rev }));
    const assignees = async () => (await both()).map(({ assignee }) => assignee);

    it("are assigned, each of them, and undone; a second undo of the same state changes nothing", async () => {
      const before = await assignees();
      const done = await post("change", { problems: seen(await both()), assignee: "eve@shop.example" });
      expect([done.changed.length, done.refused]).to.deep.equal([2, []]);
      expect(await assignees()).to.deep.equal(["eve@shop.example", "eve@shop.example"]);
      expect((await post("undo", { problems: seen(done.changed) })).changed).to.have.length(2);
      expect(await assignees()).to.deep.equal(before);
      const again = await post("undo", { problems: seen(done.changed) });
      expect([again.changed, again.refused.length]).to.deep.equal([[], 2]);
    });

    it("leave what somebody else changed first, with how it stands, and change the others", async () => {
      const [price, broken] = (await both()) as [Problem, Problem];
      await changed(price.id, { rev: price.rev, ticket: "SHOP-9" });
      const done = await post("change", { problems: seen([price, broken]), assignee: "eve@shop.example" });
      expect(done.changed.map(({ id }) => id)).to.deep.equal([broken.id]);
      expect(done.refused.map(({ id, now }) => [id, Reflect.get(now ?? {}, "ticket")])).to.deep.equal([
        [price.id, "SHOP-9"],
      ]);
      expect(done.refused[0]?.message).to.equal("Somebody else changed this problem. Reload it and try again.");
    });

    it("are named once each, and change one thing at a time", async () => {
      const [price] = (await both()) as [Problem, Problem];
      const twice = [...seen([price]), ...seen([price])];
      expect((await post("change", { problems: twice, assignee: null })).changed).to.have.length(1);
      for (const body of [
        { problems: [] },
        { problems: seen([price]) },
        { problems: seen([price]), assignee: null, snooze: null },
        { problems: Array.from({ length: 101 }, (_, at) => ({ id: `pbm_${at}`, rev: 0 })), assignee: null },
      ])
        expect((await post("change", body)).status, JSON.stringify(body).slice(0, 80)).to.equal(400);
      const unknown = [...seen([price]), { id: "pbm_none", rev: 0 }];
      expect((await post("change", { problems: unknown, assignee: null })).status).to.equal(404);
      const viewer = await world.session("viewer");
      expect((await post("change", { problems: seen([price]), assignee: null }, viewer)).status).to.equal(403);
    });

    it("are taken out as the filter shows them; a file that leaves some out says so", async () => {
      const query = { status: ["new", "ongoing", "snoozed", "accepted"] as const };
      const all = await world.client.get(`${BELOW}/export?format=json&status=${query.status.join(",")}`, {
        session: editor,
      });
      const { problems, cut } = all.body as unknown as { problems: Problem[]; cut: string | null };
      expect([problems.map(({ title }) => title).sort(), cut]).to.deep.equal([[PRICE, "The page answers 500."], null]);
      const csv = await world.client.get(`${BELOW}/export?severity=critical&status=${query.status.join(",")}`, {
        session: editor,
      });
      expect(csv.raw.toString().split("\r\n")).to.have.length(3);
      const caller = { kind: "operator", orgId: "org_a" } as const;
      const few = await exportProblems(world.ctx, caller, "shop", { format: "csv", status: [...query.status] }, 1);
      let text = "";
      for await (const part of few.parts) text += part;
      expect(text).to.match(/\r\nThis file contains only the first 1 problem: narrow the filter for the others\.\r\n$/);
    });
  });
});
