// Creates a document in every collection for a project, an organisation and a person, following the table of belongings, and dumps all
// stored data.
import type { Schema } from "mongoose";
import { CALLED } from "../../models/erasures/names.ts";
import type { Models } from "../../models/index.ts";
import { BELONGINGS, type CollectionName } from "../../models/retention/belongings.ts";

/** Names of one side of a test. Its ids, names and addresses contain none of the other side's. */
export type Side = {
  tag: string;
  org: string;
  project: string;
  run: string;
  user: string;
  email: string;
  name: string;
  projectName: string;
};

export const sideOf = (tag: string): Side => ({
  tag,
  org: `org_${tag}00000000000000000000000`,
  project: `prj_${tag}00000000000000000000000`,
  run: `run_${tag}00000000000000000000000`,
  user: `usr_${tag}00000000000000000000000`,
  email: `${tag}.person@mail.example`,
  name: `Person ${tag.toUpperCase()} Lovelace`,
  projectName: `Shop of ${tag.toUpperCase()}`,
});

const NAMES = Object.keys(BELONGINGS) as CollectionName[];
/** Collections whose documents are created separately, with the fields that matter: members, names and slugs. */
const MADE_APART = new Set<CollectionName>([
  "organisations",
  "projects",
  "users",
  "runs",
  "artifacts",
  "storageUse",
  "erasures",
]);
export const AT = new Date("2026-03-10T11:00:00Z");

/** `artifactIds`: the artifacts that the documents reference. `people`: whose names appear in them; by default the side's own person. */
export async function seedEverything(
  models: Models,
  side: Side,
  { artifactIds = [], people = side }: { artifactIds?: readonly string[]; people?: Pick<Side, "email" | "name"> } = {},
): Promise<void> {
  const { tag, org, project, run, user, email } = side;
  const put = (name: CollectionName, document: object) => models[name].collection.insertOne(document as never);
  await put("organisations", {
    _id: org,
    name: `Organisation ${tag}`,
    slug: `organisation-${tag}`,
    plan: "enterprise",
    settings: {},
    members: [
      { userId: user, role: "admin", joinedAt: AT, epoch: null },
      { userId: `usr_second_${tag}`, role: "admin", joinedAt: AT, epoch: null },
    ],
    membersRev: 1,
    createdAt: AT,
  });
  const person = { orgId: org, role: "admin", passwordHash: null, identity: `identity ${tag}`, createdAt: AT };
  await put("users", { _id: user, email, name: side.name, ...person });
  const second = { email: `second.${tag}@mail.example`, name: `Second ${tag}`, identity: `second ${tag}` };
  await put("users", { _id: `usr_second_${tag}`, ...person, ...second });
  await put("projects", {
    _id: project,
    orgId: org,
    name: side.projectName,
    slug: `shop-${tag}`,
    baseUrl: `https://${tag}.example`,
    mainBranch: "main",
    settings: {},
    viewports: {},
    createdAt: AT,
  });
  for (const name of NAMES) {
    if (MADE_APART.has(name) && name !== "runs") continue;
    const row = BELONGINGS[name];
    const fields: Record<string, unknown> = {};
    for (const field of row.artifacts ?? []) fields[field] = { artifactId: artifactIds[0] ?? null };
    for (const [field, how] of Object.entries(row.people ?? {})) {
      const isText = (models[name].schema as unknown as Schema).path(field)?.instance === "String";
      if (how !== "name") fields[field] = isText ? people.email : [people.email, "kept@mail.example"];
      else if (isText) fields[field] = people.email;
      else {
        const mention = CALLED[name]?.[field] === "mentions" ? `, @${people.name}.` : ".";
        fields[field] = [{ by: people.email, at: AT, text: `cc ${people.email}${mention}` }];
      }
    }
    if (row.person) fields[row.person] = people.email;
    if (row.within) fields[row.within.by] = `${row.within.collection}_${tag}`;
    if (row.run && row.run !== "_id") fields[row.run] = run;
    if (row.project) fields[row.project] = project;
    if (row.organisation) fields[row.organisation] = org;
    if (row.user) fields[row.user] = user;
    if (name === "audit") Object.assign(fields, { action: "scenario.create", target: `scenarios_${tag}` });
    if (name === "runs") Object.assign(fields, { status: "completed", reports: {}, orgId: org });
    if (name === "shots") Object.assign(fields, { index: 0 });
    const unique = { hash: `${name} ${tag}`, lock: `${name} ${tag}`, slug: `${name}-${tag}` };
    const _id = name === "runs" ? run : `${name}_${tag}`;
    await put(name, { _id, createdAt: AT, at: AT, revokedAt: null, erasing: null, ...unique, ...fields });
  }
}

/** Returns every document of every collection, including the sessions, as text by collection and id. */
export async function dump(models: Models): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const name of NAMES)
    for (const document of await models[name].collection.find({}).toArray())
      all.set(`${name}/${String(document._id)}`, JSON.stringify(document));
  for (const document of await models.users.db.collection("sessions").find({}).toArray())
    all.set(`sessions/${String(document._id)}`, JSON.stringify(document));
  return all;
}

/** Returns the documents that contain the text. */
export const placesOf = (all: ReadonlyMap<string, string>, text: string): string[] =>
  [...all].flatMap(([place, document]) => (place.includes(text) || document.includes(text) ? [place] : [])).sort();
