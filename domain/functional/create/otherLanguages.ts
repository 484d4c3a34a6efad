// Goals in other languages than English: how they are recognized and where they are split. Features are in English; names of controls stay
// unchanged.
import { CLAUSES, isDenied, NOT_SEEN } from "./otherClauses.ts";
import { quotedIn } from "./words.ts";

const ENGLISH_JOINTS = String.raw`\b(?:and then|and|then|so that|afterwards|after which)\b|(?<=\s)(?=but\s)`;
const OTHER_JOINTS =
  "und dann|und|danach|dann|anschließend|et puis|et|puis|ensuite|y luego|y|luego|después|e poi|e|poi|en dan|daarna|i potem|i|e depois|depois";
/** Where a goal is split. */
const MARKS = String.raw`[,;.!?\n]+|\s[–—]\s`;
const ENGLISH = new RegExp(`${MARKS}|${ENGLISH_JOINTS}`, "i");
const OTHER = new RegExp(
  `${MARKS}|(?<=\\s)(?:${OTHER_JOINTS})(?=\\s)|(?<=\\s)(?=(?:aber|sondern|pero|sino|mais|ma|maar|mas)\\s)|${ENGLISH_JOINTS}`,
  "i",
);
/** In Dutch `en` means "and"; in French and Spanish it means "in". */
const DUTCH = new RegExp(`${OTHER.source}|(?<=\\s)en(?=\\s)`, "i");
export function jointsOf(goal: string): RegExp {
  if (!isForeign(goal)) return ENGLISH;
  return /\b(?:het|een|bezoeker|klant|klikt|wordt)\b/i.test(goal) ? DUTCH : OTHER;
}

const FOREIGN_WORDS = new Set(
  (
    "der die das den dem des ein eine einen einem und wird werden legt klickt klicken auf öffnet gibt meldet sich sucht nach wählt besucher drückt " +
    "markiert löscht entfernt hakt besucht seite aufgabe liste nicht fügt hinzu coche décoche saisit tape supprime tâche appuie pas ne sur page " +
    "marca desmarca escribe elimina borra pulsa tarea lista abre no inicia sesión usuario usuaria utilisateur utilisatrice kunden erscheint " +
    "kunde kundin nutzer warenkorb sieht zeigt ist dass danach dann produkt artikel ereignis " +
    "le la les une et du dans sur clique ajoute ouvre au aux visiteur client panier voit événement que est un produit cherche choisit puis " +
    "el los las una y hace clic añade agrega al en visitante cliente carrito ve producto busca elige luego del se " +
    "il lo gli e nel nella clicca aggiunge al visitatore cliente carrello vede prodotto cerca sceglie poi di " +
    "de het een klikt voegt toe aan bezoeker klant winkelwagen ziet zoekt kiest naar op daarna dat wordt " +
    "o os um uma clica adiciona carrinho vê produto escolhe na no i do klika dodaje koszyka"
  ).split(" "),
);
const ENGLISH_WORDS = new Set(
  (
    "the a an to and is are visitor visitors user customer shopper buyer member guest adds add clicks click opens open with on that then sees see " +
    "into from button link page cart basket signs sign in searches for of by enters fills chooses selects accepts product it they must should"
  ).split(" "),
);

/** Whether most of the words that identify a language are not English. Quoted texts are names and values and do not count. */
export function isForeign(text: string): boolean {
  const said = text.replace(/"[^"]*"|\uE000\d+\uE001|\S+@\S+|\be-mail\b/g, " ").toLowerCase();
  // No English word has letters outside the Latin script.
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(said)) return true;
  const words = said.match(/\p{L}+/gu) ?? [];
  const foreign = words.filter((word) => FOREIGN_WORDS.has(word)).length;
  return foreign > words.filter((word) => ENGLISH_WORDS.has(word)).length;
}

/**
 * Returns the clause in English, or null if it already is or has no known form. `ofForeign`: it belongs to a goal in another
 * language, whose short clauses may have no word that identifies it.
 */
export function inEnglish(clause: string, ofForeign = false): string | null {
  if (!ofForeign && !isForeign(clause)) return null;
  // "klickt nicht" must not become "clicks".
  for (const [pattern, say] of isDenied(clause) ? [NOT_SEEN] : CLAUSES) {
    const match = pattern.exec(clause);
    if (!match) continue;
    const english = say(match);
    if (english === "") return null;
    // The name of a key is translated. Otherwise a form that leaves out a text means something else.
    const rest = english.startsWith("presses ") ? clause.replace(match[0], " ") : clause;
    return isSignIn(english) || quotedIn(rest).every((text) => english.includes(`"${text}"`)) ? english : null;
  }
  return null;
}

/** Credentials are never taken from a goal. */
const isSignIn = (clause: string): boolean => clause === "signs in";
