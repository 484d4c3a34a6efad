import { expect } from "chai";
import { pageAtWork, pageWaits, withPlace } from "../../platform/pageWaits.ts";

describe("the place of an activity among the browsers", () => {
  /** A wait that the test ends. */
  const wait = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { promise, end: resolve };
  };
  const place = () => {
    const told: boolean[] = [];
    return { told, lend: (lent: boolean) => void told.push(lent) };
  };

  it("is lent while all of its pages wait, and no longer", async () => {
    const own = place();
    const [one, two] = [wait(), wait()];
    const visit = (until: Promise<void>) => pageAtWork(() => pageWaits(() => until));
    const done = withPlace(own, async () => {
      const both = [visit(one.promise), visit(two.promise)];
      await Promise.all(both);
    });
    expect(own.told, "the first waited before the second was begun").to.deep.equal([true, false, true]);
    one.end();
    await one.promise;
    two.end();
    await done;
    expect(own.told.at(-1)).to.equal(false);
    expect(own.told.filter((lent) => lent)).to.have.length(own.told.filter((lent) => !lent).length);
  });

  it("is not lent where one page is at work beside one that waits", async () => {
    const own = place();
    const [work, rest] = [wait(), wait()];
    const done = withPlace(own, () =>
      Promise.all([pageAtWork(() => work.promise), pageAtWork(() => pageWaits(() => rest.promise))]),
    );
    expect(own.told).to.deep.equal([]);
    work.end();
    await eventuallyTold(own.told, 1);
    expect(own.told, "only the one that waits is left").to.deep.equal([true]);
    rest.end();
    await done;
    expect(own.told).to.deep.equal([true, false]);
  });

  it("is back when a wait or a page ends with an error, and nothing is told outside of an activity", async () => {
    const own = place();
    const broken = () => Promise.reject(new Error("gone"));
    const failed = await withPlace(own, () => pageAtWork(() => pageWaits(broken))).catch(
      (error: Error) => error.message,
    );
    expect(failed).to.equal("gone");
    expect(own.told).to.deep.equal([true, false]);
    expect(await pageWaits(async () => "answer")).to.equal("answer");
  });
});

async function eventuallyTold(told: readonly boolean[], times: number): Promise<void> {
  while (told.length < times) await new Promise((resolve) => setImmediate(resolve));
}
