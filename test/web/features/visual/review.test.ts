// The pure logic of the visual review: the list, the views, the rows, the image store, snapping, the queue of decisions.
import { expect } from "chai";
import type { AppReview } from "../../../../api/endpoints/answers/app/review.ts";
import {
  approvedWith,
  bundleOf,
  decidedWith,
  decidedWords,
  inOther,
  linesOf,
} from "../../../../web/src/features/visual/bundles.ts";
import { type Action, createDecisionQueue, mayDecide } from "../../../../web/src/features/visual/decisions.ts";
import type { InboxFacts, ReviewList } from "../../../../web/src/features/visual/lists.ts";
import { createLru } from "../../../../web/src/features/visual/lru.ts";
import {
  applyAnswer,
  type Baseline,
  baselineOf,
  besideOther,
  type Decision,
  decidedByOthers,
  decisionsOf,
  filterGroups,
  foresee,
  isChange,
  isJudged,
  joinPages,
  mayBe,
  mergeShots,
  modesOf,
  neighbours,
  nextOpen,
  type Pending,
  progressOf,
  type Row,
  type Shot,
  sentencesOf,
  soon,
  standingOf,
  step,
  withoutAnswered,
} from "../../../../web/src/features/visual/model.ts";
import { createOrder, keepAnswered, keepDecided, withRows } from "../../../../web/src/features/visual/reread.ts";
import { baselineRow, piecesOf, placeRegion, testRow } from "../../../../web/src/features/visual/rows.ts";
import { boxBetween, snap } from "../../../../web/src/features/visual/snap.ts";
import {
  badgePlace,
  clampView,
  ENLARGED,
  fitScale,
  otherZoom,
  toPane,
  toPicture,
  topView,
  usualZoom,
  viewOfBox,
  type Zoom,
  zoomAt,
} from "../../../../web/src/features/visual/view.ts";

const shot = (index: number, fields: Partial<Shot> = {}): Shot =>
  ({
    shotId: `s${index}`,
    index,
    mark: `m${index}`,
    kind: "change",
    status: "failed",
    review: null,
    scenarioLabel: `Page ${index}`,
    url: "http://shop.test/",
    viewport: "phone",
    browser: "chromium",
    selector: null,
    title: "Text changed.",
    ...fields,
  }) as Shot;

/** Groups of results by their numbers. */
function reviewOf(groups: Record<string, number[]>, fields: Record<number, Partial<Shot>> = {}): AppReview {
  const shots = Object.entries(groups).flatMap(([groupId, of]) =>
    of.map((index) => shot(index, { groupId, ...fields[index] })),
  );
  return {
    groups: Object.entries(groups).map(([id, of]) => ({
      id,
      kind: id.startsWith("unstable") ? "unstable" : "change",
      title: id,
      count: of.length,
    })),
    shots,
    details: [],
    rules: [],
    nextCursor: null,
    progress: progressOf(shots),
  } as unknown as AppReview;
}

const everything = { text: "", shown: "all" } as const;

describe("the list of the visual review", () => {
  it("is stepped through by group and by result, and leads to what is still to judge", () => {
    const grouped = filterGroups(reviewOf({ a: [1, 2], b: [3], c: [4] }, { 3: { status: "approved" } }), everything);
    expect(step(grouped, "s1", 1, "group")).to.equal("s3");
    expect(step(grouped, "s2", -1, "group")).to.equal(undefined);
    expect(step(grouped, "s1", 1, "shot")).to.equal("s2");
    expect(step(grouped, "s4", 1, "shot")).to.equal(undefined);
    expect(step(grouped, undefined, 1, "group")).to.equal("s1");
    expect(nextOpen(grouped, "s2")).to.equal("s4");
    expect(nextOpen(grouped, "s4")).to.equal("s1");
    expect(neighbours(grouped, "s2").map(({ shotId }) => shotId)).to.deep.equal(["s3", "s4", "s1"]);
  });

  it("comes to what is marked for later only when nothing else is left", () => {
    const later = { review: { decision: "later", note: null, by: "a", at: "" } } as const;
    const grouped = filterGroups(reviewOf({ a: [1], b: [2], c: [3] }, { 2: later }), everything);
    expect(nextOpen(grouped, "s1")).to.equal("s3");
    const rest = filterGroups(reviewOf({ a: [1], b: [2] }, { 1: { status: "approved" }, 2: later }), everything);
    expect(nextOpen(rest, "s1")).to.equal("s2");
  });

  it("is filtered by mode; the page without one is a choice of its own", () => {
    const review = reviewOf(
      { a: [1, 2], b: [3, 4] },
      { 2: { mode: "dark" }, 3: { mode: "dark" }, 4: { mode: "auto" } },
    );
    const ids = (mode: string, keep?: string) =>
      filterGroups(review, { ...everything, mode, keep }).flatMap(({ shots }) => shots.map(({ index }) => index));
    expect(modesOf(review.shots)).to.deep.equal(["default", "auto", "dark"]);
    expect(ids("dark")).to.deep.equal([2, 3]);
    expect(ids("default")).to.deep.equal([1]);
    expect(ids("")).to.deep.equal([1, 2, 3, 4]);
    expect(ids("auto", "s1")).to.deep.equal([1, 4]);
    expect(ids("gone")).to.deep.equal([]);
  });

  it("is filtered by words and by what is judged, and keeps what one looks at", () => {
    const review = reviewOf(
      { a: [1, 2], b: [3] },
      { 1: { scenarioLabel: "Cart" }, 2: { status: "approved" }, 3: { viewport: "desktop" } },
    );
    const ids = (...told: Parameters<typeof filterGroups>) =>
      filterGroups(...told).flatMap(({ shots }) => shots.map(({ index }) => index));
    expect(ids(review, { text: "cart phone", shown: "all" })).to.deep.equal([1]);
    expect(ids(review, { text: "desk", shown: "all", keep: "s2" })).to.deep.equal([2, 3]);
    expect(ids(review, { text: "", shown: "open" })).to.deep.equal([1, 3]);
    expect(ids(review, { text: "", shown: "judged" })).to.deep.equal([2]);
  });

  it("unfolds the group one looks at, below a heading for each kind", () => {
    const grouped = filterGroups(reviewOf({ a: [1, 2], "unstable:3": [3] }), everything);
    const said = (current: string) =>
      linesOf(grouped, current, new Set()).map(({ kind, ...line }) =>
        line.key && kind === "bundle" && "bundle" in line
          ? `${kind} ${line.bundle.shots.map(({ shotId }) => shotId)}`
          : `${kind} ${line.key}`,
      );
    expect(said("s3")).to.deep.equal([
      "heading heading change",
      "group group a",
      "heading heading unstable",
      "bundle s3",
    ]);
    expect(said("s1").slice(1, 4)).to.deep.equal(["group group a", "bundle s1", "bundle s2"]);
  });

  it("are one decision where one scenario shows one change in several viewports, and only there", () => {
    const cart = { scenarioLabel: "Cart" };
    const review = reviewOf(
      { a: [1, 2, 3, 4], "unstable:5": [5] },
      {
        1: cart,
        2: { ...cart, viewport: "tablet" },
        3: { ...cart, viewport: "desktop", status: "approved" },
        4: { ...cart, selector: "#total" },
        5: cart,
      },
    );
    const grouped = filterGroups(review, everything);
    const bundle = bundleOf(grouped, "s2");
    expect(bundle?.shots.map(({ shotId }) => shotId)).to.deep.equal(["s1", "s2", "s3"]);
    // Reviewed results stay as they are, except the one that is open.
    expect(decidedWith(bundle, "s2", new Set())).to.deep.equal(["s1", "s2"]);
    expect(decidedWith(bundle, "s3", new Set())).to.deep.equal(["s1", "s2", "s3"]);
    expect(decidedWith(bundle, "s2", new Set([bundle!.key]))).to.deep.equal(["s2"]);
    expect(decidedWith(undefined, "s9", new Set())).to.deep.equal(["s9"]);
    expect(bundleOf(grouped, "s5")?.shots).to.have.length(1);
    const keys = (opened: ReadonlySet<string>) => linesOf(grouped, "s1", opened).map(({ kind }) => kind);
    expect(keys(new Set())).to.deep.equal(["heading", "group", "bundle", "bundle", "heading", "bundle"]);
    expect(keys(new Set([bundle!.key])).slice(2, 6)).to.deep.equal(["bundle", "shot", "shot", "shot"]);
    const first = filterGroups(
      reviewOf({ n: [1, 2] }, { 1: { ...cart, kind: "no_baseline" }, 2: { ...cart, kind: "no_baseline" } }),
      everything,
    ).map((one) => ({ ...one, group: { ...one.group, kind: "no_baseline" as const } }));
    expect(bundleOf(first, "s1")?.shots, "screenshots that nobody has seen").to.have.length(1);
  });

  it("are no one decision over several runs: an inbox has results of other branches and environments", () => {
    const cart = { scenarioLabel: "Cart" };
    const review = reviewOf({ a: [1, 2, 3] }, { 1: cart, 2: { ...cart, viewport: "tablet" }, 3: cart });
    const runs = ["run_a", "run_a", "run_b"];
    const grouped = filterGroups(
      { ...review, shots: review.shots.map((row, at) => ({ ...row, runId: runs[at]! })) },
      everything,
    );
    expect(bundleOf(grouped, "s1")?.shots.map(({ shotId }) => shotId)).to.deep.equal(["s1", "s2"]);
    expect(bundleOf(grouped, "s3")?.shots.map(({ shotId }) => shotId)).to.deep.equal(["s3"]);
  });

  const reviewed = (decision: "rejected" | "later" | "ignored", note: string | null = null): Partial<Shot> => ({
    status: decision === "ignored" ? "passed" : "failed",
    review: { decision, note, by: "me", at: "10:00" },
  });

  it("are approved as a group without what is rejected or ignored, but for the one that is looked at", () => {
    const { shots } = reviewOf(
      { a: [1, 2, 3, 4, 5] },
      { 2: reviewed("rejected"), 3: reviewed("ignored"), 4: { status: "approved" }, 5: reviewed("later") },
    );
    expect(approvedWith(shots, "s1")).to.deep.equal(["s1", "s5"]);
    expect(approvedWith(shots, "s2")).to.deep.equal(["s1", "s2", "s5"]);
    for (const current of ["s3", "s4", undefined])
      expect(approvedWith(shots, current), current).to.deep.equal(["s1", "s5"]);
  });

  const ALL = ["approve", "reject", "note", "later", "ignore"] as const;
  for (const [name, fields, taken] of [
    ["open", {}, ALL],
    ["for later", reviewed("later"), ["approve", "reject", "note", "ignore"]],
    ["rejected", reviewed("rejected"), ["approve", "note"]],
    ["approved", { status: "approved" }, []],
    ["ignored", reviewed("ignored"), []],
    ["an error", { status: "error" }, ["approve", "reject", "note", "later"]],
    ["passed", { status: "passed" }, []],
    ["passed after a rejection", { ...reviewed("rejected"), status: "passed" }, []],
    ["without a result yet", { status: "pending" }, []],
  ] as [string, Partial<Shot>, readonly (keyof typeof mayBe)[]][])
    it(`take what the buttons offer where one is ${name}`, () =>
      expect(ALL.filter((decision) => mayBe[decision](shot(1, fields)))).to.deep.equal(taken));

  for (const [what, decision, fields, note, changes] of [
    ["the approval of what is ignored", "approve", reviewed("ignored"), undefined, false],
    ["the approval of what is rejected", "approve", reviewed("rejected"), undefined, true],
    ["a second rejection", "reject", reviewed("rejected"), undefined, false],
    ["another note", "reject", reviewed("rejected", "Too wide"), "Too narrow", true],
    ["the same note", "reject", reviewed("rejected", "Too wide"), "Too wide", false],
    ["a note that is cleared", "reject", reviewed("rejected", "Too wide"), "", true],
    ["no note where there is none", "reject", reviewed("rejected"), "", false],
    ["the rejection of what is approved", "reject", { status: "approved" }, "Too wide", false],
    ["undo of nothing", "undo", {}, undefined, false],
    ["the approval of what passed", "approve", { status: "passed" }, undefined, false],
    ["the rejection of what passed", "reject", { status: "passed" }, "Too wide", false],
    ["ignoring what passed", "ignore", { status: "passed" }, undefined, false],
    ["undo of what passed", "undo", { ...reviewed("rejected"), status: "passed" }, undefined, false],
  ] as [string, Decision, Partial<Shot>, string | undefined, boolean][])
    it(`${what} ${changes ? "is sent" : "changes nothing"}`, () =>
      expect(isChange(decision, shot(1, fields), note)).to.equal(changes));

  it("leads to the same page in the next viewport or browser, alike in the rest where there is one", () => {
    const rows = [
      shot(1, { scenarioLabel: "Cart", mode: "dark" }),
      shot(2, { scenarioLabel: "Cart", viewport: "desktop" }),
      shot(3, { scenarioLabel: "Cart", viewport: "desktop", mode: "dark" }),
      shot(4, { scenarioLabel: "Cart", viewport: "desktop", browser: "firefox" }),
      shot(5, { scenarioLabel: "Home", viewport: "desktop" }),
    ];
    expect(inOther(rows, rows[0], "viewport")?.shotId).to.equal("s3");
    expect(inOther(rows, rows[2], "viewport")?.shotId).to.equal("s1");
    expect(inOther(rows, rows[1], "browser")?.shotId).to.equal("s4");
    expect(inOther(rows, rows[4], "viewport")).to.equal(undefined);
    expect(inOther(rows, undefined, "browser")).to.equal(undefined);
  });

  for (const [rows, words] of [
    [[["Cart", "phone"]], "“Cart” on phone"],
    [
      [
        ["Cart", "phone"],
        ["Cart", "tablet"],
        ["Cart", "desktop"],
      ],
      "“Cart” on 3 viewports",
    ],
    [
      [
        ["Cart", "phone"],
        ["Cart", "phone"],
      ],
      "2 results of “Cart”",
    ],
    [
      [
        ["Cart", "phone"],
        ["Home", "phone"],
      ],
      "2 results",
    ],
    [[], "a result"],
  ] as const)
    it(`a decision about ${rows.length} is told as one about ${words}`, () => {
      const of = rows.map(([scenarioLabel, viewport]) => ({ scenarioLabel, viewport }) as Shot);
      expect(decidedWords(of)).to.equal(words);
    });

  it("names what a held key comes to, of the next groups and of this one", () => {
    const grouped = filterGroups(reviewOf({ a: [1, 2, 3], b: [4, 5], c: [6] }), everything);
    expect(soon(grouped, "s1")).to.deep.equal(["s4", "s6", "s2", "s3"]);
    expect(soon(grouped, "s6")).to.deep.equal([]);
  });

  it("joins pages: a group that is on both is one, in the order in which they come", () => {
    const joined = joinPages([reviewOf({ b: [1], a: [2] }), reviewOf({ a: [2, 3], c: [4] })]);
    expect(joined?.groups.map(({ id }) => id)).to.deep.equal(["b", "a", "c"]);
    expect(joined?.shots.map(({ shotId }) => shotId)).to.deep.equal(["s1", "s2", "s3", "s4"]);
    expect(joinPages([])).to.equal(undefined);
  });

  it("keeps the runs of an inbox's results when a later answer names others", () => {
    const runOf = (runId: string) => ({ runId }) as InboxFacts["runs"][number];
    const withRuns = (list: ReviewList, ...ids: string[]): ReviewList => ({
      ...list,
      inbox: { waiting: {}, branches: [], runs: ids.map(runOf), last: null } as unknown as InboxFacts,
    });
    const runsOf = (list: ReviewList | undefined) => list?.inbox?.runs.map(({ runId }) => runId).sort();
    const joined = joinPages([withRuns(reviewOf({ a: [1] }), "r1", "r2"), withRuns(reviewOf({ b: [2] }), "r2", "r3")]);
    expect(runsOf(joined)).to.deep.equal(["r1", "r2", "r3"]);
    const merged = mergeShots(joined as ReviewList, withRuns(reviewOf({ a: [1] }), "r4"));
    expect(runsOf(merged)).to.deep.equal(["r1", "r2", "r3", "r4"]);
  });

  it("shows decisions before the service has kept them, and counts them", () => {
    const review = reviewOf({ a: [1, 2, 3] });
    const said = { decision: "later", note: null, by: "me", at: "now" } as const;
    const of = (shotId: string, decision: Pending["decision"]): Pending => ({ shotId, decision, review: said });
    const pending = [of("s1", "approve"), of("s2", "reject"), of("s3", "approve"), of("s3", "undo")];
    const seen = foresee(review, pending);
    expect(seen.shots.map(({ status, review: one }) => [status, one?.decision])).to.deep.equal([
      ["approved", "approved"],
      ["failed", "rejected"],
      ["failed", undefined],
    ]);
    expect(seen.progress).to.deep.equal({ total: 3, judged: 2, approved: 1, rejected: 1, later: 0, ignored: 0 });
    const back = { ...said, decision: "later" } as const;
    const again = foresee(review, [of("s1", "approve"), { ...of("s1", "undo"), back }]);
    expect(again.shots[0]).to.deep.include({ status: "failed", review: back });
    expect(withoutAnswered(pending, ["s3"]).map(({ decision }) => decision)).to.deep.equal([
      "approve",
      "reject",
      "undo",
    ]);
    const now = { status: "failed" as const, mark: "new", review: null };
    const answer = { results: [{ shotId: "s1", ok: false, refused: "No.", now }], progress: review.progress };
    expect(applyAnswer(review, { message: "", ...answer }).shots[0]).to.include({ mark: "new" });
  });

  it("an ignored result passes, is reviewed, and fails again when that is undone or has ended", () => {
    const review = reviewOf({ a: [1, 2] });
    const said = { decision: "later", note: null, by: "me", at: "now" } as const;
    const of = (decision: Pending["decision"]): Pending => ({ shotId: "s1", decision, review: said });
    const [ignored] = foresee(review, [of("ignore")]).shots;
    expect(ignored).to.deep.include({ status: "passed", review: { ...said, decision: "ignored" } });
    expect([standingOf(ignored!), isJudged(ignored!)]).to.deep.equal(["ignored", true]);
    expect(foresee(review, [of("ignore")]).progress).to.include({ judged: 1, ignored: 1 });
    const back = foresee(review, [of("ignore"), of("undo")]);
    expect(back.shots[0]).to.include({ status: "failed", review: null });
    expect(standingOf({ ...ignored!, status: "failed" }), "compared again").to.equal("open");
    expect(decisionsOf([ignored!], "me")).to.deep.equal([{ decision: "ignore", ids: ["s1"], note: null }]);
  });

  it("takes in what others decided, and says which", () => {
    const review = reviewOf({ a: [1, 2] });
    const by = (who: string) => ({ decision: "approved", note: null, by: who, at: "later" }) as const;
    const some = reviewOf({ a: [1] }, { 1: { status: "approved", review: by("anna") } });
    expect(mergeShots(review, some).shots.map(({ status }) => status)).to.deep.equal(["approved", "failed"]);
    expect(decidedByOthers(review, some, "me").map(({ shotId }) => shotId)).to.deep.equal(["s1"]);
    expect(decidedByOthers(review, some, "anna")).to.deep.equal([]);
    expect(decidedByOthers(some, some, "me")).to.deep.equal([]);
  });

  it("says of others who decided what, each on their own", () => {
    const by = (who: string, decision: "approved" | "later") => ({
      review: { decision, note: null, by: who, at: "10:00" } as const,
    });
    const { shots } = reviewOf(
      { a: [1, 2, 3, 4] },
      { 1: by("ada", "later"), 2: by("ben", "approved"), 3: by("ada", "approved"), 4: by("ben", "approved") },
    );
    const what = (rows: readonly Row[]) => rows.map(({ shotId }) => shotId).join(" and ");
    expect(sentencesOf(shots, { what, who: (one) => one.toUpperCase() })).to.deep.equal([
      "ADA marked s1 for later.",
      "BEN approved s2 and s4.",
      "ADA approved s3.",
    ]);
    expect(sentencesOf(reviewOf({ a: [1] }).shots, { what, who: (one) => one })).to.deep.equal([]);
  });

  it("keeps in an inbox that is read again what was decided here, where it stood", () => {
    const before = reviewOf({ a: [1, 2], b: [3], c: [4, 5] }, { 3: { status: "approved" }, 5: { status: "approved" } });
    const kept = keepDecided(reviewOf({ a: [1], c: [4], d: [6] }), before, new Set(["s3", "s5", "s9"]));
    expect(kept.groups.map(({ id }) => id)).to.deep.equal(["a", "b", "c", "d"]);
    expect(kept.shots.map(({ shotId, status }) => [shotId, status])).to.deep.equal([
      ["s1", "failed"],
      ["s3", "approved"],
      ["s4", "failed"],
      ["s5", "approved"],
      ["s6", "failed"],
    ]);
    const [first] = keepDecided(reviewOf({ c: [4] }), before, new Set(["s1"])).shots;
    expect(first?.shotId).to.equal("s1");
    // The service's state takes precedence.
    expect(keepDecided(reviewOf({ b: [3] }), before, new Set(["s3"])).shots[0]?.status).to.equal("failed");
  });

  it("has what left an inbox for an undo after a reload, in its group", () => {
    const list = withRows(reviewOf({ a: [1] }), reviewOf({ a: [1, 2], b: [3] }).shots);
    expect(list.shots.map(({ shotId }) => shotId)).to.deep.equal(["s1", "s2", "s3"]);
    expect(list.groups.map(({ id, kind }) => [id, kind])).to.deep.equal([
      ["a", "change"],
      ["b", "change"],
    ]);
  });

  it("shows what was answered while its pages were read as it was answered", () => {
    const now = reviewOf({ a: [1, 2] }, { 1: { status: "approved", mark: "new" }, 2: { mark: "old" } });
    const read = reviewOf({ a: [1, 2, 3] });
    expect(keepAnswered(read, now, new Set(["s1", "s3"])).shots.map(({ mark }) => mark)).to.deep.equal([
      "new",
      "m2",
      "m3",
    ]);
    expect(keepAnswered(read, now, new Set(["s1"])).progress).to.equal(now.progress);
    expect(keepAnswered(read, now, new Set())).to.equal(read);
  });

  it("knows which of several answers about a result is the newest, in whatever order they arrive", () => {
    const order = createOrder();
    const [a, b] = [{ shotId: "a" }, { shotId: "b" }];
    const [first, second] = [order.next(), order.next()];
    order.note(second, [a]);
    expect([...order.newerThan(first)], "an older read that arrives later").to.deep.equal(["a"]);
    order.note(first, [a, b]);
    expect([...order.newerThan(first)]).to.deep.equal(["a"]);
    order.note(order.next(), [b]);
    expect([...order.newerThan(second)], "a decision answered during a read").to.deep.equal(["b"]);
    expect([...order.newerThan(order.next())], "a read that is sent after all of them").to.deep.equal([]);
  });

  it("knows what a person decided after a reload: together what was decided together, newest first, 50 at most", () => {
    const by = (who: string, at: string, decision: "approved" | "rejected", note: string | null = null) => ({
      review: { decision, note, by: who, at },
    });
    const review = reviewOf(
      { a: [1, 2], b: [3], c: [4], d: [5] },
      {
        1: by("me", "10:00", "approved"),
        2: by("me", "10:00", "approved"),
        3: by("me", "10:01", "rejected", "Too wide"),
        4: by("anna", "10:02", "approved"),
      },
    );
    expect(decisionsOf(review.shots, "me")).to.deep.equal([
      { decision: "reject", ids: ["s3"], note: "Too wide" },
      { decision: "approve", ids: ["s1", "s2"], note: null },
    ]);
    const forever = { decision: "ignored", note: "An ad", by: "me", at: "10:03", end: "forever" } as const;
    const ignored = shot(5, { status: "passed", review: forever });
    expect(decisionsOf([ignored], "me"), "redo keeps its end").to.deep.equal([
      { decision: "ignore", ids: ["s5"], note: "An ad", end: "forever" },
    ]);
    const carried = [{ ...review.shots[2]!, carriedFrom: "run_before" }, ...review.shots.slice(0, 2)];
    expect(decisionsOf(carried, "me").map(({ ids }) => ids)).to.deep.equal([["s1", "s2"]]);
    expect(decisionsOf(review.shots, "me", new Set(["s3"])).map(({ ids }) => ids)).to.deep.equal([["s1", "s2"]]);
    const many = Array.from({ length: 60 }, (_, n) => shot(n, by("me", `10:${n}`, "approved") as Partial<Shot>));
    expect(decisionsOf(many, "me")).to.have.length(50);
  });
});

describe("the earlier baselines of a result", () => {
  const place = { viewport: "phone", browser: "chromium", selector: null };
  const kept = (branch: string, versionId: string, fromRunId: string | null = null) =>
    ({ ...place, branch, history: [{ versionId, fromRunId }] }) as Baseline;
  const baselines = [kept("other", "v_other"), kept("main", "v_main"), kept("feature", "v_own", "run_1")];
  const compared = (versionId: string | null, fields: Partial<Shot> = {}) =>
    shot(0, {
      shotId: "run_1-00000",
      comparedWith: (versionId === null ? null : { versionId }) as Shot["comparedWith"],
      pictures: { baseline: "/picture" } as Shot["pictures"],
      ...fields,
    });
  const none = { baseline: null } as Shot["pictures"];
  const cases: readonly [string, Shot, string | undefined][] = [
    ["the one it was compared with", compared("v_main"), "main"],
    ["else the one that its approval created", compared(null, { pictures: none }), "feature"],
    ["none, where it was compared with nothing", compared(null, { shotId: "run_2-00000", pictures: none }), undefined],
    ["any, where an earlier version did not say", compared(null, { shotId: "run_2-00000" }), "other"],
    ["none of another browser", compared("v_main", { browser: "firefox" }), undefined],
  ];
  for (const [which, of, branch] of cases)
    it(`are those of ${which}`, () => expect(baselineOf(baselines, of)?.branch).to.equal(branch));
});

describe("a result beside another picture than its baseline", () => {
  it("keeps its own picture, and nothing that is known of the difference from the baseline", () => {
    const region = { box: { x: 0, y: 0, width: 1, height: 1 } } as Shot["regions"][number];
    const one = shot(1, {
      pictures: { baseline: "/b", test: "/t", diff: "/d", firstTest: null } as Shot["pictures"],
      sizes: { baseline: { width: 1, height: 2 }, test: { width: 3, height: 4 } },
      regions: [region],
      shifts: [{ kind: "inserted", y: 1, height: 2 }],
    });
    expect(besideOther(one, { picture: "/main" })).to.deep.equal({
      ...one,
      pictures: { baseline: "/main", test: "/t", diff: null, firstTest: null },
      sizes: { baseline: null, test: { width: 3, height: 4 } },
      regions: [],
      shifts: [],
    });
  });
});

describe("the view of a picture", () => {
  const pane = { width: 400, height: 300 };
  const picture = { width: 800, height: 4000 };

  it("fits the width, never blows up, and begins at the top", () => {
    expect(fitScale(picture, pane)).to.equal(0.5);
    expect(fitScale({ width: 100, height: 100 }, pane)).to.equal(1);
    expect(topView(0.5, picture, pane)).to.deep.equal({ scale: 0.5, x: 400, y: 300 });
  });

  it("stays in the picture", () => {
    expect(clampView({ scale: 1, x: -50, y: 9000 }, picture, pane)).to.deep.equal({ scale: 1, x: 200, y: 3850 });
    expect(clampView({ scale: 0.25, x: 9, y: 9 }, { width: 400, height: 80 }, pane)).to.include({ x: 200, y: 600 });
  });

  it("zooms about the pointer", () => {
    const view = { scale: 1, x: 400, y: 1000 };
    const at = { x: 30, y: 250 };
    const under = toPicture(view, pane, at);
    const larger = zoomAt(view, 2, at, pane);
    expect(larger.scale).to.equal(2);
    expect(toPane(larger, pane, under)).to.deep.equal(at);
    expect(zoomAt(view, 1e9, at, pane).scale).to.equal(16);
  });

  const LARGE = { tiny: false, changes: 2 };
  const TINY = { tiny: true, changes: 1 };
  const FIRST = { tiny: false, changes: 0 };
  for (const [what, opening, chosen, expected] of [
    ["a change", LARGE, null, "fit"],
    ["a change", LARGE, 1, "fit"],
    ["a change", LARGE, "fit", null],
    ["a change", LARGE, 2.5, null],
    ["a tiny difference", TINY, null, "fit"],
    ["a tiny difference", TINY, ENLARGED, "fit"],
    ["a tiny difference", TINY, "fit", null],
    ["a tiny difference", TINY, 9, null],
    ["a first screenshot", FIRST, null, 1],
    ["a first screenshot", FIRST, 1, null],
  ] as [string, typeof LARGE, Zoom | null, Zoom | null][])
    it(`of ${what} goes from ${chosen ?? usualZoom(opening)} to ${expected ?? usualZoom(opening)} by z`, () =>
      expect(otherZoom(chosen, opening)).to.equal(expected));

  it("flies to a box, smaller only where it would not fit", () => {
    expect(viewOfBox({ x: 100, y: 2000, width: 50, height: 40 }, 1, picture, pane)).to.deep.equal({
      scale: 1,
      x: 200,
      y: 2020,
    });
    const tall = viewOfBox({ x: 100, y: 2000, width: 100, height: 576 }, 1, picture, pane);
    expect(tall).to.include({ scale: 0.5, y: 2288 });
    // Taller than the pane: shown from its top in full width, and not smaller.
    const taller = viewOfBox({ x: 100, y: 1000, width: 100, height: 2000 }, 1, picture, pane);
    expect(taller).to.include({ scale: 0.5, y: 1276 });
    // A band across the page stays readable.
    expect(viewOfBox({ x: 0, y: 2000, width: 800, height: 20 }, 0.5, picture, pane).scale).to.equal(0.5);
  });
});

describe("the badge of an outlined change", () => {
  const pane = { width: 400, height: 300 };
  const badge = { width: 20, height: 18 };
  for (const [where, box, place] of [
    ["above it", { x: 50, y: 100, width: 80, height: 40 }, { x: 50, y: 82 }],
    ["below it at the top of the pane", { x: 50, y: 4, width: 80, height: 40 }, { x: 50, y: 44 }],
    ["in the pane where the box leaves it", { x: -30, y: 100, width: 80, height: 40 }, { x: 0, y: 82 }],
    ["to its left where it is as tall as the pane", { x: 50, y: -5, width: 80, height: 400 }, { x: 30, y: 0 }],
    ["to its right", { x: 5, y: -5, width: 80, height: 400 }, { x: 85, y: 0 }],
    ["nowhere outside where it fills the pane", { x: -5, y: -5, width: 500, height: 400 }, null],
  ] as const)
    it(`stands ${where}`, () => expect(badgePlace(box, badge, pane)).to.deep.equal(place));
});

describe("rows of two pictures", () => {
  const shifts = [
    { kind: "inserted", y: 100, height: 20 },
    { kind: "removed", y: 300, height: 50 },
  ] as const;
  const pieces = piecesOf([...shifts], 1000, 970);

  it("are the same again after what was put in and taken out", () => {
    expect(pieces).to.deep.equal([
      { baseline: 0, test: 0, height: 100 },
      { baseline: 100, test: 120, height: 200 },
      { baseline: 350, test: 320, height: 650 },
    ]);
    expect([50, 110, 120, 320].map((y) => baselineRow(pieces, y))).to.deep.equal([50, 100, 100, 350]);
    expect([50, 100, 320, 350].map((y) => testRow(pieces, y))).to.deep.equal([50, 120, 320, 320]);
  });

  it("give a region its place on each side", () => {
    const of = (kind: string, y: number, height: number) =>
      placeRegion(
        { box: { x: 0, y, width: 9, height }, kind, selector: "", share: 1, sentence: "" } as never,
        [...shifts],
        pieces,
      );
    expect(of("removed", 300, 50)).to.deep.equal({ test: null, baseline: { x: 0, y: 300, width: 9, height: 50 } });
    expect(of("added", 100, 20).baseline).to.equal(null);
    expect(of("text", 400, 10).baseline).to.include({ y: 430 });
  });
});

describe("the store of decoded pictures", () => {
  it("lets go of what was looked at longest ago, and never of what is on the screen", () => {
    const dropped: string[] = [];
    const store = createLru<string>(100, (value) => dropped.push(value));
    store.set("a", "A", 40);
    store.set("b", "B", 40);
    store.get("a");
    store.set("c", "C", 40);
    expect(dropped).to.deep.equal(["B"]);
    store.pin(["a", "c"]);
    store.set("d", "D", 90);
    expect([store.has("a"), store.has("c"), store.has("d")]).to.deep.equal([true, true, false]);
    expect(store.bytes).to.equal(80);
    store.set("a", "A2", 10);
    expect(store.bytes).to.equal(50);
    store.clear();
    expect(store.bytes).to.equal(0);
  });
});

describe("a drawn box", () => {
  const element = (selector: string, parent: number, x: number, y: number, width: number, height: number) => ({
    parent,
    tag: "div",
    selector,
    role: "",
    text: "",
    box: { x, y, width, height },
  });
  const elements = [
    element("body", -1, 0, 0, 800, 2000),
    element("#list", 0, 100, 100, 600, 400),
    element("#row", 1, 100, 100, 600, 50),
    element("", 2, 110, 105, 100, 40),
    element("#price", 3, 120, 110, 60, 30),
  ];
  const names = (box: ReturnType<typeof boxBetween>) => snap(elements, box).map(({ selector }) => selector);

  it("snaps to the smallest element that holds it, then to those around it", () => {
    expect(names(boxBetween({ x: 170, y: 135 }, { x: 130, y: 115 }))).to.deep.equal([
      "#price",
      "#row",
      "#list",
      "body",
    ]);
    expect(names({ x: 130, y: 120, width: 1, height: 1 })[0]).to.equal("#price");
  });

  it("drawn around an element means that one", () => {
    expect(names({ x: 90, y: 92, width: 620, height: 66 })[0]).to.equal("#row");
    expect(names({ x: 900, y: 9000, width: 5, height: 5 })).to.deep.equal([]);
  });
});

describe("decisions on their way", () => {
  const handlers = () => {
    const log: string[] = [];
    const idle = Promise.withResolvers<void>();
    const answers: (() => void)[] = [];
    const queue = createDecisionQueue<Action>({
      markOf: (id) => (id === "gone" ? undefined : `${log.length}`),
      send: async (decision, shots) => {
        log.push(`${decision} ${shots.map(({ shotId, mark }) => `${shotId}@${mark}`).join()}`);
        await new Promise<void>((resolve) => answers.push(resolve));
        if (decision === "later") throw new Error("away");
        return { results: shots.map(({ shotId }) => ({ shotId, ok: shotId !== "late" })) } as never;
      },
      answered: () => {},
      failed: (error, ids) => log.push(`${ids.join()}: ${(error as Error).message}`),
      done: ({ decision }, kept) => log.push(`${decision} kept ${kept.join()}`),
      idle: idle.resolve,
    });
    /** Responds to one call after the other until none is pending. */
    const answerAll = async () => {
      while (queue.busy) {
        answers.shift()?.();
        await Promise.resolve();
      }
      await idle.promise;
    };
    return { log, queue, answerAll };
  };

  for (const [decision, underWay, may] of [
    ["approve", [], true],
    ["approve", ["approve"], false],
    ["reject", ["approve"], false],
    ["reject", ["undo"], false],
    ["undo", ["reject"], true],
    ["undo", ["reject", "undo"], false],
  ] as const)
    it(`${may ? "take" : "do not take"} ${decision} while ${underWay.join(" and ") || "nothing"} is on its way`, () => {
      expect(mayDecide(decision, underWay)).to.equal(may);
    });

  it("are one at a time: a second press decides nothing, an undo goes out after the answer with the newest mark", async () => {
    const { log, queue, answerAll } = handlers();
    expect(queue.add({ decision: "approve", ids: ["a"] })).to.be.a("promise");
    expect(queue.add({ decision: "approve", ids: ["b"] })).to.equal(null);
    expect(queue.add({ decision: "reject", ids: ["a"], note: "why" })).to.equal(null);
    expect(queue.add({ decision: "undo", ids: ["a"] })).to.be.a("promise");
    await answerAll();
    expect(log).to.deep.equal(["approve a@0", "approve kept a", "undo a@2", "undo kept a"]);
    expect(queue.add({ decision: "reject", ids: ["b"] })).to.be.a("promise");
    await answerAll();
  });

  it("of more results than the service takes at once are several calls and one decision", async () => {
    const { log, queue, answerAll } = handlers();
    const ids = [...Array.from({ length: 500 }, (_, i) => `s${i}`), "gone", "late", "last"];
    queue.add({ decision: "approve", ids });
    await answerAll();
    expect(log.map((line) => line.split(",").length)).to.deep.equal([500, 2, 501]);
  });

  it("that fail are told, keep nothing and hold up nobody", async () => {
    const { log, queue, answerAll } = handlers();
    queue.add({ decision: "later", ids: ["a"] });
    queue.add({ decision: "undo", ids: ["a"] });
    await answerAll();
    expect(log).to.deep.equal(["later a@0", "a: away", "later kept ", "undo a@3", "undo kept a"]);
  });
});
