// The service's URL and the caller's key: from options, otherwise the environment, otherwise what `plumbline login` stored.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import envPaths from "env-paths";
import { wrongUse } from "./exit.ts";

export const DEFAULT_URL = "http://127.0.0.1:4400";

export type ClientSettings = {
  url: string;
  apiKey: string | null;
  project: string | null;
  /** Set if nothing but the login names the project. */
  isLoginProject?: boolean;
  environment: string | null;
};
type Env = Readonly<Record<string, string | undefined>>;
type Given = { url?: string; project?: string; environment?: string };
type Stored = { url?: string; apiKey?: string; project?: string };

/** Returns the file of `plumbline login`, in the operating system's settings folder. */
export function loginFile(env: Env): string {
  return path.join(env.PLUMBLINE_CONFIG_DIR ?? envPaths("plumbline", { suffix: "" }).config, "login.json");
}

/** Throws ClientError (2) for an invalid URL. Key and project of the login are used only for the login's own URL. */
export function readSettings(given: Given, env: Env): ClientSettings {
  const login = readLogin(env);
  const url = baseAddress(given.url ?? env.SVC_URL ?? login.url ?? DEFAULT_URL);
  const stored = url === (login.url ?? DEFAULT_URL) ? login : {};
  const named = given.project ?? (env.SVC_PROJECT || env.SVC_DEFAULT_PROJECT || null);
  return {
    url,
    apiKey: env.SVC_API_KEY || (stored.apiKey ?? null),
    project: named ?? (stored.project || null),
    isLoginProject: named === null,
    environment: given.environment ?? (env.SVC_ENVIRONMENT || null),
  };
}

/** Returns the settings of a command that is called in a folder: the project of its plumbline.yml comes before that of the login. */
export async function settingsIn(cwd: string, given: Given, env: Env): Promise<ClientSettings> {
  const settings = readSettings(given, env);
  if (!settings.isLoginProject || settings.project === null) return settings;
  const { openFile } = await import("../projectFile/file.ts");
  // A file that cannot be read is reported by the commands that need it.
  const slug = (await openFile(cwd).catch(() => null))?.config.project?.slug;
  return typeof slug === "string" ? { ...settings, project: slug } : settings;
}

/** Returns the project that an option or the environment names. The login may have been for another repository. */
export const namedProject = ({ project, isLoginProject }: ClientSettings): string | null =>
  isLoginProject ? null : project;

/** Returns the URL without a trailing slash. */
export function baseAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw wrongUse(`The service's address must begin with http:// or https://, not "${url}".`);
  if (parsed.username || parsed.password)
    throw wrongUse("The service's address must not contain a password. Pass the key as SVC_API_KEY.");
  return url.replace(/\/+$/, "");
}

/** Readable only by its owner, because the file contains a key. */
export function writeLogin(env: Env, login: Required<Pick<Stored, "url" | "apiKey">> & Stored): string {
  const file = loginFile(env);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

export function removeLogin(env: Env): void {
  rmSync(loginFile(env), { force: true });
}

function readLogin(env: Env): Stored {
  let text: string;
  try {
    text = readFileSync(loginFile(env), "utf8");
  } catch {
    return {};
  }
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === "object" && json !== null) return json;
  } catch {
    // The error below says what to do.
  }
  throw wrongUse(`${loginFile(env)} is damaged: sign in again with "plumbline login".`);
}
