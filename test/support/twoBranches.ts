// A repository with two branches besides main, each checked out in its own folder, and shops that show the deployed state.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const CLI = fileURLToPath(new URL("../../cli/plumbline.ts", import.meta.url));
const exec = promisify(execFile);

export type Deployed = { url: string; port: number; close(): Promise<void> };

/** Serves a page with a block of this color, on its own port. */
export async function deploy(colour: string): Promise<Deployed> {
  const block = (fill: string) => `<span style="display:block;height:80px;background:${fill}"></span>`;
  const page = `<!doctype html><html lang="en"><title>Shop</title><body><h1>Shop</h1>${block(colour)}</body></html>`;
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, port, close };
}

/** `folder` and newest commit of main and of each branch. */
export async function repositoryOf(branches: readonly string[]) {
  const root = await mkdtemp(path.join(tmpdir(), "plumbline-branches-"));
  const git = async (cwd: string, ...args: string[]): Promise<string> => {
    const { stdout } = await exec("git", ["-c", "user.name=a", "-c", "user.email=a@shop.test", ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: root, GIT_CONFIG_GLOBAL: "/dev/null" },
    });
    return stdout.trim();
  };
  const commit = async (folder: string, text: string): Promise<string> => {
    await writeFile(path.join(folder, "shop.txt"), text);
    await git(folder, "add", "-A");
    await git(folder, "commit", "-q", "-m", text);
    return git(folder, "rev-parse", "HEAD");
  };
  const main = path.join(root, "main");
  await git(root, "init", "-q", "-b", "main", main);
  const places = new Map([["main", { folder: main, sha: await commit(main, "The shop") }]]);
  for (const branch of branches) {
    const folder = path.join(root, branch);
    await git(main, "worktree", "add", "-q", "-b", branch, folder);
    places.set(branch, { folder, sha: await commit(folder, `A change on ${branch}`) });
  }
  const of = (branch: string) => {
    const found = places.get(branch);
    if (!found) throw new Error(`There is no branch ${branch}.`);
    return found;
  };
  return { of, remove: () => rm(root, { recursive: true, force: true }) };
}

/** Runs a CI job in that folder. Returns its exit code and the run that it started. */
export async function job(
  folder: string,
  service: { url: string; key: string },
  args: readonly string[],
): Promise<{ exit: number; runId: string; stderr: string }> {
  const env = { PATH: process.env.PATH, HOME: folder, SVC_URL: service.url, SVC_API_KEY: service.key };
  const done = await exec(process.execPath, [CLI, "run", "visual", ...args, "--wait", "--json"], {
    cwd: folder,
    env,
  }).then(
    ({ stdout, stderr }) => ({ exit: 0, stdout, stderr }),
    (failed: { code: number; stdout: string; stderr: string }) => ({ ...failed, exit: failed.code }),
  );
  const { runs = [] } = JSON.parse(done.stdout || "{}") as { runs?: { runId: string }[] };
  return { exit: done.exit, runId: runs[0]?.runId ?? "", stderr: done.stderr };
}
