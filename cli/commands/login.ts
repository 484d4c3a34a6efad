import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { createService } from "../client/service.ts";
import { namedProject, removeLogin, writeLogin } from "../client/settings.ts";
import { readStdin } from "../input.ts";
import type { CommandDeclaration } from "./command.ts";

export const loginCommand: CommandDeclaration = {
  name: "login",
  summary: "check a key and store it for this computer's user",
  options: [{ flags: "--logout", description: "remove the stored key instead" }],
  example: "plumbline login --url https://plumbline.example.com < key.txt",
  async run({ options, settings, out, env }) {
    if (options.logout === true) {
      removeLogin(env);
      out.answer({ loggedIn: false }, ["The stored key was removed."]);
      return CLIENT_EXIT.passed;
    }
    const apiKey = (env.SVC_API_KEY ?? (await readStdin())).trim();
    if (!/^svc_(org_)?live_\S+$/.test(apiKey))
      throw wrongUse("Not an API key: keys start with svc_live_ or svc_org_live_. Pass it on standard input.");
    const service = createService({ url: settings.url, apiKey, note: out.note });
    const { projects } = await service.get("/api/ci/projects");
    const [only] = projects.length === 1 ? projects : [];
    const project = namedProject(settings) ?? only?.slug;
    const file = writeLogin(env, { url: settings.url, apiKey, ...(project ? { project } : {}) });
    const names = projects.map(({ slug }) => slug);
    out.answer({ url: settings.url, projects: names, file }, [`Signed in at ${settings.url}; the key is in ${file}.`]);
    return CLIENT_EXIT.passed;
  },
};
