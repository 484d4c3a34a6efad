// Stores the key of the first project for this computer's user, as `plumbline login` does.
import { copyFileSync, existsSync } from "node:fs";
import { createService } from "../client/service.ts";
import { loginFile, readSettings, writeLogin } from "../client/settings.ts";

type Env = Readonly<Record<string, string | undefined>>;
type Place = { apiUrl: string; project: { id: string; slug: string } };

/** Returns the stored key if it still opens the project; otherwise null. */
export async function storedKey(env: Env, { apiUrl, project }: Place): Promise<string | null> {
  const { SVC_API_KEY: _, ...others } = env;
  const { apiKey } = readSettings({ url: apiUrl }, others);
  if (apiKey === null) return null;
  const service = createService({ url: apiUrl, apiKey, note: () => undefined, retryForMs: 0 });
  try {
    const { projects } = await service.get("/api/ci/projects");
    return projects.some(({ id }) => id === project.id) ? apiKey : null;
  } catch {
    // The key was revoked, or belongs to an earlier service.
    return null;
  }
}

/** Stores the key. Returns the file, and where the replaced login of another service or project is saved. */
export function storeKey(
  env: Env,
  { apiUrl, project }: Place,
  apiKey: string,
): { file: string; before: string | null } {
  const file = loginFile(env);
  const before = existsSync(file) ? `${file}.before` : null;
  // A key is shown only once, so the previous one must not be lost.
  if (before !== null) copyFileSync(file, before);
  writeLogin(env, { url: apiUrl, apiKey, project: project.slug });
  return { file, before };
}
