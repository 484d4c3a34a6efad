// Goals in other languages than English: the usual clauses, told in English. Features are written in English; names of controls stay.

const ENGLISH_JOINTS = String.raw`\b(?:and then|and|then|so that|afterwards|after which)\b`;
const OTHER_JOINTS =
  "und dann|und|danach|dann|anschließend|et puis|et|puis|ensuite|y luego|y|luego|después|e poi|e|poi|en dan|daarna|i potem|i|e depois|depois";
/** Where a goal is cut. */
const MARKS = String.raw`[,;.!?\n]+|\s[–—]\s`;
const ENGLISH = new RegExp(`${MARKS}|${ENGLISH_JOINTS}`, "i");
const OTHER = new RegExp(`${MARKS}|(?<=\\s)(?:${OTHER_JOINTS})(?=\\s)|${ENGLISH_JOINTS}`, "i");
/** In Dutch `en` is "and"; in French and Spanish it is "in". */
const DUTCH = new RegExp(`${OTHER.source}|(?<=\\s)en(?=\\s)`, "i");
export function jointsOf(goal: string): RegExp {
  if (!isForeign(goal)) return ENGLISH;
  return /\b(?:het|een|bezoeker|klant|klikt|wordt)\b/i.test(goal) ? DUTCH : OTHER;
}

const FOREIGN_WORDS = new Set(
  (
    "der die das den dem des ein eine einen einem und wird werden legt klickt klicken auf öffnet gibt meldet sich sucht nach wählt besucher " +
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

/** Whether most of its words that tell a language are not English. Texts in quotes are names and values. */
export function isForeign(text: string): boolean {
  const said = text.replace(/"[^"]*"|\uE000\d+\uE001/g, " ").toLowerCase();
  // Letters that are not Latin are of no English word.
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(said)) return true;
  const words = said.match(/\p{L}+/gu) ?? [];
  const foreign = words.filter((word) => FOREIGN_WORDS.has(word)).length;
  return foreign > words.filter((word) => ENGLISH_WORDS.has(word)).length;
}

const ARTICLE =
  /^(?:auf\s+)?(?:den|die|das|dem|der|einen|eine|ein|le|la|les|l'|un|une|el|los|las|una|il|lo|gli|i|de|het|een|o|a|os|as|um|uma)\s+/i;
const KIND =
  /\b(?:schaltfläche|knopf|button|taste|link|feld|eingabefeld|auswahl|le\s+)?(?:bouton|lien|champ|botón|enlace|campo|pulsante|bottone|collegamento|knop|veld|botão|przycisk)?\b/gi;
/** What a control is called, without what it is. */
const named = (text = ""): string => {
  const quoted = /"[^"]+"/.exec(text)?.[0];
  return (
    quoted ??
    text
      .replace(ARTICLE, "")
      .replace(KIND, " ")
      .replace(/\s+(?:aus|an|ein|toe)$/i, "")
      .replace(/\s+/g, " ")
      .trim()
  );
};

type Clause = readonly [RegExp, (match: RegExpExecArray) => string];

/** The first that fits decides. */
const CLAUSES: readonly Clause[] = [
  [
    /(?:leg|füg|gib|pack|tu)\p{L}*\b.*(?:warenkorb|einkaufswagen|\bkorb)|(?:ajout|met)\p{L}*\b.*\bpanier|(?:añad|agreg|pon|met)\p{L}*\b.*\b(?:carrito|cesta|carro)\b|(?:aggiung|mett)\p{L}*\b.*\bcarrello|(?:voeg|doe|leg|stop)\p{L}*\b.*(?:winkelwagen|winkelmand|mandje)|(?:adicion|coloc)\p{L}*\b.*\bcarrinho|doda\p{L}*\b.*\bkoszyk/iu,
    () => "adds a product to the cart",
  ],
  [
    /\b(?:meld|logg)\p{L}*\b.*\b(?:an|ein)\b|\b(?:anmeld|einlogg)\p{L}*|\bse connect\p{L}*|\bs'identifi\p{L}*|\binici\p{L}* sesi[oó]n|\baccede\b|\beffettua l'accesso|\blogt in\b|\bmeldt zich aan\b|\bfaz login\b|\bloguje się/iu,
    () => "signs in",
  ],
  [
    /\b(?:such\p{L}* nach|(?:re)?cherch\p{L}*|busca\p{L}*|cerca\p{L}*|zoek\p{L}* naar|procura\p{L}*|szuka)\s+(?:por\s+)?(.+)$/iu,
    ([, what]) => `searches for ${named(what)}`,
  ],
  [
    /\b(?:gib\p{L}*|geb\p{L}*|trägt|tippt|schreibt|saisi\p{L}*|entre|écrit|tape|escrib\p{L}*|introduc\p{L}*|inserisc\p{L}*|scriv\p{L}*|vul\p{L}*|voer\p{L}*|typt|escreve|preenche|wpisuje)\s+("[^"]+")\s+(?:(?:in|im|als|bei|dans|en|nel|nella|bij|no|na|w)\s+)+(.+)$/iu,
    ([, value = "", where]) => `enters ${value} in ${named(where?.replace(/\s+(?:ein|in)$/i, ""))}`,
  ],
  [
    /(?:\b(?:sieht|sehen|zeigt|erscheint|steht|angezeigt|voit|affiche|apparaît|ve|muestra|aparece|vede|mostra|appare|ziet|toont|verschijnt|vê|widzi)(?!\p{L})).*?("[^"]+")|("[^"]+").*(?:angezeigt|erscheint|sichtbar|affiché|visible|apparaît|aparece|muestra|visibile|appare|getoond|zichtbaar|verschijnt)/iu,
    ([, one, other]) => `sees ${one ?? other ?? ""}`,
  ],
  [
    /\b(?:klick\p{L}*|klik\p{L}*|drück\p{L}*|tipp\p{L}*|clique\p{L}*|appui\p{L}*|puls\p{L}*|hac\p{L}+ clic|haz clic|clicca\p{L}*|fa clic|prem\p{L}*|clica\p{L}*)\s+(?:(?:auf|sur|en|su|op|em|w|na)\s+)?(.+)$/iu,
    ([, what]) => `clicks ${named(what)}`,
  ],
  [
    /(?<!\p{L})(?:öffne\p{L}*|besuch\p{L}*|ouvr\p{L}*|visit(?:e[rz]?|ar?|t)?(?!\p{L})|abr\p{L}*|apr\p{L}*|open\p{L}*|bezoek\p{L}*|otwiera)\s+(.+)$/iu,
    ([, what]) => `opens ${named(what)}`,
  ],
  [
    /\b(?:wähl\p{L}*|choisi\p{L}*|sélectionn\p{L}*|elig\p{L}*|seleccion\p{L}*|scegli\p{L}*|selezion\p{L}*|kies\p{L}*|escolh\p{L}*|wybiera)\s+(.+)$/iu,
    ([, what]) => `chooses ${named(what)}`,
  ],
];

/** The clause in English; null: it is English already, or says nothing that is known. */
export function inEnglish(clause: string): string | null {
  if (!isForeign(clause)) return null;
  for (const [pattern, say] of CLAUSES) {
    const match = pattern.exec(clause);
    if (match) return say(match);
  }
  return null;
}
