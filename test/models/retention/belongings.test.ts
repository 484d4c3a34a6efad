// The retention table covers every collection and every field that may name an artifact.
import { expect } from "chai";
import { createConnection } from "mongoose";
import { bindModels } from "../../../models/index.ts";
import { BELONGINGS, type CollectionName } from "../../../models/retention/belongings.ts";

const models = bindModels(createConnection());

type Path = { path: string; instance: string };
function pathsOf(name: CollectionName): Path[] {
  const paths: Path[] = [];
  models[name].schema.eachPath((path, { instance }) => void paths.push({ path, instance }));
  return paths;
}

/** Names of fields that may reference an artifact, and of fields with any content. */
const NAMES_ARTIFACT = /artifact|picture|screenshot|trace(?!Bytes)|^map|thumbnail|gathered|evidence|reports|diff/i;
const HOLDS_ANYTHING = new Set(["Mixed", "Array", "Buffer"]);
const OTHERS = new Set(["artifacts.artifactId", "storageUse.artifacts", "runs.firstPicturesOnly"]);

/** Names of fields that may identify a person. */
const NAMES_PERSON =
  /by(id)?$|^who$|author|person|people|e?mail|login|assignee|recipient|unconfirmed|reviewer|waiter|^to$|holder$|applying$|members|comments|messages|resolved$|^review(before)?$|decision$|accepted$|acceptance$|snooze$|userid|note$/i;
const NO_PERSONS = new Set([
  "dataLeases.holder",
  // An account is deleted with its owner, and so is a link to one.
  "users.email",
  "users.provedBy",
  "users.mailsMe",
  "codeAccounts.login",
  "linkCodes.login",
  "oneTimeLinks.userId",
  "oneTimeLinks.mailed",
  // Belongs to a single person, identified by the address next to it.
  "threadWaits.waiterId",
  "reviewRequests.waiterId",
  // How it was completed, not by whom: "person" or "decisions".
  "reviewRequests.doneBy",
  // Ids of problems and dates.
  "problemLists.accepted",
  // A process of the service.
  "installations.leaseHolder",
  "dataLeases.holder",
  "restores.holder",
  // Only ids; models/organisations/members.ts removes the person.
  "organisations.members",
  "organisations.membersRev",
]);

describe("the table of what belongs to whom", () => {
  it("has every collection", () => {
    expect(Object.keys(BELONGINGS).sort()).to.deep.equal(Object.keys(models).sort());
  });

  for (const [name, belonging] of Object.entries(BELONGINGS))
    describe(name, () => {
      const paths = pathsOf(name as CollectionName);
      const {
        artifacts = [],
        plain = [],
        run,
        project,
        organisation,
        user,
        person,
        people = {},
        within,
        stays,
      } = belonging;

      it("says who owns it, or why nobody does", () => {
        expect(run ?? project ?? organisation ?? user ?? within?.by ?? stays).to.be.a("string");
      });
      it("names fields that exist", () => {
        const cleared = Object.values(people).flatMap((how) => (how === "name" ? [] : how));
        const fields = [...artifacts, ...plain, run, project, organisation, user, person, within?.by];
        fields.push(...Object.keys(people), ...cleared);
        const known = paths.map(({ path }) => path);
        expect(known).to.include.members(fields.filter((field) => field !== undefined));
      });
      it("declares every field that may name an artifact", () => {
        const doubtful = paths.filter(
          ({ path, instance }) =>
            HOLDS_ANYTHING.has(instance) || (NAMES_ARTIFACT.test(path) && !OTHERS.has(`${name}.${path}`)),
        );
        expect([...artifacts, ...plain]).to.include.members(doubtful.map(({ path }) => path));
      });
      it("declares every field that may name a person", () => {
        const owner = new Set([user, person]);
        const doubtful = paths
          .filter(({ path }) => NAMES_PERSON.test(path) && !owner.has(path) && !NO_PERSONS.has(`${name}.${path}`))
          .map(({ path }) => path);
        expect(Object.keys(people)).to.include.members(doubtful);
      });
      it("names its project where it names artifacts", () => {
        if (artifacts.length > 0) expect(project, "field of the project").to.be.a("string");
      });
    });
});
