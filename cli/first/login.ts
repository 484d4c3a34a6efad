// The key of the first project, stored for this computer's user as `plumbline login` stores it.
import { copyFileSync, existsSync } from "node:fs";
import { createService } from "../client/service.ts";
import { loginFile, readSettings, writeLogin } from "../client/settings.ts";

type Env = Readonly<Record<string, string | undefined>>;
type Place = { apiUrl: string; project: { id: string; slug: string } };

/** The stored key, where it still opens the project; null: none does. */
export async function storedKey(env: Env, { apiUrl, project }: Place): Promise<string | null> {
  const { SVC_API_KEY: _, ...others } = env;
  const { apiKey } = readSettings({ url: apiUrl }, others);
  if (apiKey === null) return null;
  const service = createService({ url: apiUrl, apiKey, note: () => undefined, patience: 0 });
  try {
    const { projects } = await service.get("/api/ci/projects");
    return projects.some(({ id }) => id === project.id) ? apiKey : null;
  } catch {
    // Revoked, or of a service that was there before.
    return null;
  }
}

/** Answers the file, and where the login of another service or project is kept that it replaces. */
export function storeKey(
  env: Env,
  { apiUrl, project }: Place,
  apiKey: string,
): { file: string; before: string | null } {
  const file = loginFile(env);
  const before = existsSync(file) ? `${file}.before` : null;
  // A key is shown once only: what it opens may not be lost.
  if (before !== null) copyFileSync(file, before);
  writeLogin(env, { url: apiUrl, apiKey, project: project.slug });
  return { file, before };
}
