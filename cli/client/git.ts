// What the local clone knows about a commit and its ancestors.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type HistoryRow, MAX_COMMIT_TEXT } from "../../domain/history/commit.ts";
import { mergedByGitLab, mergedPull } from "../../domain/history/mergedPull.ts";
import { oneLine } from "../../domain/text.ts";

/** git does not truncate subjects; 5,000 long ones fit. */
const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
const FIELD = "\x1f";
const RECORD = "\x1e";

/** `missing`: git is not installed. `outside`: not a repository. `unknown`: the clone does not have the commit. */
export type Clone =
  | { kind: "missing" | "outside" }
  | { kind: "unknown"; shallow: boolean }
  | { kind: "known"; sha: string; shallow: boolean };

async function git(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("git", ["-c", "log.showSignature=false", ...args], {
    cwd,
    maxBuffer: MAX_BYTES,
    timeout: TIMEOUT_MS,
  });
  return stdout;
}

/** A name that needs no quotes in a shell. */
const PLAIN_BRANCH = /^[\w][\w./-]*$/;

/** Returns the name of the main branch: that of the remote, otherwise main or master. "main" outside of a repository. Never throws. */
export async function readMainBranch(cwd: string): Promise<string> {
  const told = async (...args: string[]) => (await git(cwd, ...args).catch(() => "")).trim();
  const remote = (await told("symbolic-ref", "--short", "refs/remotes/origin/HEAD")).replace(/^origin\//, "");
  if (PLAIN_BRANCH.test(remote)) return remote;
  const usual = ["main", "master"];
  const refs = usual.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`]);
  const known = await told("for-each-ref", "--format=%(refname)", ...refs);
  // A new repository has a branch without a commit.
  const there = [...known.split("\n"), await told("symbolic-ref", "HEAD")].map((ref) => ref.split("/").at(-1));
  return usual.find((name) => there.includes(name)) ?? "main";
}

/** Whether the clone in this folder has the commit. Never throws. */
export async function inspectClone(cwd: string, commit: string): Promise<Clone> {
  let shallow: boolean;
  try {
    shallow = (await git(cwd, "rev-parse", "--is-shallow-repository")).trim() === "true";
  } catch (error) {
    return { kind: (error as NodeJS.ErrnoException).code === "ENOENT" ? "missing" : "outside" };
  }
  try {
    const sha = await git(cwd, "rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`);
    return { kind: "known", sha: sha.trim(), shallow };
  } catch {
    return { kind: "unknown", shallow };
  }
}

/** Returns the first line of the commit's message and the author's name; empty if the clone does not have the commit. Never throws. */
export async function readCommitWords(
  cwd: string,
  commit: string,
): Promise<{ commitMessage?: string; commitAuthor?: string }> {
  const clone = await inspectClone(cwd, commit);
  if (clone.kind !== "known") return {};
  try {
    const told = await git(cwd, "log", "--max-count=1", "--format=%an%x1f%s", clone.sha, "--");
    const [author = "", subject = ""] = told.split(FIELD).map((text) => oneLine(text).slice(0, MAX_COMMIT_TEXT));
    return withoutNothing({ commitMessage: subject, commitAuthor: author });
  } catch {
    return {};
  }
}

const withoutNothing = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")) as T;

/**
 * Returns the newest ancestors of a commit, starting with the commit itself. The last commits of a shallow clone get their real parents,
 * so that they connect to the history that the service knows.
 */
export async function readHistory(cwd: string, sha: string, most: number): Promise<HistoryRow[]> {
  const count = `--max-count=${most}`;
  const told = await git(cwd, "log", count, `--format=%H%x1f%P%x1f%s`, sha, "--");
  const asked = await git(cwd, "log", count, "--grep=See merge request", "--format=%H%x1f%b%x1e", sha, "--");
  const numbers = new Map(
    asked.split(RECORD).map((record) => {
      const [commit = "", body = ""] = record.split(FIELD);
      return [commit.trim(), mergedByGitLab(body)];
    }),
  );
  const cut = await cutCommits(cwd);
  const rows: HistoryRow[] = [];
  for (const line of told.split("\n")) {
    const [commit = "", parents = "", subject = ""] = line.split(FIELD);
    if (commit === "") continue;
    const real = cut.has(commit) ? await parentsOf(cwd, commit) : parents.split(" ").filter(Boolean);
    rows.push([commit, real, mergedPull(subject) ?? numbers.get(commit) ?? null]);
  }
  return rows;
}

/** Returns the commits whose parents are missing in a shallow clone. */
async function cutCommits(cwd: string): Promise<ReadonlySet<string>> {
  try {
    const file = (await git(cwd, "rev-parse", "--git-path", "shallow")).trim();
    return new Set((await readFile(path.resolve(cwd, file), "utf8")).split("\n").filter(Boolean));
  } catch {
    // A complete clone has no such file.
    return new Set();
  }
}

/** Returns the parents recorded in the commit itself, whether or not the clone has them. */
async function parentsOf(cwd: string, commit: string): Promise<string[]> {
  const [head = ""] = (await git(cwd, "cat-file", "commit", commit)).split("\n\n", 1);
  return head.split("\n").flatMap((line) => (line.startsWith("parent ") ? [line.slice("parent ".length).trim()] : []));
}
