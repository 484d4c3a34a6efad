import { builtins, text } from "./write.ts";

export const NAVIGATION = builtins("navigation", [
  {
    id: "open-page",
    pattern: "I am on {string}",
    params: ["path"],
    description: "Opens a page of the environment.",
    examples: ['I am on "/"', 'I am on "/products?sort=price"'],
    actions: [{ op: "goto", value: "{path}" }],
  },
  {
    id: "go-to-page",
    pattern: "I open/visit {string}",
    params: ["path"],
    description: "Opens a page of the environment.",
    examples: ['I open "/cart"', 'I visit "/cart"'],
    actions: [{ op: "useStep", value: "builtin.open-page", args: { path: "{path}" } }],
  },
  {
    id: "go-back",
    pattern: "I go back",
    description: "Goes back to the page before.",
    examples: ["I go back"],
    actions: [{ op: "goBack" }],
  },
  {
    id: "reload-page",
    pattern: "I reload the page",
    description: "Loads the page again.",
    examples: ["I reload the page"],
    actions: [{ op: "reload" }],
  },
  {
    id: "scroll-to-bottom",
    pattern: "I scroll to the bottom",
    description: "Scrolls to the end of the page.",
    examples: ["I scroll to the bottom"],
    actions: [{ op: "scroll", value: "bottom" }],
  },
  {
    id: "scroll-to-top",
    pattern: "I scroll to the top",
    description: "Scrolls to the beginning of the page.",
    examples: ["I scroll to the top"],
    actions: [{ op: "scroll", value: "top" }],
  },
  {
    id: "scroll-to-text",
    pattern: "I scroll to {string}",
    params: ["text"],
    description: "Scrolls until a text is in view.",
    examples: ['I scroll to "Reviews"'],
    actions: [{ op: "scroll", target: text("{text}") }],
  },
  {
    id: "wait-for-text",
    pattern: "I wait until {string} is shown",
    params: ["text"],
    description: "Waits until a text is visible.",
    examples: ['I wait until "Order placed" is shown'],
    actions: [{ op: "waitFor", target: text("{text}"), timeoutMs: 30_000 }],
  },
]);
