// Asserts that the page looks like the baseline of this name. The service compares it while the test waits.
import type { Locator, Page } from "playwright";
import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import type { PlumblineOptions } from "./types/index.d.ts";
import { type Outcome, type Uploaded, upload } from "./upload.ts";

type Verdict = Omit<AnswerAt<"POST", "/api/ci/uploads/{runId}/verdict">, "success">;
type Matched = { pass: boolean; name: string; message: () => string };

/** Maximum number of changes named in a message. */
const SHOWN = 5;

/** Matches a page or one element. Called by Playwright, which sets `this.isNot`. */
export async function toMatchPlumbline(
  this: { isNot: boolean },
  received: unknown,
  name: string,
  options: PlumblineOptions = {},
): Promise<Matched> {
  if (this.isNot) throw new Error("plumbline-playwright: toMatchPlumbline has no opposite: leave out .not.");
  const { page, part } = placeOf(received);
  const wanted = part ? { ...options, locator: part } : options;
  return resultOf(name, await compared(await upload(page, name, wanted, { required: true })));
}

type Compared = { missing: string } | { verdict: Verdict; url: string };

async function compared(outcome: Outcome): Promise<Compared> {
  if ("missing" in outcome) return outcome;
  const { send, runId, settings, place }: Uploaded = outcome;
  const verdict = await send("POST", "/api/ci/uploads/{runId}/verdict", { params: { runId }, body: place });
  return { verdict, url: settings.url };
}

/** A screenshot that was not compared passes: the test gets an annotation, and the reporter prints how many there are. */
function resultOf(name: string, outcome: Compared): Matched {
  const matcher = "toMatchPlumbline";
  if ("missing" in outcome) {
    process.stderr.write(`plumbline-playwright: "${name}" was not compared: ${outcome.missing}\n`);
    return { pass: true, name: matcher, message: () => outcome.missing };
  }
  const { verdict, url } = outcome;
  return { pass: verdict.status === "passed", name: matcher, message: () => messageOf(name, verdict, url) };
}

/** Says what changed, one change per line, and where to review it. */
export function messageOf(name: string, verdict: Verdict, url: string): string {
  const review = `Review: ${/^https?:/.test(verdict.reviewUrl) ? verdict.reviewUrl : url + verdict.reviewUrl}`;
  return [...HEADS[verdict.status](name, verdict), "", review].join("\n");
}

const HEADS: Record<Verdict["status"], (name: string, verdict: Verdict) => string[]> = {
  passed: (name) => [`"${name}" matches its baseline.`],
  new: (name, { runId }) => [
    `"${name}" has no baseline yet.`,
    "",
    "When the tests have ended, check the screenshot and approve it:",
    `  plumbline approve ${quoted(name)} --run ${runId}`,
  ],
  error: (name, { reasons }) => [
    `"${name}" could not be compared.`,
    "",
    ...reasons.map(({ message }) => `  ${message}`),
  ],
  failed: (name, { mismatchPercent, changes, changeCount, reasons }) => {
    const shown = changes
      .slice(0, SHOWN)
      .flatMap(({ sentence, selector }) => [`  ${sentence}`, ...(selector === "" ? [] : [`    ${selector}`])]);
    const told = shown.length > 0 ? shown : reasons.slice(0, SHOWN).map(({ message }) => `  ${message}`);
    const more = changeCount - Math.min(changes.length, SHOWN);
    const share = mismatchPercent === null ? "" : ` (${percent(mismatchPercent)} of its pixels)`;
    return [`"${name}" differs from its baseline${share}:`, "", ...told, ...(more > 0 ? [`  and ${more} more.`] : [])];
  },
};

/** Shows at least 0.01 %, so that a difference is never displayed as 0. */
const percent = (value: number): string => `${Math.max(value, 0.01).toFixed(value < 10 ? 2 : 0)} %`;

const quoted = (name: string): string => `'${name.replaceAll("'", "'\\''")}'`;

function placeOf(received: unknown): { page: Page; part: Locator | null } {
  const one = received as Partial<Page & Locator> | null;
  if (typeof one?.goto === "function") return { page: received as Page, part: null };
  if (typeof one?.page === "function") return { page: (received as Locator).page(), part: received as Locator };
  throw new Error("plumbline-playwright: toMatchPlumbline expects a page or a locator.");
}
