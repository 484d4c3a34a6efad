import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { projectFileSchema } from "../../api/openapi/projectFileSchema.ts";

describe("docs/plumbline.schema.json", () => {
  const validate = new Ajv2020({ strict: false }).compile(projectFileSchema());
  const project = { slug: "shop" };

  it("is what the service checks files with: `npm run -s docs -- config` writes it", async () => {
    const found = await readFile(new URL("../../docs/plumbline.schema.json", import.meta.url), "utf8");
    expect(JSON.parse(found)).to.deep.equal(JSON.parse(JSON.stringify(projectFileSchema())));
  });

  const fill = { op: "fill", selector: "#password" };
  const entered = (access: unknown) => ({ environments: [{ slug: "a", baseUrl: "https://a.example", access }] });
  for (const [what, file, right] of [
    ["a project alone", {}, true],
    [
      "a scenario with steps and rules",
      {
        scenarios: [
          {
            label: "A",
            url: "/",
            steps: [{ op: "click", selector: "#a" }],
            comparisonRules: [{ selector: ".b", mode: "ignore" }],
          },
        ],
      },
      true,
    ],
    [
      "access by the names of variables",
      entered({ basicAuth: { username: "u", password: { from: "PASSWORD" } } }),
      true,
    ],
    ["access from one variable", entered({ from: "ACCESS" }), true],
    [
      "a sign-in that types a variable",
      entered({ signIn: { url: "/in", steps: [{ ...fill, value: { from: "P" } }] } }),
      true,
    ],
    [
      "a sign-in call, one-time codes and stored items",
      entered({
        secrets: { password: { from: "P" } },
        totp: { secret: { from: "T" }, period: 60 },
        localStorage: { "persist:root": { from: "S" } },
        signInCall: {
          url: "/api/login",
          json: { user: "robot", password: "{secret.password}", deep: [1, null] },
          headers: { "x-app": "web" },
          take: [{ path: "data.token", in: "header", name: "Authorization" }],
        },
      }),
      true,
    ],
    ["a secret of one-time codes in the file", entered({ totp: { secret: "JBSWY3DPEHPK3PXP" } }), false],
    ["a stored item in the file", entered({ localStorage: { token: "t" } }), false],
    [
      "an unknown place of a token",
      entered({ signInCall: { url: "/in", take: [{ path: "a", in: "body", name: "b" }] } }),
      false,
    ],
    ["budgets", { settings: { audits: { a11y: { budgets: { serious: 3 } } } } }, true],
    ["a password in the file", entered({ basicAuth: { username: "u", password: "p" } }), false],
    ["an unknown step", { scenarios: [{ label: "A", url: "/", steps: [{ op: "run", selector: "#a" }] }] }, false],
    ["an unknown section", { plans: [] }, false],
    ["a schedule", { schedules: [{ name: "Nightly", cron: "30 2 * * *", types: ["test"] }] }, true],
    [
      "an address of a channel in the file",
      { notifications: [{ name: "A", kind: "slack", url: "https://a.example" }] },
      false,
    ],
    ["an unknown field", { scenarios: [{ label: "A", url: "/", colour: 1 }] }, false],
    ["a viewport without its height", { viewports: { phone: { width: 300 } } }, false],
  ] as const)
    it(`${right ? "takes" : "refuses"} ${what}`, () => {
      expect(validate({ version: 1, project, ...file }), JSON.stringify(validate.errors)).to.equal(right);
    });
});
