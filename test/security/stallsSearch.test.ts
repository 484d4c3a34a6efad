// A search over the maximum number of compared scenarios, by words and by meaning, does not block the event loop.
import { expect } from "chai";
import type { Embedder } from "../../domain/functional/find/embedder.ts";
import type { Findable } from "../../domain/functional/find/rank.ts";
import { findBest } from "../../models/textVectors/findBest.ts";
import { openDatabase } from "../support/database.ts";
import { allowedBlockedMs, watchEventLoop } from "../support/eventLoop.ts";

const WORDS =
  "cart basket product order delivery search filter newsletter review language cookie upload photo price invoice card".split(
    " ",
  );
const words = (seed: number, most: number): string =>
  Array.from({ length: most }, (_, at) => `${WORDS[(seed * 7 + at * 13) % WORDS.length]}${(seed + at) % 97}`).join(" ");

describe("a search over 5,000 scenarios", function () {
  this.timeout(120_000);
  let database: Awaited<ReturnType<typeof openDatabase>>;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database.drop());

  it("does not hold the event loop, however long its query is", async () => {
    const items: Findable[] = Array.from({ length: 5_000 }, (_, at) => ({
      id: `feature-${at}`,
      title: `A visitor orders ${words(at, 6)} ${at}`,
      text: `A visitor orders ${words(at, 6)} ${at}. ${words(at, 180)}`,
    }));
    // Meanings are computed in a thread; here all are equal, so that all 5,000 scenarios are compared by them.
    const vector = new Float32Array(384).fill(1 / Math.sqrt(384));
    const embedder: Embedder = { model: "same", embed: async (texts) => texts.map(() => vector) };
    const ctx = { models: database.models, embedder, now: () => new Date(), log: () => undefined };
    const query = `${items[4_321]?.title}. ${words(3, 500)}`;
    const watch = watchEventLoop("searching");
    const { found } = await findBest(ctx, query, items);
    const { longestMs, stretches } = watch.stop();
    expect(found).to.have.length(5_000);
    expect(longestMs, JSON.stringify(stretches)).to.be.at.most(allowedBlockedMs);
  });
});
