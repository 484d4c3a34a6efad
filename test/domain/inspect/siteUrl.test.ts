import { expect } from "chai";
import { siteAddress } from "../../../domain/inspect/siteUrl.ts";

const PROJECT = { baseUrl: "https://shop.example" };
const PROD = { _id: "prod", baseUrl: "https://shop.example" };
const STAGE = { _id: "stage", baseUrl: "https://staging.shop.example/next" };
const ALL = [PROD, STAGE];

describe("addresses on a project's site", () => {
  for (const [what, url, named, expected] of [
    ["a path, without an environment", "/cart", null, { url: "https://shop.example/cart", environmentId: "prod" }],
    ["a path, on an environment with a path", "/cart", STAGE, { url: `${STAGE.baseUrl}/cart`, environmentId: "stage" }],
    [
      "an address of the project",
      "https://shop.example/a?b=1",
      null,
      { url: "https://shop.example/a?b=1", environmentId: "prod" },
    ],
    [
      "one of an environment brings its access",
      "https://staging.shop.example/x",
      null,
      { url: "https://staging.shop.example/x", environmentId: "stage" },
    ],
    [
      "one of the project moves to the named environment",
      "https://shop.example/x",
      STAGE,
      { url: "https://staging.shop.example/x", environmentId: "stage" },
    ],
  ] as const)
    it(what, () => expect(siteAddress(url, PROJECT, ALL, named)).to.deep.equal(expected));

  it("without environments the project's own address is entered openly", () =>
    expect(siteAddress("/", PROJECT, [], null)).to.deep.equal({ url: "https://shop.example/", environmentId: null }));

  for (const [what, url, named, message] of [
    [
      "another site",
      "https://evil.example/",
      null,
      /^https:\/\/evil\.example is not the project's site\. .* https:\/\/shop\.example or https:\/\/staging/,
    ],
    ["another site in disguise", "//evil.example/", null, /not the project's site/],
    ["a private address", "http://169.254.169.254/latest", null, /not the project's site/],
    ["another port", "https://shop.example:8443/", null, /not the project's site/],
    ["another environment than the named one", "https://staging.shop.example/", PROD, /not the project's site/],
    ["no http", "javascript:alert(1)", null, /not an http or https address/],
    ["a file", "file:///etc/passwd", PROD, /not an http or https address/],
    ["nothing an address could be", "https://", null, /not an http or https address/],
    ["credentials", "https://u:p@shop.example/", null, /must not contain a user name/],
  ] as const)
    it(`refuses ${what}`, () => {
      const address = siteAddress(url, PROJECT, ALL, named);
      expect("refused" in address && address.refused).to.match(message);
      expect("refused" in address && address.refused).not.to.contain("u:p");
    });
});
