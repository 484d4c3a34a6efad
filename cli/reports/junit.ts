// JUnit XML for build servers: a suite per run, a case per result.
import { escapeXml as xml } from "../../domain/xml.ts";
import type { ReportItem } from "./items.ts";

/** `links`: pages where people decide about the runs, by run id. */
export function junitReport(items: readonly ReportItem[], links: ReadonlyMap<string, string> = new Map()): string {
  const suites = [...Map.groupBy(items, ({ run, runId }) => `${run}\n${runId}`).values()];
  const count = (list: readonly ReportItem[], outcome: ReportItem["outcome"]) =>
    list.filter((one) => one.outcome === outcome).length;
  const figures = (list: readonly ReportItem[]) =>
    `tests="${list.length}" failures="${count(list, "failed")}" errors="${count(list, "error")}" skipped="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Plumbline" ${figures(items)}>`,
    ...suites.flatMap((list) => [
      `  <testsuite name="${xml(list[0]?.run ?? "")}" ${figures(list)}>`,
      ...list.flatMap((item) => caseOf(item, links.get(item.runId))),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

function caseOf(
  { run, rule, name, outcome, severity, message, help, page, remark }: ReportItem,
  link: string | undefined,
): string[] {
  const attributes = `name="${xml(rule === "visual" ? name : `${rule}: ${name}`)}" classname="${xml(run)}"`;
  if (outcome === "passed" || outcome === "warning")
    return remark === undefined
      ? [`    <testcase ${attributes}/>`]
      : [`    <testcase ${attributes}>`, `      <system-out>${xml(remark)}</system-out>`, "    </testcase>"];
  const tag = outcome === "failed" ? "failure" : "error";
  return [
    `    <testcase ${attributes}>`,
    `      <${tag} type="${xml(severity)}" message="${xml(message)}">${xml([page, help, link].filter(Boolean).join("\n"))}</${tag}>`,
    "    </testcase>",
  ];
}
