import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import type { ClientError } from "../../../cli/client/exit.ts";
import { createService } from "../../../cli/client/service.ts";
import type { Options } from "../../../cli/commands/command.ts";
import { importCommand } from "../../../cli/commands/import.ts";
import { createOutput } from "../../../cli/output.ts";

const URL_OF_SERVICE = "http://127.0.0.1:9";

describe("plumbline import, without a key", () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await mkdtemp(path.join(tmpdir(), "plumbline-import-"));
  });
  afterEach(() => rm(cwd, { recursive: true, force: true }));

  /** Returns the output. Any request to the service fails the test, because no key is configured. */
  async function run(args: string[], options: Options = {}): Promise<string[]> {
    const printed: string[] = [];
    const exit = await importCommand.run({
      args,
      options,
      cwd,
      env: {},
      settings: { url: URL_OF_SERVICE, apiKey: null, project: null, environment: null },
      service: createService({ url: URL_OF_SERVICE, apiKey: null, note: () => {} }),
      out: { ...createOutput(false), answer: (_json, lines) => void printed.push(...lines), note: () => {} },
    });
    expect(exit).to.equal(0);
    return printed;
  }
  const put = async (name: string, content: unknown) => {
    await mkdir(path.dirname(path.join(cwd, name)), { recursive: true });
    await writeFile(path.join(cwd, name), typeof content === "string" ? content : JSON.stringify(content));
  };
  const written = async () => parse(await readFile(path.join(cwd, "plumbline.yml"), "utf8"));
  const refusal = (args: string[], options: Options = {}) =>
    run(args, options).then(
      () => null,
      (error: ClientError) => error.message,
    );
  const PAGES = ["https://shop.example/", "https://shop.example/a"];

  it("says of a folder that it is one, and of nothing that it is not there", async () => {
    await mkdir(path.join(cwd, "backstop"));
    expect(await refusal(["backstopjs", "backstop"])).to.equal("backstop cannot be read: it is a folder.");
    expect(await refusal(["backstopjs", "backstop.json"])).to.equal("File not found: backstop.json.");
  });

  it("creates the folder of a new file, and says why a file cannot be written", async () => {
    await put("a.xml", "<urlset><url><loc>https://shop.example/a</loc></url></urlset>");
    expect(await run(["sitemap", "a.xml"], { file: "of/shop/plumbline.yml" })).to.deep.equal([
      "of/shop/plumbline.yml: 2 added.",
    ]);
    expect(await refusal(["sitemap", "a.xml"], { file: "a.xml/plumbline.yml" })).to.match(
      /a part of its path is a file/,
    );
  });

  it("writes a new file for the package's project, with the host as its environment", async () => {
    await put("package.json", { author: { name: "Kim" }, name: "@team/web-shop" });
    await put("lighthouserc.json", { ci: { collect: { url: PAGES, numberOfRuns: 3 } } });
    expect(await run(["lighthouserc", "lighthouserc.json"])).to.deep.equal(["plumbline.yml: 3 added."]);
    expect(await written()).to.deep.equal({
      version: 1,
      project: { slug: "team-web-shop" },
      environments: [{ slug: "shop-example", baseUrl: "https://shop.example" }],
      scenarios: [
        { label: "Home", url: "/" },
        { label: "a", url: "/a" },
      ],
      settings: { audits: { perf: { runs: 3 } } },
    });
  });

  for (const [name, content] of [
    ["lighthouserc.yml", `ci:\n  collect:\n    # the pages\n    url: ["${PAGES[0]}", "${PAGES[1]}"]\n`],
    ["lighthouserc.js", `module.exports = { ci: { collect: { url: ${JSON.stringify(PAGES)} } } };`],
    ["lighthouserc.cjs", `module.exports = { ci: { collect: { url: ${JSON.stringify(PAGES)} } } };`],
    ["lighthouserc.mjs", `export default { ci: { collect: { url: ${JSON.stringify(PAGES)} } } };`],
  ] as const)
    it(`reads ${name}`, async () => {
      await put(name, content);
      await run(["lighthouserc", name]);
      expect((await written()).scenarios.map(({ url }: { url: string }) => url)).to.deep.equal(["/", "/a"]);
    });

  it("adds to a file that is there: the same site is the same environment, and what it says stays", async () => {
    const file = `version: 1
project: { slug: shop }
environments:
  - slug: production # the live one
    baseUrl: https://shop.example
scenarios:
  - label: Home
    url: /start
`;
    await put("plumbline.yml", file);
    await put(".pa11yci", {
      defaults: { headers: { "X-Preview": "hunter22" } },
      urls: [...PAGES, "http://localhost:1/b"],
    });
    const printed = await run(["pa11y-ci", ".pa11yci"]);
    expect(printed[0]).to.equal("plumbline.yml: 3 added, 1 already there and kept.");
    expect(await written()).to.deep.equal({
      version: 1,
      project: { slug: "shop" },
      environments: [
        {
          slug: "production",
          baseUrl: "https://shop.example",
          access: { headers: { "X-Preview": { from: "HEADER_X_PREVIEW" } } },
        },
      ],
      scenarios: [
        { label: "Home", url: "/start" },
        { label: "a", url: "/a" },
        { label: "localhost b", url: "http://localhost:1/b" },
      ],
    });
    expect(printed.join("\n")).to.include("HEADER_X_PREVIEW").and.not.to.include("hunter22");
    const text = await readFile(path.join(cwd, "plumbline.yml"), "utf8");
    expect(text).to.include("# the live one").and.not.to.include("hunter22");
  });

  it("fills sections that are empty", async () => {
    await put("plumbline.yml", "version: 1\nproject: { slug: shop }\nenvironments:\nscenarios:\n");
    await put("sitemap.xml", `<urlset><url><loc>${PAGES[1]}</loc></url></urlset>`);
    await run(["sitemap", "sitemap.xml"]);
    expect(await written()).to.deep.include({
      environments: [{ slug: "shop-example", baseUrl: "https://shop.example" }],
      scenarios: [{ label: "a", url: "/a" }],
    });
  });

  it("a site that the file does not have is a further environment", async () => {
    await put(
      "plumbline.yml",
      "version: 1\nproject: { slug: shop }\nenvironments:\n  - { slug: live, baseUrl: https://live.example }\n",
    );
    await put("sitemap.xml", `<urlset><url><loc>${PAGES[1]}</loc></url></urlset>`);
    await run(["sitemap", "sitemap.xml"]);
    expect((await written()).environments.map(({ slug }: { slug: string }) => slug)).to.deep.equal([
      "live",
      "shop-example",
    ]);
  });

  it("reads the sitemap of pa11y-ci, with those that it lists, and the budget file of Lighthouse CI", async () => {
    await put("conf/sitemap.xml", `<urlset>${PAGES.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`);
    await put("conf/.pa11yci.json", { defaults: {} });
    await run(["pa11y-ci", "conf/.pa11yci.json"], { sitemap: "sitemap.xml", sitemapExclude: "/a$" });
    expect((await written()).scenarios).to.deep.equal([{ label: "Home", url: "/" }]);
    await put("conf/budget.json", [{ timings: [{ metric: "largest-contentful-paint", budget: 2500 }] }]);
    await put("conf/rc.json", { ci: { collect: { url: PAGES }, assert: { budgetsFile: "./budget.json" } } });
    expect((await run(["lighthouserc", "conf/rc.json"])).join("\n")).to.include("plumbline run perf --budget lcp=2500");
  });

  it("what is named beside it and cannot be read is listed", async () => {
    await put(".pa11yci", { sitemap: "missing.xml", urls: PAGES });
    const printed = await run(["pa11y-ci", ".pa11yci"]);
    expect(printed.join("\n")).to.match(/sitemap: was not read[\s\S]*File not found: missing\.xml/);
  });

  it("refuses with the name of the file that was given", async () => {
    await put("rc.ts", "export default {};");
    await put("none.js", "module.exports = 3;");
    await put("broken.yml", "a: [1");
    await put("list.json", "[]");
    await put("outside.js", 'module.exports = require("../outside.json");');
    expect(await refusal(["lighthouserc", "rc.ts"])).to.match(/^rc\.ts is TypeScript/);
    expect(await refusal(["lighthouserc", "none.js"])).to.match(/^none\.js exports no configuration/);
    expect(await refusal(["lighthouserc", "broken.yml"])).to.match(/^broken\.yml is not YAML: broken\.yml:1:\d/);
    expect(await refusal(["lighthouserc", "list.json"])).to.match(/^list\.json: .*must be an object/);
    expect(await refusal(["backstopjs", "outside.js"])).to.match(/^outside\.js cannot be read/);
    expect(await refusal(["backstopjs", "https://shop.example/a.js"])).to.match(/only scripts of this machine/);
    expect(await refusal(["sitemap", "rc.ts"], { sitemap: "x" })).to.match(/^--sitemap is for pa11y-ci/);
    expect(await refusal(["word", "rc.ts"])).to.match(/"word" is not a supported format/);
  });
});
