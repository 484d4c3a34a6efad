import { expect } from "chai";
import { judgeNodes } from "../../../../domain/pillars/seo/structuredData.ts";
import type { TypeNeeds } from "../../../../domain/pillars/seo/structuredDataShapes.ts";
import { NEEDS, SOURCE } from "../../../../domain/pillars/seo/structuredDataTypes.ts";
import { block } from "./samples.ts";

type Item = Record<string, unknown>;

/** Returns the item with a value at the path; for `a|b`, at the first alternative. */
function put(item: Item, wanted: string): Item {
  const [name = "", ...rest] = (wanted.split("|")[0] ?? "").split(".");
  const inner = typeof item[name] === "object" ? (item[name] as Item) : {};
  return { ...item, [name]: rest.length === 0 ? (item[name] ?? "x") : put(inner, rest.join(".")) };
}
const filled = (names: readonly string[]): Item => names.reduce(put, {});

/** Returns the item in the position to which the row applies: alone, or as a part of its parent. */
function placed(row: string, item: Item): Item {
  const [parent, type] = row.includes("/") ? row.split("/") : [undefined, row];
  const own = { "@type": type, ...item };
  if (parent === undefined) return own;
  const parts = Object.entries(NEEDS[parent]?.parts ?? {});
  const property = parts.find(([, assumed]) => assumed === type) ?? parts.find(([, assumed]) => assumed === "");
  expect(property, row).to.not.equal(undefined);
  return { ...filled(NEEDS[parent]?.required ?? []), "@type": parent, [property?.[0] ?? ""]: own };
}

const lacked = (row: string, item: Item): string[] => {
  const type = row.split("/").at(-1);
  return judgeNodes([block(placed(row, item))]).problems.flatMap((problem) =>
    problem.type === type && problem.required ? [problem.missing] : [],
  );
};
const meant = ({ when }: TypeNeeds): Item => filled(when?.slice(0, 1) ?? []);

describe("types of structured data", () => {
  for (const [row, needs] of Object.entries(NEEDS))
    it(`${row}: has its page of Google's documentation, and lacks what is required and is not there`, () => {
      expect(new URL(needs.source, SOURCE).href).to.match(
        /^https:\/\/developers\.google\.com\/search\/docs\/appearance\/[a-z/-]+$/,
      );
      const required = [...needs.required, ...(row.includes("/") ? [] : (needs.alone ?? []))];
      expect(lacked(row, { ...meant(needs), ...filled(required) })).to.deep.equal([]);
      const own = meant(needs);
      const wanted = required.filter((one) => !one.split("|").some((name) => name in own));
      expect(lacked(row, own)).to.deep.equal(wanted.map((one) => one.replaceAll("|", " or ").replaceAll("=", "")));
    });

  it("require nothing of articles and organizations", () => {
    for (const type of ["Article", "BlogPosting", "NewsArticle", "Organization", "Corporation"])
      expect(NEEDS[type]?.required, type).to.deep.equal([]);
  });

  const video = {
    "@type": "VideoObject",
    name: "Kiln",
    thumbnailUrl: "k.jpg",
    uploadDate: "2026-01-01",
    description: "x",
  };
  const cases: [what: string, item: unknown, found: string[]][] = [
    ["an image that only shows something", { "@type": "ImageObject", url: "a.jpg", width: 800, caption: "A vase" }, []],
    [
      "an image with a page to buy a license, and nobody who made it",
      { "@type": "ImageObject", contentUrl: "a.jpg", acquireLicensePage: "/buy" },
      ["ImageObject : creator or creditText or copyrightNotice or license"],
    ],
    [
      "the licensed image of an article",
      {
        "@type": "Article",
        headline: "x",
        author: "x",
        datePublished: "x",
        image: { "@type": "ImageObject", license: "/l" },
      },
      ["ImageObject image: contentUrl"],
    ],
    [
      "a part behind a paywall that names no place",
      {
        "@type": "NewsArticle",
        headline: "x",
        author: "x",
        datePublished: "x",
        image: "x",
        hasPart: [
          { "@type": "WebPageElement", isAccessibleForFree: false },
          { "@type": "WebPageElement", name: "x" },
        ],
      },
      ["WebPageElement hasPart[0]: cssSelector"],
    ],
    [
      "chapters and a live broadcast of a video",
      {
        ...video,
        hasPart: [
          { "@type": "Clip", name: "Firing", startOffset: 30, url: "/v?t=30" },
          { name: "Glaze", startOffset: 0 },
        ],
        publication: {
          "@type": "BroadcastEvent",
          isLiveBroadcast: true,
          startDate: "2026-01-01",
          endDate: "2026-01-02",
        },
      },
      ["Clip hasPart[1]: url"],
    ],
    ["an action of a video that is no jump", { ...video, potentialAction: { "@type": "WatchAction" } }, []],
    [
      "a comment without its time",
      {
        "@type": "SocialMediaPosting",
        author: "x",
        datePublished: "x",
        text: "x",
        comment: { author: "x", text: "x" },
      },
      ["Comment comment: datePublished"],
    ],
    [
      "what an organization promises",
      {
        "@type": "Organization",
        name: "x",
        url: "/",
        hasMemberProgram: { name: "x", description: "x", hasTiers: [{ name: "Gold" }] },
        hasShippingService: { "@id": "#standard" },
      },
      ["MemberProgramTier hasMemberProgram.hasTiers: hasTierBenefit"],
    ],
    [
      "a rental whose room holds nobody",
      {
        "@type": "VacationRental",
        name: "x",
        identifier: "x",
        image: "x",
        latitude: 1,
        longitude: 1,
        containsPlace: [{ "@type": "Accommodation", occupancy: { "@type": "QuantitativeValue" } }],
      },
      ["VacationRental : containsPlace.occupancy.value"],
    ],
  ];
  for (const [what, item, found] of cases)
    it(what, () => {
      const { problems } = judgeNodes([block(item)]);
      expect(problems.map(({ type, path, missing }) => `${type} ${path}: ${missing}`)).to.deep.equal(found);
    });
});
