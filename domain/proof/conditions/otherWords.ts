// Words of conditions in German, French and Spanish, in the English that the readers of conditions know. They come before all other words
// of a language, since an action's own words would break them; what forbids something comes before what asks for it.
import type { WordRow } from "../../text/wordMarks.ts";

/** The same clause: a point or a comma within a number ends none. */
const CLAUSE = "(?:[^.!?;,\\n]|[.,](?=\\d))";
/** A list of attributes goes on behind commas, and not behind another verb. */
const LISTED = "((?:(?! (?:nicht|kein\\p{L}*|werden|wird|sein|ist|und (?:muss|soll|darf)) )[^.!?;:\\n]){1,120}?)";

/** A name or a text that is kept as it is, in the place that it is hidden in. */
const KEPT = "(\uE000\\d+\uE001)";

const inLanguages = (pattern: (name: string) => string, names: Readonly<Record<string, string>>): WordRow[] =>
  Object.entries(names).map(([name, english]) => [pattern(name), `on the ${english} site`]);

const MUST = "(?:muss|müssen|soll|sollen|sollten?)";
const MAY_DE = "(?:darf|dürfen|dürften?|muss|müssen|soll|sollen|sollten?)";
const TWICE_DE = "(?:doppelt|mehrfach|mehrmals|zweimal|mehr als (?:einmal|ein mal))";
const IF_DE = "(?:wenn|falls|sobald|solange|bevor|nachdem|während)";
const SENT_DE = "(?:gesendet|gesandt|geschickt|übertragen|erfasst|gemessen|ausgelöst)";
const COOKIES_DE = "(?:(?:alle|allen|die|den|aller|der|von) )*cookies";

const GERMAN: readonly WordRow[] = [
  [`${MAY_DE} (?:nicht|nie|niemals) (?:leer sein|fehlen)`, "must be set"],
  [
    `${MAY_DE} (?:nicht|kein\\p{L}*) (?:(?:das|den|die) )?(?:(?:attribut|parameter|feld) )?(\\S{1,60}(?: (?!werden )\\S{1,60}){0,3}) enthalten`,
    "must not contain $1",
  ],
  [
    `${MAY_DE} (?:(?:das|den|die) )?(?:(?:attribut|parameter|feld) )?(\\S{1,60}) nicht enthalten`,
    "must not contain $1",
  ],
  ["(?:kein|keine|keinerlei) (?:ereignis|ereignisse|events?) (?:darf|dürfen|soll|sollen|sollten?)", "no event may"],
  // The negation is of the same clause, or of the one that goes on behind a clause in between. It forbids nothing where it is of a noun
  // ("für nicht angemeldete Kunden") or of a clause that ends in its own verb ("wenn der Kunde nicht angemeldet ist").
  [
    `${MAY_DE}(?=(?:, ${IF_DE} [^.!?;,\\n]{1,60},)?(?:(?! werden )${CLAUSE}){0,60}(?<! (?:für|bei|von|mit|an)(?: (?:die|den|dem|der|einen?|einem|einer|allen?))?(?: noch)?) (?:(?:nicht|nie|niemals)(?! (?:nur|${TWICE_DE})(?!\\p{L}))|kein\\p{L}*)(?!\\p{L})(?!(?: (?!${IF_DE} )\\p{L}+){1,3} (?:ist|sind|hat|haben|wurden?|waren?)(?!\\p{L})))`,
    "must not be sent",
  ],
  [`(?<= werden )und ${LISTED} enthalten`, "and must contain $1"],
  [`${MUST} mit ${LISTED} ${SENT_DE} werden`, "must be sent with $1"],
  [`(?:wird|werden) mit ${LISTED} ${SENT_DE}`, "is sent with $1"],
  [`${MUST} ${LISTED} enthalten`, "must contain $1"],
  ["enthält", "contains"],
  [`${MUST} (?:immer |genau )?(\\S{1,60}) (?:sein|lauten|heißen|betragen)`, "must be $1"],
  [
    "(?:ist|sind) (?:(?:ein|immer|stets) )?(?:pflicht(?:feld|attribut|parameter)?|erforderlich|zwingend|notwendig|verpflichtend)",
    "is required",
  ],
  ["pflicht(?:parameter|attribute|felder)(?: sind| ?:)", "required:"],
  ["keine?(?= required:)", "not"],
  [
    "(?:nicht|keine?) (?:pflicht|erforderlich\\p{L}*|notwendig\\p{L}*|nötig\\p{L}*|zwingend\\p{L}*|verpflichtend\\p{L}*)(?=(?: \\p{L}+)? ?:)",
    "not required",
  ],
  ["optional\\p{L}*|freiwillig\\p{L}*", "optional"],
  ["verboten\\p{L}*|unerlaubt\\p{L}*|unzulässig\\p{L}*|nicht (?:erlaubt|zulässig|gestattet)\\p{L}*", "forbidden"],
  ["fehlt|fehlen", "is missing"],
  ["aber nicht|nicht aber", "but not"],
  ["(?:größer|höher|mehr) als(?= \\d)", "more than"],
  ["(?:kleiner|niedriger|weniger) als(?= \\d)", "less than"],
  ["pro (?:sitzung|besuch)", "per session"],
  [
    "(?:nur |genau |exakt )?ein einziges mal|(?:nur|genau|exakt|höchstens|maximal) (?:einmal|ein mal|1 ?x|1 ?mal)|einmal(?= (?:pro|per session)(?!\\p{L}))",
    "exactly once",
  ],
  ["(?:nur|genau|exakt|höchstens|maximal) (?:zweimal|zwei mal|2 ?x|2 ?mal)", "exactly twice"],
  [`(?:nicht|nie|niemals) ${TWICE_DE}`, "not twice"],
  ["(?:auf|mit|von) (?:allen|verschiedenen|mehreren) (?:end)?geräten|auf jedem gerät", "on all devices"],
  [
    "(?:auf|am|mit|vom|von) (?:(?:dem|den|einem) )?(?:handys?|smartphones?|mobiltelefon(?:en)?|mobilger[äa]te?n?|mobile[nm] (?:end)?geräte?n?)|mobil",
    "on phones",
  ],
  ["(?:auf|am|mit) (?:(?:dem|den|einem) )?tablets?", "on tablets"],
  ["(?:auf|am) (?:(?:dem|den|einem) )?(?:desktops?|rechnern?|pcs?|laptops?)", "on desktops"],
  ["in (?:allen|jedem|mehreren|verschiedenen) (?:gängigen )?browsern?", "in all browsers"],
  ...inLanguages((name) => `(?:im|auf der|auf dem|in der) ${name}e[nrs] (?:seite|website|webseite|shop|version)`, {
    deutsch: "German",
    englisch: "English",
    französisch: "French",
    spanisch: "Spanish",
    italienisch: "Italian",
  }),
  [
    `(?:dem )?ablehn\\p{L}+ ${COOKIES_DE}|${COOKIES_DE} (?:abgelehnt|verweigert|abgewählt|ablehn\\p{L}*)`,
    "cookies are declined",
  ],
  [
    `(?:dem )?(?:akzeptieren|annehmen) ${COOKIES_DE}|${COOKIES_DE} (?:angenommen|erlaubt|zugestimmt|zustimm\\p{L}*|akzeptier\\p{L}*)`,
    "cookies are accepted",
  ],
  ["ohne (?:(?:die|eine|vorherige) )?(?:einwilligung|zustimmung)", "without consent"],
  ["vor (?:(?:der|einer) )?(?:einwilligung|zustimmung)", "before consent"],
  ["(?:mit|nach) (?:(?:der|erteilter|vorheriger) )?(?:einwilligung|zustimmung)", "with consent"],
  ["(?:auf|von) (?:jeder|allen) seiten?", "on every page"],
  ["(?:auf|von) der startseite", "on the home page"],
  ["(?:auf|von) (?:der|einer) (\\p{L}{3,30}?)s?seite", "on the $1 page"],
  ["an der kasse|im (?:bestellvorgang|checkout)", "in the checkout"],
  ["währung", "currency"],
  ["wert(?:es|e)?", "value"],
  ["menge", "quantity"],
  [`(?:attribut|parameter|feld) ${KEPT}`, "$1 attribute"],
  ["attribut(?:e[ns]?|s)?|parametern?", "attribute"],
  ["felde?s?|feldern?", "field"],
  ["keine?(?= (?:attribute|field) ?:)", "without"],
  ["(?:statt|anstatt|anstelle von)", "instead of"],
  ["ist-(?:zustand|stand|wert|verhalten)|tatsächlich\\p{L}*|aktuell\\p{L}*|derzeit|momentan|bisher", "currently"],
  ["außer(?: wenn)?", "except"],
  ["es sei denn", "unless"],
  ["nur", "only"],
  ["auch (?=(?:wenn|falls|sobald|auf|bei|mit|nach) )", "also "],
  ["ohne", "without"],
  ["während", "while"],
  ["solange", "as long as"],
  ["bevor|vor(?= (?:(?:dem|der|einem|einer|event|ereignis) |`|\\uE000))", "before"],
  ["nachdem|nach(?= (?:(?:dem|der|einem|einer|event|ereignis) |`|\\uE000))", "after"],
  // Some customers, and not all of them.
  [
    "(?:für|bei|von) (?:(?:die|den|dem|der|einen?|einem|einer|alle|allen|unsere[nr]?) )?((?:(?:nicht|noch|(?!(?:alle|jede|unsere|diese|die|eine)[nrs]? )\\p{L}+e[nr]?) ){1,3}(?:kund(?:e|en|innen)|nutzern?|besuchern?|usern?|käufern?)|\\p{L}+kunden|gästen?)",
    "for every $1",
  ],
  ["für (?:alle|jede[nrs]?)", "for all"],
  ["mit", "with"],
  ["pro", "per"],
  ["immer", "always"],
  ["gesetzt|gefüllt|befüllt|vorhanden", "set"],
  ["sichtbar", "visible"],
  ["angezeigt", "shown"],
  ["korrekt\\p{L}*|richtig\\p{L}*", "correct"],
  ["klick(?:s|t|en)?", "click"],
  ["button|schaltfläche|knopf", "button"],
  ["ist|sind", "is"],
  ["darf|dürfen", "may"],
  ["müssen|sollen|sollten?", "must"],
];

const MAY_FR = "(?:doit|doivent|peut|peuvent|devrait|devraient|faut)";
const TWICE_FR = "(?:deux fois|en double|plusieurs fois|plus d'une fois)";
const COOKIES_FR = "(?:(?:les|des|de|tous|ces) )*cookies";

const FRENCH: readonly WordRow[] = [
  [`ne ${MAY_FR} (?:pas|jamais) (?:être (?:vides?|nulle?s?)|manquer)`, "must be set"],
  [`ne ${MAY_FR} (?:pas|jamais) (?:\\p{L}+ ){0,3}?${TWICE_FR}`, "must not be sent twice"],
  [`ne ${MAY_FR} (?:pas|jamais) contenir(?: (?:l'attribut|le paramètre|le champ|de|le|la|les))?`, "must not contain"],
  [`(?:aucun|nul) (?:événement|évènement|event) ne ${MAY_FR}`, "no event may"],
  [
    `ne ${MAY_FR} (?:(?:donc|surtout|absolument) )?(?:pas(?! (?:seulement|uniquement))|jamais|plus|en aucun cas)`,
    "must not be sent",
  ],
  [`ne ${MAY_FR}(?=(?:(?! qu[e'])${CLAUSE}){0,60} aucune?(?!\\p{L}))`, "must not be sent"],
  ["(?:doit|doivent|devrait) (?:(?:toujours|aussi|également|donc) )?contenir", "must contain"],
  ["(?<=et )contenir", "must contain"],
  ["contient|contiennent", "contains"],
  ["ils?", "it"],
  ["(?:doit|doivent|devrait) (?:toujours )?(?:être(?: égale?s? à)?|valoir)", "must be"],
  ["(?:est|sont) (?:obligatoires?|requise?s?|nécessaires?)", "is required"],
  ["(?:attributs?|paramètres?|champs?) (?:obligatoires?|requis)(?: sont| ?:)", "required:"],
  ["(?:non|pas) (?:obligatoires?|requise?s?|nécessaires?)(?= ?:)", "not required"],
  ["optionnel(?:le)?s?|facultati(?:f|ve)s?", "optional"],
  ["interdite?s?|(?:non|pas) (?:autorisée?s?|permise?s?|admise?s?)", "forbidden"],
  ["manque|manquent|est absente?", "is missing"],
  ["mais pas|et non(?: pas)?", "but not"],
  ["(?:supérieure?s?|plus grande?s?) à(?= \\d)", "more than"],
  ["(?:inférieure?s?|plus petite?s?) à(?= \\d)", "less than"],
  ["ttc", "including tax"],
  ["ht|hors taxes?", "excluding tax"],
  ["francs? suisses?", "CHF"],
  ["dans les (\\d+) secondes?", "within $1 seconds"],
  ["par (?:session|visite)", "per session"],
  ["par clic", "per click"],
  ["au (?:maximum|plus) une fois|une fois au (?:maximum|plus)|une fois(?= (?:par|per) )", "exactly once"],
  [
    "(?:(?:exactement|seulement|uniquement|juste) )?une seule fois|(?:exactement|seulement|uniquement|juste) une fois|qu'une (?:seule )?fois",
    "exactly once",
  ],
  ["(?:exactement|seulement|uniquement|juste) deux fois", "exactly twice"],
  [`pas (?:\\p{L}+ )?${TWICE_FR}`, "not twice"],
  ["(?:sur|avec) (?:tous les|plusieurs|différents) appareils", "on all devices"],
  [
    "(?:sur|avec|depuis) (?:(?:un|le|les|des) )?(?:mobiles?|téléphones?(?: portables?| mobiles?)?|smartphones?|portables?|appareils? mobiles?)",
    "on phones",
  ],
  ["sur (?:(?:une|les|des) )?tablettes?", "on tablets"],
  ["sur (?:(?:un|les|des) )?(?:ordinateurs?(?: de bureau)?|desktop|bureau)", "on desktops"],
  ["(?:dans|sur|avec) (?:tous les|plusieurs|différents) navigateurs", "in all browsers"],
  ...inLanguages((name) => `sur (?:la|le) (?:version|site|page|boutique) ${name}`, {
    allemande: "German",
    "(?:anglais|anglaise)": "English",
    "(?:français|française)": "French",
    "(?:espagnol|espagnole)": "Spanish",
    "(?:italien|italienne)": "Italian",
  }),
  [
    `${COOKIES_FR} (?:(?:sont|ont été|soient) )?(?:refusés|rejetés|déclinés)|(?:refus|rejet)\\p{L}* ${COOKIES_FR}`,
    "cookies are declined",
  ],
  // Not "accepted", of which a later row makes "accept".
  [`${COOKIES_FR} (?:(?:sont|ont été|soient) )?acceptés|accept\\p{L}* ${COOKIES_FR}`, "cookies are allowed"],
  ["sans (?:le )?consentement", "without consent"],
  ["avant (?:(?:le|tout) )?consentement", "before consent"],
  ["(?:avec|après) (?:le )?consentement", "with consent"],
  ["sur (?:toutes les|chaque) pages?", "on every page"],
  ["sur la page d'accueil", "on the home page"],
  ["sur (?:la|une) page (?:(?:de la|du|de|des|d'un|d'une) )?(\\p{L}{3,30})", "on the $1 page"],
  ["devise|monnaie", "currency"],
  ["valeur", "value"],
  ["prix", "price"],
  ["quantité", "quantity"],
  [`(?:l')?(?:attribut|paramètre|champ) ${KEPT}`, "$1 attribute"],
  ["(?:l')?(?:attributs?|paramètres?)", "attribute"],
  ["champs?", "field"],
  ["aucune?(?= (?:attribute|field) ?:)", "without"],
  ["au lieu (?:de|du|des)", "instead of"],
  [
    "(?:(?:comportement|résultat|état|situation) )?(?:actuel(?:le)?|constatée?|observée?|obtenue?)|actuellement|aujourd'hui",
    "currently",
  ],
  ["(?:sauf|excepté|hormis)(?: (?:si|quand|lorsque))?", "except"],
  ["à moins que", "unless"],
  ["même (?:si|quand|lorsque)", "even if"],
  ["uniquement|seulement", "only"],
  ["sans", "without"],
  ["avant(?: (?:que|de))?", "before"],
  ["après", "after"],
  ["pendant(?: que)?", "while"],
  ["tant que", "as long as"],
  ["jusqu'à(?: ce que)?", "until"],
  [
    "pour (?:(?:les|des|un|une|nos|le) )?(nouveaux? clients?|(?:clients?|utilisateurs?|visiteurs?|acheteurs?|internautes?) (?:(?:non|pas encore|déjà) )?\\p{L}+(?:ée?s?|ants?|els?))",
    "for every $1",
  ],
  ["pour (?:tous|toutes|chaque)", "for all"],
  ["avec", "with"],
  ["si", "if"],
  ["renseignée?s?|présente?s?|définie?s?", "set"],
  ["affichée?s?", "shown"],
  ["correcte?s?", "correct"],
  ["bouton", "button"],
];

const MAY_ES = "(?:se )?(?:debe|deben|debería|deberían|puede|pueden|tiene que|tienen que|hay que)";
const TWICE_ES = "(?:dos veces|varias veces|más de una vez|duplicad[oa]s?|por duplicado)";
const COOKIES_ES = "(?:(?:todas|las) )*cookies";

const SPANISH: readonly WordRow[] = [
  [`(?:no|nunca|jamás) ${MAY_ES} (?:estar vací[oa]s?|ser nul[oa]s?|faltar)`, "must be set"],
  [`(?:no|nunca|jamás) ${MAY_ES} (?:\\p{L}+ ){0,3}?${TWICE_ES}`, "must not be sent twice"],
  [
    `(?:no|nunca|jamás) ${MAY_ES} (?:contener|incluir|llevar)(?: (?:el atributo|el parámetro|el campo|el|la|los|las))?`,
    "must not contain",
  ],
  [`ningún evento ${MAY_ES}`, "no event may"],
  [`(?:no|nunca|jamás) ${MAY_ES}(?! (?:solo|sólo|solamente))`, "must not be sent"],
  ["(?:debe|deben|debería|tiene que) (?:contener|incluir|llevar)", "it must contain"],
  ["contiene|incluye|lleva", "contains"],
  ["(?<=[ey] )(?:contener|incluir|llevar)", "must contain"],
  ["(?:debe|deben|debería|tiene que) (?:siempre )?(?:ser(?: igual a)?|valer)", "must be"],
  ["(?:es|son) (?:obligatori[oa]s?|requerid[oa]s?|necesari[oa]s?)", "is required"],
  ["(?:atributos?|parámetros?|campos?) obligatorios?(?: son| ?:)", "required:"],
  ["no (?:obligatori[oa]s?|requerid[oa]s?|necesari[oa]s?)(?= ?:)", "not required"],
  ["opcional(?:es)?|facultativ[oa]s?", "optional"],
  ["prohibid[oa]s?|no (?:permitid|autorizad|admitid)[oa]s?", "forbidden"],
  ["falta|faltan", "is missing"],
  ["(?:pero|y) no(?= (?:en|si|cuando|para|con|desde) )", "but not"],
  ["(?:mayor(?:es)?|superior(?:es)?) (?:que|a)(?= \\d)", "more than"],
  ["(?:menor(?:es)?|inferior(?:es)?) (?:que|a)(?= \\d)", "less than"],
  ["francos? suizos?", "CHF"],
  ["por (?:sesión|visita)", "per session"],
  ["por clic", "per click"],
  ["(?:como máximo|a lo sumo) una vez|una vez como máximo|una vez(?= (?:por|per) )", "exactly once"],
  [
    "(?:(?:exactamente|solo|sólo|solamente|únicamente) )?una sola vez|(?:exactamente|solo|sólo|solamente|únicamente) una vez",
    "exactly once",
  ],
  ["(?:exactamente|solo|sólo|solamente|únicamente) dos veces", "exactly twice"],
  [`no (?:\\p{L}+ )?${TWICE_ES}`, "not twice"],
  ["(?:en|con) (?:todos los|varios|distintos) dispositivos", "on all devices"],
  [
    "(?:en|desde|con) (?:(?:un|el|los) )?(?:móvil(?:es)?|celular(?:es)?|teléfonos?(?: móvil(?:es)?)?|smartphones?|dispositivos? móvil(?:es)?)",
    "on phones",
  ],
  ["(?:en|con) (?:(?:una|las) )?tablet(?:a|as|s)?", "on tablets"],
  ["en (?:(?:un|el|los|la) )?(?:ordenador(?:es)?|escritorio|computadoras?)", "on desktops"],
  ["en (?:todos los|varios|distintos) navegadores", "in all browsers"],
  ...inLanguages((name) => `en (?:la|el) (?:versión|sitio|página|tienda|web) ${name}`, {
    "(?:alemán|alemana)": "German",
    "(?:inglés|inglesa)": "English",
    "(?:francés|francesa)": "French",
    "(?:español|española)": "Spanish",
    "(?:italiano|italiana)": "Italian",
  }),
  [
    `${COOKIES_ES} (?:(?:son|sean|han sido) )?(?:rechazadas|denegadas)|rechaz\\p{L}* ${COOKIES_ES}`,
    "cookies are declined",
  ],
  [`${COOKIES_ES} (?:(?:son|sean|han sido) )?aceptadas|(?<!sin )acept\\p{L}* ${COOKIES_ES}`, "cookies are accepted"],
  [`sin (?:el )?consentimiento|sin (?:aceptar|haber aceptado) ${COOKIES_ES}`, "without consent"],
  ["antes del? consentimiento", "before consent"],
  ["(?:con|tras|después del?) (?:el )?consentimiento", "with consent"],
  ["en (?:todas las|cada) páginas?", "on every page"],
  ["en la (?:página de inicio|portada)", "on the home page"],
  ["en (?:la|una) página (?:(?:de la|del|de) )?(\\p{L}{3,30})", "on the $1 page"],
  ["moneda|divisa", "currency"],
  ["valor(?! un producto)", "value"],
  ["precio", "price"],
  ["cantidad", "quantity"],
  [`(?:atributo|parámetro|campo) ${KEPT}`, "$1 attribute"],
  ["atributos?|parámetros?", "attribute"],
  ["campos?", "field"],
  ["ningún(?= (?:attribute|field) ?:)", "without"],
  ["en (?:lugar|vez) de", "instead of"],
  [
    "(?:(?:comportamiento|resultado|estado|situación) )?(?:actual|observad[oa]|obtenid[oa])|actualmente|ahora|hoy",
    "currently",
  ],
  ["(?:excepto|salvo)(?: (?:si|cuando))?", "except"],
  ["a (?:menos|no ser) que", "unless"],
  ["incluso (?:si|cuando)", "even if"],
  ["solo|sólo|solamente|únicamente", "only"],
  ["sin", "without"],
  ["antes de(?:l| que)?", "before"],
  ["después de(?:l| que)?|tras", "after"],
  ["mientras", "while"],
  ["hasta(?: que)?", "until"],
  [
    "para (?:(?:los|las|un|una|nuestros) )?(nuevos (?:clientes|usuarios)|(?:clientes?|usuarios?|visitantes?|compradores) (?:nuevos|(?:(?:no|ya|aún no) )?\\p{L}+(?:[aiu]dos?|entes?)))",
    "for every $1",
  ],
  ["para (?:todos|todas|cada)", "for all"],
  ["con", "with"],
  ["e(?= )", "and"],
  ["si", "if"],
  ["presentes?|definid[oa]s?|rellen[oa]s?", "set"],
  ["mostrad[oa]s?|mostrarse", "shown"],
  ["correct[oa]s?", "correct"],
  ["botón", "button"],
];

export const CONDITION_WORDS = { de: GERMAN, fr: FRENCH, es: SPANISH } as const;
