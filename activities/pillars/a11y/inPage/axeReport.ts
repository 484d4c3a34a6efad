// Runs inside the page's isolated world, next to axe: returns axe's findings, reduced to what is stored. Sent as source, so each
// function uses only its arguments and the page's globals.
import type { AxeRule, Impact } from "../../../../domain/pillars/a11y/gathered.ts";

export type RawReason = { id: string; message: string; data: Record<string, string | number | boolean> };
/** `path`: one entry per frame, the last is the element; an entry with several selectors leads through shadow trees. */
export type RawNode = {
  kind: "failed" | "unsure";
  path: (string | string[])[];
  html: string;
  impact: Impact | null;
  reasons: RawReason[];
};
export type RawOutcome = { rule: string; passed: number; failed: number; unsure: number; nodes: RawNode[] };
export type AxeReport = { version: string; rules: Record<string, AxeRule>; outcomes: RawOutcome[] };

/** Maximum number of elements per rule, and for all rules together. */
export type ReportLimits = { failedPerRule: number; unsurePerRule: number; nodes: number };

type Spec = { selector: (string | string[])[]; source: string };
type RawCheck = { id: string; message?: string; data?: unknown };
type Raw = {
  id: string;
  help: string;
  description: string;
  helpUrl: string;
  tags: string[];
  impact: Impact | null;
} & Record<
  "passes" | "violations" | "incomplete",
  { node: Spec; impact?: Impact | null; any: RawCheck[]; all: RawCheck[]; none: RawCheck[] }[]
>;

/** Adds the reporter "plumbline" to axe. Selectors are created only for stored elements, because they are expensive. */
export const addReporter = (limits: ReportLimits): void => {
  const { axe } = globalThis as typeof globalThis & {
    axe: { version: string; addReporter(name: string, report: (...all: never[]) => void): void };
  };
  const ranks = ["critical", "serious", "moderate", "minor"];
  const text = (value: unknown, most: number): string => String(value ?? "").slice(0, most);
  const flat = (data: unknown): RawReason["data"] => {
    const kept: RawReason["data"] = {};
    if (typeof data !== "object" || data === null) return kept;
    for (const [name, value] of Object.entries(data).slice(0, 20)) {
      if (typeof value === "number" || typeof value === "boolean") kept[name] = value;
      else if (typeof value === "string") kept[name] = value.slice(0, 120);
    }
    return kept;
  };
  const ofHtml = ["html-has-lang", "html-lang-valid", "html-xml-lang-mismatch", "document-title"];
  const report = (all: Raw[], _options: unknown, resolve: (report: AxeReport) => void): void => {
    // A drawing or a feed opened directly has no <html>; Chromium's own wrapper for it does not count.
    const isHtml = /html/.test(document.contentType);
    const raw = isHtml ? all : all.filter(({ id }) => !ofHtml.includes(id));
    const rules: AxeReport["rules"] = {};
    let left = limits.nodes;
    const rank = ({ impact }: Raw): number => (impact === null || impact === undefined ? 9 : ranks.indexOf(impact));
    const nodesOf = (rule: Raw, kind: RawNode["kind"], most: number): RawNode[] => {
      const nodes: RawNode[] = [];
      for (const { node, impact, any, all, none } of rule[kind === "failed" ? "violations" : "incomplete"]) {
        if (nodes.length >= most || left <= 0) break;
        left -= 1;
        nodes.push({
          kind,
          path: node.selector,
          html: text(node.source, 1_000),
          impact: impact ?? rule.impact ?? null,
          reasons: [...any, ...all, ...none]
            .slice(0, 5)
            .map((check) => ({ id: check.id, message: text(check.message, 300), data: flat(check.data) })),
        });
      }
      return nodes;
    };
    const outcomes = [...raw]
      .sort((a, b) => rank(a) - rank(b))
      .map((rule): RawOutcome => {
        const { id, help, description, helpUrl, tags } = rule;
        rules[id] = { help, description, helpUrl, tags };
        return {
          rule: id,
          passed: rule.passes.length,
          failed: rule.violations.length,
          unsure: rule.incomplete.length,
          nodes: nodesOf(rule, "failed", limits.failedPerRule),
        };
      });
    // Certain results come first, if not all can be stored.
    for (const outcome of outcomes) {
      const rule = raw.find(({ id }) => id === outcome.rule);
      if (rule) outcome.nodes.push(...nodesOf(rule, "unsure", limits.unsurePerRule));
    }
    resolve({ version: axe.version, rules, outcomes });
  };
  axe.addReporter("plumbline", report as (...all: never[]) => void);
};
