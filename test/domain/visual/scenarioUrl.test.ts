import { expect } from "chai";
import { AddressRefusedError } from "../../../domain/net/errors.ts";
import { resolveScenarioUrl } from "../../../domain/visual/scenarioUrl.ts";

const PROJECT = "https://shop.example/";
const cases: [string, string, string, string][] = [
  ["a relative address", "cart", "https://stage.example", "https://stage.example/cart"],
  ["an absolute path", "/cart?x=1#top", "https://stage.example", "https://stage.example/cart?x=1#top"],
  ["the root", "/", "https://stage.example", "https://stage.example/"],
  ["a base with a path keeps it", "/cart", "https://stage.example/pr-7", "https://stage.example/pr-7/cart"],
  [
    "the project's own origin moves",
    "https://shop.example/cart?x=1",
    "https://stage.example",
    "https://stage.example/cart?x=1",
  ],
  ["a foreign origin stays", "https://pay.example/form", "https://stage.example", "https://pay.example/form"],
  [
    "a path that begins with two slashes stays on the site",
    "https://shop.example//pay.example/x",
    "https://stage.example",
    "https://stage.example//pay.example/x",
  ],
  [
    "spaces around it are dropped, as a browser does",
    " /cart\n",
    "https://stage.example/pr-7",
    "https://stage.example/pr-7/cart",
  ],
  ["backslashes are slashes", "\\\\pay.example\\form", "https://stage.example", "https://pay.example/form"],
  ["a scheme-relative foreign address", "//pay.example/form", "https://stage.example", "https://pay.example/form"],
];

describe("resolveScenarioUrl", () => {
  for (const [name, url, environment, expected] of cases)
    it(name, () => expect(resolveScenarioUrl(url, PROJECT, environment)).to.equal(expected));
  for (const url of [
    "javascript:alert(1)",
    "file:///etc/passwd",
    "data:text/html,x",
    " file:///etc/passwd",
    "fi\tle:///x",
  ])
    it(`refuses ${JSON.stringify(url)}`, () =>
      expect(() => resolveScenarioUrl(url, PROJECT, PROJECT)).to.throw(
        AddressRefusedError,
        /does not start with http/,
      ));
});
