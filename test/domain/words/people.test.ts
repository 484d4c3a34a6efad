import { expect } from "chai";
import {
  actorOf,
  displayName,
  hueOf,
  initialsOf,
  MAX_MENTIONS,
  mentionKey,
  mentionsIn,
  mentionTyped,
  peopleFor,
  textParts,
} from "../../../domain/words/people.ts";

const ada = { email: "ada@shop.example", name: "Ada Lovelace" };
const adam = { email: "adam@shop.example", name: "adam@shop.example" };
const bobA = { email: "bob@shop.example", name: "Bob" };
const bobB = { email: "bob@other.example", name: "Bob" };
const people = [ada, adam, bobA, bobB];

/** Links as [text](href), mentions as {text|who}. */
const shown = (text: string) =>
  textParts(text, people)
    .map((part) => {
      if (part.kind === "link") return `[${part.text}](${part.href})`;
      return part.kind === "mention" ? `{${part.text}|${part.email.split("@")[0]}}` : part.text;
    })
    .join("");

describe("text that people write", () => {
  for (const [text, expected] of [
    ["@Ada Lovelace, look", "{@Ada Lovelace|ada}, look"],
    ["@ada lovelace and @ADA.", "{@ada lovelace|ada} and {@ADA|ada}."],
    ["@ada@shop.example!", "{@ada@shop.example|ada}!"],
    ["(@adam)", "({@adam|adam})"],
    ["@ada's", "{@ada|ada}'s"],
    // Two people have this name, nobody has, it is part of a longer word, or an address.
    ["@Bob", "@Bob"],
    ["@bob@other.example", "{@bob@other.example|bob}"],
    [
      "@nobody and @adams and ada@shop.example and @ada@else.example",
      "@nobody and @adams and ada@shop.example and @ada@else.example",
    ],
    ["see https://shop.example/a?b=@ada.", "see [https://shop.example/a?b=@ada](https://shop.example/a?b=@ada)."],
    ["(http://x.example/)", "([http://x.example/](http://x.example/))"],
    ["https://", "https://"],
    ["javascript:alert(1) <b>x</b>", "javascript:alert(1) <b>x</b>"],
    ["two\nlines", "two\nlines"],
  ] as const)
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(shown(text)).to.equal(expected);
      expect(
        textParts(text, people)
          .map((part) => part.text)
          .join(""),
      ).to.equal(text);
    });

  it("mentions each person once, and a bounded number of them", () => {
    expect(mentionsIn("@ada @Ada Lovelace @adam", people)).to.deep.equal([ada.email, adam.email]);
    const many = Array.from({ length: 50 }, (_, at) => ({ email: `p${at}@x.example`, name: `P${at}` }));
    expect(mentionsIn(many.map(({ name }) => `@${name}`).join(" "), many)).to.have.length(MAX_MENTIONS);
  });

  it("names a person so that nobody else is meant", () => {
    expect(people.map((one) => mentionKey(one, people))).to.deep.equal([
      "Ada Lovelace",
      "adam",
      "bob@shop.example",
      "bob@other.example",
    ]);
    for (const one of people) expect(mentionsIn(`@${mentionKey(one, people)} hi`, people)).to.deep.equal([one.email]);
  });

  for (const [text, typed] of [
    ["@", ""],
    ["hello @ad", "ad"],
    ["@Ada Lo", "Ada Lo"],
    ["me@ad", null],
    ["@ ad", null],
    ["@ada\nnext", null],
    ["no", null],
  ] as const)
    it(`${typed === null ? "offers nobody after" : "offers people after"} ${JSON.stringify(text)}`, () => {
      expect(mentionTyped(text, text.length)?.typed ?? null).to.equal(typed);
    });

  it("offers those first whose name begins so", () => {
    expect(peopleFor("ad", people).map(({ email }) => email)).to.deep.equal([ada.email, adam.email]);
    expect(peopleFor("love", people)).to.deep.equal([ada]);
    expect(peopleFor("", people, 2)).to.have.length(2);
    expect(peopleFor("zz", people)).to.deep.equal([]);
  });
});

describe("who did something", () => {
  it("is a person, a key, a schedule or somebody else", () => {
    expect(
      ["ada@x.example", "key ci main", "schedule nightly", "operator", "key "].map((who) => actorOf(who).kind),
    ).to.deep.equal(["person", "key", "schedule", "other", "other"]);
    expect(actorOf("key ci main")).to.deep.equal({ kind: "key", name: "ci main" });
  });
  it("is called by the name, else by the part before the @", () => {
    expect([ada, adam, { email: "x@y.example" }].map(displayName)).to.deep.equal(["Ada Lovelace", "adam", "x"]);
    expect(
      ["Ada Lovelace", "ada@shop.example", "Ludwig van Beethoven", "eva.b.ost@x.example", "Li", "q", "Ægir Ós", ""].map(
        initialsOf,
      ),
    ).to.deep.equal(["AL", "AD", "LB", "EO", "LI", "Q", "ÆÓ", ""]);
  });
  it("has one colour", () => {
    expect(hueOf("Ada Lovelace")).to.equal(hueOf("Ada Lovelace")).and.within(0, 359);
    expect(hueOf("Ada Lovelace")).to.not.equal(hueOf("Adam"));
  });
});
