// Project settings as entered: what is sent, and that the service accepts it.
import { expect } from "chai";
import { accessShape } from "../../../../api/operations/environments/access.ts";
import { SETTINGS } from "../../../../api/operations/projects/projectSettings.ts";
import { accessInWords, accessOf, EMPTY_ACCESS } from "../../../../web/src/features/settings/access.ts";
import { GROUPS, shownValue, withEdits } from "../../../../web/src/features/settings/fields.ts";

const FIELDS = GROUPS.flatMap(({ fields }) => fields);

describe("what a project wants, as it is typed", () => {
  const typed = { number: "3", limit: "2", text: "#a", texts: "a, b", several: "visual, seo" };
  const edits = Object.fromEntries(
    FIELDS.map(({ path, kind, options, max }) => [
      path,
      kind === "choice" || kind === "yesNo"
        ? (options?.at(-1)?.value ?? "")
        : kind === "number" && max
          ? String(max)
          : typed[kind as "text"],
    ]),
  );

  it("is taken by the service, every field of it, and shown as it was typed", async () => {
    const settings = withEdits({}, edits);
    await SETTINGS.validate(settings, { strict: true });
    for (const field of FIELDS) expect(shownValue(settings, field), field.path).to.equal(edits[field.path]);
  });

  it("leaves nothing behind when all of it is emptied again, and keeps what no field shows", () => {
    const before = withEdits({ audits: { seo: { other: 1 } } }, edits);
    const empty = Object.fromEntries(FIELDS.map(({ path }) => [path, ""]));
    expect(withEdits(before, empty)).to.deep.equal({ audits: { seo: { other: 1 } } });
  });

  it("stores 0 of a limit as never", () => {
    const settings = withEdits({}, { "gate.newCritical.fail": "0" });
    expect(settings).to.deep.equal({ gate: { newCritical: { fail: null } } });
    expect(shownValue(settings, FIELDS.find(({ path }) => path === "gate.newCritical.fail")!)).to.equal("0");
  });
});

describe("how a protected site is entered, as it is typed", () => {
  it("becomes what the service takes", async () => {
    const access = accessOf({
      username: "anna",
      password: "p:w=",
      headers: "X-Stage: a:b\n\nAuthorization: Bearer x=y",
      cookies: "a=b=c",
      signIn: '{"url":"/login","steps":[{"op":"click","selector":"#in"}]}',
      signInCall: "",
      totp: " JBSW Y3DP EHPK 3PXP ",
      localStorage: 'persist:root={"a":1}',
      sessionStorage: "tab=b=c",
      secrets: "password=long enough",
      variables: "country=AT",
    });
    await accessShape.validate(access, { strict: true });
    expect(access).to.deep.include({
      basicAuth: { username: "anna", password: "p:w=" },
      headers: { "X-Stage": "a:b", Authorization: "Bearer x=y" },
      cookies: [{ name: "a", value: "b=c" }],
      secrets: { password: "long enough" },
      totp: { secret: "JBSW Y3DP EHPK 3PXP" },
      localStorage: { "persist:root": '{"a":1}' },
      sessionStorage: { tab: "b=c" },
    });
    const signInCall = {
      url: "/api/login",
      json: { code: "{totp}" },
      take: [{ path: "t", in: "header", name: "X-T" }],
    };
    const called = accessOf({ ...EMPTY_ACCESS, signInCall: JSON.stringify(signInCall), totp: "JBSWY3DPEHPK3PXP" });
    await accessShape.validate(called, { strict: true });
    expect(called).to.deep.equal({ signInCall, totp: { secret: "JBSWY3DPEHPK3PXP" } });
    expect(accessOf(EMPTY_ACCESS)).to.equal(null);
  });

  it("says which line is wrong, never what stands there", () => {
    const wrong = () => accessOf({ ...EMPTY_ACCESS, secrets: "a=fine text\nhunter2" });
    expect(wrong).to.throw("Secrets: line 2");
    expect(wrong).not.to.throw("hunter2");
    expect(() => accessOf({ ...EMPTY_ACCESS, password: "x" })).to.throw("user name");
    for (const field of ["signIn", "signInCall"] as const)
      expect(() => accessOf({ ...EMPTY_ACCESS, [field]: "{hunter2" })).to.throw(
        /^Sign-in.* is not valid JSON. Expected/,
      );
  });

  it("is said in words by its names", () => {
    expect(accessInWords(null)).to.equal("Public");
    expect(accessInWords({ kinds: ["basicAuth", "secrets"], secrets: ["password"], variables: [] })).to.equal(
      "user name and password, secrets password",
    );
  });
});
