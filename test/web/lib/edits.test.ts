// Two people who edit the same thing: only what this person changed is written.
import { expect } from "chai";
import { changesOf, continued, differences, discarded, following, rebased } from "../../../web/src/lib/edits.ts";

const OPENED = { name: "Shop", address: "https://a.example", types: ["test"], rev: 1 };

describe("a form about something that somebody else saved first", () => {
  for (const [what, mine, theirs, changes, after, asks = false] of [
    [
      "another field",
      { name: "Mine" },
      { address: "https://b.example" },
      ["name"],
      { name: "Mine", address: "https://b.example" },
    ],
    ["the same field", { name: "Mine" }, { name: "Theirs" }, ["name"], { name: "Mine" }, true],
    ["a list that stays here", { types: ["test"] }, { types: ["full"] }, [], { types: ["full"] }],
    [
      "a list that changed here",
      { types: ["test", "a11y"] },
      { name: "Theirs" },
      ["types"],
      { types: ["test", "a11y"], name: "Theirs" },
    ],
    ["what is back as it was", { name: "Shop" }, { name: "Theirs" }, [], { name: "Theirs" }],
  ] as const)
    it(`writes what was changed here: ${what}`, () => {
      const fields = { ...OPENED, ...mine };
      expect(Object.keys(changesOf<object>(OPENED, fields))).to.deep.equal(changes);
      const now = { ...OPENED, ...theirs, rev: 2 };
      expect(rebased<object>(OPENED, fields, now)).to.deep.equal({ ...OPENED, ...after, rev: 2 });
      const fieldsOf = (stored: object) => stored;
      const held = { stored: OPENED, newest: OPENED, fields };
      const followed = following<object, object>(held, now, fieldsOf);
      // Of two values for one field the form keeps this person's, and says whose it is when it is saved: from the version it was typed into.
      expect(followed).to.deep.equal({
        ...(asks ? held : continued<object, object>(held, now, fieldsOf)),
        newest: now,
      });
      expect(discarded(followed, fieldsOf)).to.deep.equal({ stored: now, newest: now, fields: now });
    });

  it("says what differs, at most six times", () => {
    const before = Object.fromEntries(["A", "B", "C", "D", "E", "F", "G", "H"].map((name) => [name, ""]));
    expect(differences({ Where: "here", As: "before" }, { Where: "there", As: "before" })).to.equal(
      "Where: here → there.",
    );
    expect(differences(before, { ...before, B: "b" })).to.equal("B: none → b.");
    const all = Object.fromEntries(Object.keys(before).map((name) => [name, "x"]));
    expect(differences(before, all)).to.match(/^A: none → x\. .* F: none → x\. And 2 more changes\.$/);
  });
});
