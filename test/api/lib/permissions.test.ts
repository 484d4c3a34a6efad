import { expect } from "chai";
import type { AdminContext } from "../../../api/lib/admin.ts";
import type { Caller } from "../../../api/lib/context.ts";
import { createEnvironment } from "../../../api/operations/environments/createEnvironment.ts";
import { listEnvironments } from "../../../api/operations/environments/listEnvironments.ts";
import { createKey } from "../../../api/operations/keys/createKey.ts";
import { listKeys } from "../../../api/operations/keys/listKeys.ts";
import { revokeKey } from "../../../api/operations/keys/revokeKey.ts";
import { createUser } from "../../../api/operations/people/createUser.ts";
import { setPlan } from "../../../api/operations/people/setPlan.ts";
import { createProject } from "../../../api/operations/projects/createProject.ts";
import { listProjects } from "../../../api/operations/projects/listProjects.ts";
import { listRules } from "../../../api/operations/rules/listRules.ts";
import { removeRule } from "../../../api/operations/rules/removeRule.ts";
import { setComparisonRule, setContentRule } from "../../../api/operations/rules/setRule.ts";
import { importScenarios } from "../../../api/operations/scenarios/importScenarios.ts";
import { listScenarios } from "../../../api/operations/scenarios/listScenarios.ts";
import type { Scope } from "../../../domain/keys.ts";
import type { Role } from "../../../models/users/schema.ts";
import { refusal, useDatabase } from "../../cli/support.ts";

const ORG = "org_1";
const user = (role: Role): Caller => ({ kind: "user", userId: "usr_1", email: "a@example.com", orgId: ORG, role });
const key = (scope: Scope | null, projectId: string | null = null): Caller => ({
  kind: "key",
  keyId: "key_1",
  keyName: "CI",
  orgId: ORG,
  scope,
  projectId,
  defaultProject: null,
});
const CALLERS: Record<string, Caller> = {
  operator: { kind: "operator", orgId: ORG },
  admin: user("admin"),
  editor: user("editor"),
  viewer: user("viewer"),
  mcp_full: key("mcp_full"),
  "a key without scope": key(null),
  mcp_read: key("mcp_read"),
  ci: key("ci"),
};

type Operation = (ctx: AdminContext, caller: Caller) => Promise<unknown>;
const place = { project: "nowhere", scenarioLabel: "A", selector: "a" };
const VIEW: Operation[] = [
  (ctx, caller) => listProjects(ctx, caller),
  (ctx, caller) => listEnvironments(ctx, caller, { project: "nowhere" }),
  (ctx, caller) => listScenarios(ctx, caller, { project: "nowhere" }),
  (ctx, caller) => listRules(ctx, caller, { project: "nowhere" }),
];
const EDIT: Operation[] = [
  (ctx, caller) => createProject(ctx, caller, { name: "", baseUrl: "" }),
  (ctx, caller) => createEnvironment(ctx, caller, { project: "nowhere", name: "A", baseUrl: "https://a.example" }),
  (ctx, caller) => importScenarios(ctx, caller, { project: "nowhere", file: { scenarios: [] } }),
  (ctx, caller) => setComparisonRule(ctx, caller, { ...place, mode: "full" }),
  (ctx, caller) => setContentRule(ctx, caller, { ...place, normalize: "text" }),
  (ctx, caller) => removeRule(ctx, caller, { project: "nowhere", rule: "crl_0" }),
];
const ADMINISTER: Operation[] = [
  (ctx, caller) => createKey(ctx, caller, { name: "", kind: "org" }),
  (ctx, caller) => listKeys(ctx, caller),
  (ctx, caller) => revokeKey(ctx, caller, { key: "key_0" }),
  (ctx, caller) => createUser(ctx, caller, { email: "", name: "", role: "admin" }),
];
const OPERATE: Operation[] = [(ctx, caller) => setPlan(ctx, caller, { plan: "free" })];

/** The refusal code for each caller, or null if the caller is allowed. */
const TABLE: [string, Operation[], Record<string, string | null>][] = [
  [
    "look",
    VIEW,
    {
      operator: null,
      admin: null,
      editor: null,
      viewer: null,
      mcp_full: null,
      "a key without scope": null,
      mcp_read: null,
      ci: null,
    },
  ],
  [
    "edit",
    EDIT,
    {
      operator: null,
      admin: null,
      editor: null,
      viewer: "forbidden",
      mcp_full: null,
      "a key without scope": null,
      mcp_read: "scope_denied",
      ci: "scope_denied",
    },
  ],
  [
    "administer",
    ADMINISTER,
    {
      operator: null,
      admin: null,
      editor: "forbidden",
      viewer: "forbidden",
      mcp_full: "forbidden",
      "a key without scope": "forbidden",
      mcp_read: "forbidden",
      ci: "forbidden",
    },
  ],
  [
    "operate",
    OPERATE,
    {
      operator: null,
      admin: "forbidden",
      editor: "forbidden",
      viewer: "forbidden",
      mcp_full: "forbidden",
      "a key without scope": "forbidden",
      mcp_read: "forbidden",
      ci: "forbidden",
    },
  ],
];

describe("who may do what", () => {
  const db = useDatabase();

  for (const [what, operations, answers] of TABLE)
    for (const [name, answer] of Object.entries(answers))
      it(`${name} may ${answer === null ? "" : "not "}${what}`, async () => {
        for (const operation of operations) {
          const result = operation(db.ctx, CALLERS[name] as Caller);
          // Allowed calls fail for another reason: the inputs are invalid on purpose, so that nothing is created.
          const code = await result.then(
            () => null,
            (error) => error.code,
          );
          if (answer === null) expect(code).to.not.be.oneOf(["forbidden", "scope_denied"]);
          else expect(code).to.equal(answer);
        }
      });

  it("a project key sees its own project only, and makes none", async () => {
    const operator = CALLERS.operator as Caller;
    const own = await createProject(db.ctx, operator, { name: "Own", baseUrl: "https://a.example" });
    const other = await createProject(db.ctx, operator, { name: "Other", baseUrl: "https://b.example" });
    const caller = key("mcp_full", own.project.id);
    expect((await listProjects(db.ctx, caller)).map((p) => p.slug)).to.deep.equal(["own"]);
    expect(await listEnvironments(db.ctx, caller, { project: "own" })).to.have.length(1);
    for (const project of ["other", other.project.id])
      expect((await refusal(listEnvironments(db.ctx, caller, { project }))).code).to.equal("project_resolution_error");
    const refused = await refusal(createProject(db.ctx, caller, { name: "Third", baseUrl: "https://c.example" }));
    expect(refused.code).to.equal("forbidden");
  });

  it("nobody reaches another organisation's project", async () => {
    const { project } = await createProject(db.ctx, CALLERS.operator as Caller, {
      name: "Own",
      baseUrl: "https://a.example",
    });
    const stranger: Caller = { kind: "user", userId: "usr_2", email: "b@example.com", orgId: "org_2", role: "admin" };
    for (const reference of ["own", project.id])
      expect((await refusal(listScenarios(db.ctx, stranger, { project: reference }))).code).to.equal(
        "project_resolution_error",
      );
  });
});
