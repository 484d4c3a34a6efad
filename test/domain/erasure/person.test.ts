import { expect } from "chai";
import { personEraser } from "../../../domain/erasure/person.ts";
import { projectNamer } from "../../../domain/erasure/project.ts";

const eraser = personEraser({
  id: "usr_01ada",
  email: "ada@shop.example",
  names: ["Ada Lovelace", "Ada Byron"],
  others: [
    { email: "ada@shop.example", name: "Ada Lovelace" },
    { email: "bob@shop.example", name: "Bob" },
  ],
});
const W = "Deleted user";
const at = new Date(0);

describe("a person taken out of what was written", () => {
  const CASES: [what: string, given: unknown, expected: unknown][] = [
    ["an address", "ada@shop.example", W],
    ["an address in capitals", "Ada@Shop.example", W],
    ["a name, and one from before", ["Ada Lovelace", "ada byron"], [W, W]],
    ["an id", "usr_01ada", W],
    ["an address within a sentence", "Cancelled by ada@shop.example.", `Cancelled by ${W}.`],
    ["another's address that ends alike", "nada@shop.example", "nada@shop.example"],
    ["another's address that begins alike", "ada@shop.example.org", "ada@shop.example.org"],
    ["another's id that begins alike", "usr_01adam", "usr_01adam"],
    ["a name within other words", "Ada Lovelace day", "Ada Lovelace day"],
    ["mentions by name, address and first part", "@Ada Lovelace @ada @ada@shop.example hi", `@${W} @${W} @${W} hi`],
    ["a mention of another", "@Bob and @nobody", "@Bob and @nobody"],
    ["a text of JSON", '{"by":"Ada Lovelace","n":[1,"ada@shop.example"]}', `{"by":"${W}","n":[1,"${W}"]}`],
    ["a text that only looks like JSON", "{ ada@shop.example", `{ ${W}`],
    ["what is deep", { a: [{ by: "ada@shop.example", at }] }, { a: [{ by: W, at }] }],
    ["the empty name", "", ""],
  ];
  for (const [what, given, expected] of CASES)
    it(what, () => {
      expect(eraser.erased(given)).to.deep.equal(expected);
      if (given !== expected) expect(eraser.mayName(given), "is looked at").to.equal(true);
    });
  it("leaves what names nobody as the same object", () => {
    const given = { a: [{ by: "bob@shop.example", at, bytes: Buffer.from("ada@shop.example") }] };
    expect(eraser.erased(given)).to.equal(given);
    expect(eraser.erased(given).a[0]?.at).to.equal(at);
  });
});

describe("whether a value names a project", () => {
  const project = { id: "prj_01", slug: "web-shop", name: "Web Shop", baseUrl: "https://shop.example/" };
  const named = projectNamer(project, { inText: false });
  const inText = projectNamer(project, { inText: true });
  const CASES: [value: unknown, named: boolean, inText: boolean][] = [
    [{ project: "web-shop" }, true, true],
    [{ project: "other" }, false, false],
    [{ label: "web-shop" }, false, true],
    [{ name: "web shop" }, true, true],
    [{ url: "https://shop.example/cart" }, true, true],
    [{ run: ["of prj_01"] }, true, true],
    [{ message: "How is Web Shop doing?" }, false, true],
    [{ message: "How are the Web Shops?" }, false, false],
    [{ at: new Date(0), n: 3, none: null }, false, false],
  ];
  for (const [value, one, two] of CASES)
    it(JSON.stringify(value), () => expect([named(value), inText(value)]).to.deep.equal([one, two]));
});
