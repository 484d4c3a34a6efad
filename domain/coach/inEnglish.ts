// Translates German and Spanish questions into English, because topics, entities and tools only know English words. Names are not
// translated.

import { languageByMarks, type WordRow, wordTables } from "../text/wordMarks.ts";

export type Spoken = "de" | "es";

/** `de`, `es`: phrases of questions, matched at word boundaries (so they begin and end with a letter), longer ones first. */
const GERMAN: readonly WordRow[] = [
  [
    "wie geht es (?:der|meiner|unserer|dem|meinem|unserem) (?:seite|website|webseite|shop|laden|projekt)",
    "how healthy is the site",
  ],
  [
    "wie (?:gesund|gut) ist (?:die|meine|unsere|der|mein|unser) (?:seite|website|webseite|shop)",
    "how healthy is the site",
  ],
  ["wie steht es um(?: die| den| das| unsere| unseren)?", "how is the"],
  ["was (?:ist|war|lief|ging) (.{0,20}?) ?(?:schiefgelaufen|schiefgegangen|schief)", "what failed $1"],
  ["was ist (.{0,25}?) ?(?:fehlgeschlagen|gescheitert|kaputtgegangen|kaputt)", "what failed $1"],
  ["was hat sich (.{0,30}?)(?:geändert|verändert)", "what changed $1"],
  ["was soll(?:te)? ich (?:als )?(?:zuerst|erstes) (?:beheben|reparieren|fixen|machen|tun)", "what should I fix first"],
  ["was soll(?:te)? ich (?:als nächstes|jetzt|nun)(?: tun| machen)?", "what should I do next"],
  ["(?:kann|darf|können|dürfen) (?:ich|wir|man) (.{0,40}?)(?:mergen|zusammenführen|einspielen)", "can I merge $1"],
  [
    "(?:können|dürfen|kann|darf|sollen) (?:wir|ich|man) (.{0,20}?)(?:veröffentlichen|live gehen|ausliefern|releasen|deployen)",
    "are we ready to release $1",
  ],
  [
    "welche seiten haben (?:noch )?keine? (?:baselines?|referenz(?:bild(?:er)?)?|vergleichsbild(?:er)?)",
    "which pages have no baseline",
  ],
  ["wird (?:das|die) (?:ereignis|event) (.{1,60}?) (?:gemessen|gesendet|erfasst|getrackt)", "is the event $1 tracked"],
  ["wird (.{1,60}?) (?:korrekt |richtig )?(?:gemessen|gesendet|erfasst|getrackt)", "is $1 tracked"],
  ["welche (?:ereignisse|events) werden nicht (?:gesendet|gemessen)", "which events are not sent"],
  [
    "vergleiche? (?:bitte )?die letzten (?:beiden|zwei) (?:bildvergleiche|visuellen tests)",
    "compare the last two visual tests",
  ],
  ["vergleiche? (?:bitte )?die letzten (?:beiden|zwei) (?:läufe|tests|testläufe)", "compare the last two runs"],
  ["gibt es (?:einen|ein) (?:funktionalen )?test (?:für|zum|zur)", "is there a test for"],
  ["warum ist (.{1,40}?) so langsam", "why is $1 slow"],
  ["welche seite ist (?:am langsamsten|die langsamste)", "which page is the slowest"],
  ["sieht (.{1,40}?) (?:so )?anders aus", "does $1 look different"],
  ["wer hat (.{1,60}?) (?:freigegeben|genehmigt|akzeptiert|angenommen)", "who approved $1"],
  ["wer hat (.{1,60}?) (?:gelöscht|entfernt)", "who deleted $1"],
  ["(?:lege|leg|erstelle|erstell) (?:bitte )?(.{0,50}?)(?: an)?$", "create $1"],
  ["(?:lösche|lösch|entferne)(?: bitte)?", "delete"],
  ["(?:starte|start|führe) (?:bitte )?(.{0,50}?)(?: aus)?$", "run $1"],
  ["(?:genehmige|akzeptiere|gib) (?:bitte )?(.{0,60}?)(?: frei)?$", "approve $1"],
  ["plane|zeitplan|zeitpläne|planung", "schedule"],
  ["jede nacht|nachts|nächtlich", "every night"],
  ["letzte nacht|heute nacht|gestern nacht|über nacht", "last night"],
  ["diese woche|in dieser woche", "this week"],
  ["letzte woche|in der letzten woche", "last week"],
  ["gestern", "yesterday"],
  ["heute", "today"],
  ["warum|wieso|weshalb", "why"],
  ["welche[rsnm]?", "which"],
  ["zeige?n?(?: mir)?", "show"],
  ["gibt es", "are there"],
  ["wie viele", "how many"],
  ["wann", "when"],
  ["wer", "who"],
  ["wie", "how"],
  ["was", "what"],
  ["ist|sind", "is"],
  ["hat|haben", "has"],
  ["fehlgeschlagen|gescheitert|kaputt|rot", "failed"],
  ["langsam(?:e[nrs]?)?", "slow"],
  ["neue[nrs]?", "new"],
  ["(?:ignoriere?|vergiss) (?:alle )?(?:deine|die|bisherigen|vorherigen) anweisungen", "ignore your instructions"],
  ["passwörter|kennwörter", "passwords"],
  ["startseite", "home page"],
  ["produktseite", "product page"],
  ["warenkorb", "cart"],
  ["seiten?", "page"],
  ["barrierefreiheit|zugänglichkeit", "accessibility"],
  ["leistung|geschwindigkeit|ladezeit", "performance"],
  ["sicherheit", "security"],
  ["datenschutz", "privacy"],
  ["ereignisse|ereignis", "event"],
  ["umgebungen?", "environments"],
  ["projekte", "projects"],
  ["projekt", "project"],
  ["funktionstests?|funktionale[nr]? tests?", "functional tests"],
  ["bildvergleiche?|visuelle[nr]? tests?", "visual test"],
  ["probleme?|fehler", "problems"],
  ["bericht", "report"],
  ["läufe", "runs"],
  ["lauf", "run"],
  ["schlüssel|api-schlüssel", "API key"],
  ["passwort|kennwort", "password"],
  ["benutzer|nutzer|kollegen?|kollegin", "user"],
  ["einladen|lade", "invite"],
  ["benachrichtigungen?", "notifications"],
  ["handys?|smartphones?", "mobile"],
  ["alle", "all"],
  ["nicht", "not"],
  ["mit", "with"],
  ["bei|an|am|auf|in|im", "in"],
  ["und", "and"],
  ["für", "for"],
  ["der|die|das|den|dem|des|unsere[rnms]?|meine[rnms]?|eine?[rnms]?", "the"],
  ["ich|wir", "I"],
];

const SPANISH: readonly WordRow[] = [
  [
    "c[oó]mo (?:est[aá]|va|anda|se encuentra) (?:el|la|mi|nuestro|nuestra) (?:sitio|web|p[aá]gina web|tienda|proyecto)",
    "how healthy is the site",
  ],
  ["est[aá] san[oa] (?:el|la|mi|nuestr[oa]) (?:sitio|web|tienda|proyecto)", "how healthy is the site"],
  ["qu[eé] (?:fall[oó]|ha fallado|se rompi[oó]|sali[oó] mal)", "what failed"],
  ["qu[eé] (?:cambi[oó]|ha cambiado)", "what changed"],
  ["qu[eé] (?:debo|deber[ií]a|tengo que|hay que) arreglar (?:primero|antes)", "what should I fix first"],
  ["qu[eé] (?:debo|deber[ií]a|tengo que) hacer (?:ahora|despu[eé]s|a continuaci[oó]n)", "what should I do next"],
  ["(?:puedo|podemos|se puede) (?:fusionar|mezclar|hacer merge de)", "can I merge"],
  [
    "(?:podemos|puedo|estamos listos para) (?:publicar|lanzar|desplegar|salir a producci[oó]n)",
    "are we ready to release",
  ],
  [
    "qu[eé] p[aá]ginas no tienen (?:l[ií]nea base|baseline|referencia|imagen de referencia)",
    "which pages have no baseline",
  ],
  ["(?:se env[ií]a|se mide|se registra)(?: bien| correctamente)?(?: el evento)?", "is tracked the event"],
  ["qu[eé] eventos no se (?:env[ií]an|miden)", "which events are not sent"],
  [
    "compara (?:las dos [uú]ltimas|los dos [uú]ltimos) (?:pruebas visuales|tests visuales)",
    "compare the last two visual tests",
  ],
  ["compara (?:las dos [uú]ltimas|los dos [uú]ltimos) (?:ejecuciones|pruebas|tests)", "compare the last two runs"],
  ["hay (?:una prueba|un test|alguna prueba|alg[uú]n test) (?:para|de|que)", "is there a test for"],
  ["por qu[eé] (?:es|est[aá]) tan lent[ao] (.{1,40}?)(?=$|\\?)", "why is $1 slow"],
  ["por qu[eé] (.{1,40}?) (?:es|est[aá]|va) (?:tan )?lent[ao]", "why is $1 slow"],
  ["(?:cu[aá]l|qu[eé] p[aá]gina) es la (?:p[aá]gina )?m[aá]s lenta", "which page is the slowest"],
  ["se ve (?:tan )?(?:diferente|distint[ao])", "look different"],
  ["qui[eé]n aprob[oó]", "who approved"],
  ["qui[eé]n (?:borr[oó]|elimin[oó])", "who deleted"],
  ["(?:borra|elimina|quita)", "delete"],
  ["(?:crea|a[nñ]ade|agrega)", "create"],
  ["(?:ejecuta|lanza|inicia|corre)", "run"],
  ["(?:aprueba|acepta)", "approve"],
  ["(?:programa|programar|planifica|horarios?|planificaci[oó]n)", "schedule"],
  ["cada noche|todas las noches", "every night"],
  ["anoche|la noche pasada|esta noche", "last night"],
  ["esta semana", "this week"],
  ["la semana pasada", "last week"],
  ["ayer", "yesterday"],
  ["hoy", "today"],
  ["por qu[eé]", "why"],
  ["cu[aá]les?|qu[eé]", "what"],
  ["cu[aá]ntos|cu[aá]ntas", "how many"],
  ["cu[aá]ndo", "when"],
  ["qui[eé]n", "who"],
  ["c[oó]mo", "how"],
  ["mu[eé]strame|muestra|ens[eé][nñ]ame|lista", "show"],
  ["hay", "are there"],
  ["est[aá]n?|son|es", "is"],
  ["fall[oó]|fallido|fallidas?|roto", "failed"],
  ["lent[ao]s?", "slow"],
  ["nuev[ao]s?", "new"],
  ["(?:ignora|olvida) (?:todas )?(?:tus|las) instrucciones", "ignore your instructions"],
  ["contrase[nñ]as", "passwords"],
  ["p[aá]gina de inicio|portada", "home page"],
  ["p[aá]gina del? producto", "product page"],
  ["carrito|cesta", "cart"],
  ["p[aá]ginas?", "page"],
  ["accesibilidad", "accessibility"],
  ["rendimiento|velocidad", "performance"],
  ["seguridad", "security"],
  ["privacidad", "privacy"],
  ["eventos", "events"],
  ["evento", "event"],
  ["entornos", "environments"],
  ["proyectos", "projects"],
  ["proyecto", "project"],
  ["pruebas funcionales", "functional tests"],
  ["pruebas? visual(?:es)?", "visual test"],
  ["problemas?|errores|error", "problems"],
  ["informe|reporte", "report"],
  ["ejecuciones", "runs"],
  ["ejecuci[oó]n", "run"],
  ["claves? (?:de )?api|clave", "API key"],
  ["contrase[nñ]a", "password"],
  ["usuari[oa]s?|colega|compa[nñ]er[oa]", "user"],
  ["invita|invitar", "invite"],
  ["notificaciones", "notifications"],
  ["puntuaci[oó]n", "score"],
  ["m[oó]vil(?:es)?", "mobile"],
  ["todas?|todos?", "all"],
  ["y", "and"],
  ["para", "for"],
  ["en", "in"],
  ["con", "with"],
  ["no", "not"],
  ["el|la|los|las|un|una|nuestr[oa]s?|mi|mis|del?|al", "the"],
];

const rowsOf = wordTables<Spoken>({ de: GERMAN, es: SPANISH }, "\\p{L}");

const MARKS: Readonly<Record<Spoken, RegExp>> = {
  de: /[äöüß]|(?<!\p{L})(?:wie|was|warum|wieso|welche|welcher|welches|wer|wann|ist|sind|der|die|das|und|nicht|ich|wir|kann|können|bitte|zeige?|gibt|letzte|gestern|heute|lösche|starte|für|meine|unsere|haben|hat|soll|wird|werden|ereignis|gemessen|gesendet|seiten?|jede|nacht|zuerst|geht|eine[nrms]?|dem|den|mit|von|zum|zur|auf|bei|nach|noch|mir|uns|alle|neue|probleme|fehler)(?!\p{L})/giu,
  es: /[¿¡ñáéíóú]|(?<!\p{L})(?:que|por|como|cual|cuales|quien|cuando|el|la|los|las|una|es|son|esta|puedo|podemos|hay|muestra|ayer|hoy|anoche|borra|ejecuta|para|nuestra|nuestro|sitio|tienda|página|debo|evento|proyecto|primero|semana|todas|todos|del|con|se|borra|mide|pruebas?)(?!\p{L})/giu,
};
const ENGLISH =
  /(?<!\p{L})(?:the|is|are|what|why|which|who|how|when|do|does|did|can|should|and|of|to|for|my|our|show|run|please|it|this|that|with|not|have|has)(?!\p{L})/giu;

/** Returns the language of a question if it is a known one other than English; otherwise null. */
export function spokenIn(message: string): Spoken | null {
  const said = message.replace(/["“][^"”]*["”]|`[^`]*`/g, " ");
  return languageByMarks(said, MARKS, ENGLISH);
}

/** Translates the known phrases of the question into English. Quoted texts and names stay unchanged. */
export function questionInEnglish(message: string, language: Spoken): string {
  const kept: string[] = [];
  const hidden = message
    .replace(/[¿¡]/g, "")
    .replace(/["“„][^"”“]*["”“]|`[^`]*`/g, (text) => `\uE000${kept.push(text) - 1}\uE001`);
  const told = rowsOf(language).reduce(
    (text, [pattern, english]) =>
      text.replace(pattern, (whole, ...groups: unknown[]) => {
        const filled = english.replace("$1", typeof groups[0] === "string" ? groups[0] : "");
        return whole.endsWith(" ") && !filled.endsWith(" ") ? `${filled} ` : filled;
      }),
    hidden,
  );
  return told
    .replace(/\uE000(\d+)\uE001/g, (_, at: string) => kept[Number(at)] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}
