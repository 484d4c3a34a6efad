import { expect } from "chai";
import { nameEraser, personEraser } from "../../../domain/erasure/person.ts";
import { logNamer, talkNamer } from "../../../domain/erasure/project.ts";

const eraser = personEraser([
  { id: "usr_01ada", email: "ada@shop.example" },
  { id: "usr_01eve", email: "eve@shop.example" },
]);
const W = "Deleted user";
const at = new Date(0);

describe("a person taken out of what was written", () => {
  const CASES: [what: string, given: unknown, expected: unknown][] = [
    ["an address", "ada@shop.example", W],
    ["an address in capitals", "Ada@Shop.example", W],
    ["a name, which may be any word", ["Ada Lovelace", "ada"], ["Ada Lovelace", "ada"]],
    ["an id", "usr_01ada", W],
    ["an address within a sentence", "Cancelled by ada@shop.example.", `Cancelled by ${W}.`],
    ["another's address that ends alike", "nada@shop.example", "nada@shop.example"],
    ["another's address that begins alike", "ada@shop.example.org", "ada@shop.example.org"],
    ["another's id that begins alike", "usr_01adam", "usr_01adam"],
    ["two who go together", "ada@shop.example, eve@shop.example", `${W}, ${W}`],
    ["a mention by address", "@ada@shop.example hi", `@${W} hi`],
    ["a text of JSON", '{"by":"usr_01ada","n":[1,"ada@shop.example"]}', `{"by":"${W}","n":[1,"${W}"]}`],
    ["a text that only looks like JSON", "{ ada@shop.example", `{ ${W}`],
    ["what is deep", { a: [{ by: "ada@shop.example", at }] }, { a: [{ by: W, at }] }],
    ["the empty name", "", ""],
  ];
  for (const [what, given, expected] of CASES)
    it(what, () => {
      expect(eraser.erased(given)).to.deep.equal(expected);
      if (JSON.stringify(given) !== JSON.stringify(expected))
        expect(eraser.mayName(given), "is looked at").to.equal(true);
    });
  it("leaves what names nobody as the same object", () => {
    const given = { a: [{ by: "bob@shop.example", at, bytes: Buffer.from("ada@shop.example") }] };
    expect(eraser.erased(given)).to.equal(given);
    expect(eraser.erased(given).a[0]?.at).to.equal(at);
  });
});

describe("a person's name taken out of where names stand", () => {
  const others = [
    { email: "bob@shop.example", name: "Bob" },
    { email: "max.two@shop.example", name: "Max Mueller" },
  ];
  const called = (...names: string[]) => nameEraser({ email: "ada@shop.example", names, others });

  const NAMES: [what: string, name: string, given: string, erased: boolean][] = [
    ["the name", "Ada Lovelace", "ada lovelace", true],
    ["a name within other words", "Ada", "Ada Lovelace", false],
    ["another's address", "bob@shop.example", "bob@shop.example", false],
    ["an address of nobody", "ghost@else.example", "ghost@else.example", false],
    ["another's id", "usr_01bob", "usr_01bob", false],
    ["the first part of another's address", "max.two", "max.two", false],
    ["a name that another member has", "Max Mueller", "Max Mueller", false],
    ["nothing", " ", "", false],
  ];
  for (const [what, name, given, isErased] of NAMES)
    it(`${what}: ${isErased ? "replaced" : "stays"}`, () =>
      expect(called(name).name(given)).to.equal(isErased ? W : given));

  const MENTIONS: [what: string, names: string[], given: unknown, expected: unknown][] = [
    ["by name, first part and address", ["Ada L"], "@Ada L @ada @ada@shop.example hi", `@${W} @${W} @${W} hi`],
    ["by an earlier name", ["Ada L", "Ada Byron"], [{ text: "@ada byron." }], [{ text: `@${W}.` }]],
    ["within JSON", ["Ada L"], '{"text":"@Ada L: yes"}', `{"text":"@${W}: yes"}`],
    ["of others, of nobody, and no mention", ["Ada L"], "@Bob @nobody Ada L", "@Bob @nobody Ada L"],
    ["a name that another has", ["Bob"], "@Bob", "@Bob"],
    ["a name that is another's address", ["bob@shop.example"], "@bob@shop.example", "@bob@shop.example"],
  ];
  for (const [what, names, given, expected] of MENTIONS)
    it(`mentions ${what}`, () => expect(called(...names).mentions(given)).to.deep.equal(expected));
});

const SHOP = { id: "prj_01", slug: "test", baseUrl: "https://shop.example/" };

describe("whether a turn of a conversation is about a project", () => {
  const isAbout = talkNamer(SHOP);
  const call = (args: object) => ({ calls: [{ tool: "run_tests", args, summary: "" }] });
  const CASES: [what: string, value: object, about: boolean][] = [
    ["a call for it", call({ project: "test" }), true],
    ["an offer for it", { offers: [{ tool: "x", args: { project: "test" } }] }, true],
    ["a call that made it", call({ slug: "test", name: "Test" }), true],
    ["its id in prose", { reply: "See /x/prj_01." }, true],
    ["its name and slug in prose", { message: "How is Test doing, or test?" }, false],
    ["its site in prose", { message: "Look at https://shop.example/cart" }, false],
    ["a word of a call", call({ type: "test" }), false],
    ["another project", call({ project: "shop" }), false],
    ["something of another project with that slug", call({ project: "shop", slug: "test" }), false],
    ["no calls", { calls: null, at: new Date(0) }, false],
  ];
  for (const [what, value, about] of CASES) it(what, () => expect(isAbout(value)).to.equal(about));
});

describe("what an entry of the audit log says of a project", () => {
  const verdictOf = logNamer(SHOP, ["https://other.example", "https://shop.example/de"]);
  const CASES: [what: string, entry: { target: string; details?: Record<string, unknown> }, verdict: string][] = [
    ["its target", { target: "prj_01" }, "yes"],
    ["its id", { target: "usr_1", details: { of: ["prj_01"] } }, "yes"],
    ["its slug as the project", { target: "scn_1", details: { project: "test" } }, "yes"],
    [
      "another project, with its site",
      { target: "scn_1", details: { project: "b", url: "https://shop.example/" } },
      "no",
    ],
    [
      "its slug as another value",
      { target: "usr_1", details: { types: ["test"], name: "test", role: "Test" } },
      "target",
    ],
    ["its site", { target: "x_1", details: { url: "https://Shop.example/cart" } }, "site"],
    ["its site as the target", { target: "https://shop.example?a" }, "site"],
    ["a site that begins alike", { target: "x_1", details: { url: "https://shop.example.org/" } }, "target"],
    ["a page on another project's site", { target: "x_1", details: { url: "https://shop.example/de/a" } }, "target"],
    ["nothing", { target: "x_1" }, "target"],
  ];
  for (const [what, entry, verdict] of CASES) it(what, () => expect(verdictOf(entry)).to.equal(verdict));
  it("tells no address where another project has the same site", () =>
    expect(logNamer(SHOP, ["https://shop.example"])({ target: "https://shop.example/" })).to.equal("target"));
});
