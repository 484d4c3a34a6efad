// Common clauses of goals in German, French and Spanish, and the most common ones of some other languages, translated to English.
import { quotedIn } from "./words.ts";

const ARTICLE =
  /^(?:(?:auf|zu|zum|zur)\s+)?(?:den|die|das|dem|der|einen|einem|eine|ein|les|le|la|l'|une|un|des|du|los|las|el|una|il|lo|gli|het|een|os|as|um|uma|de|o|a|i)\s+(?=\S)/i;
const KINDS =
  /(?<!\p{L})(?:schaltfläche|knopf|button|taste|link|feld|eingabefeld|textfeld|auswahlliste|auswahl|liste|bouton|lien|champ|liste|botón|enlace|campo|casilla|lista|pulsante|bottone|collegamento|knop|veld|botão|przycisk|kästchen|case|reiter|seite|page|página)(?!\p{L})/giu;
const OF_KIND = /^\s*(?:de la|de|del|du|des|der|dem|von|vom|di|da)\s+/i;

/** Returns the name of a control without its kind. */
export const named = (text = ""): string => {
  const quoted = /"[^"]+"/.exec(text)?.[0];
  if (quoted !== undefined) return quoted;
  const plain = text
    .replace(ARTICLE, "")
    .replace(KINDS, " ")
    .replace(OF_KIND, "")
    .replace(/\s+(?:aus|an|ein|toe|ab|hinzu)$/i, "")
    .replace(/\s+/g, " ")
    .trim();
  return plain === "" ? text.trim() : plain;
};

/** Matches "any product". */
const ANY =
  /^(?:(?:ein|eine|einen|irgendein|irgendeinen|un|une|una|um|uma|een|el|le|la|il|das|den|de|het|o)\s+)?(?:produkt|artikel|ware|stück|produit|article|producto|artículo|prodotto|articolo|product|produto|artigo)e?n?$/iu;
const product = (text = ""): string => (ANY.test(text.trim()) || text.trim() === "" ? "a product" : named(text));

const KEY: Readonly<Record<string, string>> = {
  eingabetaste: "Enter",
  entertaste: "Enter",
  entrée: "Enter",
  entree: "Enter",
  intro: "Enter",
  invio: "Enter",
  tabulator: "Tab",
  échap: "Escape",
};
const key = (told = ""): string => KEY[told.toLowerCase()] ?? told;
const KEYS = "enter|return|escape|tab|eingabetaste|entertaste|entrée|entree|intro|invio|tabulator|échap";

export type Clause = readonly [RegExp, (match: RegExpExecArray) => string];

const DENIES =
  /(?<!\p{L})(?:nichts?|kein\p{L}*|nie|niemals|weder|ne|pas|jamais|aucun\p{L}*|non|nessun\p{L}*|niet|geen|nooit|nunca|jamás|tampoco|ningún|ningun\p{L}*|não)(?!\p{L})|(?<!\p{L})n['’]|(?<!\p{L})no\s+(?=\p{L})/iu;
/** In Portuguese, `no` means "in the". */
const IN_THE =
  /(?<!\p{L})(?:clica|adiciona|coloca|escolhe|escreve|preenche|procura|digita|vê)(?!\p{L}).*(?<!\p{L})no(?!\p{L})/iu;

/** People who have not signed in, which denies nothing of what they do. */
const STRANGER =
  /(?<!\p{L})(?:nicht\s+(?:angemeldet|eingeloggt|registriert)e[rnms]?|niet[\s-]+(?:ingelogd|aangemeld|geregistreerd)e|non[\s-](?:connecté|identifié|inscrit|enregistré|authentifié)e?s?|no\s+(?:registrad|identificad|autenticad|conectad)[oa]s?|non\s+(?:registrat|autenticat|conness|iscritt)[oaie]|não\s+(?:registr?ad|autenticad|conectad)[oa]s?)(?!\p{L})/giu;
/** Words that limit a denial, so that the text is shown: `ne voit que "A"`. */
const LIMITS =
  /(?<!\p{L})(?:nur|bloß|lediglich|außer|sofort|solo|sólo|solamente|soltanto|subito|más que|excepto|salvo|inmediatamente|seulement|sauf|immédiatement|alleen|slechts|behalve|meteen|só|somente|apenas|only)(?!\p{L})|(?<!\p{L})(?:ne\s|n['’]).*(?<!\p{L})qu(?:e(?!\p{L})|['’])/iu;

const unquoted = (clause: string): string => clause.replace(/"[^"]*"/g, '""');

/** Whether a clause says that something does not happen. */
export function isDenied(clause: string): boolean {
  const said = unquoted(clause).replace(STRANGER, " ");
  return DENIES.test(IN_THE.test(said) ? said.replace(/(?<!\p{L})no(?!\p{L})/giu, " ") : said);
}

/** Returns the texts in quotes, joined in English, or only the first if they are more than a list: `"A" instead of "B"`. */
function listed(clause: string, joints: string): string {
  const texts = quotedIn(clause).map((text) => `"${text}"`);
  const isList = new RegExp(`^[^"]*"[^"]*"(?:\\s*(?:,|(?:${joints})(?!\\p{L}))\\s*"[^"]*")*[^"]*$`, "iu").test(clause);
  return isList ? texts.join(" and ") : (texts[0] ?? "");
}
const AND = "und|sowie|et|y|e";
/** In Dutch `en` means "and"; in French and Spanish it means "in". */
const andIn = (clause: string): string =>
  /(?<!\p{L})(?:ziet|zien|toont|tonen|getoond|verschijn\p{L}*|zichtbaar)(?!\p{L})/iu.test(clause) ? `${AND}|en` : AND;

/**
 * The form of clauses that deny something: texts that are not shown. A text before and one after the denial are not the same. Returns an
 * empty text for what is not understood.
 */
export const NOT_SEEN: Clause = [
  /(?<!\p{L})(?:sieht|sehen?|sehe|zeigt|erscheint|erscheinen|steht|stehen|angezeigt|sichtbar|da|voi[trs]|affich\p{L}*|montr\p{L}*|appar\p{L}*|visib\p{L}*|ver?|veo|muestra\p{L}*|mostr\p{L}*|aparec\p{L}*|ved\p{L}*|ziet|zien|to(?:on|nen)\p{L}*|getoond|verschijn\p{L}*|zichtbaar|vê|widzi)(?!\p{L})/iu,
  ({ input }) => {
    const [before = "", ...after] = input.split(DENIES);
    const isMixed = quotedIn(before).length > 0 && quotedIn(after.join(" ")).length > 0;
    const texts = listed(input, `${andIn(input)}|oder|noch|ou|ni|o|u|of|né`);
    return isMixed || texts === "" || LIMITS.test(unquoted(input)) ? "" : `does not see ${texts}`;
  },
];

/** The first match decides. */
export const CLAUSES: readonly Clause[] = [
  [
    /(?<!\p{L})(?:leg\p{L}*|füg\p{L}*|gibt?|pack\p{L}*|tut?)\s+(.*?)\s*(?:in|zu|zum)\s+(?:(?:den|dem|seinen|ihren|die|unseren)\s+)?(?:warenkorb|einkaufswagen|korb|einkaufstasche)|(?:ajout|met)\p{L}*\s+(.*?)\s*(?:au|dans le|dans son)\s+panier|(?<!\p{L})(?:añad|agreg|pon|met)\p{L}*\s+(.*?)\s*(?:al|a la|en el|en la|a su)\s+(?:carrito|cesta|carro)|(?:aggiung|mett)\p{L}*\s+(.*?)\s*(?:al|nel)\s+carrello|(?:voeg|doe|leg|stop)\p{L}*\s+(.*?)\s*(?:toe )?(?:aan|in)\s+(?:de |het )?(?:winkelwagen|winkelmand|mandje)|(?:adicion|coloc)\p{L}*\s+(.*?)\s*(?:ao|no)\s+carrinho|doda\p{L}*\s+(.*?)\s*do\s+koszyka/iu,
    ([, ...what]) => `adds ${product(what.find((one) => one !== undefined))} to the cart`,
  ],
  [
    /(?<!\p{L})(?:meld\p{L}*\s+sich\s+(?:wieder\s+)?ab|logg\p{L}*\s+sich\s+aus|abgemeldet)|se déconnecte|cierra (?:la )?sesión|si disconnette|logt uit|meldt zich af/iu,
    () => "signs out",
  ],
  [
    /\b(?:meld|logg)\p{L}*\b.*\b(?:an|ein)\b|\b(?:anmeld|einlogg)\p{L}*|\bse connect\p{L}*|\bs'identifi\p{L}*|\binici\p{L}* sesi[oó]n|\baccede\b|\beffettua l'accesso|\blogt in\b|\bmeldt zich aan\b|\bfaz login\b|\bloguje się/iu,
    () => "signs in",
  ],
  [
    /(?<!\p{L})(?:such\p{L}* nach|(?:re)?cherch\p{L}*|busca\p{L}*|cerca\p{L}*|zoek\p{L}* naar|procura\p{L}*|szuka)\s+(?:por\s+)?(.+)$/iu,
    ([, what]) => `searches for ${named(what)}`,
  ],
  [
    new RegExp(
      `(?<!\\p{L})(?:drück\\p{L}*|appui\\p{L}* sur|puls\\p{L}*|prem\\p{L}*|presiona)\\s+(?:auf\\s+)?(?:die\\s+|la touche\\s+|la tecla\\s+|la\\s+)?"?(${KEYS})"?(?:[- ]?taste)?(?!\\p{L})`,
      "iu",
    ),
    ([, told]) => `presses ${key(told)}`,
  ],
  [
    /(?<!\p{L})(?:lädt|laden)\s+die\s+seite\s+(?:neu|noch einmal)|recharge la page|recarga la página|ricarica la pagina/iu,
    () => "reloads the page",
  ],
  [
    /(?<!\p{L})geht\s+zurück|revient en arrière|vuelve (?:atrás|a la página anterior)|torna indietro/iu,
    () => "goes back",
  ],
  [
    /(?<!\p{L})(?:markier\p{L}*|setz\p{L}*)\s+(.+?)\s+als\s+(?:erledigt|fertig|gelesen)|(?<!\p{L})marque\s+(.+?)\s+comme\s+(?:faite?|terminée?|lue?)|(?<!\p{L})marca\s+(.+?)\s+como\s+(?:hech[ao]|completad[ao]|terminad[ao]|leíd[ao])/iu,
    ([, ...what]) => `marks ${entry(what)} as done`,
  ],
  [
    /(?<!\p{L})(?:deaktivier\p{L}*|décoch\p{L}*|desmarc\p{L}*|deseleccion\p{L}*)\s+(.+)$|(?<!\p{L})entfern\p{L}*\s+(?:das|den)\s+(?:häkchen|haken)\s+(?:bei|von|vor|an)\s+(.+)$/iu,
    ([, ...what]) => `unchecks ${named(what.find(Boolean))}`,
  ],
  [
    /(?<!\p{L})(?:hak\p{L}*|kreuz\p{L}*)\s+(.+?)\s+an(?!\p{L})|(?<!\p{L})(?:aktivier\p{L}*|akzeptier\p{L}*|coche\p{L}*|accepte\p{L}*|acepta\p{L}*|marca)\s+(?:la casilla\s+|la case\s+)?(.+)$|(?<!\p{L})setz\p{L}*\s+(?:ein(?:en)?|das|den)\s+(?:häkchen|haken)\s+(?:bei|vor|an)\s+(.+)$/iu,
    ([, ...what]) => `checks ${named(what.find(Boolean))}`,
  ],
  [
    /(?<!\p{L})(?:füg\p{L}*|leg\p{L}*)\s+(?:(?:die|eine|den|einen|das|ein)\s+)?(?:neue\p{L}*\s+)?(?:aufgabe|eintrag|notiz|todo)?\s*("[^"]+")\s+(?:\p{L}+\s+)*(?:hinzu|an)(?!\p{L})|(?<!\p{L})(?:ajoute|crée)\s+(?:la|une|l'|un)?\s*(?:nouvelle?\s+)?(?:tâche|entrée|note)?\s*("[^"]+")|(?<!\p{L})(?:añade|agrega|crea)\s+(?:la|una|el|un)?\s*(?:nueva?\s+)?(?:tarea|entrada|nota)?\s*("[^"]+")/iu,
    ([, ...what]) => `adds the task ${what.find(Boolean) ?? ""}`,
  ],
  [
    /(?<!\p{L})(?:lösch\p{L}*|entfern\p{L}*|supprim\p{L}*|retir\p{L}*|enlèv\p{L}*|elimin\p{L}*|borra\p{L}*|quita\p{L}*|verwijder\p{L}*)\s+(?:die aufgabe\s+|den eintrag\s+|la tâche\s+|la tarea\s+)?(.+)$/iu,
    ([, what]) => `deletes ${entry([what])}`,
  ],
  [
    /(?<!\p{L})(?:gib\p{L}*|geb(?:en?|t)|trägt|tippt|schreibt|saisi\p{L}*|entre|écrit|tape|escrib\p{L}*|introduc\p{L}*|inserisc\p{L}*|scriv\p{L}*|vul\p{L}*|voer\p{L}*|typt|escreve|preenche|wpisuje)\s+("[^"]+"|\S+@\S+|.+?)\s+(?:(?:in|ins|im|als|bei|dans|comme|en|como|nel|nella|bij|no|na|w)\s+)+(.+)$/iu,
    ([, value = "", where]) => `enters ${value} in ${named(where?.replace(/\s+(?:ein|in)$/i, ""))}`,
  ],
  [
    /(?<!\p{L})(?:füll\p{L}*)\s+(.+?)\s+mit\s+(.+?)\s+aus|(?<!\p{L})(?:remplit|rellena)\s+(.+?)\s+(?:avec|con)\s+(.+)$/iu,
    ([, one, value, other, text]) => `fills in ${named(one ?? other)} with ${value ?? text ?? ""}`,
  ],
  [
    /("[^"]+")\s+(?:\p{L}+\s+)*?(?:verschwindet|ist (?:weg|verschwunden))|("[^"]+")\s+(?:a\s+)?(?:disparaît|disparu|desaparece)/iu,
    ([, ...texts]) => `does not see ${texts.find(Boolean) ?? ""}`,
  ],
  [
    /(?:(?<!\p{L})(?:sieht|sehen|zeigt|erscheint|steht|angezeigt|voit|affiche|montre|apparaît|ve|muestra|aparece|vede|mostra|appare|ziet|toont|verschijnt|vê|widzi)(?!\p{L})).*?("[^"]+")|("[^"]+").*(?:angezeigt|erscheint|sichtbar|affiché|visible|apparaît|aparece|muestra|visibile|appare|getoond|zichtbaar|verschijnt)/iu,
    ({ input }) => `sees ${listed(input, andIn(input))}`,
  ],
  [
    /(?<!\p{L})(?:wähl\p{L}*|choisi\p{L}*|sélectionn\p{L}*|elig\p{L}*|seleccion\p{L}*|scegli\p{L}*|selezion\p{L}*|kies\p{L}*|escolh\p{L}*)\s+("[^"]+"|.+?)\s+(?:aus\s+)?(?:in|im|aus|bei|unter|als|dans|en|de|como|nel|nella|bij|no)\s+(.+?)(?:\s+aus)?$/iu,
    ([, what = "", where]) => `selects ${/^"/.test(what) ? what : named(what)} from ${named(where)}`,
  ],
  [
    /(?<!\p{L})(?:klick\p{L}*|klik\p{L}*|drück\p{L}*|tipp\p{L}*|clique\p{L}*|appui\p{L}*|puls\p{L}*|hac\p{L}+ clic|haz clic|clicca\p{L}*|fa clic|prem\p{L}*|clica\p{L}*)\s+(?:(?:auf|sur|en|su|op|em|w|na)\s+)?(.+)$/iu,
    ([, what]) => `clicks ${named(what)}`,
  ],
  [
    /(?<!\p{L})(?:öffne\p{L}*|besuch(?:t|en)|geht\s+(?:zu[rm]?|auf|nach|in)|ouvr\p{L}*|va\s+(?:sur|à|a)|visit(?:e[rz]?|ar?|t)?(?!\p{L})|abr\p{L}*|apr\p{L}*|open\p{L}*|bezoek\p{L}*|otwiera)\s+(.+)$/iu,
    ([, what = ""]) => `opens ${/^"?\//.test(what) ? what : named(what)}`,
  ],
  [
    /(?<!\p{L})(?:wähl\p{L}*|choisi\p{L}*|sélectionn\p{L}*|elig\p{L}*|seleccion\p{L}*|scegli\p{L}*|selezion\p{L}*|kies\p{L}*|escolh\p{L}*|wybiera)\s+(.+)$/iu,
    ([, what]) => `chooses ${named(what)}`,
  ],
];

/** Returns an entry of a list, or "it" for a pronoun. */
function entry(told: readonly (string | undefined)[]): string {
  const text = told.find(Boolean) ?? "";
  return /^(?:sie|ihn|es|la|le|l'|lo|ella)$/i.test(text.trim())
    ? "it"
    : named(text.replace(/(?<!\p{L})(?:die\s+)?(?:aufgabe|tâche|tarea)\s+(?=")/iu, ""));
}
