// Decides which forms are submitted and with which values: nothing that costs, deletes, signs in or contacts somebody.
import { percentDecoded } from "../text.ts";
import { sameOrigin } from "./address.ts";
import { destructiveCode, destructiveWord } from "./destructive.ts";
import type { Act, Filling, FormChoice, SeenForm, SeenInput } from "./explore.ts";

export type FormDecision = { act: Extract<Act, { kind: "form" }> } | { why: string };

/** Method for fields outside of any form, whose input a script of the page handles. */
export const BY_SCRIPT = "script";

const HOLDS: Readonly<Record<SeenForm["holds"][number], string>> = {
  password: "It asks for a password.",
  file: "It asks for a file.",
  payment: "It asks for payment details.",
};

/** Decides whether a form is submitted, with its values or the reason. `unique`: whether steps find the field by its role and name. */
export function decideForm(
  form: SeenForm,
  pageUrl: string,
  choice: FormChoice,
  unique: (role: string, name: string) => boolean,
): FormDecision {
  const { method, action, hints, submit, fields, holds } = form;
  const [held] = holds;
  if (held !== undefined) return { why: HOLDS[held] };
  if (!sameOrigin(action, pageUrl)) return { why: "It is sent to another site." };
  if (method !== "get" && method !== "post" && method !== BY_SCRIPT) return { why: `Its method is ${method}.` };
  const word = destructiveWord(submit) ?? destructiveCode(pathAndQuery(action)) ?? destructiveCode(hints);
  if (word !== null) return { why: `It looks destructive ("${word}").` };
  if (choice === "none") return { why: "Sending forms is turned off." };
  if (choice === "get" && method !== "get") return { why: "Only GET forms are sent." };
  const filled: Filling[] = [];
  const groups = new Set<string>();
  for (const field of fields) {
    const value =
      method === BY_SCRIPT && field.type === "checkbox" && destructiveWord(field.name) === null
        ? { how: "check" as const, value: "" }
        : safeValue(field);
    if (value === null) {
      if (field.required) return { why: `Its field "${field.name}" needs a value that cannot be guessed.` };
      continue;
    }
    if (!unique(field.role, field.name) || field.name === "") {
      // One of several radio buttons is enough, and optional fields may stay empty.
      if (field.required && !groups.has(field.type)) return { why: "It has a required field without a unique name." };
      continue;
    }
    if (field.type === "radio" && groups.has("radio")) continue;
    groups.add(field.type);
    filled.push({ role: field.role, name: field.name, ...value });
  }
  if (submit !== "" && !unique("button", submit))
    return { why: `Its button "${submit}" is not the only one with that name.` };
  const typed = filled.some(({ how }) => how === "fill");
  // A select or checkbox outside of any form takes effect without a submit button.
  if (submit === "" && !typed && (method !== BY_SCRIPT || filled.length === 0))
    return { why: "It has neither a button nor a field that submits it." };
  return { act: { kind: "form", method, fields: filled, submit } };
}

/** Values by what the field asks for. Addresses and numbers are those reserved for examples. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/i, "visitor@example.com"],
  [/phone|telefon|téléphone|tel\b|mobile|handy/i, "+44 20 7946 0000"],
  [/post-?code|postal|zip|plz/i, "10115"],
  [/city|town|ort\b|stadt|ville|ciudad|città/i, "Berlin"],
  [/street|address|straße|strasse|adresse|dirección|indirizzo/i, "1 Example Street"],
  [/first name|vorname|prénom/i, "Ada"],
  [/last name|surname|nachname|family name/i, "Example"],
  [/name/i, "Ada Example"],
  [/url|website|homepage/i, "https://example.com/"],
];

function safeValue(field: SeenInput): Pick<Filling, "how" | "value"> | null {
  const { type, name, min, max, maxLength, required, options } = field;
  const fill = (value: string) => ({ how: "fill" as const, value: maxLength > 0 ? value.slice(0, maxLength) : value });
  switch (type) {
    case "select": {
      const option = options.find(({ text, value }) => value !== "" && text !== "" && destructiveWord(text) === null);
      return option ? { how: "select", value: option.text } : null;
    }
    case "checkbox":
      return required ? { how: "check", value: "" } : null;
    case "radio":
      return destructiveWord(name) === null ? { how: "check", value: "" } : null;
    case "email":
      return fill("visitor@example.com");
    case "tel":
      return fill("+44 20 7946 0000");
    case "url":
      return fill("https://example.com/");
    case "number":
    case "range":
      return type === "range" ? null : fill(min !== "" ? min : max !== "" ? max : "1");
    case "date":
      return fill(min !== "" ? min : max !== "" ? max : "2030-01-15");
    case "month":
      return fill(min || max || "2030-01");
    case "week":
      return fill(min || max || "2030-W03");
    case "time":
      return fill(min || max || "12:00");
    case "datetime-local":
      return fill(min || max || "2030-01-15T12:00");
    case "text":
    case "search":
    case "textarea":
      return fill(BY_NAME.find(([words]) => type === "text" && words.test(name))?.[1] ?? "Test");
    default:
      return null;
  }
}

function pathAndQuery(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? percentDecoded(parsed.pathname + parsed.search) : url;
}
