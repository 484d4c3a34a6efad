// A branch that forks from a rewritten branch, where git's result uses information that the service cannot have.
import { createHash } from "node:crypto";
import { buildGraph } from "../../../../domain/history/graph.ts";
import { type Accepted, selectReferences } from "../../../../domain/history/select.ts";
import { pictureOf, sidesOf, TAKEN_AWAY } from "./picture.ts";
import { ancestorsOf, type Branch, MAIN, ofChoice, type Team } from "./team.ts";

/**
 * Judges the first commit of such a branch. In git it has everything that was accepted before the rewrite. The service is not told to
 * which branch a commit belongs, so it cannot know that. What was accepted on the branch's own commits stands, and the rest is shown
 * again: a picture passes only if it was accepted on one of the branch's own commits, for a pull request that they name, or by main at the
 * fork point.
 */
export function judgeFork(team: Team, { head, name }: Branch): void {
  const sha = createHash("sha1").update(`${team.seed} fork of ${name}`).digest("hex");
  const row = { sha, parents: [head.sha], pr: null, at: new Date((team.nodes.length + 2) * 1000), onMain: false };
  const fork = { sha, branch: `on ${name}`, prNumber: null, mainBranch: MAIN };
  const choices = selectReferences(buildGraph([row, ...team.rows]), fork, team.places, team.accepted);
  const own = new Set([...ancestorsOf(head)].map((node) => node.sha));
  const brought = new Set(team.rows.flatMap((one) => (own.has(one.sha) && one.pr !== null ? [one.pr] : [])));
  const stands = ({ commitSha, prNumber }: Accepted): boolean =>
    own.has(commitSha ?? "") || (prNumber !== null && brought.has(prNumber));
  for (const [place, wanted] of head.pictures.entries()) {
    const got = pictureOf(ofChoice(choices[place]), team.contents);
    if (JSON.stringify(got) === JSON.stringify(wanted)) continue;
    team.seen.shown++;
    const accepted = team.accepted.filter((one) => one.place === place && stands(one));
    const known = new Set(accepted.flatMap(({ id }) => team.contents.get(id) ?? []));
    const strange = got !== TAKEN_AWAY && (got ?? []).some((cell) => sidesOf(cell).some((side) => !known.has(side)));
    if (strange) team.wrong(`a fork of ${name}, p${place}`, got, wanted);
  }
}
