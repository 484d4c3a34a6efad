// Translates German, French and Spanish tickets into the English words by which scenarios and events are named, because the model that
// compares meanings only knows English. Unknown text stays unchanged.

import { languageByMarks, type WordRow, wordTables } from "../text/wordMarks.ts";
import { isName } from "./conditions/attributes.ts";
import { CONDITION_WORDS } from "./conditions/otherWords.ts";

const GERMAN: readonly WordRow[] = [
  [
    "(?:in|zu[rm]?) (?:den |dem )?(?:warenkorb|einkaufswagen|korb)(?: (?:gelegt|legt|legen|hinzugefügt|hinzufügt))?",
    "added to the cart",
  ],
  [
    "(?:aus|von) (?:dem |den )?(?:warenkorb|einkaufswagen)(?: (?:entfernt|genommen|gelöscht))?",
    "removed from the cart",
  ],
  ["warenkorb|einkaufswagen", "cart"],
  ["hinzufügen|hinzugefügt|hinzu", "add"],
  ["entfernen|entfernt|löschen|gelöscht", "remove"],
  [
    "abmeld\\p{L}* vom newsletter|(?:bestell\\p{L}*|meld\\p{L}*) (?:sich )?(?:den |vom )?newsletter ab",
    "unsubscribe from the newsletter",
  ],
  ["summe|gesamtbetrag", "total"],
  ["abmelden|abgemeldet|ausloggen|ausgeloggt", "sign out"],
  ["(?:vom newsletter )?abbestell\\p{L}*|abgemeldet vom newsletter", "unsubscribe from the newsletter"],
  ["anmelde\\p{L}*|anmeldung|anmelden|anmeldet|angemeldet|einloggen|eingeloggt|einloggt", "sign in"],
  ["sich (?=.{0,30}sign in)", ""],
  ["registrier\\p{L}*|konto (?:eröffnet|anlegt|angelegt|erstellt)", "register an account"],
  ["passwort (?:vergessen|zurückgesetzt|zurücksetzen)|vergessenes passwort", "reset a forgotten password"],
  ["newsletter", "newsletter"],
  ["abonnier\\p{L}*", "subscribe to the newsletter"],
  ["suche|suchen|sucht|gesucht|suchfeld", "search"],
  ["kasse|bestellvorgang", "checkout"],
  ["bestellung|bestellen|bestellt|bestellungen", "order"],
  ["storniert|stornieren|stornierung", "cancel"],
  ["bezahl\\p{L}*|zahlung|zahlen|zahlt", "payment"],
  ["kreditkarte", "credit card"],
  ["gutschein(?:code)?|rabattcode|aktionscode", "discount code"],
  ["geschenkkarte", "gift card"],
  ["merkliste|wunschliste|wunschzettel", "wish list"],
  ["bewertung|bewerten|bewertet", "review"],
  ["termin(?:e)?", "appointment"],
  ["gebucht|buchen|bucht|buchung", "book"],
  ["filter\\p{L}*|gefiltert", "filter"],
  ["sortier\\p{L}*", "sort"],
  ["herunterlad\\p{L}*|heruntergeladen", "download"],
  ["rechnung", "invoice"],
  ["video|film", "video"],
  ["produkt(?:e|es|s)?|artikel|ware", "product"],
  ["preis(?:e)?", "price"],
  ["versand(?:art)?|lieferung", "delivery"],
  ["rücksendung|zurückgeschickt|retoure", "return"],
  ["cookies?", "cookies"],
  ["akzeptier\\p{L}*|angenommen", "accept"],
  ["ablehn\\p{L}*|abgelehnt", "reject"],
  ["frage|nachricht", "question"],
  ["kontakt(?:formular)?", "contact"],
  ["kunde[n]?|kundin|besucher(?:in)?|nutzer(?:in)?|jemand|leser", "customer"],
  ["wird nicht (?:gemessen|gezählt|gesendet|erfasst)", "is not tracked"],
  [
    "muss ein ereignis (?:gesendet werden|kommen)|soll ein ereignis (?:gesendet werden|kommen)",
    "an event must be sent",
  ],
  ["ereignis", "event"],
  ["gesendet|gemessen|gezählt|erfasst|ausgelöst|übertragen|geschickt|getrackt", "tracked"],
  ["wenn|sobald|falls", "when"],
  ["wird|werden", "is"],
  ["muss|soll", "must"],
  ["nicht", "not"],
  ["und", "and"],
  ["der|die|das|den|dem|des|ein|eine|einen|einem|einer", "the"],
];

const FRENCH: readonly WordRow[] = [
  [
    "(?:ajouté|ajoute|ajouter|ajout)(?:e|s)? (?:un produit |d'un produit |d'un article )?(?:au|dans le) panier",
    "add a product to the cart",
  ],
  ["ajout au panier", "add to cart"],
  ["(?:retir\\p{L}*|enlev\\p{L}*|supprim\\p{L}*) (?:un produit )?du panier", "remove from the cart"],
  ["panier", "cart"],
  [
    "inscription à la (?:lettre d'information|newsletter)|s'abonne(?:r)?(?: à la (?:lettre d'information|newsletter))?",
    "subscribe to the newsletter",
  ],
  ["(?:se )?désabonn\\p{L}*|désinscri\\p{L}*", "unsubscribe from the newsletter"],
  ["lettre d'information|newsletter", "newsletter"],
  ["(?:se )?déconn\\p{L}*", "sign out"],
  ["(?:se )?connect\\p{L}*|connexion|identifi\\p{L}*", "sign in"],
  ["crée(?:r)? un compte|création d'un? compte|inscription|s'inscri\\p{L}*", "register an account"],
  ["mot de passe oublié", "reset a forgotten password"],
  ["recherche\\p{L}*|cherche(?:r)?", "search"],
  ["commande\\p{L}*", "order"],
  ["annul\\p{L}*", "cancel"],
  ["paiement|paye\\p{L}*|payer", "payment"],
  ["code (?:promo|de réduction|promotionnel)|bon de réduction", "discount code"],
  ["carte cadeau", "gift card"],
  ["liste (?:d'envies|de souhaits)|favoris", "wish list"],
  ["avis|note(?:r)? un produit", "review"],
  ["rendez-vous", "appointment"],
  ["réserv\\p{L}*", "book"],
  ["filtr\\p{L}*", "filter"],
  ["tri(?:er|e|é)?", "sort"],
  ["télécharg\\p{L}*", "download"],
  ["facture", "invoice"],
  ["vidéo", "video"],
  ["produits?|articles?", "product"],
  ["livraison", "delivery"],
  ["retour(?:n\\p{L}*)?", "return"],
  ["accept\\p{L}*", "accept"],
  ["refus\\p{L}*|rejet\\p{L}*", "reject"],
  ["visiteur|client|utilisateur|acheteur", "customer"],
  ["n'est pas (?:suivie?|mesurée?|envoyée?)|aucun événement n'est envoyé", "is not tracked"],
  ["l'événement|événement", "event"],
  ["est attendu|doit être envoyé|est envoyé", "must be sent"],
  ["quand|lorsque|lorsqu'|dès que", "when"],
  ["envoyée?s?", "sent"],
  ["est|sont", "is"],
  ["et", "and"],
  ["dans", "in"],
  ["sur", "on"],
  ["le|la|les|l'|un|une|des|du", "the"],
];

const SPANISH: readonly WordRow[] = [
  [
    "(?:añad\\p{L}*|agreg\\p{L}*|pone|poner) (?:un (?:producto|artículo) )?(?:al|a la|en el|en la) (?:carrito|cesta|carro)",
    "add a product to the cart",
  ],
  [
    "(?:quit\\p{L}*|elimin\\p{L}*|sac\\p{L}*) (?:un (?:producto|artículo) )?(?:del|de la) (?:carrito|cesta)",
    "remove from the cart",
  ],
  ["carrito|cesta", "cart"],
  ["cierr\\p{L}* (?:la )?sesión|cierre de sesión|salir de la cuenta", "sign out"],
  ["inici\\p{L}* (?:de )?(?:la )?sesión|entra(?:r)? en su cuenta|acced\\p{L}* a su cuenta", "sign in"],
  ["(?:se )?registr\\p{L}*|crea(?:r)? una cuenta", "register an account"],
  ["contraseña olvidada|olvid\\p{L}* la contraseña|restablec\\p{L}* la contraseña", "reset a forgotten password"],
  ["(?:se )?suscri\\p{L}*|boletín", "subscribe to the newsletter"],
  ["darse de baja|cancela(?:r)? la suscripción", "unsubscribe from the newsletter"],
  ["búsqueda|buscar|busca", "search"],
  ["pedido|pedidos|encargo", "order"],
  ["cancel\\p{L}*|anul\\p{L}*", "cancel"],
  ["pago|pagar|paga", "payment"],
  ["código de descuento|cupón|vale", "discount code"],
  ["tarjeta (?:de )?regalo", "gift card"],
  ["lista de deseos|favoritos", "wish list"],
  ["reseña|valoración|valor\\p{L}* un producto", "review"],
  ["cita|citas", "appointment"],
  ["reserv\\p{L}*", "book"],
  ["filtr\\p{L}*", "filter"],
  ["orden(?:ar|a) (?:los )?productos", "sort products"],
  ["descarg\\p{L}*", "download"],
  ["factura", "invoice"],
  ["vídeo|video", "video"],
  ["productos?|artículos?", "product"],
  ["entrega|envío a domicilio", "delivery"],
  ["devol\\p{L}*|devuelv\\p{L}*", "return"],
  ["acept\\p{L}*", "accept"],
  ["rechaz\\p{L}*", "reject"],
  ["cliente|visitante|usuario|comprador", "customer"],
  ["no se mide|no envía ningún evento|no se registra", "is not tracked"],
  ["evento", "event"],
  ["se envía|(?:se )?debe enviar(?:se)?", "must be sent"],
  ["enviarse|enviad[oa]s?", "sent"],
  ["cuando|al", "when"],
  ["y", "and"],
  ["en", "in"],
  ["el|la|los|las|un|una|del|de", "the"],
];

const TABLES = {
  de: [...CONDITION_WORDS.de, ...GERMAN],
  fr: [...CONDITION_WORDS.fr, ...FRENCH],
  es: [...CONDITION_WORDS.es, ...SPANISH],
} as const;
type Language = keyof typeof TABLES;

const MARKS: Readonly<Record<Language, RegExp>> = {
  de: /[äöüß]|(?<!\p{L})(?:der|die|das|den|dem|ein|eine|einen|wird|werden|nicht|wenn|und|muss|soll|jemand|sich|kunde)(?!\p{L})/giu,
  fr: /[àâçèêëîïôûœ]|(?<!\p{L})(?:le|la|les|un|une|est|quand|aucun|et|du|des|au|pas|lorsque|client)(?!\p{L})/giu,
  es: /[áíóúñ¿¡]|(?<!\p{L})(?:el|la|los|las|un|una|se|no|cuando|su|al|del|cliente|evento|y)(?!\p{L})/giu,
};
const ENGLISH =
  /(?<!\p{L})(?:the|an|is|are|when|must|should|of|to|and|not|be|with|that|this|for|our|we|it|from|sent)(?!\p{L})/giu;

/** Text that is not prose and stays unchanged so that its names are found: code, tables, tags, URLs and paths, identifiers. */
const VERBATIM = new RegExp(
  [
    "```[\\s\\S]*?(?:```|$)|~~~[\\s\\S]*?(?:~~~|$)|`[^`\\n]{1,200}`",
    "\\{(?:code|noformat)(?::[^}]{0,80})?\\}[\\s\\S]*?(?:\\{(?:code|noformat)\\}|$)",
    "<!--[\\s\\S]*?(?:-->|$)|</?[A-Za-z][^<>]{0,300}>",
    "(?<![^\\n])[ \\t]*\\|[^\\n]*",
    'https?://[^\\s<>"]*[^\\s<>".,;:!?)]',
    "(?<![\\p{L}\\p{N}/])/[\\w%-]+(?:[./][\\w%-]+)*/?",
    "(?<![\\p{L}\\p{N}_.])(?:[a-z_]+(?:\\[\\d*\\])?(?:\\.[a-z_]+)+|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+)(?![\\p{L}\\p{N}_])",
  ].join("|"),
  "gu",
);
const QUOTED =
  /"[^"\n]{1,200}"|“[^”\n]{1,200}”|„[^“”"\n]{1,200}[“”"]|«[^»\n]{1,200}»|»[^«\n]{1,200}«|(?<![\p{L}\p{N}])'[^'\n]{1,200}'(?![\p{L}\p{N}])/gu;
/** `coupon: sommer`: an attribute with its value, up to the end of the clause. */
const PAIR =
  /(?<![\p{L}\p{N}_])([A-Za-z_]\w{0,60}) ?([:=]) ?[\p{L}\p{N}_-]{1,60}(?= ?(?:[,;.)\n]|$|(?:und|oder|et|ou|y|o) ))/gu;

/** Returns the language of a text if its prose is in one of the three; null for English or any other. */
export const languageOf = (text: string): Language | null =>
  languageByMarks(text.replace(VERBATIM, " ").replace(QUOTED, " "), MARKS, ENGLISH);

const rowsOf = wordTables<Language>(TABLES, "\\p{L}_");

/**
 * Translates the known phrases of a text into English and keeps its line breaks. `quoted`: whether quoted texts are translated or kept;
 * kept texts get English quotation marks.
 */
export function ticketInEnglish(text: string, language: Language, quoted: "told" | "kept"): string {
  const kept: string[] = [];
  const hide = (one: string): string => `\uE000${kept.push(one) - 1}\uE001`;
  const inQuotes = (one: string): string => {
    const inner = one.slice(1, -1).trim();
    return hide(/^["“']/.test(one) ? one : inner.includes('"') ? `“${inner}”` : `"${inner}"`);
  };
  // A quoted text may contain placeholders of text that was hidden before.
  const shown = (one: string): string =>
    one.replace(/\uE000(\d+)\uE001/g, (_, at: string) => shown(kept[Number(at)] ?? ""));
  const hidden = text.replace(/[\uE000\uE001\r]/g, "").replace(VERBATIM, hide);
  const prose = (quoted === "kept" ? hidden.replace(QUOTED, inQuotes) : hidden)
    .replace(/[ \t]+/g, " ")
    .replace(PAIR, (pair: string, name: string, sign: string) => (sign === "=" || isName(name) ? hide(pair) : pair));
  const told = rowsOf(language).reduce((all, [pattern, english]) => all.replace(pattern, english), prose);
  return shown(told.replace(/[ \t]+/g, " ")).trim();
}
