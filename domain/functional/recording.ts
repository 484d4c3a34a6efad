// A recording: a page that an agent controls turn by turn, and the resulting scenario. Pure.
import { capital, oneLine, truncate } from "../text.ts";
import { ACTIONS } from "./actions.ts";
import { quote } from "./library/sentences.ts";
import type { PlannedStep } from "./plan.ts";

export const RECORDING_STATUSES = ["open", "saved", "discarded", "expired"] as const;
export type RecordingStatus = (typeof RECORDING_STATUSES)[number];

export const RECORDING_LIMITS = {
  /** Steps per recording. All of them are repeated if its page is lost, so more would take too long. */
  steps: 60,
  /** Open recordings per project. */
  open: 3,
  /** Elements of the page listed after a turn. */
  elements: 60,
  /** Days after which an ended recording is deleted. */
  keptDays: 30,
} as const;

/** Maximum duration of a turn in ms, including the previous steps if they must be repeated. */
export const TURN_MS = 110_000;

export type RecordedStep = { keyword: "Given" | "When" | "Then"; text: string };

/** The page after a turn. All of it comes from the site. */
export type RecordedView = {
  url: string;
  title: string;
  elements: { role: string; name: string; label: string | null; count: number; visible: boolean; disabled: boolean }[];
  /** Total number of elements; the list may be shorter. */
  total: number;
  screenshotId: string | null;
};

/**
 * Result of a turn. `replayed`: the page was lost, so the previous steps were repeated first. `lost`: one of them failed,
 * so the turn could not be tried.
 */
export type TurnOutcome = {
  state: "done" | "failed" | "lost";
  message: string | null;
  replayed: boolean;
  view: RecordedView | null;
  /** Task queue of the worker that keeps the page for the next turn. Null or missing if no worker does. */
  home?: string | null;
};

const CLICKED: Readonly<Record<string, string>> = { button: "button", link: "link", tab: "tab", menuitem: "menu item" };

export const ELEMENT_ACTIONS = ["click", "fill", "select", "check", "uncheck", "hover", "see"] as const;
export type ElementTurn = {
  action: (typeof ELEMENT_ACTIONS)[number];
  /** Role of the element according to the page inspection. */
  role?: string;
  name: string;
  /** Text to fill in or option to select. */
  value?: string;
};

/** Returns the library sentence for an action on an element. `problem`: there is none, and what to do. */
export function sentenceOf({ action, role, name, value }: ElementTurn): { text: string } | { problem: string } {
  const what = quote(name);
  if ((action === "fill" || action === "select") && value === undefined)
    return { problem: `value is missing: what to ${action === "fill" ? "fill in" : "select"}.` };
  if (action === "fill") return { text: `I fill in ${what} with ${quote(value ?? "")}` };
  if (action === "select") return { text: `I select ${quote(value ?? "")} from ${what}` };
  if (action === "check") return { text: role === "radio" ? `I choose ${what}` : `I check ${what}` };
  if (action === "uncheck") return { text: `I uncheck ${what}` };
  if (action === "see") return { text: `I should see ${what}` };
  if (action === "hover")
    return {
      text: role === "link" || role === "button" ? `I hover over the ${what} ${role}` : `I hover over the text ${what}`,
    };
  const word = role === undefined ? undefined : CLICKED[role];
  if (word !== undefined) return { text: `I click the ${what} ${word}` };
  return { text: role === "img" ? `I click the ${what} image` : `I click the text ${what}` };
}

/** Returns "Given" for opening the page, "Then" for expectations and "When" for everything else. */
export function keywordOf({ actions }: Pick<PlannedStep, "actions">, first: boolean): RecordedStep["keyword"] {
  if (actions.length > 0 && actions.every(({ action }) => ACTIONS[action.op].expects)) return "Then";
  return first ? "Given" : "When";
}

const MAX_NAME = 120;

/** Returns the goal as a name that fits into one line of a feature's text. */
export const featureNameOf = (goal: string): string => {
  const plain = truncate(oneLine(goal.replace(/["\\#@|<>{}]/g, "")), MAX_NAME);
  return plain === "" ? "Recording" : capital(plain);
};

/** Removes a leading keyword, because the recording adds its own. */
export const bareSentence = (text: string): string => oneLine(text).replace(/^(?:given|when|then|and|but|\*) /i, "");
