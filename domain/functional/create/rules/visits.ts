// Signing in and searching: clauses that name no control, and may need another page first.
import { SAY } from "../../library/sentences.ts";
import { CLICKED, isOnly, type SeenControl } from "../pages.ts";
import { click, done, look, nothing, type State, when } from "../state.ts";
import { bare, quotedIn } from "../words.ts";
import type { Rule } from "./rule.ts";

const USER = /e-?mail|user|log-?in|account|member|benutzer|utilisateur|usuario|correo|utente|gebruiker/i;
const PASSWORD = /pass ?(?:word|phrase|code)|passwort|kennwort|mot de passe|contraseña|wachtwoord/i;
const SIGN_IN =
  /^(?:sign|log)[ -]?in\b|^login\b|^(?:anmelden|einloggen|se connecter|connexion|iniciar sesi[oó]n|accedi|inloggen)(?!\p{L})/iu;
/** Names of search fields and buttons. */
export const SEARCH = /\bsearch|\bfind\b|\bsuche|\brecherche|\bbuscar|\bcerca\b|\bzoek/i;

/**
 * Signs in with the secrets `user` and `password` of the environment's access. Credentials are never written into the feature,
 * whatever the goal says.
 */
async function signIn(state: State): Promise<string | null> {
  const found = await onThisPageOrBehind(state, SIGN_IN, ({ controls }) => {
    const fields = controls.filter((control) => control.role === "textbox" && isOnly(control));
    const password = fields.find(({ name }) => PASSWORD.test(name));
    const user = fields.find(({ name }) => USER.test(name) && !PASSWORD.test(name));
    const button = controls.find(
      (control) => control.role === "button" && isOnly(control) && SIGN_IN.test(control.name),
    );
    return user && password && button ? { user, password, button } : null;
  });
  if (!found)
    return nothing(
      state,
      `No page from ${state.path} has fields for a user and a password with a button that signs in.`,
    );
  when(state, SAY.fill(found.user.name, "{secret.user}"));
  when(state, SAY.fill(found.password.name, "{secret.password}"));
  await click(state, found.button);
  return null;
}

async function searchFor(state: State, told: string): Promise<string | null> {
  const words = quotedIn(told)[0] ?? bare(told);
  const found = await onThisPageOrBehind(state, SEARCH, ({ controls }) => {
    const usable = controls.filter(isOnly);
    const field =
      usable.find(({ role }) => role === "searchbox") ??
      usable.find(({ role, name }) => (role === "textbox" || role === "combobox") && SEARCH.test(name));
    const button = usable.find(({ role, name }) => role === "button" && (SEARCH.test(name) || /^go$/i.test(name)));
    return field ? { field, button } : null;
  });
  if (!found) return nothing(state, `No page from ${state.path} has a field for a search.`);
  state.field = found.field.name;
  done(state, SAY.fill(found.field.name, words), words);
  if (found.button) await click(state, found.button);
  else done(state, SAY.pressIn("Enter", found.field.name));
  return null;
}

/** Looks on the page, then on the one page that its links with these words lead to. Adds the steps that lead there. */
async function onThisPageOrBehind<T>(
  state: State,
  words: RegExp,
  find: (at: { controls: readonly SeenControl[] }) => T | null,
): Promise<T | null> {
  await look(state);
  const here = find(state);
  if (here) return here;
  const links = state.controls.filter(
    (control) =>
      CLICKED.includes(control.role) && isOnly(control) && words.test(control.name) && control.href?.startsWith("/"),
  );
  const places = new Set(links.map(({ href }) => href));
  const [link] = links;
  if (!link || places.size > 1) return null;
  const controls = await state.readPage(link.href ?? "");
  const there = controls && find({ controls });
  if (!there) return null;
  await click(state, link);
  Object.assign(state, { path: link.href, controls, stale: false });
  return there;
}

export const VISIT_RULES: readonly Rule[] = [
  { id: "signs in", fits: [/^(?:signs?|logs?)[ -]?in(?:to)?\b(.*)$/i], steps: (state) => signIn(state) },
  {
    id: "searches",
    fits: [
      /^(?:search(?:es)?|looks?)\s+(?:for|up)\s+(.+)$/i,
      /^(?:searches|search)\s+(?:the\s+(?:shop|site|catalogue|catalog|page|list|store|books?)\s+)?(?:for\s+)?(.+)$/i,
      /^(?:does|makes?|runs?|starts?)\s+a\s+search\s+for\s+(.+)$/i,
      /^(?:enters?|types?)\s+(.+?)\s+(?:in|into)\s+the\s+search(?:\s+(?:field|box|bar))?\s+and\s+(?:searches|submits)$/i,
    ],
    steps: (state, match) => searchFor(state, match[1] ?? ""),
  },
];
