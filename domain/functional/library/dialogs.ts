import { builtins, role, target } from "./write.ts";

const dialog = (name: string) => target(role("dialog", name), role("alertdialog", name));

export const DIALOGS = builtins("dialogs", [
  {
    id: "accept-dialog",
    pattern: "I will accept the next dialog",
    description: "Answers the browser's next dialog with OK. Write it before the step that opens the dialog.",
    examples: ["I will accept the next dialog"],
    actions: [{ op: "dialog", value: "accept" }],
  },
  {
    id: "dismiss-dialog",
    pattern: "I will dismiss the next dialog",
    description: "Answers the browser's next dialog with Cancel. Write it before the step that opens the dialog.",
    examples: ["I will dismiss the next dialog"],
    actions: [{ op: "dialog", value: "dismiss" }],
  },
  {
    id: "answer-dialog",
    pattern: "I will answer the next dialog with {string}",
    params: ["answer"],
    description: "Types an answer into the browser's next prompt. Write it before the step that opens the dialog.",
    examples: ['I will answer the next dialog with "Ada"'],
    actions: [{ op: "dialog", value: "accept", name: "{answer}" }],
  },
  {
    id: "dialog-said",
    pattern: "a dialog said {string}",
    params: ["text"],
    description: "A dialog of the browser was shown with a text.",
    examples: ['a dialog said "Remove the product?"'],
    actions: [{ op: "expectDialog", value: "{text}" }],
  },
  {
    id: "dialog-is-open",
    pattern: "the {string} dialog is open",
    params: ["name"],
    description: "A dialog of the page is shown.",
    examples: ['the "Your basket" dialog is open'],
    actions: [{ op: "expectVisible", target: dialog("{name}") }],
  },
  {
    id: "dialog-is-closed",
    pattern: "the {string} dialog is closed",
    params: ["name"],
    description: "A dialog of the page is not shown.",
    examples: ['the "Your basket" dialog is closed'],
    actions: [{ op: "expectHidden", target: dialog("{name}") }],
  },
  {
    id: "click-button-in-dialog",
    pattern: "I click the {string} button in the {string} dialog",
    params: ["name", "dialog"],
    description: "Clicks a button of a dialog of the page.",
    examples: ['I click the "Close" button in the "Your basket" dialog'],
    actions: [{ op: "click", target: { ...target(role("button", "{name}")), within: role("dialog", "{dialog}") } }],
  },
]);
