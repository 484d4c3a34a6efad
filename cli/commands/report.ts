import path from "node:path";
import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { saveFile } from "../client/saveFile.ts";
import { type CommandDeclaration, textOf } from "./command.ts";

const FORMATS = ["html", "pdf", "xlsx"];

export const reportCommand: CommandDeclaration = {
  name: "report",
  summary: "save the report of a run as a file",
  args: "<runId>",
  options: [
    {
      flags: "--format <format>",
      description: `${FORMATS.join(", ")} (xlsx: tracking audits); default: from the file's name`,
    },
    { flags: "--output <file>", description: "where to save it (plumbline-<runId>.html)" },
  ],
  example: "plumbline report run_01K… --output report.pdf",
  async run({ args: [runId = ""], options, service, out }) {
    const given = textOf(options, "output");
    const asked = textOf(options, "format");
    const ending = path.extname(given ?? "").slice(1);
    const format = asked ?? (ending.toLowerCase() || "html");
    if (!FORMATS.includes(format))
      throw asked === undefined
        ? wrongUse(`No report has the ending .${format}: use ${FORMATS.join(", ")}, or name the format with --format.`)
        : wrongUse(`--format must be one of ${FORMATS.join(", ")}, not "${format}".`);
    const file = given ?? `plumbline-${runId}.${format}`;
    const bytes = await service.bytes(`/api/ci/runs/${encodeURIComponent(runId)}/report`, { query: { format } });
    await saveFile(file, bytes);
    out.answer({ file, bytes: bytes.length }, [file]);
    return CLIENT_EXIT.passed;
  },
};
