// `run --changed-only`: determines the scenarios that show changed files, from the section `changed` of plumbline.yml.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { wrongUse } from "./exit.ts";

/** Files as globs, and the scenarios that show them; an empty list means none. */
export type ChangedRule = { files: string[]; scenarios: string[] };
/** `all`: everything is tested, and `reason` says why. */
export type Affected = { all: true; reason: string } | { all: false; scenarios: string[] };

/** Returns the scenarios affected by the files. A file that no rule names may be visible anywhere, so then everything is tested. */
export function affectedBy(files: readonly string[], rules: readonly ChangedRule[]): Affected {
  const patterns = rules.map(({ files: globs, scenarios }) => ({ globs: globs.map(globPattern), scenarios }));
  const labels = new Set<string>();
  for (const file of files) {
    const fitting = patterns.filter(({ globs }) => globs.some((glob) => glob.test(file)));
    if (fitting.length === 0) return { all: true, reason: `no rule of "changed" names ${file}` };
    for (const { scenarios } of fitting) for (const label of scenarios) labels.add(label);
  }
  return { all: false, scenarios: [...labels] };
}

/** Converts a glob: `**` matches any folders, `*` and `?` anything but a slash, `{a,b}` either of them. */
export function globPattern(glob: string): RegExp {
  let depth = 0;
  const source = glob.replace(/\*\*\/|\*\*|[*?{},]|[\\^$.|+()[\]]/g, (part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    if (part === "?") return "[^/]";
    if (part === "{") return ++depth > 0 ? "(?:" : "";
    if (part === "}") return depth-- > 0 ? ")" : "\\}";
    if (part === ",") return depth > 0 ? "|" : ",";
    return `\\${part}`;
  });
  if (depth !== 0) throw wrongUse(`"${glob}" has a brace that is not closed.`);
  return new RegExp(`^${source}$`);
}

/** Validates the section. Throws ClientError (2) if it is missing or invalid. */
export function changedRules(section: unknown): ChangedRule[] {
  const isRule = (one: unknown): one is ChangedRule =>
    typeof one === "object" &&
    one !== null &&
    ["files", "scenarios"].every((name) => {
      const list = (one as Record<string, unknown>)[name];
      return Array.isArray(list) && list.every((word) => typeof word === "string");
    });
  if (Array.isArray(section) && section.every(isRule)) return section;
  throw wrongUse(
    '--changed-only needs the section "changed" of plumbline.yml: a list of { files: ["src/checkout/**"], scenarios: [Checkout] }.',
  );
}

/**
 * Returns the files that differ from the commit where the branch left its base, including uncommitted ones and, of a renamed file, both
 * names; null if git cannot tell, as in a shallow clone without the base. Relative to the folder: `../…` for files elsewhere in the
 * repository.
 */
export async function changedFiles(cwd: string, base: string): Promise<string[] | null> {
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)("git", args, { cwd, maxBuffer: 16 * 1024 * 1024 });
    return stdout.split("\0").filter(Boolean);
  };
  for (const place of [`origin/${base}`, base])
    try {
      const since = (await git("merge-base", place, "HEAD"))[0]?.trim() ?? "";
      const [[folder = ""], committed, fresh] = await Promise.all([
        git("rev-parse", "--show-prefix"),
        git("diff", "--name-only", "--no-renames", "-z", since),
        git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", ":/"),
      ]);
      const below = folder.trim();
      return [...new Set([...committed, ...fresh])].map((file) => path.posix.relative(below, file));
    } catch {
      // Try the next name of the base; if there is none, everything is tested.
    }
  return null;
}

/** Returns the target branch according to CI. */
export const baseBranch = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  env.GITHUB_BASE_REF ||
  env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME ||
  env.BITBUCKET_PR_DESTINATION_BRANCH ||
  env.CHANGE_TARGET ||
  env.SYSTEM_PULLREQUEST_TARGETBRANCH?.replace(/^refs\/heads\//, "") ||
  undefined;
