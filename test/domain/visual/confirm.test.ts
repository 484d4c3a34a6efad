import { expect } from "chai";
import { type Confirmation, confirmation, MAX_CONFIRMING, type Taken } from "../../../domain/visual/confirm.ts";

/** "q1 r2": pictures in the order of their attempts, q taken immediately, r at rest; equal letters after the number mean equal pictures. */
const takenOf = (words: string) =>
  words
    .split(" ")
    .filter(Boolean)
    .map((word) => ({ attempt: Number(word[1]), rested: word[0] === "r", look: word[2] }));

const AGAIN_REST: Confirmation = { kind: "again", rest: true };
const AGAIN: Confirmation = { kind: "again", rest: false };
const settled = (attempt: number, rests = false): Confirmation => ({ kind: "settled", attempt, rests });
const unsettled = (attempt: number): Confirmation => ({ kind: "unsettled", attempt });

describe("a baseline's picture", () => {
  for (const [name, words, tries, expected] of [
    ["that a second one agrees with counts", "q1a r2a", 1, settled(1)],
    ["that a second one differs from is taken at once again", "q1a r2b", 1, AGAIN],
    ["whose list had not come is not the one that counts", "q1a r2b q3b", 2, settled(3)],
    ["that was itself right, and the second one wrong, is looked at once more", "q1a r2b q3a", 2, AGAIN_REST],
    ["that agrees with the fourth counts", "q1a r2b q3a r4a", 3, settled(1)],
    ["of a page that moves by a timer is the one at rest", "q1a r2b q3a r4b", 3, settled(4, true)],
    ["of which each capture at once differs is the one at rest", "q1a r2b q3c r4b", 3, settled(4, true)],
    [
      "of which each differs is unsettled, and the one that a run meets first counts",
      "q1a r2b q3c r4d",
      3,
      unsettled(3),
    ],
    ["of which only those at once agree is unsettled", "q1a r2b q3a r4c", 3, unsettled(3)],
    ["is tried at rest again when that capture failed", "q1a", 1, AGAIN_REST],
    ["that nobody could take again is unsettled", "q1a", 3, unsettled(1)],
    ["that was taken again in the end counts", "q1a r4a", 3, settled(1)],
    ["of a page known to settle late is compared at rest alone", "r1a r2a", 1, settled(2, true)],
    ["of such a page that differs is taken at rest again", "r1a r2b", 1, AGAIN_REST],
    ["of such a page may agree with a later one", "r1a r2b r3b", 2, settled(3, true)],
    ["of such a page of which each differs is unsettled", "r1a r2b r3c r4d", 3, unsettled(4)],
  ] as const)
    it(name, () => {
      const taken = takenOf(words);
      const lookOf = ({ attempt }: Taken) => taken.find((one) => one.attempt === attempt)?.look;
      expect(confirmation(taken, tries, (a, b) => lookOf(a) === lookOf(b))).to.deep.equal(expected);
    });

  it("is decided after the last capture, whatever was seen", () => {
    const looks = ["a", "b", "c", "d"];
    const taken = [1, 2, 3, 4].map((attempt) => ({ attempt, rested: attempt % 2 === 0 }));
    for (let n = 0; n < 4 ** 4; n++) {
      const of = ({ attempt }: Taken) => looks[Math.floor(n / 4 ** (attempt - 1)) % 4];
      expect(confirmation(taken, MAX_CONFIRMING, (a, b) => of(a) === of(b)).kind).not.to.equal("again");
    }
  });
});
