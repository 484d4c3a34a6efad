import { expect } from "chai";
import {
  changeThread,
  type Outcome,
  RESTORE_MS,
  type ThreadChange,
  writtenBy,
} from "../../../domain/discussion/change.ts";
import { type Discussion, MAX_MESSAGES, pinOf, toldBy, waitsOf } from "../../../domain/discussion/thread.ts";
import { MAX_WAITING, type WaitingItem, waitingList } from "../../../domain/discussion/waiting.ts";

const T0 = new Date("2026-03-10T12:00:00Z");
const later = (minutes: number) => new Date(T0.getTime() + minutes * 60_000);
const [ADA, BOB, CLEO] = ["ada@a.example", "bob@a.example", "cleo@a.example"] as const;
const message = (id: string, by: string, mentions: string[] = [], minutes = 0) =>
  writtenBy(by, later(minutes), { id, text: `text of ${id}`, mentions });
const thread = (...messages: Discussion["messages"]): Discussion => ({ messages, resolved: null });
/** Applies each change to the result of the previous one. Returns the last outcome. */
function then(begun: Discussion, ...changes: [by: string, change: ThreadChange, minutes?: number][]) {
  let now = begun;
  let last: Outcome = { outcome: "same" };
  for (const [by, change, minutes = 1] of changes) {
    last = changeThread(now, change, { by, at: later(minutes) });
    if (last.outcome === "changed") now = last.next;
  }
  return { now, last };
}
const told = (outcome: Outcome) =>
  outcome.outcome === "refused" ? `${outcome.why}: ${outcome.sentence}` : outcome.outcome;
const waiting = (one: Discussion) => waitsOf(one).map(({ email, kind }) => `${email} ${kind}`);

describe("a conversation about a screenshot", () => {
  const begun = thread(message("1", ADA, [BOB]));

  it("waits for those who are mentioned until they answer, and for whoever began it until they answer that", () => {
    expect(waiting(begun)).to.deep.equal([`${BOB} mention`]);
    const answered = then(begun, [BOB, { kind: "reply", message: message("2", BOB) }]).now;
    expect(waiting(answered)).to.deep.equal([`${ADA} reply`]);
    const both = then(answered, [ADA, { kind: "reply", message: message("3", ADA, [BOB, CLEO, ADA]) }]).now;
    expect(waiting(both)).to.deep.equal([`${BOB} mention`, `${CLEO} mention`]);
    expect(waiting(then(both, [CLEO, { kind: "resolve" }]).now)).to.deep.equal([]);
    const reopened = then(both, [CLEO, { kind: "resolve" }], [ADA, { kind: "reopen" }]).now;
    expect(waiting(reopened)).to.deep.equal([`${BOB} mention`, `${CLEO} mention`]);
  });

  it("tells whoever began it of each reply, whoever else answered before and whatever waits for them", () => {
    const [first, second] = [message("2", BOB), message("3", CLEO)];
    const told = (one: Discussion, of: Discussion["messages"][number], isReply = true) =>
      toldBy(one, of, { isReply }).map(({ email, kind }) => `${email} ${kind}`);
    expect(told(thread(...begun.messages, first), first)).to.deep.equal([`${ADA} reply`]);
    expect(told(thread(...begun.messages, first, second), second)).to.deep.equal([`${ADA} reply`]);
    const mention = message("4", BOB, [ADA, CLEO, BOB]);
    expect(told(thread(...begun.messages, first, second, mention), mention)).to.deep.equal([
      `${ADA} mention`,
      `${CLEO} mention`,
    ]);
    // Nobody is notified of an edit, of their own reply, or of a change to a resolved thread.
    expect(told(thread(...begun.messages, first), first, false)).to.deep.equal([]);
    expect(told(thread(...begun.messages, message("5", ADA)), message("5", ADA))).to.deep.equal([]);
    expect(told({ messages: [...begun.messages, mention], resolved: { by: ADA, at: T0 } }, mention)).to.deep.equal([]);
    expect(told(thread(message("1", "key ci"), first), first)).to.deep.equal([]);
  });

  it("waits for nobody because of what was deleted, and for no key that began it", () => {
    expect(waiting(then(begun, [ADA, { kind: "remove", id: "1", rev: 0 }]).now)).to.deep.equal([]);
    expect(waiting(thread(message("1", "key ci"), message("2", BOB)))).to.deep.equal([]);
  });

  it("takes a reply once, however often it is sent, and opens again by it", () => {
    const reply = { kind: "reply", message: message("2", BOB) } as const;
    const { now, last } = then(begun, [ADA, { kind: "resolve" }], [BOB, reply], [BOB, reply]);
    expect([now.messages.length, now.resolved, told(last)]).to.deep.equal([2, null, "same"]);
    expect(told(then(now, [CLEO, reply]).last)).to.match(/^conflict/);
  });

  for (const [what, by, change, says] of [
    [
      "somebody else edits it",
      BOB,
      { kind: "edit", id: "1", rev: 0, text: "x", mentions: [] },
      /^forbidden: Only its author/,
    ],
    ["somebody else deletes it", BOB, { kind: "remove", id: "1", rev: 0 }, /^forbidden/],
    [
      "it was edited elsewhere",
      ADA,
      { kind: "edit", id: "1", rev: 3, text: "x", mentions: [] },
      /^conflict: You changed/,
    ],
    ["it is not there", ADA, { kind: "remove", id: "9", rev: 0 }, /^not_found/],
    ["it is open", ADA, { kind: "reopen" }, /^conflict: It is open already/],
    ["nothing is edited", ADA, { kind: "edit", id: "1", rev: 0, text: "text of 1", mentions: [] }, /^same$/],
    ["nothing was deleted", ADA, { kind: "restore", id: "1", rev: 0 }, /^same$/],
  ] as const satisfies readonly (readonly [string, string, ThreadChange, RegExp])[])
    it(`stays where ${what}`, () => {
      expect(told(then(begun, [by, change as ThreadChange]).last)).to.match(says);
    });

  it("tells the second of two who resolve it who was first", () => {
    const { last } = then(begun, [BOB, { kind: "resolve" }], [ADA, { kind: "resolve" }]);
    expect(told(last)).to.equal(`conflict: ${BOB} resolved it at ${later(1).toISOString()}.`);
  });

  it("gives a deleted comment back for a while, and forgets its text then", () => {
    const remove = { kind: "remove", id: "1", rev: 0 } as const;
    const restore = { kind: "restore", id: "1", rev: 1 } as const;
    const edit: ThreadChange = { kind: "edit", id: "1", rev: 1, text: "x", mentions: [] };
    expect(told(then(begun, [ADA, remove], [ADA, edit]).last)).to.equal("conflict: This comment was deleted.");
    const back = then(begun, [ADA, remove], [ADA, restore]);
    expect(back.now.messages[0]).to.include({ text: "text of 1", deletedAt: null, rev: 2 });
    const late = then(begun, [ADA, remove], [ADA, restore, 2 + RESTORE_MS / 60_000]);
    expect(told(late.last)).to.match(/too long ago/);
    const forgotten = then(begun, [ADA, remove], [BOB, { kind: "resolve" }, 2 + RESTORE_MS / 60_000]).now;
    expect(forgotten.messages[0]).to.include({ text: "" });
  });

  it("holds a bounded number of comments", () => {
    const full = thread(...Array.from({ length: MAX_MESSAGES }, (_, at) => message(String(at), ADA)));
    expect(told(then(full, [BOB, { kind: "reply", message: message("more", BOB) }]).last)).to.match(/at most 200/);
  });

  const box = { x: 1, y: 2, width: 3, height: 4 };
  const moved = { ...box, y: 90 };
  const began = { shotId: "run_1-00000", picture: "a", region: { box, selector: "#price" } };
  for (const [what, region, seen, pin] of [
    ["where it began", began.region, { shotId: "run_1-00000", picture: "a", regions: [] }, box],
    ["in the same picture", began.region, { shotId: "run_2-00000", picture: "a", regions: [] }, box],
    [
      "at the same element",
      began.region,
      { shotId: "run_2-00000", picture: "b", regions: [{ box: moved, selector: "#price" }] },
      moved,
    ],
    [
      "nowhere in another picture",
      began.region,
      { shotId: "run_2-00000", picture: "b", regions: [{ box: moved, selector: "#x" }] },
      null,
    ],
    [
      "nowhere by an unknown element",
      { box, selector: "" },
      { shotId: "run_2-00000", picture: "b", regions: [{ box: moved, selector: "" }] },
      null,
    ],
    [
      "nowhere where there is no picture",
      { box, selector: "" },
      { shotId: "run_2-00000", picture: null, regions: [] },
      null,
    ],
    ["nowhere of the whole screenshot", null, { shotId: "run_1-00000", picture: "a", regions: [] }, null],
  ] as const)
    it(`is pinned ${what}`, () => {
      expect(pinOf({ ...began, region }, seen)).to.deep.equal(pin);
    });
});

describe("what waits for a person", () => {
  const item = (kind: WaitingItem["kind"], id: string, minutes: number): WaitingItem => ({
    kind,
    id,
    at: later(minutes),
    by: null,
    projectId: "p",
    title: "t",
    text: "",
    runId: null,
    shot: null,
  });
  it("begins with what people wait for, the newest first, and is bounded", () => {
    const items = [item("problem", "a", 9), item("review", "b", 1), item("mention", "c", 2), item("problem", "d", 10)];
    expect(waitingList(items).items.map(({ id }) => id)).to.deep.equal(["c", "b", "d", "a"]);
    const many = Array.from({ length: MAX_WAITING + 5 }, (_, at) => item("mention", String(at), at));
    for (const [count, more] of [
      [MAX_WAITING, false],
      [MAX_WAITING + 1, true],
    ] as const) {
      const list = waitingList(many.slice(0, count));
      expect([list.items.length, list.more]).to.deep.equal([MAX_WAITING, more]);
    }
  });
});
