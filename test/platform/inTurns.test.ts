import { expect } from "chai";
import { packGathered, unpackGathered } from "../../activities/audit/gathered.ts";
import { inTurns } from "../../platform/inTurns.ts";
import { allowedBlockedMs, blockedTimeOf } from "../support/eventLoop.ts";

describe("long lists in turns", () => {
  it("are worked through in order, and let the event loop turn", async () => {
    const seen: number[] = [];
    const burn = (at: number) => {
      const end = performance.now() + 1;
      while (performance.now() < end);
      seen.push(at);
    };
    const { longestMs } = await blockedTimeOf(() => inTurns(Array(400).keys(), burn));
    expect(seen).to.deep.equal([...Array(400).keys()]);
    expect(longestMs).to.be.below(allowedBlockedMs);
  });

  it("share the turns of all who work at once", async () => {
    const burn = () => {
      const end = performance.now() + 1;
      while (performance.now() < end);
    };
    const { longestMs } = await blockedTimeOf(() =>
      Promise.all(Array.from({ length: 20 }, () => inTurns(Array(30).keys(), burn))),
    );
    expect(longestMs).to.be.below(allowedBlockedMs);
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
