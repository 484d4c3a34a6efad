// References in the values of a step definition: `{name}` of a parameter, `{env.X}` and `{secret.X}` of the environment.

/** A name in braces. `{env.X}` and `{secret.X}` are filled in at run time, because only the run knows them. */
const REFERENCE = /\{([A-Za-z_]\w{0,39}(?:\.[\w-]{1,100})?)\}/g;
const OF_ENVIRONMENT = /^(env|secret)\.([A-Za-z_][\w-]{0,99})$/;

export type Reference = { kind: "param"; name: string } | { kind: "env" | "secret"; name: string };

/** Returns every reference of a text, in order. */
export function referencesOf(text: string): Reference[] {
  return [...text.matchAll(REFERENCE)].map(([, inside = ""]) => {
    const [, kind, name] = OF_ENVIRONMENT.exec(inside) ?? [];
    return kind && name ? { kind: kind as "env" | "secret", name } : { kind: "param", name: inside };
  });
}

/**
 * Fills parameters into a selector so that each value stays a value: inside quotes as text, after `#`, `.` or another name as part of that
 * name,
 * and in brackets such as `:nth-child({n})` if it is a number. Other values in brackets, such as `odd`, would select several elements, so
 * they are
 * quoted, which makes the selector invalid.
 */
export function fillSelector(selector: string, values: ReadonlyMap<string, string>): string {
  return selector.replace(REFERENCE, (whole, inside: string, at: number) => {
    const value = values.get(inside);
    if (value === undefined) return whole;
    const before = selector.slice(0, at);
    if (isInQuotes(before)) return value.replace(/["'\\]/g, "\\$&").replace(/\p{Cc}/gu, " ");
    if (/[(+-]\s*$/.test(before) && /^\d{1,6}$/.test(value)) return value;
    if (/:nth-[\w-]+\((?:(?!\sof\s)[^(),])*$/.test(before)) return JSON.stringify(value);
    const name = [...value].map((sign) => (/[\w-]|\P{ASCII}/u.test(sign) ? sign : hex(sign))).join("");
    return /[\w-]$/.test(before) ? name : name.replace(/^-?\d/, (start) => [...start].map(hex).join(""));
  });
}

/** Whether a selector so far has an open quotation mark. */
function isInQuotes(before: string): boolean {
  let open: string | null = null;
  for (const sign of before.replace(/\\./g, "")) {
    if (open === null && (sign === '"' || sign === "'")) open = sign;
    else if (sign === open) open = null;
  }
  return open !== null;
}

/** Escapes a character for a CSS name. */
const hex = (sign: string): string => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `;

/** Fills in parameters in one pass, so that a value cannot refer to another parameter. */
export function fillParams(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(REFERENCE, (whole, inside: string) => values.get(inside) ?? whole);
}
