// Generates the index in docs/decisions/README.md from the headers of the decisions.
import { readdir, readFile } from "node:fs/promises";
import { writeMarked } from "../marked.ts";

const FOLDER = new URL("../../docs/decisions/", import.meta.url);
const HEAD = /^# (?<title>.+)\n\n- Date: (?<date>\d{4}-\d\d-\d\d)\n- Status: (?<status>.+)\n\n## Decision\n/;

export type Decision = { file: string; title: string; date: string; status: string; text: string };

/** Returns all decisions by number. Throws for a file without the required header. */
export async function readDecisions(): Promise<Decision[]> {
  const files = (await readdir(FOLDER)).filter((file) => file !== "README.md").sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, FOLDER), "utf8");
      const { title, date, status } = HEAD.exec(text)?.groups ?? {};
      if (!title || !date || !status)
        throw new Error(`docs/decisions/${file} has no title, date, status and decision.`);
      return { file, title, date, status, text };
    }),
  );
}

export function decisionIndex(decisions: readonly Decision[]): string {
  const rows = decisions.map(
    ({ file, title, date, status }) => `| ${file.slice(0, 4)} | [${title}](${file}) | ${date} | ${status} |`,
  );
  return ["| no. | decision | date | status |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

export async function write(): Promise<string> {
  const decisions = await readDecisions();
  await writeMarked(new URL("README.md", FOLDER), "decisions", decisionIndex(decisions));
  return `${decisions.length} decisions`;
}
