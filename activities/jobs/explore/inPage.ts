// Runs in an isolated script world of the page: collects its forms and controls with their roles and names. Sent as source,
// so the function uses only the page's globals. Every text and list is bounded, because pages can be hostile.
import type { SeenControl, SeenForm, SeenInput, SeenPage } from "../../../domain/explore/explore.ts";

export const readControls = (): SeenPage => {
  const MAX_CONTROLS = 600;
  const MAX_FORMS = 20;
  const MAX_FIELDS = 30;
  const line = (text: string | null | undefined, most = 200): string =>
    (text ?? "")
      .slice(0, 4_000)
      .replace(/[\s\u200b\u00ad]+/g, " ")
      .trim()
      .slice(0, most);
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest("[aria-hidden=true]") === null;
  /** Returns the text content as a screen reader would read it. */
  const contentOf = (node: Node, deep = 0): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || deep > 20 || node.getAttribute("aria-hidden") === "true") return "";
    if (node.matches("script, style, noscript, template") || !node.checkVisibility({ visibilityProperty: true }))
      return "";
    if (deep > 0) {
      const label = node.getAttribute("aria-label");
      if (label?.trim()) return label;
      if (node.localName === "img") return node.getAttribute("alt") ?? "";
      if (node.localName === "svg") return node.querySelector("title")?.textContent ?? "";
    }
    const inner = [...node.childNodes].slice(0, 200).map((child) => contentOf(child, deep + 1));
    const isBlock = deep > 0 && !/^(?:inline|contents|ruby)/.test(getComputedStyle(node).display);
    return isBlock ? ` ${inner.join("")} ` : inner.join("");
  };
  const byIds = (ids: string | null): string =>
    (ids ?? "")
      .split(/\s+/)
      .slice(0, 10)
      .map((id) => (id === "" ? "" : line(document.getElementById(id)?.textContent)))
      .join(" ")
      .trim();
  const roleOf = (element: Element): string => {
    const given = element.getAttribute("role")?.trim().split(/\s+/)[0];
    if (given) return given;
    const tag = element.localName;
    if (tag === "a") return element.hasAttribute("href") ? "link" : "";
    if (tag === "button" || tag === "summary") return "button";
    if (tag === "textarea") return "textbox";
    if (tag === "select") {
      const { multiple, size } = element as HTMLSelectElement;
      return multiple || size > 1 ? "listbox" : "combobox";
    }
    if (tag !== "input") return "";
    const type = (element as HTMLInputElement).type;
    const roles: Record<string, string> = {
      button: "button",
      submit: "button",
      reset: "button",
      image: "button",
      file: "button",
      checkbox: "checkbox",
      radio: "radio",
      number: "spinbutton",
      range: "slider",
      search: "searchbox",
    };
    return element.hasAttribute("list") && /^(text|search|email|tel|url)$/.test(type)
      ? "combobox"
      : (roles[type] ?? "textbox");
  };
  const nameOf = (element: Element): string => {
    const labelled = byIds(element.getAttribute("aria-labelledby"));
    if (labelled !== "") return line(labelled);
    const label = line(element.getAttribute("aria-label"));
    if (label !== "") return label;
    if (element.matches("input, select, textarea")) {
      const input = element as HTMLInputElement;
      if (/^(submit|button|reset)$/.test(input.type))
        return line(input.value) || { submit: "Submit", reset: "Reset" }[input.type as "submit"] || "";
      const labels = [...(input.labels ?? [])].slice(0, 3).map((one) => line(labelText(one, input)));
      const own = labels.filter((text) => text !== "").join(" ");
      if (own !== "") return line(own);
      if (input.type === "image") return line(input.alt) || line(input.title);
      return line(input.title) || line(input.placeholder);
    }
    return line(contentOf(element)) || line(element.getAttribute("title"));
  };
  /** Returns the label's text without the field itself, which may be inside its label. */
  const labelText = (label: Element, field: Element): string =>
    [...label.childNodes]
      .map((child) =>
        child === field ? "" : child.contains(field) ? labelText(child as Element, field) : contentOf(child, 1),
      )
      .join("");
  const hintsOf = (element: Element): string =>
    ["id", "name", "class", "data-testid", "data-test", "data-action", "data-method", "formaction", "onclick"]
      .map((name) => (element.getAttribute(name) ?? "").slice(0, 80))
      .join(" ")
      .trim();
  const absolute = (href: string | null): string => {
    const url = URL.parse(href ?? "", document.baseURI);
    return url && /^https?:$/.test(url.protocol) ? url.href.slice(0, 2_000) : "";
  };
  const locationBare = location.href.split("#")[0];
  /** A fragment is a position on the page, or a client-side route: neither is a separate address. */
  const placeOf = (element: Element): Pick<SeenControl, "href" | "anchor" | "route"> => {
    const given = element.localName === "a" ? (element.getAttribute("href") ?? "").trim() : "";
    if (given === "" || /^javascript:/i.test(given)) return { href: "", anchor: false, route: "" };
    const href = absolute(given);
    const at = given.indexOf("#");
    if (at < 0 || href.split("#")[0] !== locationBare) return { href, anchor: false, route: "" };
    const fragment = given.slice(at + 1);
    let id = fragment;
    try {
      id = decodeURIComponent(fragment);
    } catch {}
    // A hidden part is shown by its link.
    const part = document.getElementById(id) ?? document.querySelector(`a[name="${CSS.escape(id)}"]`);
    const isPart = part === null ? id === "top" : isShown(part);
    return { href: "", anchor: isPart, route: isPart ? "" : fragment.slice(0, 500) };
  };
  const LANDMARK = "header, nav, footer, aside, [role=banner], [role=navigation], [role=contentinfo]";
  const regionOf = (element: Element): string => {
    const found = element.closest(LANDMARK);
    if (!found || found.closest("main, article, section") !== null) return "";
    const roles: Record<string, string> = { header: "banner", nav: "navigation", footer: "contentinfo" };
    return found.getAttribute("role") ?? roles[found.localName] ?? "";
  };
  const inputOf = (element: Element): SeenInput => {
    const input = element as HTMLInputElement & HTMLSelectElement;
    const type = element.localName === "input" ? input.type : element.localName;
    return {
      role: roleOf(element),
      name: nameOf(element),
      type,
      required: element.matches(":required, [aria-required=true]"),
      min: line(element.getAttribute("min"), 40),
      max: line(element.getAttribute("max"), 40),
      maxLength: Math.max(0, Number(element.getAttribute("maxlength") ?? 0) || 0),
      options:
        type === "select"
          ? [...element.querySelectorAll("option")]
              .filter((one) => !one.disabled)
              .slice(0, 30)
              .map((one) => ({ text: line(one.textContent, 80), value: line(one.value, 80) }))
          : [],
    };
  };
  const MONEY = /card.?number|cardnumber|\bcvc\b|\bcvv\b|\biban\b|ccnum|kartennummer/i;
  const holdsOf = (parts: readonly Element[]): SeenForm["holds"] => {
    const isMoney = (one: Element): boolean =>
      /(^| )cc-/.test(one.getAttribute("autocomplete") ?? "") || MONEY.test(`${one.getAttribute("name")} ${one.id}`);
    const isAny = (selector: string): boolean => parts.some((one) => one.matches(selector));
    const holds: SeenForm["holds"] = [];
    if (isAny("[type=password], [autocomplete~=current-password], [autocomplete~=new-password]"))
      holds.push("password");
    if (isAny("[type=file]")) holds.push("file");
    if (parts.some(isMoney)) holds.push("payment");
    return holds;
  };
  const formOf = (form: HTMLFormElement): SeenForm => {
    const parts = [...document.querySelectorAll("input, select, textarea, button")].filter(
      (one) => (one as HTMLInputElement).form === form,
    );
    const fields = parts.filter(
      (one) =>
        one.matches(
          "input:not([type=hidden], [type=submit], [type=button], [type=reset], [type=image]), select, textarea",
        ) &&
        !one.matches(":disabled, [readonly]") &&
        isShown(one),
    );
    const sends = parts.find(
      (one) =>
        one.matches("button:not([type=button], [type=reset]), input[type=submit], input[type=image]") && isShown(one),
    );
    const hidden = parts.filter((one) => one.matches("input[type=hidden]")).slice(0, 30) as HTMLInputElement[];
    const attribute = (name: string): string | null => sends?.getAttribute(`form${name}`) ?? form.getAttribute(name);
    return {
      method: (attribute("method") ?? "get").toLowerCase().slice(0, 20),
      action: absolute(attribute("action") || location.href),
      // The name or value of a token means nothing; the command sent to the server does.
      hints: [
        ...["id", "name", "class"].map((name) => (form.getAttribute(name) ?? "").slice(0, 80)),
        ...hidden.map((one) => `${one.name.slice(0, 40)} ${one.value.length <= 30 ? one.value : ""}`),
        sends ? `${hintsOf(sends)} ${((sends as HTMLButtonElement).value ?? "").slice(0, 40)}` : "",
      ].join(" "),
      submit: sends ? nameOf(sends) : "",
      fields: fields.slice(0, MAX_FIELDS).map(inputOf),
      holds: holdsOf(parts),
      region: regionOf(form),
    };
  };
  /** Fields outside any form: client-rendered pages seldom use forms. */
  const looseFields = [...document.querySelectorAll("input, select, textarea")]
    .filter(
      (one) =>
        (one as HTMLInputElement).form === null &&
        one.matches(
          "input:not([type=hidden], [type=submit], [type=button], [type=reset], [type=image], [type=radio]), select, textarea",
        ) &&
        !one.matches(":disabled, [readonly]") &&
        isShown(one),
    )
    .slice(0, MAX_FIELDS);
  const looseForm = (fields: readonly Element[], submit: Element | null): SeenForm => ({
    method: "script",
    action: location.href.slice(0, 2_000),
    hints: [...fields, ...(submit ? [submit] : [])].map(hintsOf).join(" "),
    submit: submit ? nameOf(submit) : "",
    fields: fields.map(inputOf),
    holds: holdsOf(fields),
    region: fields[0] ? regionOf(fields[0]) : "",
  });
  const PRESSED = "button, input[type=button], input[type=submit], [role=button]";
  /** The only button next to a field submits what is typed there. */
  const buttonBeside = (field: Element): Element | null => {
    let around = field.parentElement;
    for (let up = 0; up < 3 && around !== null && !around.matches("body, main"); up += 1) {
      const buttons = [...around.querySelectorAll(PRESSED)].filter(
        (one) => one.closest("form") === null && isShown(one),
      );
      if (buttons.length > 0) return buttons.length === 1 ? (buttons[0] ?? null) : null;
      around = around.parentElement;
    }
    return null;
  };
  const besides = new Map<Element, Element[]>();
  for (const field of looseFields) {
    const button = buttonBeside(field);
    if (button) besides.set(button, [...(besides.get(button) ?? []), field]);
  }
  const grouped = [...besides.values()].filter(({ length }) => length > 1).flat();
  const loose = [
    ...[...besides].map(([button, fields]) => looseForm(fields, button)),
    // Enter may submit a single field; several fields need the button.
    ...looseFields.filter((one) => !grouped.includes(one)).map((one) => looseForm([one], null)),
  ];
  const BUSY = "[aria-busy=true], progress:not([value]), [role=progressbar]:not([aria-valuenow])";
  const CONTROLS =
    "a[href], button, summary, input[type=button], [role=button], [role=tab], [role=menuitem], [role=link]";
  return {
    title: line(document.title, 120),
    scripted: document.scripts.length > 0,
    busy: [...document.querySelectorAll(BUSY)].slice(0, MAX_FIELDS).some(isShown),
    forms: [...[...document.forms].filter(isShown).slice(0, MAX_FORMS).map(formOf), ...loose],
    controls: [...document.querySelectorAll(CONTROLS)]
      .slice(0, MAX_CONTROLS * 3)
      .filter(isShown)
      .slice(0, MAX_CONTROLS)
      .map((element) => {
        const place = placeOf(element);
        return {
          role: roleOf(element),
          name: nameOf(element),
          ...place,
          inForm:
            element.matches("button:not([type=button]), input[type=submit]") &&
            (element as HTMLButtonElement).form !== null,
          disabled: element.matches(":disabled, [aria-disabled=true]"),
          // For a link that acts within the page, its address says what it does.
          hints:
            place.href === ""
              ? `${hintsOf(element)} ${element.getAttribute("href")?.slice(0, 80) ?? ""}`
              : hintsOf(element),
        };
      }),
  };
};
