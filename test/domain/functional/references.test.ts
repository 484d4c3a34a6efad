// Parameters in selectors: a value stays a name or a text, whatever it contains.
import { expect } from "chai";
import { fillSelector } from "../../../domain/functional/references.ts";

const fill = (selector: string, value: string) => fillSelector(selector, new Map([["id", value]]));

describe("a parameter in a selector", () => {
  for (const [selector, value, filled] of [
    ['[data-id="{id}"]', "oak", '[data-id="oak"]'],
    ['[data-id="{id}"]', 'a"], body, ["', '[data-id="a\\"], body, [\\""]'],
    ["[data-id='{id}']", "it's", "[data-id='it\\'s']"],
    ['[data-id="{id}"]', "back\\", '[data-id="back\\\\"]'],
    ['[data-id="{id}"]', "two\nlines", '[data-id="two lines"]'],
    ["#row-{id}", "42", "#row-42"],
    ["#{id}", "42", "#\\34 2"],
    ["#row-{id}", "a.b, body", "#row-a\\2e b\\2c \\20 body"],
    [".card.{id}", "größe", ".card.größe"],
    ["tr:nth-child({id}) button", "3", "tr:nth-child(3) button"],
    ["tr:nth-child({id}) button", "3), body", 'tr:nth-child("3), body") button'],
    ["tr:nth-child({id}) button", "odd", 'tr:nth-child("odd") button'],
    ["li:nth-last-of-type({id})", "n", 'li:nth-last-of-type("n")'],
    ["li:nth-child( -{id} )", "n", 'li:nth-child( -"n" )'],
    ["li:nth-child(2n + {id})", "1", "li:nth-child(2n + 1)"],
    ["li:nth-child(2n-{id})", "1", "li:nth-child(2n-1)"],
    ["li:nth-child(1 of .{id})", "n", "li:nth-child(1 of .n)"],
    ["li:not({id})", "odd", "li:not(odd)"],
    ["#{other}", "x", "#{other}"],
  ] as const)
    it(`${selector} with ${JSON.stringify(value)}`, () => expect(fill(selector, value)).to.equal(filled));
});
