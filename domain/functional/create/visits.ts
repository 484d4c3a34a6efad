// Signing in and searching: clauses that name no control, and may lead to another page first.
import { SAY } from "../library/sentences.ts";
import { CLICKED, click, isOnly, type ReadPage, type SeenControl, type State, when } from "./pages.ts";

const USER = /e-?mail|user|log-?in|account|member|benutzer|utilisateur|usuario|correo|utente|gebruiker/i;
const PASSWORD = /pass ?(?:word|phrase|code)|passwort|kennwort|mot de passe|contraseña|wachtwoord/i;
const SIGN_IN =
  /^(?:sign|log)[ -]?in\b|^login\b|^(?:anmelden|einloggen|se connecter|connexion|iniciar sesi[oó]n|accedi|inloggen)(?!\p{L})/iu;
const SEARCH = /\bsearch|\bfind\b|\bsuche|\brecherche|\bbuscar|\bcerca\b|\bzoek/i;

/**
 * With what the environment's access keeps as the secrets `user` and `password`: who somebody is and with what is never written,
 * whatever the goal says.
 */
export async function signIn(state: State, _match: RegExpExecArray, readPage: ReadPage): Promise<string | null> {
  const found = await onThisPageOrBehind(state, SIGN_IN, readPage, ({ controls }) => {
    const fields = controls.filter((control) => control.role === "textbox" && isOnly(control));
    const password = fields.find(({ name }) => PASSWORD.test(name));
    const user = fields.find(({ name }) => USER.test(name) && !PASSWORD.test(name));
    const button = controls.find(
      (control) => control.role === "button" && isOnly(control) && SIGN_IN.test(control.name),
    );
    return user && password && button ? { user, password, button } : null;
  });
  if (!found) return `No page from ${state.path} has fields for a user and a password with a button that signs in.`;
  when(state, SAY.fill(found.user.name, "{secret.user}"));
  when(state, SAY.fill(found.password.name, "{secret.password}"));
  when(state, SAY.click("button", found.button.name));
  return null;
}

export async function searchFor(state: State, match: RegExpExecArray, readPage: ReadPage): Promise<string | null> {
  const told = match[1] ?? "";
  const words = /"([^"]+)"/.exec(told)?.[1] ?? told.replace(/^(?:the|an?)\s+/i, "");
  const found = await onThisPageOrBehind(state, SEARCH, readPage, ({ controls }) => {
    const usable = controls.filter(isOnly);
    const field =
      usable.find(({ role }) => role === "searchbox") ??
      usable.find(({ role, name }) => (role === "textbox" || role === "combobox") && SEARCH.test(name));
    const button = usable.find(({ role, name }) => role === "button" && (SEARCH.test(name) || /^go$/i.test(name)));
    return field ? { field, button } : null;
  });
  if (!found) return `No page from ${state.path} has a field for a search.`;
  when(state, SAY.fill(found.field.name, words));
  when(state, found.button ? SAY.click("button", found.button.name) : SAY.pressIn("Enter", found.field.name));
  return null;
}

/** What is looked for on the page, else behind its one link or button of these words; the steps that lead there are added. */
async function onThisPageOrBehind<T>(
  state: State,
  words: RegExp,
  readPage: ReadPage,
  look: (at: { controls: readonly SeenControl[] }) => T | null,
): Promise<T | null> {
  const here = look(state);
  if (here) return here;
  const links = state.controls.filter(
    (control) =>
      CLICKED.includes(control.role) && isOnly(control) && words.test(control.name) && control.href?.startsWith("/"),
  );
  const [link] = links;
  if (!link || links.length > 1) return null;
  const controls = await readPage(link.href ?? "");
  const there = controls && look({ controls });
  if (!there) return null;
  await click(state, link, async () => controls);
  return there;
}
