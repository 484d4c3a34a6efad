import { expect } from "chai";
import { isDocumentAddress, readDocument, readMetadata, shownName } from "../../../domain/oauth/clientMetadata.ts";

const redirect_uris = ["https://app.example/back"];

describe("what an app says of itself", () => {
  it("is read as far as it counts here", () => {
    expect(
      readMetadata({
        redirect_uris: [...redirect_uris, ...redirect_uris],
        client_name: "Agent",
        client_uri: "https://app.example",
        token_endpoint_auth_method: "client_secret_basic",
        application_type: "web",
      }),
    ).to.deep.equal({ name: "Agent", redirectUris: redirect_uris, uri: "https://app.example/" });
    expect(readMetadata({ redirect_uris })).to.deep.include({ name: "An app without a name", uri: null });
    expect(readMetadata({ redirect_uris, client_uri: "javascript:alert(1)" })).to.deep.include({ uri: null });
  });

  for (const [what, given, error] of [
    ["no object", "x", "invalid_client_metadata"],
    ["a list", [], "invalid_client_metadata"],
    ["no address", {}, "invalid_redirect_uri"],
    ["an empty list", { redirect_uris: [] }, "invalid_redirect_uri"],
    ["a number as an address", { redirect_uris: [1] }, "invalid_redirect_uri"],
    ["too many addresses", { redirect_uris: Array(21).fill(redirect_uris[0]) }, "invalid_redirect_uri"],
    ["a wrong address", { redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    ["a name that is no text", { redirect_uris, client_name: {} }, "invalid_client_metadata"],
    ["another way to tokens", { redirect_uris, grant_types: ["client_credentials"] }, "invalid_client_metadata"],
    ["another response", { redirect_uris, response_types: ["token"] }, "invalid_client_metadata"],
  ] as const)
    it(`with ${what} is refused`, () => expect(readMetadata(given)).to.include({ error }));

  it("is shown as a name that is what it looks like", () => {
    expect(shownName("Cl\u202Eedua\u200B\n  x")).to.equal("Cl edua x");
    expect(shownName("x".repeat(200))).to.have.length(60);
  });

  for (const [address, expected] of [
    ["https://app.example/client.json", true],
    ["https://app.example/a/b?v=2", true],
    ["https://app.example/", false],
    ["https://app.example", false],
    ["http://app.example/client.json", false],
    ["https://app.example/a/../client.json", false],
    ["https://APP.example/client.json", false],
    ["https://app.example:443/client.json", false],
    ["https://u@app.example/client.json", false],
    ["https://app.example/client.json#x", false],
  ] as const)
    it(`${address} is ${expected ? "" : "not "}the address of a document`, () => {
      expect(isDocumentAddress(address)).to.equal(expected);
    });

  it("in a document names the document's own address, and neither a secret nor another proof", () => {
    const address = "https://app.example/client.json";
    expect(readDocument(address, { client_id: address, redirect_uris, client_name: "A" })).to.include({ name: "A" });
    const several = { token_endpoint_auth_method: "private_key_jwt", token_endpoint_auth_methods_supported: ["none"] };
    expect(readDocument(address, { client_id: address, redirect_uris, ...several })).to.have.property("name");
    for (const wrong of [
      { client_id: `${address}x` },
      { client_secret: "s" },
      { token_endpoint_auth_method: "private_key_jwt" },
    ])
      expect(readDocument(address, { client_id: address, redirect_uris, ...wrong })).to.include({
        error: "invalid_client_metadata",
      });
    expect(readDocument(address, null)).to.include({ error: "invalid_client_metadata" });
  });
});
