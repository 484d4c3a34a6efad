// One scenario of a run as Cucumber messages: its pickle and test case, and each attempt with the results of its steps.
import {
  AttachmentContentEncoding,
  type Duration,
  type Envelope,
  HookType,
  type Pickle,
  StepDefinitionPatternType,
  type TestStepResult,
  TestStepResultStatus,
  type Timestamp,
} from "@cucumber/messages";
import type { AttemptResult, StepResult, StepStatus } from "../attempt.ts";
import type { PlannedScenario } from "../plan.ts";
import type { StepDef } from "../stepDef.ts";

/** Hook before the steps of every attempt. A failure here is caused neither by a step nor by a feature. */
export const ENTER_HOOK = "plumbline.enter-the-site";
/** Hook after the steps: what ended an attempt whose steps had begun. */
export const END_HOOK = "plumbline.end-of-the-attempt";

export const RUN_STARTED = "run";
const SOURCE = "plumbline";

/** Cucumber's status for each of ours. */
const STATUS: Readonly<Record<StepStatus, TestStepResultStatus>> = {
  passed: TestStepResultStatus.PASSED,
  failed: TestStepResultStatus.FAILED,
  skipped: TestStepResultStatus.SKIPPED,
  undefined: TestStepResultStatus.UNDEFINED,
  ambiguous: TestStepResultStatus.AMBIGUOUS,
  pending: TestStepResultStatus.PENDING,
};

export const hookMessages = (): Envelope[] => [
  {
    hook: {
      id: ENTER_HOOK,
      name: "The site is entered",
      type: HookType.BEFORE_TEST_CASE,
      sourceReference: { uri: SOURCE },
    },
  },
  {
    hook: {
      id: END_HOOK,
      name: "The attempt ends",
      type: HookType.AFTER_TEST_CASE,
      sourceReference: { uri: SOURCE },
    },
  },
];

/** For a definition that no longer exists, the sentence that used it replaces the pattern. */
export function stepDefinitionMessage(id: string, def: StepDef | undefined, sentence: string): Envelope {
  return {
    stepDefinition: {
      id,
      pattern: {
        source: def?.pattern ?? sentence.replace(/[\\{}()/]/g, "\\$&"),
        type: StepDefinitionPatternType.CUCUMBER_EXPRESSION,
      },
      sourceReference: { uri: `${SOURCE}:${id}` },
    },
  };
}

export type ReportedScenario = {
  /** Id of the scenario in its browser and viewport, from which the ids of the messages are derived. */
  id: string;
  name: string;
  plan: PlannedScenario;
};

/** Creates a pickle and its only test case for a scenario in one browser and viewport. */
export function caseMessages({ id, name, plan }: ReportedScenario, template: Pickle): Envelope[] {
  const steps = template.steps.map((step, at) => ({ ...step, id: stepId(id, at) }));
  return [
    { pickle: { ...template, id, name, steps } },
    {
      testCase: {
        id: caseId(id),
        pickleId: id,
        testRunStartedId: RUN_STARTED,
        testSteps: [
          { id: `${id}-enter`, hookId: ENTER_HOOK },
          ...plan.steps.map(({ stepDefId, candidates, state }, at) => {
            const stepDefinitionIds =
              state === "prepared" ? [stepDefId ?? ""] : state === "ambiguous" ? candidates : [];
            return {
              id: `${id}-t${at}`,
              pickleStepId: stepId(id, at),
              stepDefinitionIds,
              stepMatchArgumentsLists: stepDefinitionIds.map(() => ({ stepMatchArguments: [] })),
            };
          }),
          { id: `${id}-end`, hookId: END_HOOK },
        ],
      },
    },
  ];
}

const caseId = (id: string): string => `${id}-case`;
const stepId = (id: string, at: number): string => `${id}-p${at}`;

export type ReportedAttempt = Pick<AttemptResult, "attempt" | "startedAt" | "duration" | "error"> & {
  steps: readonly StepResult[];
  /** Sentences about missing evidence. */
  notes: readonly string[];
  willBeRetried: boolean;
};

/** `pictures`: JPEG screenshots by step, in base64. Steps without a result did not run. */
export function attemptMessages(
  { id, plan }: ReportedScenario,
  attempt: ReportedAttempt,
  pictures: ReadonlyMap<number, string>,
): Envelope[] {
  const began = Date.parse(attempt.startedAt);
  const at = (ms: number): Timestamp => timestampOf(began + ms);
  const testCaseStartedId = `${id}-a${attempt.attempt}`;
  const { error, steps } = attempt;
  const known = new Map(steps.map((step) => [step.index, step]));
  const wasEntered = error === null || steps.length > 0;
  const stepMessages = (
    testStepId: string,
    result: TestStepResult,
    from: number,
    until: number,
    between: Envelope[],
  ) => [
    { testStepStarted: { testCaseStartedId, testStepId, timestamp: at(from) } },
    ...between,
    { testStepFinished: { testCaseStartedId, testStepId, testStepResult: result, timestamp: at(until) } },
  ];
  const passed = (ms: number): TestStepResult => ({ status: TestStepResultStatus.PASSED, duration: durationOf(ms) });
  const erred = (message: string): TestStepResult => ({
    status: TestStepResultStatus.FAILED,
    duration: durationOf(0),
    message,
    exception: { type: error?.code ?? "error", message },
  });
  const attachment = (testStepId: string, body: string, mediaType: string, encoding: AttachmentContentEncoding) => ({
    attachment: { body, mediaType, contentEncoding: encoding, testCaseStartedId, testStepId, timestamp: at(0) },
  });
  const entering = `${id}-enter`;
  const notes = attempt.notes.map((note) =>
    attachment(entering, note, "text/x.cucumber.log+plain", AttachmentContentEncoding.IDENTITY),
  );
  let last = 0;
  const ran = plan.steps.flatMap(({ index, problem }) => {
    const step = known.get(index);
    const from = step?.startedAt ?? last;
    last = from + (step?.duration ?? 0);
    const picture = pictures.get(index);
    const testStepId = `${id}-t${index}`;
    const shown = picture ? [attachment(testStepId, picture, "image/jpeg", AttachmentContentEncoding.BASE64)] : [];
    return stepMessages(testStepId, resultOf(step, problem), from, last, shown);
  });
  const whole = Math.max(attempt.duration, last);
  return [
    {
      testCaseStarted: {
        id: testCaseStartedId,
        testCaseId: caseId(id),
        // Cucumber's attempts start at 0.
        attempt: attempt.attempt - 1,
        timestamp: at(0),
      },
    },
    ...stepMessages(entering, wasEntered ? passed(0) : erred(error.message), 0, 0, notes),
    ...ran,
    ...stepMessages(`${id}-end`, error && wasEntered ? erred(error.message) : passed(0), whole, whole, []),
    { testCaseFinished: { testCaseStartedId, timestamp: at(whole), willBeRetried: attempt.willBeRetried } },
  ];
}

function resultOf(step: StepResult | undefined, problem: string | null): TestStepResult {
  if (!step) return { status: TestStepResultStatus.SKIPPED, duration: durationOf(0) };
  const { status, duration, failure } = step;
  const result: TestStepResult = { status: STATUS[status], duration: durationOf(duration) };
  if (failure) {
    const { message, expected, actual, url } = failure;
    const facts = [
      expected === null ? "" : `Expected: ${expected}`,
      actual === null ? "" : `Actual: ${actual}`,
      url === "" ? "" : `On ${url}`,
    ];
    const told = [message, ...facts.filter(Boolean)].join("\n");
    return { ...result, message: told, exception: { type: failure.op, message } };
  }
  const said = status === "undefined" || status === "ambiguous" ? problem : null;
  return said === null ? result : { ...result, message: said };
}

/** Converts ms since 1970. */
export const timestampOf = (ms: number): Timestamp => durationOf(Number.isFinite(ms) ? Math.max(0, ms) : 0);

const durationOf = (ms: number): Duration => ({
  seconds: Math.floor(ms / 1_000),
  nanos: Math.round((ms % 1_000) * 1_000_000),
});
