// How a protected site is entered, from what was typed. Nothing that is stored ever comes back into these fields.

export type AccessForm = {
  username: string;
  password: string;
  headers: string;
  cookies: string;
  signIn: string;
  secrets: string;
  variables: string;
};
export const EMPTY_ACCESS: AccessForm = {
  username: "",
  password: "",
  headers: "",
  cookies: "",
  signIn: "",
  secrets: "",
  variables: "",
};

/** Lines as pairs of a name and a value. Throws for a line without the sign between them; it names no value. */
function pairs(text: string, sign: ":" | "=", what: string): [string, string][] {
  return text
    .split("\n")
    .map((line, at) => ({ line: line.trim(), at }))
    .filter(({ line }) => line !== "")
    .map(({ line, at }) => {
      const where = line.indexOf(sign);
      if (where < 1) throw new Error(`${what}: line ${at + 1} must be a name, “${sign}” and a value.`);
      return [line.slice(0, where).trim(), line.slice(where + 1).trim()];
    });
}

/** The access as the service takes it; null: nothing was typed. Throws an Error in words. */
export function accessOf(form: AccessForm): Record<string, unknown> | null {
  const access: Record<string, unknown> = {};
  if (form.username.trim()) access.basicAuth = { username: form.username.trim(), password: form.password };
  else if (form.password) throw new Error("A password needs its user name.");
  const headers = pairs(form.headers, ":", "Headers");
  if (headers.length > 0) access.headers = Object.fromEntries(headers);
  const cookies = pairs(form.cookies, "=", "Cookies");
  if (cookies.length > 0) access.cookies = cookies.map(([name, value]) => ({ name, value }));
  if (form.signIn.trim())
    try {
      access.signIn = JSON.parse(form.signIn);
    } catch {
      throw new Error('Signing in: this is no JSON. It is {"url": …, "steps": […]}.');
    }
  const secrets = pairs(form.secrets, "=", "Secrets");
  if (secrets.length > 0) access.secrets = Object.fromEntries(secrets);
  const variables = pairs(form.variables, "=", "Variables");
  if (variables.length > 0) access.variables = Object.fromEntries(variables);
  return Object.keys(access).length > 0 ? access : null;
}

const KINDS: Record<string, string> = {
  basicAuth: "user name and password",
  headers: "headers",
  cookies: "cookies",
  signIn: "signing in",
};

/** What is stored, in words. */
export function accessInWords(access: { kinds: string[]; secrets: string[]; variables: string[] } | null): string {
  if (!access) return "Open to everybody";
  const kinds = access.kinds.filter((kind) => KINDS[kind]).map((kind) => KINDS[kind]);
  return [
    ...kinds,
    ...(access.secrets.length > 0 ? [`secrets ${access.secrets.join(", ")}`] : []),
    ...(access.variables.length > 0 ? [`variables ${access.variables.join(", ")}`] : []),
  ].join(", ");
}
