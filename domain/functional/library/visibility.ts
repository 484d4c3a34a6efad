import type { Locator } from "../target.ts";
import { builtins, field, role, target, text } from "./write.ts";

const named: readonly (readonly [word: string, locator: Locator, example: string])[] = [
  ["button", role("button", "{name}"), "Pay"],
  ["link", role("link", "{name}"), "Sign in"],
  ["heading", role("heading", "{name}"), "Your basket"],
  ["image", role("img", "{name}"), "Red shoe"],
];

export const VISIBILITY = builtins("visibility", [
  {
    id: "see-text",
    pattern: "I (should )see {string}",
    params: ["text"],
    description: "A text is visible.",
    examples: ['I should see "Thank you"', 'I see "Thank you"'],
    actions: [{ op: "expectVisible", target: text("{text}") }],
  },
  {
    id: "not-see-text",
    pattern: "I should not see {string}",
    params: ["text"],
    description: "A text is not visible.",
    examples: ['I should not see "Out of stock"'],
    actions: [{ op: "expectHidden", target: text("{text}") }],
  },
  ...named.flatMap(([word, locator, name]) => [
    {
      id: `see-${word}`,
      pattern: `I (should )see the {string} ${word}`,
      params: ["name"],
      description: `A ${word} of this name is visible.`,
      examples: [`I should see the "${name}" ${word}`, `I see the "${name}" ${word}`] as const,
      actions: [{ op: "expectVisible" as const, target: target(locator) }] as const,
    },
    {
      id: `not-see-${word}`,
      pattern: `I should not see the {string} ${word}`,
      params: ["name"],
      description: `No ${word} of this name is visible.`,
      examples: [`I should not see the "${name}" ${word}`] as const,
      actions: [{ op: "expectHidden" as const, target: target(locator) }] as const,
    },
  ]),
  {
    id: "see-field",
    pattern: "I (should )see the {string} field",
    params: ["label"],
    description: "A field with this label is visible.",
    examples: ['I should see the "Email" field', 'I see the "Email" field'],
    actions: [{ op: "expectVisible", target: field("{label}") }],
  },
  {
    id: "not-see-field",
    pattern: "I should not see the {string} field",
    params: ["label"],
    description: "No field with this label is visible.",
    examples: ['I should not see the "Coupon" field'],
    actions: [{ op: "expectHidden", target: field("{label}") }],
  },
  {
    id: "see-text-in-section",
    pattern: "I (should )see {string} in the {string} section",
    params: ["text", "section"],
    description: "A text is visible inside a section, which is found by its name.",
    examples: ['I should see "€ 49" in the "Summary" section', 'I see "€ 49" in the "Summary" section'],
    actions: [{ op: "expectVisible", target: { ...text("{text}"), within: role("region", "{section}") } }],
  },
]);
