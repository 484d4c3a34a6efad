import { expect } from "chai";
import { mayReturnTo, redirectProblem, returnAddress, returnPlace } from "../../../domain/oauth/redirects.ts";

describe("where an app may send a person back to", () => {
  for (const address of [
    "https://claude.ai/api/mcp/auth_callback",
    "https://app.example:8443/back?x=1",
    "http://localhost:3000/callback",
    "http://127.0.0.1/callback",
    "http://[::1]:7777/",
    "com.example.agent:/oauth",
    "cursor://anysphere.cursor-retrieval/oauth/callback",
  ])
    it(`${address} may be registered`, () => expect(redirectProblem(address)).to.equal(null));

  for (const address of [
    "http://claude.ai/callback",
    "http://localhost.evil.example/callback",
    "http://127.0.0.1@evil.example/",
    "https://user:pw@app.example/",
    "https://app.example/#part",
    "https://app.example/ x",
    "https://app.example\\@evil.example/",
    "/callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "blob:https://app.example/x",
    "about:blank",
    "ftp://app.example/",
    `https://app.example/${"x".repeat(1_000)}`,
  ])
    it(`${address.slice(0, 60)} may not`, () => expect(redirectProblem(address)).to.be.a("string"));

  const registered = ["https://app.example/back", "http://127.0.0.1:3000/callback?a=1", "http://localhost/callback"];
  for (const [asked, expected] of [
    ["https://app.example/back", true],
    ["https://app.example/back/", false],
    ["https://app.example/back?x=1", false],
    ["https://app.example:8443/back", false],
    ["https://APP.example/back", false],
    ["http://127.0.0.1:51234/callback?a=1", true],
    ["http://127.0.0.1:51234/callback", false],
    ["http://localhost:9/callback", true],
    ["http://[::1]:9/callback", false],
    ["http://localhost:9/other", false],
    ["https://localhost:9/callback", false],
    ["http://localhost:9@evil.example/callback", false],
  ] as const)
    it(`${asked} is ${expected ? "" : "not "}one of those registered`, () => {
      expect(mayReturnTo(registered, asked)).to.equal(expected);
    });

  it("is told in words of people", () => {
    expect(returnPlace("https://claude.ai/x")).to.equal("claude.ai");
    expect(returnPlace("http://127.0.0.1:3000/x")).to.equal("this computer");
    expect(returnPlace("cursor://x/y")).to.equal("the app for cursor://");
  });

  it("keeps its own query beside the answer", () => {
    const address = returnAddress("https://app.example/back?x=1", {
      code: "c",
      state: undefined,
      iss: "https://q.example",
    });
    expect(address).to.equal("https://app.example/back?x=1&code=c&iss=https%3A%2F%2Fq.example");
  });
});
