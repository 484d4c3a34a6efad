import type { Target } from "../target.ts";
import { builtins, field, role, target, text } from "./write.ts";

/** Limits a target to the frame with the title. */
const framed = (inside: Target): Target => ({ ...inside, frame: { by: "title", value: "{frame}" } });

export const FRAMES = builtins("frames", [
  {
    id: "click-button-in-frame",
    pattern: "I click the {string} button in the {string} frame",
    params: ["name", "frame"],
    description: "Clicks a button inside a frame, which is found by its title.",
    examples: ['I click the "Pay" button in the "Payment" frame'],
    actions: [{ op: "click", target: framed(target(role("button", "{name}"))) }],
  },
  {
    id: "fill-field-in-frame",
    pattern: "I fill in {string} with {string} in the {string} frame",
    params: ["label", "value", "frame"],
    description: "Types a value into a field inside a frame, which is found by its title.",
    examples: ['I fill in "Card number" with "4242" in the "Payment" frame'],
    actions: [{ op: "fill", target: framed(field("{label}")), value: "{value}" }],
  },
  {
    id: "see-text-in-frame",
    pattern: "I (should )see {string} in the {string} frame",
    params: ["text", "frame"],
    description: "A text is visible inside a frame, which is found by its title.",
    examples: ['I should see "Paid" in the "Payment" frame', 'I see "Paid" in the "Payment" frame'],
    actions: [{ op: "expectVisible", target: framed(text("{text}")) }],
  },
]);
