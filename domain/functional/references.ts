// References in the values of a step definition: `{name}` of a parameter, `{env.X}` and `{secret.X}` of the environment.

/** A name between braces. `{env.X}` and `{secret.X}` are left for the run, which alone knows them. */
const REFERENCE = /\{([A-Za-z_]\w{0,39}(?:\.[\w-]{1,100})?)\}/g;
const OF_ENVIRONMENT = /^(env|secret)\.([A-Za-z_][\w-]{0,99})$/;

export type Reference = { kind: "param"; name: string } | { kind: "env" | "secret"; name: string };

/** Every reference of a text, in its order. */
export function referencesOf(text: string): Reference[] {
  return [...text.matchAll(REFERENCE)].map(([, inside = ""]) => {
    const [, kind, name] = OF_ENVIRONMENT.exec(inside) ?? [];
    return kind && name ? { kind: kind as "env" | "secret", name } : { kind: "param", name: inside };
  });
}

/**
 * Fills parameters into a selector so that a value stays one: inside quotes as text, after `#`, `.` or another name as part of that name,
 * and in brackets such as `:nth-child({n})` where it is a number. Another place among siblings, such as `odd`, would select many: quoted
 * it makes the selector one that cannot be read.
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

/** As CSS escapes a character in a name. */
const hex = (sign: string): string => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `;

/** Fills in parameters once: what is filled in is not read again, so a value cannot refer to another parameter. */
export function fillParams(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(REFERENCE, (whole, inside: string) => values.get(inside) ?? whole);
}
