// A recording: a page that an agent drives turn by turn, and the scenario that comes of it. Pure.
import { capital, oneLine, truncate } from "../text.ts";
import { ACTIONS } from "./actions.ts";
import type { PlannedStep } from "./plan.ts";

export const RECORDING_STATUSES = ["open", "saved", "discarded", "expired"] as const;
export type RecordingStatus = (typeof RECORDING_STATUSES)[number];

export const RECORDING_LIMITS = {
  /** Steps of one recording: as all of them are done again when its page is lost, more would take too long. */
  steps: 60,
  /** Open recordings of one project. */
  open: 3,
  /** Of what the page shows after a turn. */
  elements: 60,
  /** Days after which a recording that has ended is deleted. */
  keptDays: 30,
} as const;

/** How long a turn may take in all, with the steps before it where they have to be done again. */
export const TURN_MS = 110_000;

export type RecordedStep = { keyword: "Given" | "When" | "Then"; text: string };

/** What a page shows after a turn; all of it comes from the site. */
export type RecordedView = {
  url: string;
  title: string;
  elements: { role: string; name: string; label: string | null; count: number; visible: boolean; disabled: boolean }[];
  /** How many there are; the list may be shorter. */
  total: number;
  screenshotId: string | null;
};

/**
 * What became of a turn. `replayed`: the page was lost, and the steps before were done again first. `lost`: one of those did not
 * work again, so that the turn could not be tried.
 */
export type TurnOutcome = {
  state: "done" | "failed" | "lost";
  message: string | null;
  replayed: boolean;
  view: RecordedView | null;
  /** Task queue of the worker that keeps the page for the next turn; null or missing: no worker does. */
  home?: string | null;
};

const CLICKED: Readonly<Record<string, string>> = { button: "button", link: "link", tab: "tab", menuitem: "menu item" };

export const ELEMENT_ACTIONS = ["click", "fill", "select", "check", "uncheck", "hover", "see"] as const;
export type ElementTurn = {
  action: (typeof ELEMENT_ACTIONS)[number];
  /** Of the element as the inspected page has it. */
  role?: string;
  /** Its label or name. */
  name: string;
  /** What is filled in or selected. */
  value?: string;
};

/** The library's sentence for what is done to an element; `problem`: there is none, and what to do. */
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

const quote = (text: string): string => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** Opening the page is given, expecting is then, the rest is when. */
export function keywordOf({ actions }: Pick<PlannedStep, "actions">, first: boolean): RecordedStep["keyword"] {
  if (actions.length > 0 && actions.every(({ action }) => ACTIONS[action.op].expects)) return "Then";
  return first ? "Given" : "When";
}

const MAX_NAME = 120;

/** A name that a feature's text can carry in one line. */
export const featureNameOf = (goal: string): string => {
  const plain = truncate(oneLine(goal.replace(/["\\#@|<>{}]/g, "")), MAX_NAME);
  return plain === "" ? "Recording" : capital(plain);
};

/** Without the keyword that it may begin with: keywords are the recording's own. */
export const bareSentence = (text: string): string => oneLine(text).replace(/^(?:given|when|then|and|but|\*) /i, "");
