// Generates docs/rules/<audit>.md, the words of every rule, from the tables of the pillars. They are whole pages, so that one reader sees
// the words of an audit next to each other.
import { mkdir, writeFile } from "node:fs/promises";
import { AUDIT_PILLARS, type AuditPillar } from "../../domain/audit/pillars.ts";
import type { TableModule, TitledCheck } from "../../domain/pillars/titledCheck.ts";
import { PILLAR_WORDS } from "../../domain/words/pillars.ts";

/** Returns the page of an audit's rules. */
export async function rulePage(pillar: AuditPillar): Promise<string> {
  const { TITLES }: TableModule = await import(`../../domain/pillars/${pillar}/table.ts`);
  const { own = [], others = [] } = Object.groupBy(TITLES, ({ title }) => (title === undefined ? "others" : "own"));
  return [
    `# Rules: ${PILLAR_WORDS[pillar].title}`,
    "Generated from the rules by `npm run -s docs -- rules`. [Audits](../audits.md) explains findings and verdicts.",
    tableOf(
      ["rule", "severity", "a good page", "title of its findings", "how to fix"],
      own.map(({ rule, severity = "", title = "", fault, help = "" }) => [`\`${rule}\``, severity, title, fault, help]),
    ),
    ...(others.length > 0
      ? ["## Rules of axe", AXE, tableOf(["rule", "title of its findings"], others.map(axeRow))]
      : []),
    "",
  ].join("\n\n");
}

const AXE = "axe gives the severity with each finding, and Plumbline adds how to fix it.";

const axeRow = ({ rule, fault }: TitledCheck): string[] => [`\`${rule}\``, fault];

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

export async function write(): Promise<string> {
  const folder = new URL("../../docs/rules/", import.meta.url);
  await mkdir(folder, { recursive: true });
  for (const pillar of AUDIT_PILLARS) await writeFile(new URL(`${pillar}.md`, folder), await rulePage(pillar));
  return `the rules of ${AUDIT_PILLARS.length} audits`;
}
