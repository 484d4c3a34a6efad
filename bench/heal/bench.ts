// Measures how often self-healing finds the right element. Uses artificial mutations of the demo shop's pages, one element at a time, not
// two versions of real sites.
import { readCandidates } from "../../activities/functional/engine/fingerprint.ts";
import { createBrowserPool } from "../../browsers/browserPool.ts";
import { FITS, neighbourOf, type Proposal, propose } from "../../domain/functional/heal/propose.ts";
import type { Fingerprint } from "../../domain/functional/target.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { MUTATIONS, type Mutation } from "./mutations.ts";

const PAGES = [
  "/",
  "/shop",
  "/products/oak-stool",
  "/cart?basket=oak-stool.1",
  "/checkout?basket=oak-stool.1",
  "/journal",
  "/contact",
  "/sign-in",
  "/register",
  "/search?q=oak",
  "/repairs",
  "/order/address?basket=oak-stool.1",
];
/** Number of elements per page, evenly distributed. */
const TARGETS_A_PAGE = 8;
const MARK = "data-bench-place";

type Outcome = "right" | "wrong" | "none";
type Case = {
  page: string;
  mutation: Mutation["kind"];
  outcome: Outcome;
  /** Outcome if nothing is known about the element's surroundings. */
  alone: Outcome;
  expected: Mutation["expected"];
  what: string;
};

const opFor = ({ tag, type, role }: Fingerprint): string => {
  if (tag === "select") return "select";
  if (type === "checkbox" || type === "radio") return "check";
  if (type === "file") return "upload";
  if (tag === "textarea" || (tag === "input" && !["submit", "button"].includes(type)) || role === "textbox")
    return "fill";
  return "click";
};

/** Returns the table of outcomes by mutation, and whether the limits are met. */
export async function benchHeal(log: (line: string) => void): Promise<string> {
  const site = await startDemoSite({ variant: "good" });
  const pool = createBrowserPool();
  const cases: Case[] = [];
  try {
    const options = {
      width: 1440,
      height: 900,
      scale: 1,
      mobile: false,
      reducedMotion: true,
      stillImages: false,
      initScript: "",
    };
    const lease = await pool.acquire("chromium", options);
    const { page } = lease;
    for (const path of PAGES) {
      const open = async () => {
        await page.goto(`${site.url}${path}`);
        await page.evaluate(() => document.getElementById("consent")?.remove());
        return readCandidates(page, MARK, (text) => text);
      };
      const before = await open();
      const step = Math.max(1, Math.floor(before.length / TARGETS_A_PAGE));
      for (let at = 0; at < before.length; at += step) {
        const target = before[at];
        if (target === undefined || !FITS[opFor(target)]?.(target)) continue;
        const others = before.filter((_, place) => place !== at).map(neighbourOf);
        for (const mutation of MUTATIONS) {
          await open();
          const source = `(() => {
            const all = document.querySelectorAll("[${MARK}]");
            window.truths = new Map([...all].map((one) => [one, Number(one.getAttribute("${MARK}"))]));
            ({ ${mutation.apply.toString()} }).apply([...all][${at}]);
            for (const one of document.querySelectorAll("[${MARK}]")) one.removeAttribute("${MARK}");
          })()`;
          await page.evaluate(source);
          const after = await readCandidates(page, MARK, (text) => text);
          const truths = (await page.evaluate(
            `[...document.querySelectorAll("[${MARK}]")].sort((a, b) => a.getAttribute("${MARK}") - b.getAttribute("${MARK}")).map((one) => window.truths.get(one) ?? -1)`,
          )) as number[];
          const fits = FITS[opFor(target)] ?? (() => true);
          const outcomeOf = (found: Proposal): Outcome =>
            found.kind === "none" ? "none" : truths[found.best.index] === at ? "right" : "wrong";
          const proposal = propose(target, after, fits, others);
          const shown = proposal.candidates
            .slice(0, 2)
            .map(({ score, fingerprint }) => `${score.toFixed(2)} ${fingerprint.role} "${fingerprint.name}"`);
          cases.push({
            page: path,
            mutation: mutation.kind,
            outcome: outcomeOf(proposal),
            alone: outcomeOf(propose(target, after, fits)),
            expected: mutation.expected,
            what: `${target.role} "${target.name}" → ${shown.join(", ")}`,
          });
        }
      }
      log(`${path}: ${cases.filter((one) => one.page === path).length} cases`);
    }
    await lease.release();
  } finally {
    await pool.close();
    await site.close();
  }
  return report(cases);
}

function report(cases: readonly Case[]): string {
  const percent = (part: number, all: number) => (all === 0 ? "–" : `${((100 * part) / all).toFixed(1)} %`);
  const judged = (of: "outcome" | "alone") => {
    const there = cases.filter(({ expected }) => expected !== "gone");
    const proposed = there.filter((one) => one[of] !== "none");
    const gone = cases.filter(({ expected }) => expected === "gone");
    const wrongly = gone.filter((one) => one[of] !== "none");
    return { there, proposed, right: proposed.filter((one) => one[of] === "right"), gone, wrongly };
  };
  const beside = judged("outcome");
  const alone = judged("alone");
  const rows = MUTATIONS.map(({ kind }) => {
    const of = cases.filter(({ mutation }) => mutation === kind);
    const counts = (by: "outcome" | "alone") =>
      (["right", "wrong", "none"] as const).map((what) => String(of.filter((one) => one[by] === what).length));
    return [kind, String(of.length), ...counts("outcome"), ...counts("alone")];
  });
  const line = ({ page, mutation, outcome, what }: Case) => `  ${outcome}: ${mutation} on ${page}: ${what}`;
  const met = (holds: boolean) => (holds ? "met" : "missed");
  return [
    `${cases.length} cases on ${new Set(cases.map(({ page }) => page)).size} pages`,
    "",
    table(["mutation", "cases", "right", "wrong", "none", "alone: right", "wrong", "none"], rows),
    ...(
      [
        ["with what stood beside the element", beside],
        ["alone, without an old page", alone],
      ] as const
    ).flatMap(([what, { there, proposed, right, gone, wrongly }]) => [
      "",
      `${what}:`,
      `right when proposed: ${right.length} of ${proposed.length} = ${percent(right.length, proposed.length)} (bar ≥ 90 %: ${met(right.length >= 0.9 * proposed.length)}), of ${there.length} that are there`,
      `proposed though removed: ${wrongly.length} of ${gone.length} = ${percent(wrongly.length, gone.length)} (bar ≤ 1 %: ${met(wrongly.length <= 0.01 * gone.length)})`,
    ]),
    ...[...beside.proposed.filter(({ outcome }) => outcome === "wrong"), ...beside.wrongly].map(line),
    ...alone.wrongly.map((one) => `  alone${line(one)}`),
  ].join("\n");
}
