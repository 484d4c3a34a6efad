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

/** Fills in parameters once: what is filled in is not read again, so a value cannot refer to another parameter. */
export function fillParams(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(REFERENCE, (whole, inside: string) => values.get(inside) ?? whole);
}
