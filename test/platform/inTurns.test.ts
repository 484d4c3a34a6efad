import { expect } from "chai";
import { packGathered, unpackGathered } from "../../activities/audit/gathered.ts";
import { inTurns, nextTurn } from "../../platform/inTurns.ts";

/** Returns the maximum number of items done without the event loop turning in between. Each takes 1 ms of a clock that only items advance. */
async function longestStretch(work: (spend: () => void) => Promise<unknown>): Promise<number> {
  const { now } = performance;
  let ms = performance.now();
  let [done, longest, over] = [0, 0, false];
  const turned = () => {
    done = 0;
    if (!over) setImmediate(turned);
  };
  performance.now = () => ms;
  turned();
  try {
    // From here on, the part that starts with a turn is measured by this clock.
    await nextTurn();
    await work(() => {
      ms += 1;
      done += 1;
      longest = Math.max(longest, done);
    });
    return longest;
  } finally {
    over = true;
    performance.now = now;
    await nextTurn();
  }
}

describe("long lists in turns", () => {
  it("are worked through in order, and let the event loop turn", async () => {
    const seen: number[] = [];
    const longest = await longestStretch((spend) =>
      inTurns(Array(400).keys(), (at) => {
        spend();
        seen.push(at);
      }),
    );
    expect(seen).to.deep.equal([...Array(400).keys()]);
    expect(longest).to.be.within(2, 16);
  });

  it("share the turns of all who work at once", async () => {
    const longest = await longestStretch((spend) =>
      Promise.all(Array.from({ length: 20 }, () => inTurns(Array(30).keys(), spend))),
    );
    // Once the shared time is used up, each of the others completes the item it was about to do.
    expect(longest).to.be.within(2, 16 + 20);
  });

  it("what a page gave is packed in parts, to the same JSON", async () => {
    const data = {
      a: [1, "é", null, undefined, { b: undefined, c: [[], {}] }],
      "a.b": new Date(0),
      d: { e: { f: { g: { h: [1, { i: "deep" }] } } } },
      j: Array.from({ length: 1_000 }, (_, at) => ({ at })),
      k: Number.NaN,
    };
    const packed = await packGathered(data, (text) => text);
    expect(packed && unpackGathered(packed)).to.deep.equal(JSON.parse(JSON.stringify(data)));
    expect(await packGathered({ text: "x".repeat(33 * 1024 * 1024) }, (text) => text)).to.equal(null);
  });
});
