import { expect } from "chai";
import { createLivePages, type LivePage } from "../../../activities/recording/livePages.ts";

describe("pages of recordings between turns", () => {
  const closed: string[] = [];
  const page = (name: string, patch: Partial<LivePage> = {}) =>
    ({
      seq: 1,
      openedAt: performance.now(),
      session: { guard: { signal: new AbortController().signal } },
      close: () => void closed.push(name),
      ...patch,
    }) as LivePage;
  beforeEach(() => closed.splice(0));

  it("are taken once, at the step that they are at", () => {
    const pages = createLivePages();
    const own = page("own");
    pages.keep("a", own, 10_000);
    expect(pages.take("a", 1)).to.equal(own);
    expect(pages.take("a", 1)).to.equal(null);
    pages.keep("a", own, 10_000);
    expect(pages.take("a", 2)).to.equal(null);
    expect(closed).to.deep.equal(["own"]);
  });

  it("make room for newer ones, and end when they are old, gone or dropped", async () => {
    const pages = createLivePages();
    for (const name of ["one", "two", "three"]) pages.keep(name, page(name), 10_000);
    expect(closed).to.deep.equal(["one"]);
    pages.drop("two");
    pages.keep("old", page("old", { openedAt: performance.now() - 300_001 }), 10_000);
    const gone = AbortSignal.abort();
    pages.keep("gone", page("gone", { session: { guard: { signal: gone } } as LivePage["session"] }), 10_000);
    expect(pages.take("gone", 1)).to.equal(null);
    expect(closed).to.deep.equal(["one", "two", "old", "gone"]);
    const ended = Promise.withResolvers<void>();
    pages.keep("brief", page("brief", { close: ended.resolve }), 1);
    await ended.promise;
    expect(pages.take("brief", 1)).to.equal(null);
    pages.drop("three");
  });
});
