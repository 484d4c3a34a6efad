// Asks the configured model for the steps of a goal and accepts only those that pass the gates.
import type { Composed } from "../../../domain/functional/create/compose.ts";
import { compose } from "../../../domain/functional/create/compose.ts";
import { gateProposal } from "../../../domain/functional/create/gates.ts";
import type { ReadAfter, ReadPage, SeenControl } from "../../../domain/functional/create/pages.ts";
import { checkProposal, INSTRUCTIONS, PROPOSAL_SCHEMA, promptOf } from "../../../domain/functional/create/proposal.ts";
import { wordsOf } from "../../../domain/functional/find/words.ts";
import { isUsableName } from "../../../domain/functional/library/sentences.ts";
import type { StepLibrary } from "../../../domain/functional/match/library.ts";
import { ModelError } from "../../../domain/languageModel.ts";
import type { OperationContext } from "../../lib/context.ts";

export type StepsOfGoal = Pick<Composed, "steps" | "unresolved"> & { origin: "rules" | "model"; warnings: string[] };

/** Maximum number of linked pages, besides the start page, that the model is shown. */
const MAX_LINKED = 3;

/** Returns the steps of a goal: from the model if one is configured; by rules if there is none or its proposal is unusable. */
export async function stepsOfGoal(
  { model, log }: Pick<OperationContext, "model" | "log">,
  goal: { text: string; clauses: string[]; startPath: string; library: StepLibrary; signal?: AbortSignal },
  readGiven: ReadPage,
  readAfter: ReadAfter | null = null,
): Promise<StepsOfGoal> {
  const { text, clauses, startPath, library, signal } = goal;
  const readPage = once(readGiven);
  const byRules = async (warnings: string[]): Promise<StepsOfGoal> => {
    const { steps, unresolved } = await compose(startPath, clauses, readPage, readAfter);
    return { steps, unresolved, origin: "rules", warnings };
  };
  if (model === null) return byRules([]);
  try {
    const pages = await pagesFor(clauses, startPath, readPage);
    const { object } = await model.generateObject({
      instructions: INSTRUCTIONS,
      prompt: promptOf(clauses, startPath, library, pages),
      schema: PROPOSAL_SCHEMA,
      check: checkProposal,
      ...(signal && { signal }),
    });
    // The first steps (start page and consent banner) are added by the service, not by the model.
    const { steps: begin } = await compose(startPath, [], readPage);
    const gated = await gateProposal(object, { goal: text, startPath, begin, library, readPage });
    if (gated.steps.length > begin.length) return { ...gated, origin: "model", warnings: [] };
    const [first] = gated.unresolved;
    return byRules([`The model's steps were rejected, so rules created them. ${first?.reason ?? ""}`.trim()]);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    log("warn", "rules create the steps of a goal", { reason: error.message });
    return byRules([`The model proposed no steps, so rules created them. ${error.message}`]);
  }
}

/** Returns the start page and those linked pages whose links share words with the goal. */
async function pagesFor(
  clauses: readonly string[],
  startPath: string,
  readPage: ReadPage,
): Promise<Map<string, readonly SeenControl[]>> {
  const start = (await readPage(startPath)) ?? [];
  const pages = new Map([[startPath, start]]);
  const wanted = new Set(wordsOf(clauses.join(" ")).stems);
  const links = start
    .filter(({ role, href = "" }) => role === "link" && href.startsWith("/") && href !== startPath)
    .map(({ name, href = "" }) => ({
      href,
      shared: wordsOf(`${name} ${href}`).stems.filter((word) => wanted.has(word)).length,
    }))
    .sort((a, b) => b.shared - a.shared || b.href.split("/").length - a.href.split("/").length);
  for (const { href } of links) {
    if (pages.size > MAX_LINKED) break;
    if (pages.has(href)) continue;
    const controls = await readPage(href);
    if (controls) pages.set(href, controls);
  }
  return pages;
}

/** Reads each page only once and keeps only names that can be used in a step. */
function once(readGiven: ReadPage): ReadPage {
  const known = new Map<string, Promise<readonly SeenControl[] | null>>();
  return (path) => {
    const page =
      known.get(path) ??
      readGiven(path).then((controls) => controls?.filter(({ name }) => name === "" || isUsableName(name)) ?? null);
    known.set(path, page);
    return page;
  };
}
