import { expect } from "chai";
import { formatTarget, targetOfAuthority, targetOfHost, targetOfUrl } from "../../../domain/net/targets.ts";

describe("targetOfUrl", () => {
  for (const host of [
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0x7f000001",
    "017700000001",
    "127.1",
    "127.0.0.1.",
    "１２７.0.0.1",
  ]) {
    it(`reads ${host} as browsers do`, () => {
      expect(targetOfUrl(`http://${host}:3000/x`)).to.include({ host: "127.0.0.1", ip: "127.0.0.1", port: 3000 });
    });
  }

  const urls: [string, object][] = [
    ["http://Example.COM./a", { scheme: "http", host: "example.com", port: 80 }],
    ["https://example.com", { scheme: "https", host: "example.com", port: 443 }],
    ["wss://example.com:8443", { scheme: "wss", host: "example.com", port: 8443 }],
    ["ws://example.com", { scheme: "ws", host: "example.com", port: 80 }],
    ["https://münchen.de", { scheme: "https", host: "xn--mnchen-3ya.de", port: 443 }],
    ["http://[::1]:81/", { scheme: "http", host: "::1", port: 81, ip: "::1" }],
    ["http://[::ffff:127.0.0.1]/", { scheme: "http", host: "127.0.0.1", port: 80, ip: "127.0.0.1" }],
    ["http://user:pw@example.com/", { scheme: "http", host: "example.com", port: 80 }],
    ["http://public.example\\@127.0.0.1/", { scheme: "http", host: "public.example", port: 80 }],
  ];
  for (const [url, target] of urls) {
    it(`reads ${url}`, () => {
      expect(targetOfUrl(url)).to.deep.equal(target);
    });
  }

  for (const url of [
    "file:///etc/passwd",
    "ftp://example.com",
    "javascript:1",
    "data:,x",
    "//example.com",
    "http://",
    "http://1.2.3.4.5",
  ]) {
    it(`has no target for ${url}`, () => {
      expect(targetOfUrl(url)).to.equal(undefined);
    });
  }
});

describe("targetOfAuthority", () => {
  const authorities: [string, object | undefined][] = [
    ["example.com:443", { host: "example.com", port: 443 }],
    ["example.com:80", { host: "example.com", port: 80 }],
    ["[::1]:443", { host: "::1", port: 443, ip: "::1" }],
    ["0x7f.1:9", { host: "127.0.0.1", port: 9, ip: "127.0.0.1" }],
    ["example.com", undefined],
    ["example.com:0", undefined],
    ["example.com:99999", undefined],
    ["user@127.0.0.1:80", undefined],
    ["a.example\\@b.example:80", undefined],
    ["example.com:80/path", undefined],
    ["", undefined],
  ];
  for (const [authority, target] of authorities) {
    it(`${authority || "(empty)"} ${target === undefined ? "is malformed" : "is read"}`, () => {
      expect(targetOfAuthority(authority)).to.deep.equal(target);
    });
  }

  it("takes the default port where none is written", () => {
    expect(targetOfAuthority("example.com", 80)).to.deep.equal({ host: "example.com", port: 80 });
  });
});

describe("formatTarget", () => {
  it("puts brackets around IPv6", () => {
    expect(formatTarget(targetOfHost("[::1]", 80))).to.equal("[::1]:80");
    expect(formatTarget(targetOfHost("Example.com.", 443))).to.equal("example.com:443");
  });
});
