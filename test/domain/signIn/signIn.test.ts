import { expect } from "chai";
import { MissingValue } from "../../../domain/functional/values.ts";
import { placed, usesTotp } from "../../../domain/signIn/call.ts";
import { fieldsOf, whatItSaid } from "../../../domain/signIn/failures.ts";
import { fillJson, fillText } from "../../../domain/signIn/fill.ts";
import { secretsOfSignIn } from "../../../domain/signIn/secrets.ts";
import { readTokenPath, valueAt } from "../../../domain/signIn/tokenPath.ts";
import { isTotpSecret, msToNextCode, totpCode, totpStep } from "../../../domain/signIn/totp.ts";

describe("the path of a token", () => {
  for (const [path, steps] of [
    ["token", ["token"]],
    ["$.data.token", ["data", "token"]],
    ["data.tokens[0].value", ["data", "tokens", 0, "value"]],
    ["$['access-token']", ["access-token"]],
    ['data["a.b"]', ["data", "a.b"]],
    ["$token", ["$token"]],
    ["", null],
    ["$", null],
    ["data..token", null],
    ["data[*]", null],
    ["data[0", null],
    ["a b", null],
  ] as const)
    it(`${JSON.stringify(path)} is ${JSON.stringify(steps)}`, () => {
      expect(readTokenPath(path)).to.deep.equal(steps);
    });

  it("finds what is there, and nothing of an object's own making", () => {
    const answer = { data: { tokens: [{ value: "a" }], none: null } };
    expect(valueAt(answer, "data.tokens[0].value")).to.equal("a");
    expect(valueAt(answer, "data.tokens[1].value")).to.equal(undefined);
    expect(valueAt(answer, "data.none.value")).to.equal(undefined);
    expect(valueAt(answer, "constructor.name")).to.equal(undefined);
    expect(valueAt("text", "length")).to.equal(undefined);
  });
});

describe("what a sign-in call sends", () => {
  const values = { env: { name: "Staging" }, secrets: { password: "p{totp}w" }, totp: "123456" };

  it("holds secrets, variables and the code in their places, in bodies of any depth", () => {
    const sent = fillJson(
      { user: "robot", deep: [{ pw: "{secret.password}", code: "{totp}" }], n: 1, at: "{env.name}!" },
      values,
    );
    expect(sent).to.deep.equal({ user: "robot", deep: [{ pw: "p{totp}w", code: "123456" }], n: 1, at: "Staging!" });
  });

  it("needs each secret that it names", () => {
    expect(() => fillText("{secret.other}", values)).to.throw(MissingValue, 'no secret "other"');
  });

  it("knows whether it needs a code", () => {
    expect([usesTotp({ a: ["x{totp}"] }), usesTotp({ a: "totp" }), usesTotp(undefined)]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it("puts the token where it belongs", () => {
    const at = { path: "t", in: "header", name: "Authorization" } as const;
    expect(placed(at, "a$&b")).to.equal("Bearer a$&b");
    expect(placed({ ...at, template: "Token {token}" }, "x")).to.equal("Token x");
    expect(placed({ ...at, name: "X-Key" }, "x")).to.equal("x");
    expect(placed({ path: "t", in: "localStorage", name: "auth", template: '{"t":"{token}"}' }, "x")).to.equal(
      '{"t":"x"}',
    );
  });
});

describe("one-time codes", () => {
  /** RFC 6238, appendix B: the secret is "12345678901234567890", 8 digits. */
  const RFC = { secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", digits: 8 };
  for (const [seconds, code] of [
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_234_567_890, "89005924"],
    [20_000_000_000, "65353130"],
  ] as const)
    it(`of ${seconds} s is ${code}`, () => expect(totpCode(RFC, seconds * 1_000)).to.equal(code));

  it("are those of SHA256 where the site says so", () => {
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA";
    expect(totpCode({ secret, digits: 8, algorithm: "SHA256" }, 59_000)).to.equal("46119246");
  });

  it("take the secret as authenticators show it, and nothing else", () => {
    const shown = { ...RFC, secret: "gezd gnbv gy3t qojq gezd gnbv gy3t qojq" };
    expect(totpCode(shown, 59_000)).to.equal("94287082");
    expect(["JBSWY3DPEHPK3PXP", "jbsw-y3dp-ehpk-3pxp", "JBSWY3DPEHPK3P======"].map(isTotpSecret)).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect(["", "123456", "JBSWY3DPEHPK3PX1", "not base32!"].map(isTotpSecret)).to.deep.equal([
      false,
      false,
      false,
      false,
    ]);
  });

  it("change with their period", () => {
    expect([totpStep(RFC, 59_999), totpStep(RFC, 60_000)]).to.deep.equal([1, 2]);
    expect(msToNextCode({ ...RFC, period: 60 }, 61_500)).to.equal(58_500);
  });
});

describe("what a site says of a refusal", () => {
  for (const [body, type, said] of [
    ['{"error":{"message":"Wrong password."}}', "application/json", "Wrong password"],
    ['{"error":"invalid_grant","error_description":"Bad\\n credentials"}', "application/json", "Bad credentials"],
    ['{"errors":[{"detail":"No account"}]}', "application/json", "No account"],
    ["Unauthorized", "text/plain", "Unauthorized"],
    ["<h1>Login</h1>", "text/html", ""],
    ['{"code":7}', "application/json", ""],
    ["", "", ""],
  ] as const)
    it(`${body || "nothing"} is ${JSON.stringify(said)}`, () => expect(whatItSaid(body, type)).to.equal(said));

  it("names the fields of an answer, and no value", () => {
    expect(fieldsOf({ ok: true, session: "secret" })).to.equal("ok, session");
    expect([fieldsOf([]), fieldsOf("text")]).to.deep.equal(["none", "none"]);
  });
});

describe("secrets of a sign-in", () => {
  it("are the secret of codes, tokens in stored items, and passwords that a call sends itself", () => {
    const secrets = secretsOfSignIn({
      totp: { secret: "JBSWY3DPEHPK3PXP" },
      localStorage: { auth: '{"token":"abc-123-token"}', theme: "dark" },
      sessionStorage: { sid: "s3ss10n-77" },
      signInCall: {
        url: "/in",
        json: { user: "robot-user-1", password: "typed-20e1", code: "{totp}", token: "{secret.t}" },
      },
    });
    expect(secrets).to.have.members([
      "JBSWY3DPEHPK3PXP",
      "typed-20e1",
      '{"token":"abc-123-token"}',
      "abc-123-token",
      "s3ss10n-77",
    ]);
  });
});
