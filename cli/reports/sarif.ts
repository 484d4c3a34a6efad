// SARIF 2.1.0 for code scanning: the findings of audits.
import { createHash } from "node:crypto";
import { PILLAR_WORDS } from "../../domain/words/pillars.ts";
import type { Severity } from "../../domain/words/severities.ts";
import { pathOf, type ReportItem } from "./items.ts";

const LEVELS: Record<Severity, "error" | "warning" | "note"> = {
  critical: "error",
  serious: "error",
  moderate: "warning",
  minor: "note",
  info: "note",
};
/** GitHub sorts security alerts by this (0 to 10). */
const SECURITY_SEVERITY: Record<Severity, string> = {
  critical: "9.5",
  serious: "7.5",
  moderate: "5.0",
  minor: "2.5",
  info: "0.0",
};
/** GitHub accepts no more results per run. */
const MAX_RESULTS = 5_000;

export function sarifReport(items: readonly ReportItem[], version: string): string {
  const against = items.filter(({ outcome }) => outcome === "failed" || outcome === "warning").slice(0, MAX_RESULTS);
  const ruleIds = [...new Set(against.map(idOf))];
  const rules = ruleIds.map((id) => {
    const item = against.find((one) => idOf(one) === id) as ReportItem;
    return {
      id,
      name: item.rule,
      shortDescription: { text: `${item.run}: ${item.fault ?? item.rule}` },
      help: { text: item.help || item.message },
      defaultConfiguration: { level: LEVELS[item.severity] },
      properties: {
        tags: [item.run],
        ...(item.run === PILLAR_WORDS.security.title ? { "security-severity": SECURITY_SEVERITY[item.severity] } : {}),
      },
    };
  });
  const results = against.map((item) => ({
    ruleId: idOf(item),
    ruleIndex: ruleIds.indexOf(idOf(item)),
    level: item.outcome === "warning" ? "note" : LEVELS[item.severity],
    message: { text: `${item.message} (${item.page})` },
    // Code scanning requires files, so the URL of each page is turned into a file path.
    locations: pagesOf(item).map((page) => ({
      physicalLocation: { artifactLocation: { uri: fileOf(page) }, region: { startLine: 1 } },
      logicalLocations: [{ fullyQualifiedName: item.name }],
    })),
    partialFingerprints: { "plumbline/v1": createHash("sha256").update(item.fingerprint).digest("hex").slice(0, 32) },
    ...(item.isNew === null ? {} : { baselineState: item.isNew ? "new" : "unchanged" }),
  }));
  const driver = { name: "Plumbline", semanticVersion: version, rules };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const idOf = ({ run, rule }: ReportItem): string => `${run.toLowerCase().replace(/\W+/g, "-")}/${rule}`;

/** Viewers show only a few locations per result. */
const MAX_PAGES = 50;

const pagesOf = ({ page, pages = [] }: ReportItem): string[] =>
  pages.length > 0 ? [...new Set(pages)].slice(0, MAX_PAGES) : [page];

/**
 * `/shop/?a=b` → `shop/index.html%3Fa=b`: a relative path, never empty, and never with a scheme. Pages that differ only in their query get
 * different paths.
 */
export function fileOf(page: string): string {
  const [path = "", query = ""] = pathOf(page)
    .replace(/#.*$/, "")
    .split(/\?(.*)/s);
  const file = path.replace(/^[./]+/, "").replace(UNSAFE, encoded);
  const named = file === "" || file.endsWith("/") ? `${file}index.html` : file;
  return query === "" ? named : `${named}%3F${query.replace(UNSAFE, encoded)}`;
}

const UNSAFE = /[^A-Za-z0-9%/._~!$&'()*+,;=@-]/gu;

/** A lone surrogate cannot be encoded. */
const encoded = (character: string): string =>
  character.isWellFormed() ? encodeURIComponent(character).replace(":", "%3A") : "%EF%BF%BD";
