// Measures the accuracy of the accessibility audit on the W3C's test cases for ACT rules: an EARL report, and a table by rule. Uses level
// AAA and counts best practices as failures; a normal audit uses level AA and warns about best practices.
// `npm run bench -- act FOLDER [--rules a,b] [--half first|second] [--earl FILE] [--answers FILE]`.
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import axe from "axe-core";
import type { GatherTools } from "../../activities/audit/pillar.ts";
import { createAudit } from "../../activities/pillars/a11y/index.ts";
import { createBrowserPool } from "../../browsers/browserPool.ts";
import { readConfig } from "../../domain/config.ts";
import { parseAllowList } from "../../domain/net/allowList.ts";
import { safeFetch } from "../../platform/net/safeFetch.ts";
import { table } from "../../temporal-dev/table.ts";
import { type ActCase, halfOf, readCases, serveCases } from "./cases.ts";
import { earlReport } from "./earl.ts";
import { type MappedRule, mapRule, type Said } from "./mapping.ts";

/** Of 393 failing cases and 87 rules. */
const BARS = { caught: 240, wrong: 1, consistent: 45 };

type Kept = { answers: Record<string, Said>; criteria: Record<string, string[]> };

export async function benchAct(args: readonly string[], log: (line: string) => void): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rules: { type: "string" },
      half: { type: "string" },
      earl: { type: "string" },
      answers: { type: "string" },
    },
  });
  const [folder] = positionals;
  if (!folder)
    throw new Error(
      "Name the folder of the test cases: content-assets/wcag-act-rules of github.com/w3c/wcag-act-rules.",
    );
  const all = await readCases(folder);
  const named = values.rules?.split(",");
  const cases = all.filter(
    ({ rule }) =>
      (named === undefined || named.includes(rule)) && (values.half === undefined || halfOf(all, rule) === values.half),
  );
  const kept = await keptAnswers(values.answers);
  await measure(folder, cases, kept, log);
  if (values.answers) await writeFile(values.answers, JSON.stringify(kept));
  const answers = new Map(Object.entries(kept.answers));
  const criteria = new Map(Object.entries(kept.criteria));
  if (values.earl) {
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    await writeFile(values.earl, JSON.stringify(earlReport(cases, answers, { criteria, version })));
  }
  const claims = claimsOf();
  const mapped = [...Map.groupBy(cases, ({ rule }) => rule).values()].map((of) =>
    mapRule(of, answers, { criteria, claims }),
  );
  return printed(mapped, all);
}

/** Returns the ACT rules that each rule implements: axe's declarations, and Plumbline's. */
function claimsOf(): Map<string, readonly string[]> {
  const theirs = axe.getRules().map(({ ruleId, actIds }): [string, string[]] => [ruleId, actIds ?? []]);
  return new Map([...theirs, ...Object.entries(OWN_CLAIMS)]);
}
const OWN_CLAIMS: Readonly<Record<string, readonly string[]>> = {
  "audio-alternative": ["e7aa44", "2eb176", "afb423"],
  "audio-control": ["80f0bf", "aaa1bf", "4c31df"],
  "decorative-image-exposed": ["46ca7f"],
  "focus-visible": ["oj04fd"],
  "image-decorative": ["e88epe"],
  "image-name": ["qt1vmo"],
  "keyboard-trap": ["80af7b", "ebe86a", "a1b64e"],
  "link-purpose": ["5effbb"],
  "link-purpose-alone": ["aizyf1"],
  "orientation-lock": ["b33eff"],
  "page-language": ["ucwvc8"],
  "part-language": ["off6ek"],
  "text-zoom": ["59br37"],
};

async function keptAnswers(file: string | undefined): Promise<Kept> {
  const text = file ? await readFile(file, "utf8").catch(() => null) : null;
  return text === null ? { answers: {}, criteria: {} } : (JSON.parse(text) as Kept);
}

/** Audits each case that has no result yet. A page that cannot be measured stays without a result. */
async function measure(
  folder: string,
  cases: readonly ActCase[],
  kept: Kept,
  log: (line: string) => void,
): Promise<void> {
  const site = await serveCases(folder);
  const pool = createBrowserPool();
  const allowed = parseAllowList("127.0.0.1");
  if (!allowed.ok) throw new Error("The allow list is wrong.");
  const { signal } = new AbortController();
  const audit = createAudit();
  const tools = {
    visit: { pool },
    access: undefined,
    fetch: (url: string, options = {}) => safeFetch(url, { ...options, allowList: allowed.list, signal }),
    store: async () => "artifact",
    run: {
      runId: "run",
      projectId: "project",
      baseUrl: "http://127.0.0.1",
      perfBudgets: null,
      options: { level: "AAA" },
    },
    config: { ...readConfig({}), allowedHosts: "127.0.0.1" },
    log: () => undefined,
    signal,
    note: () => undefined,
  } as GatherTools;
  const left = cases.filter(({ id }) => kept.answers[id] === undefined);
  let done = 0;
  const work = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) {
      const page = { index: 0, url: site.addressOf(one), scenarioLabels: [] };
      const result = await audit.gather(tools, page).catch((error: unknown) => ({
        state: "not_measured" as const,
        reason: String(error),
      }));
      done += 1;
      if (done % 50 === 0) log(`${done} cases audited`);
      if (result.state === "not_measured") {
        log(`${one.rule} ${one.title}: not measured: ${result.reason}`);
        continue;
      }
      const place = { pillar: "a11y" as const, page: page.url, baseUrl: page.url };
      const { findings } = audit.audit(JSON.parse(JSON.stringify(result.data)), page, tools.run, place);
      const said: Said = {};
      for (const { rule, outcome, evidence } of findings) {
        // A violated best practice is only a warning, although the rule failed. Plumbline's own warnings mean uncertainty.
        const breaks = outcome === "failed" || (outcome === "warning" && isBestPractice(evidence.tags));
        if (breaks) said[rule] = "failed";
        else if (outcome === "warning" || outcome === "review") said[rule] ??= "cantTell";
        kept.criteria[rule] ??= criteriaIn(evidence.tags);
      }
      kept.answers[one.id] = said;
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  } finally {
    await pool.close();
    await site.close();
  }
}

const isBestPractice = (tags: unknown): boolean => Array.isArray(tags) && tags.includes("best-practice");

/** "wcag143" becomes 1.4.3, "wcag1410" becomes 1.4.10. */
const criteriaIn = (tags: unknown): string[] =>
  (Array.isArray(tags) ? tags : []).flatMap((tag) => {
    const [, a, b, c] = /^wcag(\d)(\d)(\d{1,2})$/.exec(String(tag)) ?? [];
    return c === undefined ? [] : [`${a}.${b}.${c}`];
  });

function printed(mapped: readonly MappedRule[], all: readonly ActCase[]): string {
  const sum = (of: readonly MappedRule[], count: (one: MappedRule) => number): number =>
    of.reduce((total, one) => total + count(one), 0);
  const row = (name: string, of: readonly MappedRule[]): string[] => [
    name,
    String(of.length),
    `${sum(of, ({ caught }) => caught.length)} of ${sum(of, ({ cases }) => cases.failed)}`,
    String(sum(of, ({ asked }) => asked.length)),
    `${sum(of, ({ wrong }) => wrong.length)} of ${sum(of, ({ cases }) => cases.sound)}`,
    String(of.filter(({ consistent }) => consistent.length > 0).length),
  ];
  const half = (which: "first" | "second") => mapped.filter(({ rule }) => halfOf(all, rule) === which);
  const rules = mapped.map((one) => [
    one.rule,
    one.name.slice(0, 60),
    `${one.caught.length}/${one.asked.length}/${one.missed.length}`,
    `${one.wrong.length}/${one.cases.sound}`,
    one.consistent.length > 0 ? "yes" : "",
    one.procedures.join(" ").slice(0, 60),
  ]);
  return [
    table(
      ["", "rules", "must fail: caught", "left to a person", "sound: failed", "consistent rules"],
      [row("all", mapped), row("first half", half("first")), row("second half", half("second"))],
    ),
    `Bars: at least ${BARS.caught} caught, at most ${BARS.wrong} sound case failed, at least ${BARS.consistent} rules consistent.`,
    table(["rule", "", "caught/asked/missed", "false", "consistent", "by"], rules),
  ].join("\n\n");
}
