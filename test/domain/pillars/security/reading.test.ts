// What is read from hostile text: cookies without values, addresses without secrets, and files by their actual content.
import { expect } from "chai";
import { isPlainLoopback, sameSite, withoutSecrets } from "../../../../domain/pillars/security/addresses.ts";
import { looksLikeSession, ownCookies, readSetCookie } from "../../../../domain/pillars/security/cookies.ts";
import { EXPOSURES, SOURCE_MAP } from "../../../../domain/pillars/security/exposures.ts";
import { weaknessesOf } from "../../../../domain/pillars/security/policies.ts";
import { certificateProblem } from "../../../../domain/pillars/security/tls.ts";
import { cookie, page } from "./facts.ts";

const NOW = Date.parse("2026-10-01T00:00:00Z");
const read = (line: string) => readSetCookie(line, "shop.example", NOW);

describe("Set-Cookie", () => {
  it("gives names and attributes, never the value", () => {
    const facts = read("sid=TOPSECRET; Path=/a; Domain=.Shop.Example; Secure; HttpOnly; SameSite=strict; Max-Age=60");
    expect(facts).to.deep.equal({
      name: "sid",
      domain: "shop.example",
      hostOnly: false,
      path: "/a",
      secure: true,
      httpOnly: true,
      sameSite: "Strict",
      expires: "2026-10-01T00:01:00.000Z",
    });
    expect(JSON.stringify(facts)).not.to.include("TOPSECRET");
  });

  it("survives nonsense", () => {
    for (const line of ["", "=value", ";;;", "a", "x".repeat(1_000_000)]) expect(read(line)).to.equal(null);
    expect(read(`a=b; max-age=${"9".repeat(12)}; samesite=maybe; path=nowhere`)).to.deep.include({
      path: "/",
      sameSite: null,
    });
    expect(read("a=b; expires=yesterday")?.expires).to.equal(null);
  });

  it("leaves out those that are deleted, and those the browser holds already", () => {
    const hop = { url: "https://shop.example/", status: 200, headers: [] };
    const setCookies = ["old=; Max-Age=0", "sid=1", "__Host-x=1; Path=/a"].map((line) => read(line)!);
    const facts = page({}, { hops: [{ ...hop, setCookies }], cookies: [cookie("sid", { path: "/held" })] });
    expect(ownCookies(facts).map(({ name, path }) => `${name} ${path}`)).to.deep.equal(["sid /held", "__Host-x /a"]);
  });

  it("tells sessions by their names", () => {
    for (const name of [
      "PHPSESSID",
      "JSESSIONID",
      "connect.sid",
      "session_id",
      "sid",
      "auth",
      "app.auth",
      "remember_me",
    ])
      expect(looksLikeSession(name), name).to.equal(true);
    for (const name of [
      "_ga",
      "_hjSession_1",
      "ai_session",
      "theme",
      "XSRF-TOKEN",
      "csrftoken",
      "author",
      "inside",
      "consent",
    ])
      expect(looksLikeSession(name), name).to.equal(false);
  });
});

describe("addresses", () => {
  it("lose credentials, fragments and values that look like secrets", () => {
    expect(withoutSecrets("https://me:pw@a.example/x?token=abc&q=red+shoes&h=0123456789abcdef0123456789#top")).to.equal(
      "https://a.example/x?token=hidden&q=red+shoes&h=hidden",
    );
    expect(withoutSecrets(`https://a.example/${"x".repeat(10_000)}`)).to.have.length(300);
    expect(withoutSecrets("data:text/html,<script>1</script>")).to.equal("data:");
  });

  it("know this machine and one owner's hosts", () => {
    for (const url of ["http://127.0.0.1:4500/", "http://[::1]/", "http://localhost/", "http://a.localhost/"])
      expect(isPlainLoopback(url), url).to.equal(true);
    for (const url of ["https://127.0.0.1/", "http://10.0.0.1/", "http://shop.example/"])
      expect(isPlainLoopback(url), url).to.equal(false);
    expect(sameSite("https://a.shop.example/", "https://shop.example/")).to.equal(true);
    expect(sameSite("https://shop.example/", "https://shop.other/")).to.equal(false);
    expect(sameSite("https://10.0.0.1/", "https://11.0.0.1/")).to.equal(false);
  });
});

describe("exposed files", () => {
  const REAL: Record<string, string> = {
    "git-head": "ref: refs/heads/main\n",
    env: "# settings\nAPP_ENV=production\nexport DB_PASSWORD=x\n\n",
    "ds-store": "\0\0\0\u0001Bud1\0\0",
    svn: "SQLite format 3\0\u0010",
    hg: "dotencode\nfncache\nrevlogv1\nstore\n",
    htpasswd: "admin:$apr1$x$y\n",
    "wp-config": "<?php\ndefine('DB_NAME', 'x');",
    "backup-zip": "PK\u0003\u0004\u0014",
    "backup-sql": "-- MySQL dump 10.13\n",
    "dump-sql": "CREATE TABLE a (b int);\n",
  };
  const pages = [
    "<!doctype html><title>Not found</title>",
    "Not found",
    "",
    '{"error":"not found"}',
    "a=b",
    "User-agent: *\nDisallow: /",
    "CREATE an account",
    "\n  <html>CREATE TABLE x</html>",
    "ref: refs/heads/main is what a repository begins with, says this page.",
  ];

  for (const { id, path, recognise } of EXPOSURES) {
    it(`${path} is told from an error page`, () => {
      expect(recognise(REAL[id] ?? "")).to.be.a("string");
      for (const text of pages) expect(recognise(text), text).to.equal(null);
    });
  }

  it("an address of a git commit is a HEAD as well", () => {
    expect(EXPOSURES[0]?.recognise(`${"a1".repeat(20)}\n`)).to.be.a("string");
  });

  it("a setting that is cut in the middle counts", () => {
    const long = `${"A_NAME=value\n".repeat(400)}`.slice(0, 4_096);
    expect(EXPOSURES.find(({ id }) => id === "env")?.recognise(long)).to.be.a("string");
  });

  it("source maps count with sources alone", () => {
    expect(SOURCE_MAP.recognise('{"version":3,"sources":["a.ts"],"sourcesContent":["let a"],"mappings":""}')).to.be.a(
      "string",
    );
    expect(SOURCE_MAP.recognise('{"version":3,"sources":["a.ts"],"mappings":""}')).to.equal(null);
    expect(SOURCE_MAP.recognise("<!doctype html>")).to.equal(null);
  });

  it("hostile beginnings take no time", () => {
    const nasty = [
      "A".repeat(4_096),
      `${"a.".repeat(2_000)}:`,
      "\n".repeat(4_096),
      `ref: refs/${"/".repeat(4_000)}!`,
      "store\n".repeat(600),
    ];
    for (const text of nasty) for (const { recognise } of EXPOSURES) expect(() => recognise(text)).not.to.throw();
  });
});

describe("policies", () => {
  it("of hostile shapes are judged or called unreadable, and never throw", () => {
    const nasty = [
      "__proto__ x",
      "constructor 'self'",
      ";".repeat(16_000),
      "a ".repeat(8_000),
      "script-src 'nonce-",
      "\0\u{1F600}",
    ];
    for (const text of nasty) expect(() => weaknessesOf([text])).not.to.throw();
  });

  it("of two policies are those of the stricter one, in either order", () => {
    const frames = "frame-ancestors 'self'";
    const scripts = "script-src 'self' 'unsafe-eval'; object-src 'none'; base-uri 'none'";
    const kinds = (...policies: string[]) => (weaknessesOf(policies) ?? []).map(({ kind }) => kind);
    expect(kinds(frames)).not.to.deep.equal(kinds(scripts));
    expect(kinds(frames, scripts)).to.deep.equal(kinds(scripts));
    expect(kinds(scripts, frames)).to.deep.equal(kinds(scripts));
  });

  it("show no nonce", () => {
    const told = JSON.stringify(weaknessesOf(["script-src 'nonce-secretsecret!' *"]));
    expect(told).not.to.include("secretsecret");
  });
});

describe("certificate errors", () => {
  it("are words, and an unknown code is safe to show", () => {
    expect(certificateProblem("CERT_HAS_EXPIRED")).to.equal("has expired");
    expect(certificateProblem("<b>X</b>")).to.equal("is not accepted (bXb)");
  });
});
