// One cause forms one group and requires one decision, whatever its effects on the pages.
import { expect } from "chai";
import type { Change } from "../../../domain/visual/reading/change.ts";
import { createTinyClasses } from "../../../domain/visual/reading/tiny.ts";
import { inReviewOrder, reviewGroupOf, type ToReview } from "../../../domain/visual/reviewGroups.ts";
import { change } from "./reading/change.ts";
import { changesBetween, el, type Node, render } from "./reading/pages.ts";

const NONE = createTinyClasses();
type Result = ToReview & { scenarioLabel: string };
const result = (index: number, changes: Change[], over: Partial<Result> = {}): Result => ({
  index,
  status: "failed",
  flaky: false,
  reasons: [{ code: "mismatch" }],
  fingerprint: `f${index}`,
  causes: changes.map(({ key }) => key),
  changes,
  scenarioLabel: `Page ${index}`,
  ...over,
});

const header = (over: Partial<Node> = {}) =>
  el("header", over, el("a.logo", "Plain shop"), el("nav", {}, el("a", "Offers"), el("a", "Journal")));
/** Each page is longer than the previous one and has different words. */
const page = (number: number, head: Node) => [
  head,
  el(
    "main",
    {},
    el("h1", `All about ${"abcdefghij"[number]}`),
    ...Array.from({ length: 1 + number * 2 }, (_, at) => el("p", `Words ${"klmnopqrst"[at % 10]} on ${number}`)),
  ),
];
const PAGES = Array.from({ length: 10 }, (_, number) => number);

describe("groups of a review", () => {
  const BANNER = el("div.banner", { background: "blue" }, el("p", "Free delivery this week"));
  for (const [what, now] of [
    ["another colour of the header", header({ background: "blue" })],
    ["a link that is gone from it", el("header", {}, el("a.logo", "Plain shop"), el("nav", {}, el("a", "Offers")))],
    ["a banner in it, which pushes each page down", header({ children: [...header().children, BANNER] })],
  ] as const)
    it(`are one for ${what}, on ten pages of different height and in three widths`, () => {
      const results = PAGES.flatMap((number) =>
        [120, 200, 320].map((width, at) => {
          const changes = changesBetween(render(page(number, header()), width), render(page(number, now), width));
          return result(number * 3 + at, changes, { scenarioLabel: `Page ${number}` });
        }),
      );
      expect(
        results.every(({ changes }) => changes?.length),
        "each of them differs",
      ).to.equal(true);
      const groups = inReviewOrder(results, NONE);
      expect(groups.map(({ kind, results }) => [kind, results.length])).to.deep.equal([["change", 30]]);
    });

  it("are those of exactly the same set of causes; more causes than a name holds are told apart by all of them", () => {
    const named = (...keys: string[]) => keys.map((key) => change({ key }));
    const of = (...keys: string[]) => reviewGroupOf(result(0, named(...keys)), NONE).id;
    expect(of("b", "a")).to.equal(of("a", "b"));
    expect(of("a")).to.not.equal(of("a", "b"));
    const many = Array.from({ length: 30 }, (_, at) => `0123456789abcd${at + 10}`);
    expect(of(...many)).to.equal(of(...many.toReversed()));
    expect(of(...many)).to.not.equal(of(...many.slice(0, -1), "0123456789abcdff"));
    expect(of(...many).length).to.be.lessThan(100);
  });

  it("stand in the order in which they are judged, and all of one scenario together", () => {
    const [head, price] = [[change({ key: "head" })], [change({ key: "price" })]];
    const error = { status: "error", reasons: [{ code: "http_error" }] } as const;
    const results = [
      result(7, head, { scenarioLabel: "Cart" }),
      result(0, price),
      result(1, head, { scenarioLabel: "Cart" }),
      result(2, head, { scenarioLabel: "Home" }),
      result(3, [], { reasons: [{ code: "no_baseline" }], status: "error" }),
      result(4, [], error),
      result(5, [], { flaky: true }),
      result(6, head, { status: "approved", scenarioLabel: "Home" }),
    ];
    const said = (some: readonly Result[]) =>
      inReviewOrder(some, NONE).map(({ id, results }) => `${id} ${results.map(({ index }) => index)}`);
    const order = ["change:head 1,7,2,6", "change:price 0", "no_baseline 3", "unstable:5 5", "error:http_error 4"];
    expect(said(results)).to.deep.equal(order);
    expect(said(results.toReversed()), "however they are read").to.deep.equal(order);
  });
});
