import { expect } from "chai";
import { SharedReads } from "../../platform/sharedReads.ts";

describe("shared reads", () => {
  let reads: SharedReads<number>;
  let begun: PromiseWithResolvers<number>[];
  beforeEach(() => {
    reads = new SharedReads();
    begun = [];
  });
  const read = (key = "a") =>
    reads.read(key, () => {
      const one = Promise.withResolvers<number>();
      begun.push(one);
      return one.promise;
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it("are one for the first, and one more for all who come while it runs", async () => {
    const first = read();
    const later = [read(), read(), read()];
    expect(begun).to.have.length(1);
    begun[0]?.resolve(1);
    expect(await first).to.equal(1);
    await settled();
    // The second has begun, so whoever comes now gets a third.
    const last = read();
    expect(begun).to.have.length(2);
    begun[1]?.resolve(2);
    expect(await Promise.all(later)).to.deep.equal([2, 2, 2]);
    await settled();
    begun[2]?.resolve(3);
    expect(await last).to.equal(3);
  });

  it("start at once when none runs, and for each key by itself", async () => {
    const both = [read("a"), read("b")];
    expect(begun).to.have.length(2);
    for (const [n, one] of begun.entries()) one.resolve(n);
    expect(await Promise.all(both)).to.deep.equal([0, 1]);
    await settled();
    read("a");
    expect(begun).to.have.length(3);
  });

  it("fail only for those who share the failed one", async () => {
    const [first, second] = [read(), read()];
    begun[0]?.reject(new Error("lost"));
    expect(await first.catch((error: Error) => error.message)).to.equal("lost");
    await settled();
    begun[1]?.resolve(2);
    expect(await second).to.equal(2);
    await settled();
    const fails = () => {
      throw new Error("no read");
    };
    const failed = [reads.read("b", fails), reads.read("b", fails)].map((one) =>
      one.catch((error: Error) => error.message),
    );
    expect(await Promise.all(failed)).to.deep.equal(["no read", "no read"]);
    await settled();
    read("b");
    expect(begun).to.have.length(3);
  });

  it("no longer wait for one that hangs", async () => {
    reads = new SharedReads(-1);
    const [first, second] = [read(), read()];
    begun[1]?.resolve(2);
    expect(await second).to.equal(2);
    begun[0]?.resolve(1);
    expect(await first).to.equal(1);
    await settled();
    void read();
    expect(begun).to.have.length(3);
  });
});
