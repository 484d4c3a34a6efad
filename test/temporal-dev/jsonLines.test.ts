import { expect } from "chai";
import { jsonLines } from "../../temporal-dev/jsonLines.ts";

describe("temporal-dev/jsonLines", () => {
  it("leaves lines of JSON as they are, and makes them of text, however it is cut", () => {
    let written = "";
    const { take, end } = jsonLines("temporal", (lines) => {
      written += lines;
    });
    const output = Buffer.from('Server:  localhost:7233\n{"level":"error","msg":"é"}\n\nlast words');
    for (const byte of output) take(Buffer.from([byte]));
    end();
    const lines = written.trimEnd().split("\n");
    expect(lines[1]).to.equal('{"level":"error","msg":"é"}');
    expect(
      lines.map((line) => JSON.parse(line)).map(({ level, message, msg }) => [level, message ?? msg]),
    ).to.deep.equal([
      ["info", "Server:  localhost:7233"],
      ["error", "é"],
      ["info", "last words"],
    ]);
  });
});
