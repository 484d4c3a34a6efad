// The table of collections matches the schemas.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { Schema } from "mongoose";
import { collectionTable } from "../../models/documents.ts";
import { noteOf } from "../../models/lib/schema.ts";
import { markedPart } from "../../temporal-dev/marked.ts";

describe("docs/data.md", () => {
  it("has the collections that the schemas describe: `npm run -s docs -- data` writes them", async () => {
    const text = await readFile(new URL("../../docs/data.md", import.meta.url), "utf8");
    expect(markedPart(text, "collections")).to.equal(collectionTable());
  });

  it("names how an id is made, and the fields of each unique index", () => {
    expect(collectionTable()).to.match(/^\| `environments` \| .+ \| id; `projectId`, `slug`; `projectId`, `name` \|$/m);
    expect(collectionTable()).to.match(/^\| `findings` \| .+ \| `<runId>:<fingerprint>` \|$/m);
  });

  it("needs a description of every schema", () => {
    expect(() => noteOf(new Schema(), "things")).to.throw("The collection things has no describeCollection");
  });
});
