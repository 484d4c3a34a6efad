import { expect } from "chai";
import { resourceMetadataOf, resourceOf } from "../../../api/lib/oauthAddress.ts";
import { isResource, issuerOf } from "../../../domain/oauth/address.ts";
import { readAppRequest } from "../../../domain/oauth/request.ts";
import { scopeAsked, scopeNow } from "../../../domain/oauth/scopes.ts";
import { composeToken, familyOf, isToken } from "../../../domain/oauth/tokens.ts";

describe("the address under which apps are connected", () => {
  for (const [publicUrl, host, issuer] of [
    ["https://qa.example", "anything.example", "https://qa.example"],
    ["https://qa.example/plumbline/", undefined, "https://qa.example/plumbline"],
    ["http://localhost:4400", "x", "http://localhost:4400"],
    ["http://qa.example", "qa.example", null],
    [null, "127.0.0.1:4400", "http://127.0.0.1:4400"],
    [null, "localhost:4400", "http://localhost:4400"],
    [null, "[::1]:4400", "http://[::1]:4400"],
    [null, "qa.example", null],
    [null, "192.168.1.7:4400", null],
    [null, "localhost:4400@evil.example", null],
    [null, "localhost.evil.example", null],
    [null, undefined, null],
  ] as const)
    it(`is ${issuer} for SVC_PUBLIC_URL ${publicUrl} and the host ${host}`, () => {
      expect(issuerOf({ publicUrl }, host)).to.equal(issuer);
    });

  it("has its description below it, for proxies that pass on one path alone", () => {
    expect(resourceMetadataOf("https://x.example/p")).to.equal(
      "https://x.example/p/.well-known/oauth-protected-resource/mcp",
    );
  });

  const resource = resourceOf("https://qa.example");
  for (const [asked, expected] of [
    ["https://qa.example/mcp", true],
    ["https://QA.example/mcp/", true],
    ["https://qa.example", false],
    ["https://qa.example/mcp#x", false],
    ["https://qa.example/mcp?x", false],
    ["http://qa.example/mcp", false],
    ["https://qa.example:444/mcp", false],
    ["qa.example/mcp", false],
  ] as const)
    it(`${asked} is ${expected ? "" : "not "}the resource ${resource}`, () => {
      expect(isResource(asked, resource)).to.equal(expected);
    });

  const challenge = "a".repeat(43);
  const right = { response_type: "code", code_challenge: challenge, code_challenge_method: "S256" };
  it("takes a request with a challenge, and no more than it needs", () => {
    expect(readAppRequest(right, resource)).to.deep.equal({ scope: "write", challenge });
    expect(readAppRequest({ ...right, scope: "read" }, resource)).to.deep.equal({ scope: "read", challenge });
  });
  for (const [changed, error] of [
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ response_type: undefined }, "unsupported_response_type"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ code_challenge_method: undefined }, "invalid_request"],
    [{ code_challenge: "short" }, "invalid_request"],
    [{ code_challenge: undefined }, "invalid_request"],
    [{ scope: "admin" }, "invalid_scope"],
    [{ resource: "https://other.example/mcp" }, "invalid_target"],
  ] as const)
    it(`refuses ${JSON.stringify(changed)} as ${error}`, () => {
      expect(readAppRequest({ ...right, ...changed }, resource)).to.include({ error });
    });

  it("reads scopes: nothing is everything, refresh tokens come anyway, unknown ones are refused", () => {
    expect(
      [undefined, "", "read", "read write", "write", "read offline_access", "read x"].map(scopeAsked),
    ).to.deep.equal(["write", "write", "read", "write", "write", "read", null]);
  });

  it("gives a token what both its grant and the person's role allow", () => {
    expect(scopeNow("write", "admin")).to.equal("mcp_full");
    expect(scopeNow("write", "editor")).to.equal("mcp_full");
    expect(scopeNow("write", "viewer")).to.equal("mcp_read");
    expect(scopeNow("read", "admin")).to.equal("mcp_read");
  });

  it("makes tokens that are known by their form, with a half of refresh tokens that stays", () => {
    const [one, two, three] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    const first = composeToken("refresh", one, two);
    const second = composeToken("refresh", one, three);
    expect(isToken("refresh", first) && isToken("access", composeToken("access", one))).to.equal(true);
    expect(familyOf(first)).to.equal(familyOf(second)).and.to.be.a("string");
    for (const wrong of [first.slice(0, -1), `${first}x`, composeToken("access", one), "svc_ort_..", ""])
      expect(familyOf(wrong), wrong).to.equal(null);
    expect(isToken("access", first)).to.equal(false);
  });
});
