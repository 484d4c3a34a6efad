// Builds the access data of a protected site from form fields. Stored values are never filled back into these fields.

export type AccessForm = {
  username: string;
  password: string;
  headers: string;
  cookies: string;
  signIn: string;
  signInCall: string;
  totp: string;
  localStorage: string;
  sessionStorage: string;
  secrets: string;
  variables: string;
};
export const EMPTY_ACCESS: AccessForm = {
  username: "",
  password: "",
  headers: "",
  cookies: "",
  signIn: "",
  signInCall: "",
  totp: "",
  localStorage: "",
  sessionStorage: "",
  secrets: "",
  variables: "",
};

/** Parses lines into pairs of name and value. Throws for a line without the separator; the error quotes no value. */
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

/** Parses JSON and throws `message` if it is invalid, because the parser's own error would quote the text. */
function json(text: string, message: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(message);
  }
}

/** Fields with lines such as `name=value`, and their labels. */
const NAMED_VALUES = [
  ["localStorage", "Local storage"],
  ["sessionStorage", "Session storage"],
  ["secrets", "Secrets"],
  ["variables", "Variables"],
] as const;

/** Returns the access as the service expects it, or null if nothing was entered. Throws an Error with a readable message. */
export function accessOf(form: AccessForm): Record<string, unknown> | null {
  const access: Record<string, unknown> = {};
  if (form.username.trim()) access.basicAuth = { username: form.username.trim(), password: form.password };
  else if (form.password) throw new Error("A password needs its user name.");
  const headers = pairs(form.headers, ":", "Headers");
  if (headers.length > 0) access.headers = Object.fromEntries(headers);
  const cookies = pairs(form.cookies, "=", "Cookies");
  if (cookies.length > 0) access.cookies = cookies.map(([name, value]) => ({ name, value }));
  if (form.signIn.trim())
    access.signIn = json(form.signIn, 'Sign-in is not valid JSON. Expected: {"url": …, "steps": […]}.');
  if (form.signInCall.trim())
    access.signInCall = json(form.signInCall, 'Sign-in call is not valid JSON. Expected: {"url": …, "json": {…}}.');
  if (form.totp.trim()) access.totp = { secret: form.totp.trim() };
  for (const [field, what] of NAMED_VALUES) {
    const values = pairs(form[field], "=", what);
    if (values.length > 0) access[field] = Object.fromEntries(values);
  }
  return Object.keys(access).length > 0 ? access : null;
}

const KINDS: Record<string, string> = {
  basicAuth: "user name and password",
  headers: "headers",
  cookies: "cookies",
  signIn: "sign-in",
  signInCall: "sign-in call",
  totp: "one-time codes",
  localStorage: "local storage",
  sessionStorage: "session storage",
};

/** Describes what is stored. */
export function accessInWords(access: { kinds: string[]; secrets: string[]; variables: string[] } | null): string {
  if (!access) return "Public";
  const kinds = access.kinds.filter((kind) => KINDS[kind]).map((kind) => KINDS[kind]);
  return [
    ...kinds,
    ...(access.secrets.length > 0 ? [`secrets ${access.secrets.join(", ")}`] : []),
    ...(access.variables.length > 0 ? [`variables ${access.variables.join(", ")}`] : []),
  ].join(", ");
}
