import { inflateRawSync } from "node:zlib";
import { expect } from "chai";
import { XMLParser } from "fast-xml-parser";
import { trackingWorkbook } from "../../../../activities/pillars/tracking/workbook.ts";
import {
  dataOf,
  judgePage,
  pass,
  planEvent,
  planOfEvents,
  push,
  sent,
} from "../../../domain/pillars/tracking/fixtures.ts";

/** Returns the files of a zip by name, from its central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i += 1) {
    const [method, size, nameLength] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
    ];
    const header = bytes.readUInt32LE(at + 42);
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const packed = bytes.subarray(start, start + size);
    files.set(
      bytes.toString("utf8", at + 46, at + 46 + nameLength),
      (method === 0 ? packed : inflateRawSync(packed)).toString("utf8"),
    );
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

const HOSTILE = [
  `=HYPERLINK("http://evil.example","x")`,
  "+1+1",
  "-2+3",
  "@SUM(1)",
  "\t=1",
  "\r=1",
  "a\u0000b\ud800</t><f>1</f>",
];

describe("the workbook of a tracking run", () => {
  it("has four sheets, in which no text of a page is a formula", async () => {
    const events = HOSTILE.map((name, i) =>
      planEvent(name, { id: `e${i}`, label: name, attributes: [{ name: "a", expected: "number" }] }),
    );
    const audit = judgePage(
      dataOf(pass(sent(...HOSTILE.map((name, i) => push(i + 1, name, { a: name }))))),
      planOfEvents(...events),
    );
    const bytes = await trackingWorkbook({
      project: "=Shop",
      environment: null,
      runId: "run",
      createdAt: "2030-01-01T00:00:00Z",
      score: audit.score,
      verdict: "fail",
      reasons: ["-because"],
      pages: [
        {
          url: "https://shop.example/product",
          status: "failed",
          score: audit.score,
          findings: audit.findings,
          details: audit.details,
        },
        {
          url: "https://shop.example/other",
          status: "not_measured",
          score: null,
          reason: "It did not answer.",
          findings: [],
          details: null,
        },
      ],
    });
    const files = unzip(bytes);
    const names = [...(files.get("xl/workbook.xml") ?? "").matchAll(/<sheet [^>]*name="([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(names).to.deep.equal(["Summary", "Events", "Violations", "Beacons"]);
    const sheets = [...files].filter(([name]) => /worksheets\/sheet\d\.xml$/.test(name));
    expect(sheets).to.have.length(4);
    for (const [name, xml] of sheets) {
      expect(xml, name).not.to.match(/<f[ >/]/);
      expect(() => new XMLParser().parse(xml, true), name).not.to.throw();
    }
    // Every cell that is not a number is a text: shared (s) or inline.
    const cells = sheets.flatMap(([, xml]) =>
      [...xml.matchAll(/<c ([^>]*)>/g)].map(([, attributes]) => attributes ?? ""),
    );
    expect(cells.length).to.be.greaterThan(60);
    for (const cell of cells)
      expect(/ t="(s|inlineStr|n)"/.test(` ${cell}`) || !/ t=/.test(` ${cell}`), cell).to.equal(true);
    const texts = [...files.values()].join("\n");
    for (const part of [
      "=HYPERLINK(&quot;http",
      "+1+1",
      "-2+3",
      "@SUM(1)",
      "=Shop",
      "-because",
      "not measured: It did not answer.",
    ])
      expect(texts.includes(part) || texts.includes(part.replaceAll("&quot;", '"')), part).to.equal(true);
    expect(texts).not.to.contain("\u0000");
  });
});
