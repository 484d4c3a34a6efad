import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { type Person, signInPerson } from "../client/person.ts";
import { readSecret } from "../input.ts";
import { type Row, table } from "../output.ts";
import { type CommandDeclaration, type CommandUse, textOf } from "./command.ts";

type Act = (person: Person, use: CommandUse) => Promise<void>;

const ACTS: Readonly<Record<string, Act>> = { list, create, revoke };

export const keysCommand: CommandDeclaration = {
  name: "keys",
  summary: "list, create and revoke keys as an administrator (API keys cannot create keys)",
  args: "<list|create|revoke> [key]",
  options: [
    {
      flags: "--email <address>",
      description: "address of the administrator (SVC_EMAIL); the password comes from SVC_PASSWORD or standard input",
    },
    { flags: "--name <name>", description: "create: what the key is for" },
    { flags: "--scope <scope>", description: "create: ci, mcp_read or mcp_full (ci)" },
    { flags: "--org", description: "create: a key for all projects instead of one for --project" },
    { flags: "--expires <time>", description: "create: when it expires, such as 2027-01-31T12:00:00Z" },
  ],
  example: "plumbline keys create --project shop --scope ci --email ada@example.com < password.txt",
  async run(use) {
    const { args, options, settings, env } = use;
    const act = ACTS[args[0] ?? ""];
    if (!act) throw wrongUse(`Choose what to do with keys: ${Object.keys(ACTS).join(", ")}; not "${args[0]}".`);
    if (act === revoke && args[1] === undefined) throw wrongUse("Name the key to revoke: its id or its hint.");
    if (act === create && settings.project === null && options.org !== true)
      throw wrongUse("Pass --project <slug>, or --org.");
    const email = textOf(options, "email") ?? env.SVC_EMAIL;
    if (!email) throw wrongUse("Pass --email, or set SVC_EMAIL.");
    const password = env.SVC_PASSWORD || (await readSecret("Password"));
    const person = await signInPerson(settings.url, email, password);
    try {
      await act(person, use);
    } finally {
      await person.signOut();
    }
    return CLIENT_EXIT.passed;
  },
};

async function list(person: Person, { out }: CommandUse): Promise<void> {
  const { keys } = await person.get("/api/keys");
  const rows: Row[] = keys.map((key) => ({
    id: key.id,
    name: key.name,
    hint: `${key.hint}…`,
    scope: key.scope,
    for: key.projectId ?? "all projects",
    expires: key.expiresAt,
    used: key.lastUsedAt,
    revoked: key.revokedAt,
  }));
  out.answer({ keys }, rows.length > 0 ? table(rows) : ["No key yet."]);
}

async function create(person: Person, { options, settings, out }: CommandUse): Promise<void> {
  const org = options.org === true;
  const scope = textOf(options, "scope") ?? "ci";
  const project = org ? undefined : (settings.project ?? undefined);
  const made = await person.post("/api/keys", {
    body: {
      kind: org ? "org" : "project",
      scope,
      project,
      expiresAt: textOf(options, "expires"),
      name: textOf(options, "name") ?? `${project ?? "organisation"} ${scope}`,
    },
  });
  out.answer({ key: made.key, record: made.record }, [made.key]);
  out.note(`${made.record.id}: scope ${made.record.scope}. The key is shown only once.`);
}

async function revoke(person: Person, { args: [, key = ""], out }: CommandUse): Promise<void> {
  const { record, revokedNow } = await person.remove("/api/keys/{id}", { params: { id: key } });
  out.answer({ record, revokedNow }, [
    `${record.id} ${revokedNow ? "revoked" : `was already revoked, at ${record.revokedAt}`}.`,
  ]);
}
