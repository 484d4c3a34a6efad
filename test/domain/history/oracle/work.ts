// Chooses what a team does next: one commit, merge, squash, rebase … of a random history.
import { judgeFork } from "./fork.ts";
import { isConflict, TAKEN_AWAY } from "./picture.ts";
import type { Repository } from "./repository.ts";
import type { Seen } from "./team.ts";
import { ancestorsOf, type Branch, type Node, Team } from "./team.ts";

const STEPS = 5;
const MORE_STEPS = 12;
const MAX_BRANCHES = 4;
const MAX_TRIES = 10;

/** Runs a whole history: each commit is judged when it is added, and those that may run again are judged once more at the end. */
export async function workOf(seed: number, git: Repository): Promise<Seen> {
  const team = new Team(seed, git);
  const steps = STEPS + team.random.int(MORE_STEPS);
  for (let step = 0; step < steps; step++) await next(team);
  for (const node of team.nodes) if (node.branch === team.main) team.judgeAgain(node, team.main);
  for (const branch of team.branches) if (!branch.closed && branch !== team.main) team.judgeAgain(branch.head, branch);
  for (const branch of team.branches) if (!branch.closed && branch.rewritten) judgeFork(team, branch);
  return team.seen;
}

type Step = (team: Team) => Promise<void> | void;

/** A step that is currently impossible is replaced by another. */
async function next(team: Team): Promise<void> {
  const before = team.seen.judged;
  for (let tries = 0; tries < MAX_TRIES && team.seen.judged === before; tries++)
    await team.random.pick(STEPS_OF_A_TEAM)?.(team);
}

const own = (team: Team, allowed: (branch: Branch) => boolean = () => true): Branch | undefined =>
  team.random.pick(team.branches.filter((branch) => branch !== team.main && !branch.closed && allowed(branch)));

const now = (team: Team): number => (team.nodes.length + 1) * 1000;
const isWhole = ({ pictures }: Pick<Node, "pictures">): boolean =>
  !pictures.some((picture) => picture === TAKEN_AWAY || picture?.some(isConflict));

/** Whether main has none of the branch's commits, present or lost. */
const isUnmerged = (team: Team, branch: Branch): boolean => {
  const main = ancestorsOf(team.main.head);
  return !team.nodes.some((node) => node.branch === branch && main.has(node));
};

/**
 * Whether the branch's pictures may move to other commits. What is accepted late on commits that the branch has lost belongs to no branch.
 * Nobody rewrites what main has, and a stacked branch moves alone only after its base has been merged. If two branches make the same
 * change and one of them has changed it again since, only the commits in between, which have no picture of their own, would tell which
 * came last.
 */
function canMove(team: Team, branch: Branch): boolean {
  const { stackedOn } = branch;
  const main = ancestorsOf(team.main.head);
  const told = team.reverts || !branch.joined;
  const alone = stackedOn === null || main.has(branch.root);
  return (
    alone &&
    !branch.picked &&
    isUnmerged(team, branch) &&
    told &&
    branch.dropped === null &&
    branch.lateUntil < now(team)
  );
}

/** A code change of any kind: new work, a revert, a cherry-pick. Pictures change only by accepting. */
async function commit(team: Team): Promise<void> {
  const branch = team.random.pick(team.branches.filter(({ closed }) => !closed));
  if (!branch) return;
  const { dropped, head } = branch;
  branch.dropped = null;
  if (dropped) moves(team, { ...branch, head: dropped });
  // A commit on a branch that was set back is equivalent to an amended commit.
  const merged = dropped ? await team.merged(head, dropped) : { pictures: head.pictures, conflict: false };
  if (dropped) branch.rewritten = branch.joined = true;
  team.add(branch, [head], merged);
}

/** Does not fork from a rewritten branch, because git has a different answer there; that case is judged at the end (`judgeFork`). */
function fork(team: Team): void {
  const { random } = team;
  if (team.branches.filter(({ closed }) => !closed).length >= MAX_BRANCHES) return;
  const from = random.chance(0.8) ? team.main : own(team, ({ rewritten, dropped }) => !rewritten && dropped === null);
  if (!from) return;
  const back = from === team.main ? random.int(3) : 0;
  let root = from.head;
  for (let step = 0; step < back; step++) root = root.parents[0] ?? root;
  const number = team.branches.length;
  const branch: Branch = {
    name: `feature-${number}`,
    pr: random.chance(0.8) ? 40 + number : null,
    root,
    head: root,
    dropped: null,
    rewritten: false,
    lateUntil: 0,
    closed: false,
    stackedOn: from === team.main ? null : from,
    joined: false,
    picked: false,
  };
  team.branches.push(branch);
  team.add(branch, [root], { pictures: root.pictures, conflict: false });
}

/**
 * Records that a branch moves to other commits while one of its pictures waits for a decision. A rebase in git stops at such a conflict
 * too; whoever continues with both sides gets in git what the lost merge had. The service is not told that a lost merge belonged to the
 * branch, so it merges the branch's own side with main's current picture: what main had at the lost merge no longer passes (`isStricter`).
 */
function moves(team: Team, { head }: Branch): void {
  team.movedOpen ||= !isWhole(head);
}

const hasOwn = ({ head, root }: Branch): boolean => head !== root;

async function mergeToMain(team: Team): Promise<void> {
  const { random, main } = team;
  const branch = own(
    team,
    (one) => hasOwn(one) && one.dropped === null && (!one.rewritten || (one.pr !== null && canMove(team, one))),
  );
  if (!branch) return;
  const from = crossing(team, branch);
  if (ancestorsOf(main.head).has(from)) return;
  const merged = await team.merged(main.head, from);
  const named = branch.rewritten || (from === branch.head && canMove(team, branch) && random.chance(0.5));
  if (named) moves(team, branch);
  team.add(main, [main.head, from], merged, named ? branch.pr : null);
  if (branch.rewritten || !team.crosses || named || random.chance(0.4)) branch.closed = true;
}

/** The head or, for crossed merges, a commit or two before it. */
function crossing(team: Team, branch: Branch): Node {
  if (!team.crosses || branch.rewritten || branch.dropped || !team.random.chance(0.4)) return branch.head;
  const parent = branch.head.parents[0] ?? branch.head;
  return parent === branch.root || branch === team.main || parent.branch === branch ? parent : branch.head;
}

async function mergeMain(team: Team): Promise<void> {
  const branch = own(team, (one) => one.dropped === null && (!one.rewritten || isUnmerged(team, one)));
  if (!branch) return;
  const from = crossing(team, team.main);
  if (ancestorsOf(branch.head).has(from)) return;
  const merged = await team.merged(branch.head, from);
  branch.joined = true;
  team.add(branch, [branch.head, from], merged);
}

async function mergeTwo(team: Team): Promise<void> {
  const { main } = team;
  const one = own(team, (branch) => hasOwn(branch) && !branch.rewritten && branch.dropped === null);
  const two = own(team, (branch) => branch !== one && hasOwn(branch) && !branch.rewritten && branch.dropped === null);
  if (!one || !two) return;
  const heads = [one.head, two.head];
  const known = ancestorsOf(main.head);
  if (
    heads.some((head) => known.has(head)) ||
    ancestorsOf(one.head).has(two.head) ||
    ancestorsOf(two.head).has(one.head)
  )
    return;
  const first = await team.merged(main.head, one.head);
  // Git rejects such a merge.
  if (first.conflict) return;
  const merged = await team.merged(team.imagined([main.head, one.head], first), two.head);
  team.add(main, [main.head, ...heads], merged);
  one.closed = true;
  two.closed = true;
}

async function squash(team: Team): Promise<void> {
  const branch = own(team, (one) => hasOwn(one) && canMove(team, one));
  if (!branch) return;
  const { main } = team;
  moves(team, branch);
  // A squash that names no pull request is like any other commit: nobody can know what it merged.
  const merged =
    branch.pr === null ? { pictures: main.head.pictures, conflict: false } : await team.merged(main.head, branch.head);
  team.add(main, [main.head], merged, branch.pr);
  branch.closed = true;
}

/** Cherry-picks to a release branch, which nobody moves; the commit keeps the number of the pull request. */
async function pick(team: Team): Promise<void> {
  const branch = own(team, (one) => one.dropped === null && !one.rewritten);
  if (!branch) return;
  const known = [...ancestorsOf(branch.head)];
  // Git skips a change that is already present.
  const had = new Set(known.flatMap((node) => [team.prOf(node), node.branch?.pr ?? null]));
  const picked = team.random.pick(
    team.nodes.filter((node) => {
      const pr = node.branch === team.main ? team.prOf(node) : null;
      return pr !== null && isWhole({ pictures: node.fresh }) && !had.has(pr);
    }),
  );
  if (!picked) return;
  branch.picked = true;
  team.seen.picks++;
  team.add(branch, [branch.head], await team.pick(branch.head, picked), team.prOf(picked));
}

async function rebase(team: Team): Promise<void> {
  const branch = own(team, (one) => hasOwn(one) && canMove(team, one) && !ancestorsOf(one.head).has(team.main.head));
  if (!branch) return;
  const onto = team.main.head;
  moves(team, branch);
  const merged = await team.merged(onto, branch.head);
  branch.rewritten = branch.joined = true;
  branch.root = onto;
  branch.stackedOn = null;
  team.add(branch, [onto], merged);
}

async function amend(team: Team): Promise<void> {
  const branch = own(team, (one) => canMove(team, one) && one.head.branch === one && one.head.parents.length === 1);
  const parent = branch?.head.parents[0];
  if (!branch || !parent) return;
  moves(team, branch);
  const merged = await team.merged(parent, branch.head);
  branch.rewritten = branch.joined = true;
  team.add(branch, [parent], merged);
}

/** A force-push to an older commit of the branch. */
function setBack(team: Team): void {
  const branch = own(
    team,
    (one) => canMove(team, one) && one.head.parents.length === 1 && one.head.parents[0]?.branch === one,
  );
  const [parent] = branch?.head.parents ?? [];
  if (!branch || !parent) return;
  moves(team, branch);
  branch.dropped = branch.head;
  branch.head = parent;
  team.judgeAgain(parent, branch);
}

const STEPS_OF_A_TEAM: readonly Step[] = [
  commit,
  commit,
  commit,
  fork,
  fork,
  mergeToMain,
  mergeToMain,
  mergeMain,
  mergeMain,
  mergeTwo,
  squash,
  pick,
  pick,
  pick,
  pick,
  rebase,
  amend,
  setBack,
];
