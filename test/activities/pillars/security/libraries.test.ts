import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { pageExpressions } from "../../../../activities/pillars/security/libraries/pageExpressions.ts";
import { ASKED_COMPONENTS } from "../../../../activities/pillars/security/libraries/pageVersions.ts";
import { createLibraryScanner, ScanFailedError } from "../../../../activities/pillars/security/libraries/scanner.ts";
import { findAll } from "../../../../activities/pillars/security/libraries/search.ts";
import { readAdvisories } from "../../../../domain/pillars/security/advisories.ts";
import { advisoriesFile, findAdvisories, importedAdvisories, SHIPPED_FOLDER } from "../../../../platform/advisories.ts";
import { writeFolderFile } from "../../../../platform/backup/folderFiles.ts";

/** Without the repository's own example. */
const LIBRARIES = 74;
const VULNERABILITIES = 722;
const { signal } = new AbortController();
const data = { source: "test", date: "2026-01-01" };
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "answered",
    (error: unknown) => error,
  );

describe("advisories", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "advisories-"));
  });
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: unknown): string => {
    const file = path.join(folder, name);
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };

  it("come with the service, under the day and the numbers that they really have", () => {
    const { file, data: known } = findAdvisories(null);
    expect(path.dirname(file)).to.equal(path.resolve(SHIPPED_FOLDER));
    expect(path.basename(file)).to.equal(`advisories-${known.date}.json`);
    const { libraries, vulnerabilities } = readAdvisories(readFileSync(file, "utf8"));
    expect(known).to.deep.equal({
      source: "Retire.js, with the service",
      date: "2026-08-20",
      libraries,
      vulnerabilities,
    });
    expect([libraries, vulnerabilities]).to.deep.equal([LIBRARIES, VULNERABILITIES]);
    expect(pageExpressions(file)).to.deep.equal([]);
  });

  it("name no library that keeps its version in the page and is not asked for there", () => {
    const { entries } = readAdvisories(readFileSync(findAdvisories(null).file, "utf8"));
    const kept = Object.keys(entries).filter((name) => [entries[name]?.extractors.func ?? []].flat().length > 0);
    expect(kept).to.include("threejs");
    expect(kept.filter((name) => !ASKED_COMPONENTS.has(name))).to.deep.equal([]);
  });

  it("give way to newer ones of the data folder, and to no older ones", () => {
    const imported = path.join(folder, "data", "advisories");
    mkdirSync(imported, { recursive: true });
    const content = { a: { vulnerabilities: [{}, {}], extractors: {} } };
    writeFileSync(path.join(imported, "advisories-2020-01-01.json"), JSON.stringify(content));
    expect(findAdvisories(null, path.join(folder, "data")).data.date).to.equal("2026-08-20");
    writeFileSync(path.join(imported, "advisories-2030-01-01.json"), JSON.stringify(content));
    writeFileSync(path.join(imported, "notes.txt"), "");
    expect(findAdvisories(null, path.join(folder, "data")).data).to.deep.equal({
      source: "Retire.js, imported",
      date: "2030-01-01",
      libraries: 1,
      vulnerabilities: 2,
    });
    expect(findAdvisories(null, path.join(folder, "absent")).data.date).to.equal("2026-08-20");
  });

  it("are imported by the name of their day", async () => {
    const dataDir = path.join(folder, "kept");
    const text = JSON.stringify({ a: { vulnerabilities: [{}], extractors: {} } });
    const { file, bytes } = advisoriesFile("2030-01-01", text);
    await writeFolderFile(dataDir, file, bytes);
    const found = findAdvisories(null, dataDir);
    expect(found.file).to.equal(path.join(dataDir, "advisories", "advisories-2030-01-01.json"));
    expect(found).to.deep.equal(importedAdvisories(dataDir, "2030-01-01"));
    expect(() => advisoriesFile("2031-01-01", "{}")).to.throw();
  });

  it("may be the operator's, dated by the file's name or its time", () => {
    const named = write("jsrepository-2026-03-04.json", {});
    expect(findAdvisories(named).data).to.deep.equal({ source: "jsrepository-2026-03-04.json", date: "2026-03-04" });
    const dated = write("own.json", {});
    utimesSync(dated, new Date(), new Date("2025-05-06T00:00:00Z"));
    expect(findAdvisories(dated).data.date).to.equal("2025-05-06");
    expect(() => findAdvisories(path.join(folder, "absent.json"))).to.throw();
  });

  it("are refused when they are something else", () => {
    for (const text of ["", "[]", "{}", "null", '{"a":{}}', '{"a":{"vulnerabilities":[]}}', '{"a":null}'])
      expect(() => readAdvisories(text), text).to.throw();
  });

  it("may bring expressions for the page", () => {
    const file = write("func.json", { a: { vulnerabilities: [], extractors: { func: ["a.version", 7] } } });
    expect(pageExpressions(file)).to.deep.equal([{ component: "a", expression: "a.version" }]);
    expect(pageExpressions(findAdvisories(null).file)).to.deep.equal([]);
  });

  describe("in their thread", function () {
    this.timeout(60_000);
    const SLOW = {
      slow: { vulnerabilities: [], extractors: { filecontent: ["(§§version§§)(?:x+x+)+y"] } },
      fine: {
        vulnerabilities: [{ below: "2.0.0", severity: "critical", identifiers: { CVE: ["CVE-1"] }, info: [] }],
        extractors: { filename: ["fine-(§§version§§).js"] },
      },
    };

    it("stop a search that would never end, and go on with the next script", async () => {
      const scanner = createLibraryScanner({ file: write("slow.json", SLOW), limitMs: 1_500 });
      try {
        const bodies = [{ url: "https://a.example/evil.js", text: `1.0.0${"x".repeat(60)}` }];
        const urls = ["https://a.example/evil.js", "https://a.example/fine-1.0.0.js"];
        const scan = await findAll(
          scanner,
          data,
          { bodies, urls, unread: 0 },
          [],
          [{ component: "fine", version: "3.0" }],
          signal,
        );
        if (scan.state !== "scanned") throw new Error(scan.reason);
        expect(scan.unreadScripts).to.equal(1);
        expect(
          scan.libraries.map(({ component, version, advisories }) => [component, version, advisories.length]),
        ).to.deep.equal([
          ["fine", "1.0.0", 1],
          ["fine", "3.0", 0],
        ]);
        expect(scan.libraries[0]?.advisories[0]).to.deep.include({ severity: "critical", identifiers: ["CVE-1"] });
      } finally {
        await scanner.close();
      }
    });

    it("fail in words when the data is broken or the thread dies", async () => {
      const broken = createLibraryScanner({ file: write("broken.json", "nonsense") });
      const told = await failure(
        findAll(broken, data, { bodies: [], urls: ["https://a.example/x.js"], unread: 1 }, [], [], signal),
      );
      expect(told).to.be.instanceOf(ScanFailedError);
      await broken.close();
      const dying = write(
        "dying.mjs",
        "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(3));",
      );
      const scanner = createLibraryScanner({ file: "", workerFile: new URL(`file://${dying}`) });
      expect(await failure(scanner.script({ url: "a", text: null }, signal))).to.be.instanceOf(ScanFailedError);
      await scanner.close();
    });

    it("end with the run", async () => {
      const scanner = createLibraryScanner({ file: write("slow.json", SLOW) });
      const stop = new AbortController();
      const asked = failure(scanner.script({ url: "https://a.example/", text: `1.0.0${"x".repeat(60)}` }, stop.signal));
      const reason = new Error("cancelled");
      stop.abort(reason);
      expect(await asked).to.equal(reason);
      await scanner.close();
    });

    it("know real libraries by their banner, their hash, and nothing of an unknown one", async () => {
      const scanner = createLibraryScanner(findAdvisories(null));
      try {
        const found = await scanner.script(
          { url: "https://a.example/x.js", text: "/*! jQuery v1.12.4 | (c) jQuery */" },
          signal,
        );
        expect(found.map(({ component, version, detection }) => `${component} ${version} ${detection}`)).to.deep.equal([
          "jquery 1.12.4 filecontent",
        ]);
        expect(found[0]?.advisories.some(({ identifiers }) => identifiers.includes("CVE-2020-11022"))).to.equal(true);
        // Addresses whose patterns contain no version once broke the search.
        expect(await scanner.script({ url: "https://apis.google.com/js/plusone.js", text: "1" }, signal)).to.deep.equal(
          [],
        );
        expect(await scanner.versions([{ component: "__proto__", version: "1.0" }], signal)).to.deep.equal([]);
      } finally {
        await scanner.close();
      }
    });
  });
});
