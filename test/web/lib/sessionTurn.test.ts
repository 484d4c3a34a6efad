// An open page whose session ends: it waits for its person only if the session expired while something was unsaved.
import { expect } from "chai";
import { turnOf } from "../../../web/src/lib/sessionTurn.ts";

const ANN = "usr_ann org_a admin";
const open = { person: ANN, isHeld: false };
const held = { person: ANN, isHeld: true };

describe("an open page, when the session is read", () => {
  for (const [what, owner, next, end, turn] of [
    ["is kept while its person is signed in", open, ANN, {}, "kept"],
    ["is kept while its person enters something", open, ANN, { hasEntries: true }, "kept"],
    ["is nobody's before the first answer", { person: undefined, isHeld: false }, null, { hasEntries: true }, "kept"],
    ["waits when the session expires with something unsaved", open, null, { hasEntries: true }, "held"],
    ["is left when the session expires with nothing unsaved", open, null, {}, "left"],
    ["is left by signing out, whatever is unsaved", open, null, { hasEntries: true, isClosed: true }, "left"],
    ["is left for another person", open, "usr_ben org_a admin", { hasEntries: true }, "left"],
    ["is kept with other data for the same person with another role", open, "usr_ann org_a viewer", {}, "moved"],
    ["is kept with other data for the same person elsewhere", open, "usr_ann org_b admin", {}, "moved"],
    ["waits on, although it reports no entries while it is hidden", held, null, {}, "held"],
    ["goes on for the same person", held, ANN, {}, "resumed"],
    ["does not go on for another person", held, "usr_ben org_a admin", {}, "left"],
    ["does not go on for the same person with another role", held, "usr_ann org_a viewer", {}, "left"],
    ["does not go on for the same person elsewhere", held, "usr_ann org_b admin", {}, "left"],
    ["waits no longer when another tab signs out", held, null, { isClosed: true }, "left"],
  ] as const)
    it(what, () => expect(turnOf(owner, next, { isClosed: false, hasEntries: false, ...end })).to.equal(turn));
});
