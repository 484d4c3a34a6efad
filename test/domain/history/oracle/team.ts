// The team of one random history: what it commits, merges, squashes, rebases and accepts in git, and what the service chooses for it.
import { createHash } from "node:crypto";
import type { Commit } from "../../../../domain/history/commit.ts";
import { buildGraph } from "../../../../domain/history/graph.ts";
import { type Accepted, type Choice, selectReferences } from "../../../../domain/history/select.ts";
import { type Cells, isConflict, isStricter, type Picture, pictureOf, TAKEN_AWAY } from "./picture.ts";
import { type Random, randomOf } from "./random.ts";
import type { GitCommit, Merged, Pictures, Repository } from "./repository.ts";

export const MAIN = "main";

/** `pictures`: including what was accepted on the commit; `fresh`: before that. Merges of merge bases have no `sha`. */
export type Node = {
  sha: string;
  parents: readonly Node[];
  git: GitCommit;
  pictures: Pictures;
  fresh: Pictures;
  branch: Branch | null;
  time: number;
};
export type Branch = {
  name: string;
  pr: number | null;
  /** The commit where the branch started. */
  root: Node;
  head: Node;
  /** The commit from which the branch was set back, until its next commit. */
  dropped: Node | null;
  rewritten: boolean;
  /** Time up to which a late acceptance is dated. */
  lateUntil: number;
  closed: boolean;
  /** The branch on which it is stacked, or null. */
  stackedOn: Branch | null;
  /** Whether it was rewritten or merged main. */
  joined: boolean;
  /** Whether commits of main were cherry-picked to it, as to a release branch. */
  picked: boolean;
};

/**
 * Statistics of a history: number of judged commits, of those with a conflict, and so on. `wrong`: choices that differ from git's.
 * `stricter`: number of differing choices that let less pass, after a branch was moved while one of its pictures waited for a decision.
 * `shown`: number of pictures that a fork of a rewritten branch shows again.
 */
export type Seen = {
  judged: number;
  merges: number;
  conflicts: number;
  crossed: number;
  picks: number;
  movedOpen: number;
  stricter: number;
  shown: number;
  wrong: string[];
};

export class Team {
  readonly random: Random;
  readonly main: Branch;
  readonly branches: Branch[] = [];
  readonly rows: Commit[] = [];
  readonly nodes: Node[] = [];
  readonly seen: Seen = {
    judged: 0,
    merges: 0,
    conflicts: 0,
    crossed: 0,
    picks: 0,
    movedOpen: 0,
    stricter: 0,
    shown: 0,
    wrong: [],
  };
  readonly places: number;
  private readonly cells: number;
  readonly seed: number;
  private readonly git: Repository;
  readonly accepted: Accepted[] = [];
  readonly contents = new Map<string, Picture>();
  /** Whether a branch moved to other commits while one of its pictures waited for a decision. */
  movedOpen = false;
  readonly reverts: boolean;
  private readonly withdraws: boolean;
  private values = 0;

  /** The pull request that a commit names. */
  prOf = ({ sha }: Node): number | null => this.rows.find((row) => row.sha === sha)?.pr ?? null;

  constructor(seed: number, git: Repository) {
    this.seed = seed;
    this.git = git;
    this.random = randomOf(seed);
    this.places = 1 + this.random.int(6);
    this.cells = 2 + this.random.int(4);
    this.reverts = seed % 2 === 0;
    this.withdraws = seed % 4 === 1;
    // The very first commit needs a branch, and a branch needs a commit.
    const main = { name: MAIN, pr: null, dropped: null, rewritten: false, lateUntil: 0, closed: false } as Branch;
    Object.assign(main, { stackedOn: null, joined: false, picked: false });
    this.main = main;
    const none = Array.from({ length: this.places }, () => null);
    main.root = this.add(main, [], { pictures: none, conflict: false });
    this.branches.push(main);
  }

  /** Crossed merges and removed pictures are not combined, because nobody wants what git makes of both. */
  get crosses(): boolean {
    return !this.withdraws;
  }

  /** Adds a commit: judged as a run of it would be, and then accepted at random. */
  add(branch: Branch, parents: readonly Node[], { pictures }: Merged, pr: number | null = null): Node {
    const time = this.nodes.length + 1;
    const sha = createHash("sha1").update(`${this.seed} ${time}`).digest("hex");
    const row = { sha, parents: parents.map((parent) => parent.sha), pr, at: new Date(time * 1000) };
    this.rows.unshift({ ...row, onMain: branch === this.main });
    this.judge(sha, branch, pictures, "at once");
    const git = this.git.commit(
      parents.map((parent) => parent.git),
      pictures,
      time,
    );
    const node: Node = { sha, parents, git, pictures, fresh: pictures, branch, time };
    this.nodes.push(node);
    const after = pictures.map((picture, place) => this.accept(node, branch, place, picture));
    if (after.some((picture, place) => picture !== pictures[place])) {
      node.git = this.git.commit([git], after, time);
      node.pictures = after;
    }
    branch.head = node;
    return node;
  }

  /** Judges a commit again, knowing everything that came after it. */
  judgeAgain(node: Node, branch: Branch): void {
    this.judge(node.sha, branch, node.pictures, "again");
  }

  private judge(sha: string, branch: Branch, expected: Pictures, when: string): void {
    const head = { sha, branch: branch.name, prNumber: branch.pr, mainBranch: MAIN };
    const choices = selectReferences(buildGraph(this.rows), head, this.places, this.accepted);
    this.seen.judged++;
    if (this.movedOpen) this.seen.movedOpen++;
    for (const [place, wanted] of expected.entries()) {
      const choice = choices[place];
      const got = pictureOf(ofChoice(choice), this.contents);
      if (choice?.kind === "merge") this.seen.merges++;
      if (wanted?.some(isConflict) || wanted === TAKEN_AWAY) this.seen.conflicts++;
      if (JSON.stringify(got) === JSON.stringify(wanted)) continue;
      if (this.movedOpen && isStricter(got, wanted)) this.seen.stricter++;
      else this.wrong(`${when}, ${branch.name} at commit ${this.timeOf(sha)}, p${place}`, got, wanted);
    }
  }

  /** Records a choice that differs from the wanted one. */
  wrong(where: string, got: Picture, wanted: Picture): void {
    const told = [got, wanted].map((one) => JSON.stringify(one)).join(", git has ");
    this.seen.wrong.push(`seed ${this.seed}, ${where}: ${told}`);
  }

  private timeOf = (sha: string): number => this.rows.length - this.rows.findIndex((row) => row.sha === sha);

  /** The picture of a place after a commit: mostly unchanged. */
  private accept(node: Node, branch: Branch, place: number, before: Picture): Picture {
    const { random } = this;
    const conflict = before?.some(isConflict) ?? false;
    const share = node.parents.length === 0 ? 0.8 : conflict ? 0.6 : 0.35;
    if (before !== TAKEN_AWAY && !random.chance(share)) return before;
    const withdrawn = this.withdraws && random.chance(0.15);
    const picture = withdrawn ? null : this.newPicture(branch, place, before);
    const late = random.chance(0.1) ? random.int(4) * 1000 : 0;
    const at = new Date(node.time * 1000 + 500 + late);
    branch.lateUntil = Math.max(branch.lateUntil ?? 0, at.getTime());
    const id = `v${this.accepted.length}`;
    this.contents.set(id, picture);
    const { name, pr: prNumber } = branch;
    const look = JSON.stringify(picture);
    this.accepted.push({ id, place, branch: name, commitSha: node.sha, prNumber, at, look, withdrawn });
    return picture;
  }

  private newPicture(branch: Branch, place: number, before: Picture): Cells {
    const { random } = this;
    // A revert: main accepts an earlier look.
    const older = random.pick(
      this.accepted.filter((one) => one.place === place && one.branch === MAIN && !one.withdrawn),
    );
    const olderPicture = this.contents.get(older?.id ?? "");
    if (this.reverts && branch === this.main && olderPicture && random.chance(0.3)) return olderPicture;
    const same = before === null || before === TAKEN_AWAY ? [] : before;
    const changed = random.int(this.cells);
    return Array.from({ length: this.cells }, (_, cell) => {
      const value = same[cell];
      const keep = value !== undefined && !isConflict(value) && cell !== changed && random.chance(0.8);
      return keep ? value : this.newValue(place, cell);
    });
  }

  /** Mostly a new value; in histories without reverts, sometimes another branch's value of the cell. */
  private newValue(place: number, cell: number): string {
    const others = this.branches
      .flatMap(({ head }) => head.pictures[place]?.[cell] ?? [])
      .filter((one) => !isConflict(one));
    const theirs = this.reverts || !this.random.chance(0.3) ? undefined : this.random.pick(others);
    return theirs ?? `value ${++this.values}`;
  }

  /**
   * The result of git's merge of two commits, and whether it or one of its bases had a conflict. Several merge bases are merged first,
   * like git does.
   */
  async merged(ours: Node, theirs: Node): Promise<Merged & { marked: boolean }> {
    const bases = mergeBases(ours, theirs);
    const whole = async (a: GitCommit, b: GitCommit, before: boolean) => {
      const merged = await this.git.merge(a, b, this.places);
      return { ...merged, marked: before || merged.conflict };
    };
    if (bases.length < 2) return whole(ours.git, theirs.git, false);
    this.seen.crossed++;
    let [base] = bases as [Node];
    let marked = false;
    for (const next of bases.slice(1)) {
      const joined = await this.merged(base, next);
      marked ||= joined.marked;
      base = this.imagined([base, next], joined);
    }
    // Git leaves conflict markers in the base that it creates; here a conflict is one value.
    if (!marked) return whole(ours.git, theirs.git, false);
    const [a, b] = [ours, theirs].map((side) => this.git.commit([base.git], side.pictures, side.time));
    return whole(a as GitCommit, b as GitCommit, true);
  }

  /** The result of git's cherry-pick of a commit: its change against its first parent, without what was accepted on it. */
  pick(onto: Node, { parents: [before], fresh, time }: Node): Promise<Merged> {
    const base = this.git.commit([], before?.pictures ?? [], time);
    const [ours, theirs] = [onto.pictures, fresh].map((pictures) => this.git.commit([base], pictures, time));
    return this.git.merge(ours as GitCommit, theirs as GitCommit, this.places);
  }

  /** A merge that is not a commit of the team. */
  imagined(parents: readonly Node[], { pictures }: Merged): Node {
    const git = this.git.commit(
      parents.map((parent) => parent.git),
      pictures,
      Math.max(...parents.map(({ time }) => time)),
    );
    return { sha: "", parents, git, pictures, fresh: pictures, branch: null, time: 0 };
  }
}

/** How the pictures of a choice are merged, or null if there is none. */
export const ofChoice = (choice: Choice | undefined) => {
  if (choice?.kind === "version") return choice.id;
  return choice?.kind === "merge" ? choice.of : null;
};

export function ancestorsOf(node: Node): Set<Node> {
  const found = new Set<Node>([node]);
  for (const one of found) for (const parent of one.parents) found.add(parent);
  return found;
}

/** By definition: the common ancestors that are not ancestors of others, oldest first. */
export function mergeBases(one: Node, other: Node): Node[] {
  const theirs = ancestorsOf(other);
  const common = [...ancestorsOf(one)].filter((node) => theirs.has(node));
  const older = new Set(common.flatMap((node) => [...ancestorsOf(node)].slice(1)));
  return common.filter((node) => !older.has(node)).toSorted((a, b) => a.time - b.time);
}
