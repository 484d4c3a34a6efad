// Runs inside the page's isolated world: finds fields named by their placeholder, groups without a name, and duplicate labels.
import type {
  ChoiceGroup,
  NamelessGroup,
  PlaceholderField,
  SameLabel,
} from "../../../../../domain/pillars/a11y/content.ts";
import type { Reading, Unnamed } from "./reading.ts";

export type FormFacts = {
  placeholders: Unnamed<PlaceholderField>[];
  choices: Unnamed<ChoiceGroup>[];
  nameless: Unnamed<NamelessGroup>[];
  sameLabels: Unnamed<SameLabel>[];
  fields: number;
  groups: number;
};

export const readForms = (reading: Reading): FormFacts => {
  const { all, at, authored, byIds, drawn, exposed, get, letters, limits, line, roleOf, silent, textOf } = reading;
  const TYPED = /^(|text|search|email|tel|url|password|number|date|time|month|week|datetime-local)$/;
  const SEARCH = /^(q|s|query|search|keywords?)$/i;
  const GROUP = "fieldset,[role=group],[role=radiogroup]";
  const SCOPE = `${GROUP},tr,li,dl,section,article,dialog,[role=dialog],form`;
  const typeOf = (field: Element): string => (field.localName === "input" ? get(field, "type").toLowerCase() : "");
  const bare = (element: Element): boolean => /^(none|presentation)$/.test(roleOf(element));
  const labelOf = (field: Element): string => {
    const labels = (field as HTMLInputElement).labels ?? [];
    return authored(field) || line([...labels].map((label) => textOf(label, 200, field)).join(" "));
  };
  const groupName = (group: Element): string => {
    const legend = [...group.children].find(({ localName }) => localName === "legend");
    const told = group.localName === "fieldset" && legend !== undefined ? textOf(legend, 200) : "";
    return authored(group) || told || line(get(group, "title"));
  };
  const groupOf = (element: Element | null): Element | null => {
    let group = element?.closest(GROUP) ?? null;
    while (group !== null && bare(group)) group = group.parentElement?.closest(GROUP) ?? null;
    return group;
  };

  const facts: FormFacts = { placeholders: [], choices: [], nameless: [], sameLabels: [], fields: 0, groups: 0 };
  const fields = all("input,textarea,select");
  const alike = new Map<Element | Document, Map<string, Element[]>>();
  type Choices = { kind: "radio" | "checkbox"; fields: Element[] };
  const choices = new Map<Element | null, Map<string, Choices>>();
  for (const field of fields.slice(0, 1_000)) {
    const type = typeOf(field);
    if (type === "radio" || type === "checkbox") {
      const name = `${type} ${get(field, "name")}`;
      const { form } = field as HTMLInputElement;
      const ofForm = choices.get(form) ?? new Map<string, Choices>();
      const known = ofForm.get(name) ?? { kind: type, fields: [] };
      known.fields.push(field);
      if (get(field, "name") !== "") choices.set(form, ofForm.set(name, known));
      continue;
    }
    if (!TYPED.test(type)) continue;
    facts.fields += 1;
    const label = labelOf(field).toLowerCase();
    if (label !== "") {
      const scope = field.closest(SCOPE) ?? document;
      const ofScope = alike.get(scope) ?? new Map<string, Element[]>();
      alike.set(scope, ofScope.set(label, [...(ofScope.get(label) ?? []), field]));
      continue;
    }
    const placeholder = line(get(field, "placeholder") || get(field, "aria-placeholder"));
    if (placeholder === "" || line(get(field, "title")) !== "" || !exposed(field)) continue;
    if (facts.placeholders.length >= limits.each) continue;
    const form = field.closest("form,search,[role=search],dialog,section,fieldset") ?? field.parentElement;
    const beside = [...(form?.querySelectorAll("input,textarea,select") ?? [])].filter(
      (one) => (one.localName !== "input" || TYPED.test(typeOf(one))) && drawn(one),
    );
    const button = form?.querySelector("button,input[type=submit],input[type=image],[role=button]") ?? null;
    const searching =
      type === "search" || field.closest("search,[role=search]") !== null || SEARCH.test(get(field, "name"));
    // A single field at the top of a page is also treated as search.
    const inHead = field.closest("header,nav,[role=banner],[role=navigation]") !== null;
    const alone = searching || (beside.length === 1 && (button !== null || inHead));
    facts.placeholders.push({ at: at(field), placeholder: placeholder.slice(0, 80), alone });
  }
  for (const ofScope of alike.values())
    for (const [label, same] of ofScope) {
      const seen = same.length > 1 ? same.filter(exposed) : [];
      const [first] = seen;
      if (first === undefined || seen.length < 2 || facts.sameLabels.length >= limits.each) continue;
      facts.sameLabels.push({ at: at(first), label: label.slice(0, 80), fields: seen.length });
    }
  for (const ofForm of choices.values())
    for (const { kind, fields: same } of ofForm.values()) {
      const seen = same.filter((one) => !silent(one) && (drawn(one) || labelOf(one) !== ""));
      const [first] = seen;
      if (first === undefined || seen.length < 2 || facts.choices.length >= limits.each) continue;
      const group = groupOf(first);
      // A description, or a name of several parts, repeats the question for every choice; a cell has its headers.
      const told =
        first.closest("td,[role=cell],[role=gridcell]") !== null ||
        seen.every(
          (one) => letters(byIds(one, "aria-describedby")) > 3 || get(one, "aria-labelledby").trim().includes(" "),
        );
      facts.choices.push({
        at: at(first),
        kind,
        choices: seen.slice(0, 5).map((one) => labelOf(one).slice(0, 60)),
        group: told ? "(with each)" : group === null ? null : groupName(group).slice(0, 100),
      });
    }
  for (const group of all(GROUP)) {
    if (bare(group)) continue;
    facts.groups += 1;
    if (facts.nameless.length >= limits.each || groupName(group) !== "") continue;
    const inside = [...group.querySelectorAll("input:not([type=hidden]),select,textarea,button")];
    const chosen = inside.filter((one) => /^(radio|checkbox)$/.test(typeOf(one)));
    const outer = groupOf(group.parentElement);
    if (!exposed(group) || (outer !== null && groupName(outer) !== "")) continue;
    if (group.localName !== "fieldset" && chosen.length < 2) continue;
    facts.nameless.push({ at: at(group), choices: chosen.length, controls: inside.length });
  }
  return facts;
};
