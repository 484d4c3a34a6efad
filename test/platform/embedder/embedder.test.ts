import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { cosine, EmbedderUnavailableError } from "../../../domain/functional/find/embedder.ts";
import { createEmbedder, MODEL } from "../../../platform/embedder/embedder.ts";

const assets = new URL("../../../assets/models/", import.meta.url);

describe("the sentence-embedding model", () => {
  const embedder = createEmbedder();
  after(() => embedder.close());

  it("is the file that its notice names", async () => {
    const file = await readFile(new URL(`${MODEL.name}/onnx/model_quantized.onnx`, assets));
    expect(createHash("sha256").update(file).digest("hex")).to.equal(MODEL.sha256);
    const notice = await readFile(new URL("NOTICE", assets), "utf8");
    expect(notice).to.include(MODEL.sha256).and.to.include(MODEL.name).and.to.include("Apache License 2.0");
  });

  it("gives vectors of length 1, and the closeness of the published example", async () => {
    const texts = ["A man is eating food.", "A man is eating a piece of bread.", "The girl is carrying a baby."];
    const [food, bread, baby] = (await embedder.embed(texts)) as [Float32Array, Float32Array, Float32Array];
    for (const vector of [food, bread, baby]) {
      expect(vector).to.have.length(384);
      expect(cosine(vector, vector)).to.be.closeTo(1, 1e-5);
    }
    // 0.755 in 32 bits; int8 gives 0.764 to 0.777 on different processors.
    expect(cosine(food, bread)).to.be.within(0.75, 0.78);
    expect(cosine(food, baby)).to.be.below(0.2);
  });

  it("gives a text the same vector alone and among others, and takes empty and very long ones", async () => {
    const long = "The basket keeps its products. ".repeat(2_000);
    const [alone] = await embedder.embed(["The basket keeps its products."]);
    const many = await embedder.embed([
      "",
      long,
      ...Array.from({ length: 40 }, () => "The basket keeps its products."),
    ]);
    expect(many).to.have.length(42);
    expect([...(many[41] ?? [])]).to.deep.equal([...(alone ?? [])]);
    for (const vector of many) expect(cosine(vector, vector)).to.be.closeTo(1, 1e-5);
  });

  it("says which package is missing, once and for good", async () => {
    const without = createEmbedder({ runtime: "a-package-that-is-not-installed" });
    for (const _ of [1, 2]) {
      const error = await without.embed(["x"]).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(EmbedderUnavailableError);
      expect((error as Error).message).to.include("optional package a-package-that-is-not-installed");
    }
    await without.close();
  });
});
