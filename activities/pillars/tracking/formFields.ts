// Fills the required fields of a form with plausible test values if the plan provides none.
import type { Locator } from "playwright";

const FIELDS = "css=input, select, textarea";
const MAX_FIELDS = 60;
const FILL_MS = 3_000;

type Field = {
  tag: string;
  type: string;
  name: string;
  autocomplete: string;
  needed: boolean;
  filled: boolean;
  least: string;
  firstOption: string;
};

/** Returns a sentence if the form requires values only the plan can know. `given`: whether the plan has already filled in fields. */
export async function fillForm(form: Locator, given: boolean): Promise<string | null> {
  const fields = await form.locator(FIELDS).evaluateAll(describe, undefined);
  if (!given && fields.some((field) => field.type === "password" && !field.filled && isSignIn(field, fields)))
    return "Its form asks for a password, which the plan's fields do not give.";
  const done = new Set<string>();
  for (const [i, field] of fields.slice(0, MAX_FIELDS).entries()) {
    if (!field.needed || field.filled) continue;
    const one = form.locator(FIELDS).nth(i);
    if (field.tag === "select") await one.selectOption(field.firstOption, { timeout: FILL_MS });
    else if (field.type === "checkbox") await one.check({ timeout: FILL_MS });
    else if (field.type === "radio") {
      if (!done.has(field.name)) await one.check({ timeout: FILL_MS });
      done.add(field.name);
    } else await one.fill(valueFor(field), { timeout: FILL_MS });
  }
  return null;
}

/** Runs in the page. */
function describe(elements: Element[]): Field[] {
  return elements.slice(0, 60).map((element) => {
    const field = element as HTMLInputElement;
    const tag = element.localName;
    const type = tag === "input" ? field.type : "";
    const group = type === "radio" ? elements.filter((one) => (one as HTMLInputElement).name === field.name) : [field];
    const choice = type === "checkbox" || type === "radio";
    const filled = choice ? group.some((one) => (one as HTMLInputElement).checked) : field.value !== "";
    const options = tag === "select" ? [...(element as HTMLSelectElement).options] : [];
    const needed = field.required && !field.disabled && !field.readOnly && type !== "hidden" && type !== "file";
    return {
      tag,
      type,
      name: field.name,
      autocomplete: field.autocomplete ?? "",
      needed,
      filled,
      least: tag === "input" ? field.min : "",
      firstOption: options.find((option) => option.value !== "" && !option.disabled)?.value ?? "",
    };
  });
}

/** Whether a password must already exist, as opposed to a new one. */
function isSignIn(field: Field, fields: readonly Field[]): boolean {
  if (field.autocomplete.includes("new-password")) return false;
  if (field.autocomplete.includes("current-password")) return true;
  // Two passwords are one and its repetition; with more than a name next to it, it is a registration.
  const others = fields.filter(({ type, needed }) => needed && type !== "password").length;
  return fields.filter(({ type }) => type === "password").length === 1 && others <= 1;
}

function valueFor({ type, name, autocomplete, least }: Field): string {
  const about = `${name} ${autocomplete}`.toLowerCase();
  switch (type) {
    case "email":
      return "test.visitor@example.com";
    case "tel":
      return "+12025550123";
    case "number":
    case "range":
      return least || "1";
    case "url":
      return "https://example.com/";
    case "date":
      return "2030-06-15";
    case "month":
      return "2030-06";
    case "week":
      return "2030-W24";
    case "time":
      return "12:00";
    case "datetime-local":
      return "2030-06-15T12:00";
    case "color":
      return "#336699";
    case "password":
      return "Test-visitor-4711";
    default:
      if (/mail/.test(about)) return "test.visitor@example.com";
      if (/post(al)?-?code|zip/.test(about)) return "97201";
      if (/phone|tel\b/.test(about)) return "+12025550123";
      if (/city|level2/.test(about)) return "Portland";
      if (/street|address/.test(about)) return "1 Test Street";
      return "Test visitor";
  }
}
