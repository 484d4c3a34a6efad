import { expect } from "chai";
import { createVersionJudge, type SitemapVersions } from "../../../../domain/pillars/seo/sitemapVersions.ts";

const at = (path: string) => `https://shop.example${path}`;
type Named = [lang: string, path: string | null];
/** Entries by path, each with languages and paths; null is an incomplete address. */
const sitemap = (entries: Record<string, Named[]>): SitemapVersions =>
  new Map(
    Object.entries(entries).map(([path, named]) => [
      at(path),
      {
        file: at("/sitemap.xml"),
        versions: named.map(([lang, to]) => ({ lang, href: to ?? "/x", url: to === null ? null : at(to) })),
      },
    ]),
  );
function versionProblems(lists: SitemapVersions, audited: ReadonlySet<string>, complete: boolean) {
  const { judge, problems, left } = createVersionJudge(lists, audited, complete);
  for (const entry of lists.keys()) judge(entry);
  return { problems, left: left() };
}
const EN: Named = ["en", "/en"];
const DE: Named = ["de", "/de"];

describe("language versions of sitemaps", () => {
  const cases: [what: string, entries: Record<string, Named[]>, found: string[]][] = [
    ["that name each other", { "/en": [EN, DE], "/de": [EN, DE] }, []],
    ["with one default", { "/en": [EN, DE, ["x-default", "/en"]], "/de": [EN, DE, ["X-Default", "/en"]] }, []],
    ["one address for two languages", { "/en": [EN, ["en-GB", "/en"]] }, []],
    ["a version that is no entry with versions", { "/en": [EN, DE] }, []],
    ["a code that is none", { "/en": [EN, ["en-UK", "/uk"]] }, ["code en-UK /en"]],
    ["an address that is not whole", { "/en": [EN, ["de", null]] }, ["address de /en"]],
    ["two addresses of one language", { "/en": [EN, DE, ["DE", "/de2"]] }, ["double DE /en"]],
    ["without itself", { "/en": [DE] }, ["self de /en"]],
    ["not in return", { "/en": [EN, DE], "/de": [DE] }, ["return de /en"]],
    [
      "two defaults, told once",
      { "/en": [EN, DE, ["x-default", "/en"]], "/de": [EN, DE, ["x-default", "/de"]] },
      ["default en /de"],
    ],
  ];
  for (const [what, entries, found] of cases)
    it(what, () => {
      const { problems, left } = versionProblems(sitemap(entries), new Set(), true);
      expect(problems.map(({ kind, lang, entry }) => `${kind} ${lang} ${new URL(entry).pathname}`)).to.deep.equal(
        found,
      );
      expect(left).to.equal(0);
    });

  it("that are not all read lack nothing, and entries that are audited are asked elsewhere", () => {
    const lists = sitemap({ "/en": [DE], "/de": [DE] });
    expect(versionProblems(lists, new Set(), false).problems).to.deep.equal([]);
    expect(versionProblems(lists, new Set([at("/en")]), true).problems.map(({ kind }) => kind)).to.deep.equal(["self"]);
  });

  it("with one mistake in each of thousands of entries are told by twenty of them", () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`/${n}`, [["xx-YY", `/${n}`] as Named]]));
    const { problems, left } = versionProblems(sitemap(many), new Set(), true);
    expect([problems.length, left]).to.deep.equal([20, 2_980]);
  });
});
