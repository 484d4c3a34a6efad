// Recordings: an agent controls a page turn by turn, and the turns become a feature.
import { boolean, number, object, string } from "yup";
import { ProductError } from "../../../../domain/errors.ts";
import { FEATURE_STATUSES, groupOf } from "../../../../domain/functional/feature.ts";
import { ELEMENT_ACTIONS, RECORDING_LIMITS } from "../../../../domain/functional/recording.ts";
import { artifactUrl } from "../../../lib/publicLink.ts";
import { choice, flag, requiredText, text } from "../../../lib/validate.ts";
import {
  finishRecording,
  gherkinOfRecording,
  type RecordedTurn,
  recordingTurn,
  startRecording,
} from "../../../operations/functional/recordings.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, environmentArg, projectArg } from "../../args.ts";
import { next } from "../../next.ts";
import { oneLine, plural, quotedText } from "../../sentences.ts";
import { type AnyTool, defineTool, type ToolUse } from "../../tool.ts";

const turnShape = () =>
  object({
    recordingId: string().required(),
    state: string().oneOf(["done", "failed", "lost"]).required(),
    message: string().nullable().defined(),
    steps: number().required(),
    gherkin: string().required(),
    page: object({
      url: string().defined(),
      title: string().defined(),
      elements: rowsData({
        role: string().required(),
        name: string().defined(),
        label: string().nullable().defined(),
        count: number().required(),
        visible: boolean().required(),
        disabled: boolean().required(),
      }),
      screenshotUrl: string().nullable().defined(),
    })
      .nullable()
      .default(undefined)
      .defined(),
  });

const PAGE_TEXT = ["message", "page.url", "page.title", "page.elements"];

function turnAnswer(use: ToolUse, { recording, outcome, sentence }: RecordedTurn) {
  const { state, message, view, replayed } = outcome;
  const { _id: recordingId, steps } = recording;
  const cut = view === null ? 0 : view.total - view.elements.length;
  return {
    summary: oneLine(
      state === "done"
        ? `Done: ${quotedText(sentence, 200)}. The recording has ${plural(steps.length, "step")}.`
        : `Not done: ${quotedText(sentence, 200)}. The recording is unchanged, with ${plural(steps.length, "step")}.`,
    ),
    data: {
      recordingId,
      state,
      message,
      steps: steps.length,
      gherkin: gherkinOfRecording(recording),
      page: view && {
        url: view.url,
        title: view.title,
        elements: view.elements,
        screenshotUrl: view.screenshotId && artifactUrl(use.ctx, view.screenshotId),
      },
    },
    warnings: [
      ...(replayed
        ? ["The page had been lost with its worker, or made room: the steps before were done again in a fresh one."]
        : []),
      ...(view === null ? ["What the page shows could not be read; the next turn opens it again if it has to."] : []),
      ...(cut > 0 ? [`${plural(cut, "more control")} of the page are not listed.`] : []),
    ],
    nextActions: [
      ...(steps.some(({ keyword }) => keyword === "Then")
        ? [next(use, "Save the feature", "agent_finish_recording", { recordingId })]
        : []),
      next(use, "Find a sentence for the next step", "frt_search_step_library", { query: "click a button" }),
    ],
    ...(view?.screenshotId && { pictures: [{ artifactId: view.screenshotId, label: "The page now" }] }),
  };
}

const start = defineTool({
  name: "agent_start_recording",
  title: "Start recording a feature",
  description:
    "Opens a page that you then drive turn by turn with agent_recording_turn; each turn that works becomes a step. End it with agent_finish_recording. A recording ends after a time without activity.",
  area: "functional",
  profile: "full",
  mutating: true,
  openWorld: true,
  pageText: PAGE_TEXT,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    goal: described(
      text(500),
      "Name of the feature: what somebody does and the expected result; default: the last goal",
    ),
    startPath: described(text(2_000), "Path of its start page; default /"),
  },
  data: turnShape(),
  example: { goal: "A visitor adds a product to the cart", startPath: "/" },
  async run(use, { goal = "", startPath = "/" }) {
    const { ctx, caller, project, environment } = use;
    return turnAnswer(use, await startRecording(ctx, caller, { project, environment, goal, startPath }));
  },
});

const turn = defineTool({
  name: "agent_recording_turn",
  title: "One turn of a recording",
  description: `Does or expects one thing on the recording's page, and returns what the page then shows and the Gherkin so far. It adds a step, so it needs the scope mcp_full. Use a sentence of the step library, or an action on an element that the page shows. A failed turn leaves the recording unchanged; ${RECORDING_LIMITS.steps} steps at most.`,
  area: "functional",
  profile: "full",
  mutating: false,
  adds: true,
  openWorld: true,
  pageText: PAGE_TEXT,
  args: {
    project: projectArg(),
    recordingId: described(requiredText(60), "Of agent_start_recording"),
    sentence: described(text(1_000), 'As I click the "Add to cart" button; or an action below'),
    action: described(choice(ELEMENT_ACTIONS), "What is done to an element; see expects that it is shown"),
    role: described(text(40), "The element's role, as button or link"),
    name: described(text(300), "The element's label or name"),
    value: described(text(1_000), "What is filled in or selected; {secret.NAME} for a secret"),
  },
  data: turnShape(),
  example: { recordingId: "rec_01j9z3", sentence: 'I click the "Add to cart" button' },
  async run(use, { recordingId, sentence, action, role, name, value }) {
    const { ctx, caller, project } = use;
    if ((sentence === undefined) === (action === undefined))
      throw new ProductError("validation_error", "Give either sentence, or action with the name of the element.");
    if (action !== undefined && name === undefined)
      throw new ProductError("validation_error", "name is missing: the label or name of the element.");
    const said = sentence === undefined ? { action: action ?? "see", role, name: name ?? "", value } : { sentence };
    return turnAnswer(use, await recordingTurn(ctx, caller, { project, recordingId, said }));
  },
});

const finish = defineTool({
  name: "agent_finish_recording",
  title: "End a recording",
  description:
    "Saves the recorded steps as a feature, ready when each step is prepared and something is expected, or discards them. Then run_frt_feature.",
  area: "functional",
  profile: "full",
  mutating: true,
  args: {
    project: projectArg(),
    recordingId: described(text(60), "Of agent_start_recording; default: your open recording"),
    discard: described(flag(), "Throws the steps away instead"),
    draft: described(flag(), "Saves a draft, although it may be ready"),
    ticketId: described(text(100), "Ticket that asks for it"),
    group: described(text(300), "Folder, as Shop/Checkout"),
  },
  data: object({
    recordingId: string().required(),
    status: string().oneOf(["saved", "discarded"]).required(),
    feature: object({
      featureId: string().required(),
      name: string().required(),
      status: string().oneOf(FEATURE_STATUSES).required(),
      gherkin: string().required(),
    })
      .nullable()
      .default(undefined)
      .defined(),
    open: listData(string().required()),
  }),
  example: { recordingId: "rec_01j9z3" },
  async run(use, { recordingId: given, discard, draft, ticketId, group }) {
    const { ctx, caller, project } = use;
    const input = {
      project,
      recordingId: given || undefined,
      save: !discard,
      draft,
      ticketId,
      ...(group && { group: groupOf(group) }),
    };
    const { saved, recording } = await finishRecording(ctx, caller, input);
    const recordingId = recording._id;
    const feature = saved?.feature ?? null;
    return {
      summary: oneLine(
        feature ? `Saved as ${quotedText(feature.name)}, ${feature.status}.` : "The recording was discarded.",
      ),
      data: {
        recordingId,
        status: discard ? "discarded" : "saved",
        feature: feature && {
          featureId: feature.featureId,
          name: feature.name,
          status: feature.status,
          gherkin: feature.gherkin,
        },
        open: saved?.open ?? [],
      },
      nextActions:
        feature?.status === "ready"
          ? [next(use, `Run ${quotedText(feature.name)}`, "run_frt_feature", { featureId: feature.featureId })]
          : [],
    };
  },
});

export const recordingTools: readonly AnyTool[] = [start, turn, finish];
