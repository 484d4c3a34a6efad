// Runs the steps of a scenario in order and records the result of each.
import type { Locator as PageLocator } from "playwright";
import { CaptureFailure, shownUrl } from "../../../browsers/page/failures.ts";
import { Late } from "../../../browsers/page/guard.ts";
import { bounded } from "../../../browsers/page/inTime.ts";
import { tracedAs } from "../../../browsers/page/inTrace.ts";
import type { AttemptResult, StepFailure, StepResult } from "../../../domain/functional/attempt.ts";
import { statusWithoutRunning } from "../../../domain/functional/attemptStatus.ts";
import { KEPT, MAX_ACTION_MS } from "../../../domain/functional/limits.ts";
import type { PlannedScenario, PlannedStep } from "../../../domain/functional/plan.ts";
import type { Action } from "../../../domain/functional/stepDef.ts";
import type { Locator, Target } from "../../../domain/functional/target.ts";
import { fillReferences, type Masker, MissingValue } from "../../../domain/functional/values.ts";
import { truncate } from "../../../domain/text.ts";
import { ActionFailed, invalidStep, type Saw } from "./failed.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { OPS } from "./ops.ts";
import { takeScreenshot } from "./screenshot.ts";
import { type Doing, placeOf, type Session, type Trail } from "./session.ts";
import { beginAction, currentTab, endAction, settleTabs, useTab } from "./tabs.ts";

/** Maximum time for an event of the tracking plan to be sent after its step. */
const EVENT_MS = 5_000;

/** null: no screenshots are taken. */
type Store = ((bytes: Uint8Array, contentType: string) => Promise<string>) | null;

/** `error`: the site could not be entered, or the page had to be abandoned; results of earlier steps are kept. */
export async function runSteps(
  session: Session,
  scenario: PlannedScenario,
  store: Store,
  note: (phase: string) => void,
): Promise<{ steps: StepResult[]; error: AttemptResult["error"] }> {
  const began = performance.now();
  const since = (): number => Math.round(performance.now() - began);
  const end = began + session.limits.scenarioMs;
  const results: StepResult[] = [];
  /** One per result. Screenshots are stored while further steps run. */
  const pictures: (Promise<string> | null)[] = [];
  const push = (result: StepResult, picture: Promise<string> | null = null): void => {
    results.push(result);
    pictures.push(picture);
  };
  let error: AttemptResult["error"] = null;
  let picture: Promise<string> | null = null;
  let stopped = false;
  for (const step of scenario.steps) {
    const unrun = statusWithoutRunning(step.state, stopped);
    if (unrun !== null) {
      push(notRun(step, unrun, since()));
      stopped = true;
      continue;
    }
    note(`step ${step.index + 1} of ${scenario.steps.length}`);
    const startedAt = since();
    const trail: Trail = { fingerprints: {}, drift: [] };
    let failure: StepFailure | null = null;
    try {
      await session.overlay?.beginStep(step.index);
      const ended = await runActions(session, step, trail, end);
      if (ended === HALTED) {
        push(notRun(step, "skipped", startedAt));
        stopped = true;
        continue;
      }
      failure = ended;
      const awaited = session.linked.get(step.index);
      if (failure === null && awaited) await session.overlay?.saw(step.index, awaited, EVENT_MS);
    } catch (thrown) {
      if (!(thrown instanceof CaptureFailure)) throw thrown;
      error = { code: thrown.reason.code, message: session.mask(thrown.reason.message) };
    }
    const duration = since() - startedAt;
    stopped = failure !== null || error !== null;
    // Checking changes nothing, so a step with expectations only shows the previous step's screenshot.
    const looked = step.actions.every(({ action }) => OPS[action.op as keyof typeof OPS]?.expects ?? true);
    if (store !== null && error === null && (picture === null || stopped || !looked)) {
      const taken = await takeScreenshot(session, { traced: stopped || step === scenario.steps.at(-1) });
      picture = taken === null ? null : store(taken, "image/jpeg");
      picture?.catch(() => undefined); // awaited below
    }
    const result = {
      ...placed(step),
      status: stopped ? ("failed" as const) : ("passed" as const),
      startedAt,
      duration,
      failure,
      drift: trail.drift,
      fingerprints: stopped ? {} : trail.fingerprints,
      url: shown(session),
      screenshotId: null,
      ...session.seen.take(),
      events: [],
    };
    push(result, picture);
  }
  const ids = await Promise.all(pictures);
  return { steps: results.map((result, at) => ({ ...result, screenshotId: ids[at] ?? null })), error };
}

const HALTED = "halted";

/** Runs the actions and returns the first failure; null: all succeeded. */
async function runActions(
  session: Session,
  step: PlannedStep,
  trail: Trail,
  scenarioEnd: number,
): Promise<StepFailure | null | typeof HALTED> {
  for (const [index, { action, stepDefId }] of step.actions.entries()) {
    const scenarioOver = (): boolean => performance.now() >= scenarioEnd;
    try {
      if (scenarioOver()) throw new ActionFailed("The scenario ran out of time.", { timedOut: true });
      const expects = OPS[action.op as keyof typeof OPS]?.expects ?? false;
      await beginAction(session, action.op, expects);
      if (session.halt?.step === step.index && session.halt.action === index) {
        await session.halt.look(doingOf(session, step, action, index, trail, scenarioEnd));
        return HALTED;
      }
      const act = () => perform(session, step, doingOf(session, step, action, index, trail, scenarioEnd), expects);
      await act().catch((error: unknown) => inAnotherTab(session, step, action, error, act));
      if (!expects) await endAction(session, action.op);
    } catch (error) {
      session.guard.signal.throwIfAborted();
      const failed = asFailed(error);
      const message = [failed.message, scenarioOver() ? "The scenario ran out of time." : "", tabWords(session)]
        .filter(Boolean)
        .join(" ");
      return await failureOf(session, { message, saw: failed.saw, index, op: action.op, stepDefId });
    }
  }
  return null;
}

async function perform(session: Session, step: PlannedStep, doing: Doing, expects: boolean): Promise<void> {
  const { page, tabs } = session;
  const isFirst = page === tabs.open[0]?.page;
  // On an empty page, everything that should not be there is not there. Scripts may write into a new tab without an address.
  if (expects && isFirst && page.url() === "about:blank")
    throw invalidStep('No page is open. Begin the scenario with a step such as I am on "/".');
  const act = () => OPS[doing.action.op as keyof typeof OPS].do(doing);
  try {
    // An expectation makes many calls to the page; an action makes one, and finding its element is not traced.
    await (expects ? tracedAs(page, `${step.keyword} ${step.text}`, act) : act());
  } catch (error) {
    // A button may close its own tab.
    if (expects || isFirst || !page.isClosed()) throw error;
  }
}

/** What is not looked for in another tab: addresses to open, what belongs to no tab, and what must not be shown. */
const ONLY_HERE =
  /^(?:goto|goBack|reload|switchTab|closeTab|expect(?:Hidden|Event|NoEvent|Variable|Dialog|Cookie|Download))$/;

/** Repeats a failed action in a tab that has opened since, or in the one before if no step chose this one. */
async function inAnotherTab(
  session: Session,
  step: PlannedStep,
  { op }: Action,
  error: unknown,
  again: () => Promise<void>,
): Promise<void> {
  const here = currentTab(session);
  if (!(error instanceof ActionFailed) || error.saw.invalid || ONLY_HERE.test(op) || here === null) throw error;
  await settleTabs(session);
  const { before } = session.tabs;
  if (session.page !== here.page) return again();
  if (before === null) throw error;
  useTab(session, before);
  try {
    await again();
  } catch {
    session.guard.signal.throwIfAborted();
    useTab(session, here);
    throw error;
  }
  session.notes.push(`"${truncate(step.text, 200)}" applies to the tab before, not to the one that was opened.`);
}

/** Returns how to reach the other tabs; "" if there are none. */
function tabWords({ tabs, page }: Session): string {
  if (tabs.open.length < 2) return "";
  return page === tabs.open[0]?.page
    ? "The page opened a new tab: to continue there, add the step I switch to the new tab."
    : "Steps run in the tab that the page opened: to leave it, add the step I switch to the first tab.";
}

function doingOf(
  session: Session,
  step: PlannedStep,
  planned: Action,
  index: number,
  trail: Trail,
  scenarioEnd: number,
): Doing {
  const op = OPS[planned.op as keyof typeof OPS];
  if (op === undefined) throw invalidStep(`There is no action "${planned.op}".`);
  const { limits, mask, guard } = session;
  const { action, secret } = filledAction(planned, session);
  const usual =
    planned.op === "goto" || planned.op === "reload" ? limits.loadMs : op.expects ? limits.expectMs : limits.actionMs;
  const end = Math.min(scenarioEnd, performance.now() + Math.min(planned.timeoutMs ?? usual, MAX_ACTION_MS));
  return {
    session,
    action,
    secret,
    step,
    left: () => Math.max(0, end - performance.now()),
    async met(element: PageLocator) {
      // Expectations are never healed.
      const seen = await fingerprintOf(element, { guard, mask, besides: !op.expects });
      if (seen === null) return;
      trail.fingerprints[index] = seen.print;
      session.beside.set(placeOf(step.index, index), seen.beside);
    },
    drifted(used, of) {
      trail.drift.push({ action: index, used, of });
    },
  };
}

function filledAction(planned: Action, { values }: Session): { action: Action; secret: boolean } {
  const value = planned.value === undefined ? undefined : fillReferences(planned.value, values);
  const name = planned.name === undefined ? undefined : plain(planned.name, values);
  const action: Action = {
    ...planned,
    ...(value ? { value: value.text } : {}),
    ...(name === undefined ? {} : { name }),
    ...(planned.target ? { target: filledTarget(planned.target, values) } : {}),
  };
  return { action, secret: value?.secret ?? false };
}

/** A secret is a value, never a name or a locator, because both appear in reports. */
function plain(text: string, values: Session["values"]): string {
  const filled = fillReferences(text, values);
  if (filled.secret) throw invalidStep("A secret can only be the value of an action.");
  return filled.text;
}

function filledTarget(target: Target, values: Session["values"]): Target {
  const filled = (locator: Locator): Locator => ({
    ...locator,
    // A selector contains no environment values: what looks like one came with a parameter, and is part of a text.
    value: locator.by === "css" ? locator.value : plain(locator.value, values),
    ...(locator.name === undefined ? {} : { name: plain(locator.name, values) }),
  });
  const { within, frame } = target;
  return {
    ...target,
    locators: target.locators.map(filled),
    ...(within ? { within: filled(within) } : {}),
    ...(frame ? { frame: filled(frame) } : {}),
  };
}

/** Errors caused by neither the page nor the feature are rethrown. */
function asFailed(error: unknown): ActionFailed {
  if (error instanceof ActionFailed) return error;
  if (error instanceof MissingValue) return new ActionFailed(error.message);
  if (error instanceof Late) return new ActionFailed("The page did not answer in time.", { timedOut: true });
  throw error;
}

type Failed = { message: string; saw: Saw; index: number; op: string; stepDefId: string };

async function failureOf(session: Session, { message, saw, index, op, stepDefId }: Failed): Promise<StepFailure> {
  const { mask, traffic } = session;
  const told = (text: string): string => truncate(mask(text), KEPT.text);
  return {
    message: told(message),
    action: index,
    op,
    stepDefId,
    matches: (saw.matches ?? []).slice(0, 20),
    expected: saw.expected === undefined ? null : told(saw.expected),
    actual: saw.actual === undefined ? null : told(saw.actual),
    url: shown(session),
    timedOut: saw.timedOut ?? false,
    pending: traffic.openRequests().slice(0, 5).map(told),
    alerts: (await alertsOf(session)).map(told),
    ...(saw.invalid && { invalid: true as const }),
    ...(saw.label !== undefined && { label: saw.label && told(saw.label) }),
  };
}

/** Returns messages the page shows to the user of a form, because they may explain the failure. */
async function alertsOf({ page, guard }: Session): Promise<string[]> {
  const read = page.evaluate(() =>
    [...document.querySelectorAll("[role=alert],[aria-invalid=true]")]
      .filter((one) => one.checkVisibility())
      .slice(0, 5)
      .map((one) => {
        const described = document.getElementById(one.getAttribute("aria-describedby") ?? "");
        const text =
          one instanceof HTMLInputElement
            ? `${one.name || one.id}: ${described?.textContent ?? "invalid"}`
            : one.textContent;
        return (text ?? "").replace(/\s+/g, " ").trim().slice(0, 200);
      })
      .filter((text) => text !== ""),
  );
  return (await bounded(guard, read, 1_000)) ?? [];
}

/** Without the query, which may contain a secret; still masked, because a path may too. */
const shown = ({ page, mask }: { page: Session["page"]; mask: Masker }): string =>
  page.url() === "about:blank" ? "" : mask(shownUrl(page.url()));

const placed = ({ index, keyword, text, place, stepDefId }: PlannedStep) => ({
  index,
  keyword,
  text,
  place,
  stepDefId,
});

function notRun(step: PlannedStep, status: StepResult["status"], startedAt: number): StepResult {
  return {
    ...placed(step),
    status,
    startedAt,
    duration: 0,
    failure: null,
    drift: [],
    fingerprints: {},
    url: "",
    screenshotId: null,
    console: [],
    network: [],
    events: [],
  };
}
