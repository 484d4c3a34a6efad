// Looks for a step's element on the page where the step failed, and for a locator that tests can use for it.
import type { Frame, Locator as PageLocator } from "playwright";
import { bounded } from "../../../browsers/page/inTime.ts";
import { locatorsOf, readPlaywrightLocator, wordsOf } from "../../../domain/functional/heal/locators.ts";
import { candidateView, type HealOutcome } from "../../../domain/functional/heal/outcome.ts";
import { applyPatch, type HealPatch, withLocator } from "../../../domain/functional/heal/patch.ts";
import { FITS, type Proposal, propose } from "../../../domain/functional/heal/propose.ts";
import { namingParam, ownDefinition, rewordings } from "../../../domain/functional/heal/reword.ts";
import { describeLocator } from "../../../domain/functional/locatorWords.ts";
import { readLibrary } from "../../../domain/functional/match/library.ts";
import { BUILTIN_PREFIX } from "../../../domain/functional/readStepDef.ts";
import { referencesOf } from "../../../domain/functional/references.ts";
import type { Fingerprint, Locator, Target } from "../../../domain/functional/target.ts";
import { besideOf, fingerprintOf } from "../../../models/elementPrints/schema.ts";
import { ActionFailed } from "../engine/failed.ts";
import { findOne, findVisible, locate, scopeOf, testIdsFrom } from "../engine/find.ts";
import { readCandidates } from "../engine/fingerprint.ts";
import { takeScreenshot } from "../engine/screenshot.ts";
import type { Doing, Session } from "../engine/session.ts";
import type { HealContext } from "./context.ts";

const MARK = "data-plumbline-heal";
const READ_MS = 10_000;
const ASK_MS = 2_000;

export type Found = Pick<HealOutcome, "why" | "message" | "score" | "lead" | "candidates" | "patch" | "finds"> & {
  picture: Buffer | null;
};

const nothing = (why: HealOutcome["why"], message: string, candidates: HealOutcome["candidates"] = []): Found => ({
  why,
  message,
  candidates,
  score: null,
  lead: null,
  patch: null,
  finds: null,
  picture: null,
});

/** Called instead of the failed action, on the page where it failed. */
export async function findElement(doing: Doing, context: HealContext): Promise<Found> {
  const { session, action } = doing;
  const { target } = action;
  const fits = FITS[action.op];
  if (target === undefined || fits === undefined)
    return nothing("no_locator", `${action.op} finds no element to use: it is not healed.`);
  const missed = await missedBy(doing, target);
  if (missed === null) return nothing("found_again", "The step now finds its element: run the feature again.");
  const place = await placeToLook(session, target);
  if (place === null)
    return nothing(
      "gone",
      "The frame or area of the element was not found, so the element was not searched elsewhere.",
    );
  const proposal = propose(fingerprintOf(context.print), place.candidates, fits, besideOf(context.print));
  const candidates = proposal.candidates.map(candidateView);
  if (proposal.kind === "none") return nothing(proposal.why, proposal.message, candidates);
  const { best } = proposal;
  const at = place.marks[best.index] ?? -1;
  const marked = { ...place, element: place.frame.locator(`[${MARK}="${at}"]`), at };
  const patch = await patchFor(session, { context, missed, target, print: best.fingerprint, marked });
  if (patch === null)
    return nothing(
      "no_locator",
      `The element is most likely the ${best.fingerprint.role || best.fingerprint.tag} "${best.fingerprint.name}", but no locator or sentence for the tests matches it alone. Change the step manually.`,
      candidates,
    );
  const [, second] = proposal.candidates;
  return {
    why: null,
    message: sentenceOf(proposal, patch.patch),
    score: round(best.score),
    lead: round(best.score - (second?.score ?? 0)),
    candidates,
    ...patch,
    picture: await outlined(session, marked.element),
  };
}

const round = (score: number): number => Math.round(score * 100) / 100;

function sentenceOf({ best }: Extract<Proposal, { kind: "proposed" }>, patch: HealPatch): string {
  const { role, tag, name } = best.fingerprint;
  const what = `The element is now the ${role || tag} "${name}" (likeness ${best.score.toFixed(2)})`;
  if (patch.kind === "locators") return `${what}: the step definition "${patch.stepDefId}" gets a locator for it.`;
  const how = `the sentence becomes "${patch.after}"`;
  return patch.kind === "sentence"
    ? `${what}: ${how}.`
    : `${what}: ${how}, and the project gets the step definition "${patch.def.id}" for it.`;
}

/** Returns how many elements each locator matches once the step's own time is up; null: one finds its element. */
async function missedBy(doing: Doing, { locators }: Target): Promise<{ locator: Locator; count: number }[] | null> {
  try {
    await findOne(doing);
    return null;
  } catch (error) {
    if (!(error instanceof ActionFailed)) throw error;
    return error.saw.matches ?? locators.map((locator) => ({ locator, count: 0 }));
  }
}

type Place = { frame: Frame; candidates: Fingerprint[]; marks: number[] };

/** Marks the candidate elements: in the page, in the target's frame, or within its part of the page. */
async function placeToLook(session: Session, target: Target): Promise<Place | null> {
  const { page, guard, mask } = session;
  let frame = page.mainFrame();
  if (target.frame) {
    const handle = await bounded(guard, locate(page, target.frame).elementHandle({ timeout: ASK_MS }), ASK_MS);
    const inner = handle && (await bounded(guard, handle.contentFrame(), ASK_MS));
    if (!inner) return null;
    frame = inner;
  }
  const all = await guard.run(readCandidates(frame, MARK, mask), READ_MS);
  const marks = all.map((_, at) => at);
  if (!target.within) return { frame, candidates: all, marks };
  const part = scopeOf(page, target) as PageLocator;
  const inside = await bounded(
    guard,
    part.locator(`[${MARK}]`).evaluateAll((found, mark) => found.map((one) => Number(one.getAttribute(mark))), MARK),
    ASK_MS,
  );
  const kept = (inside ?? []).filter((at) => all[at] !== undefined);
  return kept.length === 0 ? null : { frame, candidates: kept.map((at) => all[at] as Fingerprint), marks: kept };
}

type Asked = {
  context: HealContext;
  missed: { locator: Locator; count: number }[];
  target: Target;
  print: Fingerprint;
  marked: { element: PageLocator; at: number };
};
type Patched = Pick<Found, "patch" | "finds"> & { patch: HealPatch };

/** Returns the test patch that finds the element and nothing else; null if there is none. */
async function patchFor(session: Session, asked: Asked): Promise<Patched | null> {
  const { context } = asked;
  const planned = context.step.actions[context.action];
  const def = context.tests.defs.find(({ id }) => id === planned?.stepDefId);
  if (planned === undefined || def === undefined) return null;
  const written = def.actions[planned.index]?.target?.locators ?? [];
  const named = written.some(({ value, name = "" }) => referencesOf(value + name).length > 0);
  const changes =
    def.id.startsWith(BUILTIN_PREFIX) || named
      ? await sentences(session, asked)
      : await locators(session, asked, written);
  for (const change of changes) if (typeof applyPatch(context.tests, change.patch) !== "string") return change;
  return null;
}

async function locators(session: Session, asked: Asked, written: Locator[]): Promise<Patched[]> {
  const { context, missed } = asked;
  const planned = context.step.actions[context.action];
  if (planned === undefined || context.stepDefVersion === null) return [];
  const { stepDefId, index: action } = planned;
  return (await ownLocators(session, asked)).map((found) => ({
    patch: {
      kind: "locators",
      stepDefId,
      action,
      version: context.stepDefVersion ?? 0,
      before: written,
      after: withLocator(found, missed),
    },
    finds: describeLocator(found),
  }));
}

async function sentences(session: Session, asked: Asked): Promise<Patched[]> {
  const { step, action, feature, tests } = asked.context;
  const place = { featureId: feature.featureId, version: feature.version, line: step.place.line, before: step.text };
  const words = wordsOf(asked.print, testIdsFrom(session.page));
  for (const { text, target } of rewordings(step, action, words, readLibrary(tests.defs))) {
    const used = await findsIt(session, target, asked.marked);
    const patch: HealPatch = { kind: "sentence", ...place, after: text };
    // A sentence that would change more than this step is skipped for the next one.
    if (used && typeof applyPatch(tests, patch) !== "string") return [{ patch, finds: describeLocator(used) }];
  }
  const own = tests.defs.find(({ id }) => id === step.stepDefId);
  if (!own || namingParam(own) === null) return [];
  const made: Patched[] = [];
  for (const found of await ownLocators(session, asked)) {
    const own = ownDefinition(step, action, [found], tests.defs);
    if (own)
      made.push({
        patch: { kind: "definition", ...place, after: own.text, def: own.def },
        finds: describeLocator(found),
      });
  }
  return made;
}

/** Returns locators that match only the element: Playwright's own first, then those derived from its fingerprint. */
async function ownLocators(session: Session, { target, print, marked }: Asked): Promise<Locator[]> {
  const { guard, mask } = session;
  const normalized = await bounded(guard, marked.element.normalize(), ASK_MS);
  const told = normalized === undefined ? "" : normalized.toString();
  const first = mask(told) === told ? readPlaywrightLocator(told) : null;
  const found: Locator[] = [];
  const known = locatorsOf(print, testIdsFrom(session.page));
  // Playwright knows only its own test id attribute: for any other it returns a CSS selector, which is less descriptive.
  const isBetter = ({ by }: Locator) => first?.by === "css" && by === "testid";
  const rest = known.filter((one) => !isBetter(one));
  for (const locator of [...known.filter(isBetter), ...(first ? [first] : []), ...rest])
    if (await findsIt(session, { ...target, locators: [locator] }, marked)) found.push(locator);
  return found;
}

/** Returns the locator by which the target finds the marked element; null: it finds another one, or none. */
async function findsIt(session: Session, target: Target, { at }: Asked["marked"]): Promise<Locator | null> {
  for (const locator of target.locators) {
    const { element } = await findVisible(session, target, locator);
    if (element === null) continue;
    const marked = element.evaluate((one, mark) => one.closest(`[${mark}]`)?.getAttribute(mark) ?? "", MARK, {
      timeout: ASK_MS,
    });
    return (await bounded(session.guard, marked, ASK_MS)) === String(at) ? locator : null;
  }
  return null;
}

/** Takes a screenshot of the page with an outline around the element. */
async function outlined(session: Session, element: PageLocator): Promise<Buffer | null> {
  const { guard } = session;
  await bounded(guard, element.scrollIntoViewIfNeeded({ timeout: ASK_MS }), ASK_MS);
  const draw = element.evaluate(
    (one) => {
      const { style } = one as HTMLElement;
      style.setProperty("outline", "3px solid #d6336c", "important");
      style.setProperty("outline-offset", "2px", "important");
    },
    undefined,
    { timeout: ASK_MS },
  );
  await bounded(guard, draw, ASK_MS);
  return takeScreenshot(session);
}
