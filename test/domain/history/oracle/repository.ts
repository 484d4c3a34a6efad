// Many concurrent histories in one git repository: their requests are batched, so that few processes are started.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Cells, cellsOf, fileOf, type Picture, TAKEN_AWAY } from "./picture.ts";

export type Pictures = readonly Picture[];
/** A commit that exists in git, or will before the next merge. */
export type GitCommit = { mark: number };
export type Merged = { pictures: Pictures; conflict: boolean };

type Wish = {
  ours: GitCommit;
  theirs: GitCommit;
  places: number;
  answer: (merged: Merged) => void;
  fail: (error: unknown) => void;
};

/** Users' git settings would change its output. */
const SETTINGS = {
  "merge.renames": "false",
  "merge.directoryRenames": "false",
  "merge.conflictStyle": "merge",
  "gc.auto": "0",
  "core.fsync": "none",
};

export async function git(folder: string, args: readonly string[], input: string | Buffer = ""): Promise<Buffer> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn("git", [...settings, ...args], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });
  const output: Buffer[] = [];
  child.stdout.on("data", (data: Buffer) => output.push(data));
  child.stdin.on("error", () => {}); // its exit code is more informative
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`git ${args.join(" ")} ended with ${code}.`);
  return Buffer.concat(output);
}

export async function openRepository(folder: string) {
  await git(folder, ["init", "--quiet", "--bare", "."]);
  const shas = new Map<number, string>();
  let marks = 0;
  let stream: string[] = [];
  let wishes: Wish[] = [];

  async function writeCommits(): Promise<void> {
    const text = stream.join("");
    stream = [];
    const file = path.join(folder, "marks");
    const options = ["--quiet", "--force", `--import-marks-if-exists=${file}`, `--export-marks=${file}`];
    await git(folder, ["fast-import", ...options], text);
    for (const line of (await readFile(file, "utf8")).trimEnd().split("\n")) {
      const [mark = "", sha = ""] = line.split(" ");
      shas.set(Number(mark.slice(1)), sha);
    }
  }

  async function merge(asked: readonly Wish[]): Promise<void> {
    const pairs = asked.map(({ ours, theirs }) => `${shas.get(ours.mark)} ${shas.get(theirs.mark)}\n`).join("");
    const told = await git(folder, ["merge-tree", "--write-tree", "--no-messages", "--stdin"], pairs);
    const fields = told.toString().split("\0");
    const trees = asked.map(() => {
      fields.shift();
      const tree = fields.shift() ?? "";
      const stages = fields.splice(0, fields.indexOf("") + 1).slice(0, -1);
      return { tree, stages };
    });
    const files = trees.flatMap(({ tree }, at) =>
      Array.from({ length: asked[at]?.places ?? 0 }, (_, place) => `${tree}:p${place}\n`),
    );
    const blobs = blobsOf(await git(folder, ["cat-file", "--batch"], files.join("")));
    for (const [at, { places, answer }] of asked.entries()) {
      const stages = trees[at]?.stages ?? [];
      const taken = (place: number): boolean => {
        const own = stages
          .filter((line) => line.endsWith(`\tp${place}`))
          .map((line) => line.at(-`\tp${place}`.length - 1));
        return own.length > 0 && !(own.includes("2") && own.includes("3"));
      };
      const pictures = blobs.splice(0, places).map((text, place): Picture => {
        if (taken(place)) return TAKEN_AWAY;
        return text === null ? null : cellsOf(text);
      });
      answer({ pictures, conflict: stages.length > 0 });
    }
  }

  return {
    commit: (parents: readonly GitCommit[], pictures: Pictures, time: number): GitCommit => {
      const mark = ++marks;
      const files = pictures.flatMap((cells: Cells | null, place) => {
        if (cells === null) return [];
        const text = fileOf(place, cells);
        return [`M 100644 inline p${place}\ndata ${Buffer.byteLength(text)}\n${text}\n`];
      });
      const [first, ...others] = parents.map((parent) => `:${parent.mark}\n`);
      stream.push(
        "reset refs/heads/last\n\n",
        `commit refs/heads/last\nmark :${mark}\ncommitter a <a@shop.example> ${time} +0000\ndata 0\n`,
        first ? `from ${first}` : "",
        ...others.map((other) => `merge ${other}`),
        "deleteall\n",
        ...files,
        "\n",
      );
      return { mark };
    },
    /** The result of git's merge of two commits. */
    merge: (ours: GitCommit, theirs: GitCommit, places: number): Promise<Merged> =>
      new Promise((answer, fail) => wishes.push({ ours, theirs, places, answer, fail })),
    /** Serves the requests of all tasks in batches until the tasks have ended. */
    async serve(tasks: readonly Promise<unknown>[]): Promise<void> {
      const all = Promise.all(tasks);
      all.catch(() => {});
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        if (wishes.length === 0) break;
        const asked = wishes;
        wishes = [];
        try {
          await writeCommits();
          await merge(asked);
        } catch (error) {
          for (const { fail } of asked) fail(error);
        }
      }
      await all;
    },
  };
}

export type Repository = Awaited<ReturnType<typeof openRepository>>;

/** The contents returned by `cat-file --batch`, in order; null for missing files. */
function blobsOf(output: Buffer): (string | null)[] {
  const found: (string | null)[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf("\n", at);
    const head = output.toString("utf8", at, end);
    at = end + 1;
    if (head.endsWith(" missing")) {
      found.push(null);
      continue;
    }
    const size = Number(head.split(" ").at(-1));
    found.push(output.toString("utf8", at, at + size));
    at += size + 1;
  }
  return found;
}
