import { expect } from "chai";
import { type Moment, type Press, readPress } from "../../../web/src/lib/keys.ts";

const commands = [
  { id: "next", keys: "j", held: true },
  { id: "approve", keys: "a", decides: true },
  { id: "approve group", keys: "A", decides: true },
  { id: "note", keys: "X", opens: true },
  { id: "first", keys: "1" },
  { id: "go", keys: "g r" },
  { id: "save", keys: "mod+s" },
  { id: "palette", keys: "mod+k" },
];
const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  mod: false,
  repeat: false,
  capsLock: false,
  ...more,
});
const moment = (more: Partial<Moment> = {}): Moment => ({
  typing: false,
  covered: false,
  deciding: false,
  before: null,
  ...more,
});

describe("what a key means", () => {
  const mod = { mod: true };
  for (const [what, pressed, at, id] of [
    ["a key of a command", press("a"), {}, "approve"],
    ["a key of none", press("q"), {}, undefined],
    ["a capital by Shift", press("A"), {}, "approve group"],
    ["with Ctrl, whatever the case", press("S", mod), {}, "save"],
    ["in a field", press("a"), { typing: true }, undefined],
    ["in a field with Ctrl", press("s", mod), { typing: true }, "save"],
    ["while a dialog covers the page", press("a"), { covered: true }, undefined],
    ["movement while a dialog covers the page", press("j"), { covered: true }, undefined],
    ["Ctrl and s while a dialog covers the page", press("s", mod), { covered: true }, undefined],
    ["a decision that is held", press("a", { repeat: true }), {}, undefined],
    ["what opens a dialog and is held", press("X", { repeat: true }), {}, undefined],
    ["movement that is held", press("j", { repeat: true }), {}, "next"],
    ["x with Caps Lock, which arrives as X", press("X", { capsLock: true }), {}, undefined],
    ["a with Caps Lock", press("A", { capsLock: true }), {}, undefined],
    ["Shift and a with Caps Lock", press("a", { capsLock: true }), {}, undefined],
    ["a digit with Caps Lock", press("1", { capsLock: true }), {}, "first"],
    ["Ctrl and s with Caps Lock", press("S", { capsLock: true, mod: true }), {}, "save"],
    ["a second decision during the first", press("a"), { deciding: true }, undefined],
    ["another decision during the first", press("A"), { deciding: true }, undefined],
    ["movement during a decision", press("j"), { deciding: true }, "next"],
    ["the second of two keys", press("r"), { before: "g" }, "go"],
    ["the second of two keys, held", press("r", { repeat: true }), { before: "g" }, undefined],
    ["a decision after the first of two keys", press("a"), { before: "g" }, "approve"],
  ] as [string, Press, Partial<Moment>, string | undefined][])
    it(`${what}: ${id ?? "nothing"}`, () => {
      expect(readPress(pressed, moment(at), commands).command?.id).to.equal(id);
    });

  it("waits for the second of two keys", () => {
    expect(readPress(press("g"), moment(), commands)).to.deep.equal({ before: "g" });
    expect(readPress(press("g", { repeat: true }), moment(), commands).before).to.equal(undefined);
    expect(readPress(press("g"), moment({ covered: true }), commands)).to.deep.equal({});
  });

  it("keeps the browser's own dialogs away where a command would have been", () => {
    expect(readPress(press("s", mod), moment({ covered: true }), commands)).to.deep.equal({ keep: true });
    expect(readPress(press("s", { mod: true, repeat: true }), moment(), commands)).to.deep.equal({ keep: true });
    expect(readPress(press("p", mod), moment(), commands)).to.deep.equal({});
  });

  it("says when Caps Lock is why nothing happens, and only then", () => {
    const capsLock = { capsLock: true };
    expect(readPress(press("A", capsLock), moment(), commands).capsLock).to.equal(true);
    expect(readPress(press("J", capsLock), moment(), commands).capsLock).to.equal(true);
    expect(readPress(press("G", capsLock), moment(), commands).capsLock).to.equal(true);
    expect(readPress(press("Q", capsLock), moment(), commands).capsLock).to.equal(false);
    expect(readPress(press("A", capsLock), moment({ typing: true }), commands).capsLock).to.equal(undefined);
  });
});
