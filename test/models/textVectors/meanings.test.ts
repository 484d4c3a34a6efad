import { expect } from "chai";
import { type Embedder, EmbedderUnavailableError } from "../../../domain/functional/find/embedder.ts";
import { meaningsOf } from "../../../models/textVectors/meanings.ts";
import { keepVectors, readVectors } from "../../../models/textVectors/queries.ts";
import { openDatabase } from "../../support/database.ts";

const DAY_MS = 24 * 3_600_000;

describe("meanings of texts", () => {
  let db: Awaited<ReturnType<typeof openDatabase>>;
  let asked: string[];
  const embedder: Embedder = {
    model: "toy",
    async embed(texts) {
      asked.push(...texts);
      return texts.map((text) => Float32Array.from([text.length, 0.5, -1]));
    },
  };
  let now = new Date("2026-03-10T12:00:00Z");
  const ctxOf = (changed: Partial<{ embedder: Embedder }> = {}) => ({
    models: db.models,
    embedder,
    now: () => now,
    log: () => undefined,
    ...changed,
  });
  before(async () => {
    db = await openDatabase();
  });
  after(() => db.drop());
  beforeEach(async () => {
    asked = [];
    await db.models.textVectors.deleteMany({});
  });

  it("are computed once a text and model, and read from the database after that", async () => {
    await meaningsOf(ctxOf(), ["a", "bb", "a"]);
    const { vectors, warning } = await meaningsOf(ctxOf(), ["bb", "ccc"]);
    expect(asked).to.deep.equal(["a", "bb", "ccc"]);
    expect([...(vectors.get("bb") ?? [])]).to.deep.equal([2, 0.5, -1]);
    expect([...(vectors.get("ccc") ?? [])]).to.deep.equal([3, 0.5, -1]);
    expect(warning).to.equal(null);
    await meaningsOf(ctxOf({ embedder: { ...embedder, model: "other" } }), ["a"]);
    expect(asked.at(-1)).to.equal("a");
    expect(await db.models.textVectors.countDocuments({})).to.equal(4);
  });

  it("are missing with a warning where there is no model", async () => {
    const none: Embedder = { model: "toy", embed: () => Promise.reject(new EmbedderUnavailableError("No package.")) };
    const { vectors, warning } = await meaningsOf(ctxOf({ embedder: none }), ["a"]);
    expect(vectors.size).to.equal(0);
    expect(warning).to.equal("Compared by words only, not by meaning. No package.");
  });

  it("are kept up to a number; those not used for longest go first", async () => {
    const vectorsOf = (...texts: string[]) => new Map(texts.map((text) => [text, Float32Array.from([1])]));
    const keep = (vectors: Map<string, Float32Array>) =>
      keepVectors(db.models, { model: "toy", vectors, now, most: 10 });
    await keep(vectorsOf("old", "older", "used"));
    now = new Date(now.getTime() + 2 * DAY_MS);
    await readVectors(db.models, { model: "toy", texts: ["used"], now });
    await keep(vectorsOf(..."abcdefgh"));
    const texts = ["old", "older", "used", ..."abcdefgh"];
    const left = await readVectors(db.models, { model: "toy", texts, now });
    expect(left.size).to.equal(9);
    expect([...left.keys()])
      .to.include("used")
      .and.not.include.members(["old", "older"]);
  });
});
