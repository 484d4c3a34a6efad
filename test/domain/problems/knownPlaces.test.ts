import { expect } from "chai";
import { type Coverage, knownPlaces } from "../../../domain/problems/knownPlaces.ts";
import { factorsOf, priorityOf } from "../../../domain/problems/priority.ts";

const whole = (places: number, more: Partial<Coverage> = {}): Coverage => ({
  scope: "scenarios",
  whole: true,
  views: ["chromium"],
  places,
  ...more,
});
const part = (places: number, more: Partial<Coverage> = {}): Coverage => whole(places, { whole: false, ...more });
const both = ["chromium", "firefox"];

const CASES: [name: string, own: Coverage, before: Coverage[], known: number][] = [
  ["a whole run knows its own places", whole(20), [], 20],
  ["a first run of a part knows no other", part(1), [], 1],
  ["a run of a part knows those of the whole run before", part(1), [whole(20)], 20],
  ["also with other runs of a part between them", part(1), [part(3), part(2), whole(20)], 20],
  ["the newest whole run counts: the site has shrunk", part(1), [whole(12), whole(20)], 12],
  ["a whole run counts itself: the site has shrunk", whole(12), [whole(20)], 12],
  ["a part that is larger than the whole run before counts", part(30), [whole(20)], 30],
  [
    "a run in one of two browsers knows those of the other",
    whole(10, { views: ["firefox"] }),
    [whole(24, { views: both })],
    22,
  ],
  ["a part in one browser knows those of both", part(1, { views: ["firefox"] }), [whole(24, { views: both })], 24],
  ["each browser alone adds up", part(1), [whole(10), whole(12, { views: ["firefox"] })], 22],
  ["a crawl knows more pages than the scenarios", whole(5), [whole(200, { scope: "site" }), whole(6)], 200],
  ["a whole run without places says nothing", part(2), [whole(0)], 2],
];

describe("the places that a pillar knows of", () => {
  for (const [name, own, before, known] of CASES) it(name, () => expect(knownPlaces(own, before)).to.equal(known));

  it("keep the reach of a problem where a run of one page finds it again", () => {
    const places = [{ page: "/a/b", label: "", viewport: "", browser: "" }];
    const problem = { severity: "serious", status: "ongoing", places, placeCount: 1, evidence: {} } as const;
    const knownTo = (own: Coverage) => knownPlaces(own, [whole(20)]);
    expect(factorsOf(problem, knownTo(part(1))).reach).to.equal(1.05);
    expect(priorityOf(problem, knownTo(part(1)))).to.equal(priorityOf(problem, knownTo(whole(20))));
  });
});
