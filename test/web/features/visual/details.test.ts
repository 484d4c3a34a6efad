// Details of the displayed results: requested together, one call at a time, and again if they may be outdated.
import { expect } from "chai";
import { createDetails, type Detailed } from "../../../../web/src/features/visual/details.ts";
import {
  foldedAt,
  foldedNow,
  giveBack,
  keepFolded,
  lend,
  type Panes,
  turned,
} from "../../../../web/src/features/visual/panes.ts";

const answer = (ids: readonly string[], word = ""): Detailed =>
  ({
    details: ids.map((shotId) => ({ shotId, index: Number(shotId.slice(1)), title: word, scenarioLabel: shotId })),
    rules: ids.map((scenarioLabel) => ({ id: `rule of ${scenarioLabel}`, scenarioLabel })),
  }) as unknown as Detailed;

describe("details of results", () => {
  const make = (first?: Promise<void>) => {
    const calls: { ids: readonly string[]; come: (some: Detailed) => void; fail: (error: Error) => void }[] = [];
    const clock = { at: 0 };
    const details = createDetails(
      (ids) =>
        new Promise<Detailed>((resolve, reject) => {
          calls.push({ ids, come: resolve, fail: reject });
        }),
      { now: () => clock.at, ...(first && { first }) },
    );
    const heard = (act: () => void) =>
      new Promise<void>((resolve) => {
        const stop = details.watch(() => {
          stop();
          resolve();
        });
        act();
      });
    return { calls, clock, details, heard };
  };

  it("are asked for in one call at a time, of what is wanted by then", async () => {
    const { calls, details, heard } = make();
    details.want(["s1", "s2"]);
    details.want(["s3"]);
    details.want(["s4", "s2"]);
    expect(calls.map(({ ids }) => ids)).to.deep.equal([["s1", "s2"]]);
    await heard(() => calls[0]!.come(answer(["s1", "s2"])));
    expect(calls.map(({ ids }) => ids)).to.deep.equal([["s1", "s2"], ["s4"]]);
    expect(details.get("s1")?.rules.map(({ id }) => id)).to.deep.equal(["rule of s1"]);
    expect([details.at(2)?.shotId, details.at(4), details.get(undefined)]).to.deep.equal(["s2", undefined, undefined]);
  });

  it("of what comes next wait for the first pictures", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { calls, details, heard } = make(promise);
    details.want(["s1", "s2"]);
    await heard(() => calls[0]!.come(answer(["s1"])));
    expect(calls.map(({ ids }) => ids)).to.deep.equal([["s1"]]);
    resolve();
    await promise;
    expect(calls.map(({ ids }) => ids)).to.deep.equal([["s1"], ["s2"]]);
  });

  it("are asked for again when something happened or their links grow old, and shown until the answer", async () => {
    const { calls, clock, details } = make();
    details.put(answer(["s1"]));
    details.want(["s1"]);
    expect(calls).to.have.length(0);
    details.expire();
    expect(calls).to.have.length(1);
    expect(details.get("s1")?.shot.title).to.equal("");
    details.put(answer(["s1"], "new"));
    expect(details.get("s1")?.shot.title).to.equal("new");
    const old = make();
    old.details.put(answer(["s1"]));
    old.clock.at = 51 * 60_000;
    old.details.want(["s1"]);
    expect(old.calls).to.have.length(1);
    expect(clock.at).to.equal(0);
  });

  it("that were being read when all became stale are read again", async () => {
    const { calls, details, heard } = make();
    details.want(["s1"]);
    details.expire();
    await heard(() => calls[0]!.come(answer(["s1"], "old")));
    expect(details.get("s1")?.shot.title).to.equal("old");
    expect(calls).to.have.length(2);
    await heard(() => calls[1]!.come(answer(["s1"], "new")));
    expect(details.get("s1")?.shot.title).to.equal("new");
    expect(calls).to.have.length(2);
  });

  it("that cannot be read say why, and are tried again when one looks at them again", async () => {
    const { calls, details, heard } = make();
    details.want(["s1", "s2"]);
    await heard(() => calls[0]!.fail(new Error("away")));
    expect((details.failed("s1") as Error).message).to.equal("away");
    details.want(["s1", "s2"]);
    expect(calls, "not over and over").to.have.length(1);
    details.want(["s2"]);
    expect(calls).to.have.length(2);
    await heard(() => calls[1]!.come(answer([])));
    expect((details.failed("s2") as Error).message).to.match(/no longer/);
    expect(details.failed("s1")).to.equal(null);
  });
});

describe("folded panes", () => {
  const store = (kept: string | null) => ({
    kept,
    getItem: () => kept,
    setItem(_: string, value: string) {
      this.kept = value;
    },
  });

  it("leave room for two pictures of 560 pixels until a person chooses", () => {
    expect(foldedAt(store(null), 1_440)).to.deep.equal({ nav: true, list: false, panel: true });
    expect(foldedAt(store(null), 1_920)).to.deep.equal({ nav: true, list: false, panel: false });
  });

  it("are as the person left them, and as usual where what is kept cannot be read", () => {
    const one = store(null);
    keepFolded(one, { nav: false, list: true, panel: false });
    expect(foldedAt(store(one.kept), 1_440)).to.deep.equal({ nav: false, list: true, panel: false });
    for (const kept of ["no json", "null", "[]", '{"list":"yes","panel":3}'])
      expect(foldedAt(store(kept), 1_440), kept).to.deep.equal({ nav: true, list: false, panel: true });
    const full = {
      ...store(null),
      setItem() {
        throw new Error("full");
      },
    };
    expect(() => keepFolded(full, { nav: true, list: true, panel: true })).to.not.throw();
  });

  const usual: Panes = { folded: { nav: true, list: false, panel: true }, lent: {} };

  it("unfold for a command and fold again when it is done, and what is kept stays as it was", () => {
    const ruling = lend(usual, "rule", "panel");
    expect([foldedNow(ruling), ruling.folded]).to.deep.equal([{ ...usual.folded, panel: false }, usual.folded]);
    const both = lend(ruling, "comment", "panel");
    expect(foldedNow(giveBack(both, "rule")).panel, "the comment still needs it").to.equal(false);
    expect(giveBack(giveBack(both, "rule"), "comment")).to.deep.equal(usual);
    const open: Panes = { folded: { ...usual.folded, panel: false }, lent: {} };
    expect(giveBack(lend(open, "rule", "panel"), "rule"), "unfolded by the person").to.deep.equal(open);
  });

  it("follow the person's hand, also while a command has one", () => {
    expect(turned(usual, "panel").folded.panel).to.equal(false);
    expect(turned(lend(usual, "rule", "panel"), "panel"), "shown, so it folds").to.deep.equal(usual);
    expect(turned(lend(usual, "filter", "list"), "panel").lent).to.deep.equal({ filter: "list" });
  });
});
