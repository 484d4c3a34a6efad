import { expect } from "chai";
import { visitorHeaders } from "../../../activities/site/visitorHeaders.ts";
import type { SiteEntry } from "../../../browsers/page/access.ts";

const ORIGIN = "https://shop.example.com";

describe("the cookies of an environment's access", () => {
  for (const [path, url, sent] of [
    ["/a", "/a", true],
    ["/a", "/a/", true],
    ["/a", "/a/b", true],
    ["/a", "/a?b=1", true],
    ["/a", "/ab", false],
    ["/a", "/", false],
    ["/a/", "/a/b", true],
    ["/a/", "/a", false],
    ["/", "/ab", true],
    [undefined, "/ab", true],
  ] as const)
    it(`with the path ${path} go${sent ? "" : " not"} to ${url} (RFC 6265, 5.1.4)`, () => {
      const cookie: NonNullable<SiteEntry["cookies"]>[number] = { name: "gate", value: "open" };
      if (path !== undefined) cookie.path = path;
      const access: SiteEntry = { origin: ORIGIN, cookies: [cookie] };
      expect(visitorHeaders(access, ORIGIN + url).cookie).to.equal(sent ? "gate=open" : undefined);
    });
});
