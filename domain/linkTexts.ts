// Texts of links that say nothing about where they lead, in the languages that most sites are written in.

/** As texts are compared: lower case, without the arrows, dots and colons that stand around them. */
export const normalLinkText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s.…>»›→⟶↗:!,;·|-]+$/u, "")
    .replace(/^[\s.…<«‹←·|-]+/u, "")
    .replace(/\s+/g, " ");

/** They name the deed or the place of the link, and so mean nothing without pointing at it. */
const POINTING = {
  en: [
    "click here",
    "click this",
    "click",
    "here",
    "right here",
    "this",
    "this link",
    "link",
    "press here",
    "tap here",
  ],
  de: ["hier", "hier klicken", "klicken sie hier", "klick hier", "klicke hier", "dieser link", "link"],
  fr: ["ici", "cliquez ici", "cliquer ici", "ce lien", "lien"],
  es: ["aquí", "haz clic aquí", "haga clic aquí", "clic aquí", "pulse aquí", "este enlace", "enlace"],
  it: ["qui", "clicca qui", "cliccate qui", "questo link", "collegamento"],
  nl: ["hier", "klik hier", "deze link"],
  pt: ["aqui", "clique aqui", "carregue aqui", "este link", "ligação"],
  pl: ["tutaj", "kliknij tutaj", "kliknij", "ten link", "link"],
  sv: ["här", "klicka här", "denna länk", "länk"],
  da: ["her", "klik her", "dette link"],
  no: ["her", "klikk her", "denne lenken"],
  ja: ["こちら", "ここ", "ここをクリック", "こちらをクリック", "リンク"],
  zh: ["这里", "点击这里", "点此", "此处", "点击此处", "链接"],
  ru: ["здесь", "тут", "нажмите здесь", "кликните здесь", "ссылка"],
} as const;

/** They promise more of something without naming it. */
const VAGUE = {
  en: [
    "more",
    "read more",
    "learn more",
    "see more",
    "show more",
    "find out more",
    "more info",
    "more information",
  ].concat([
    "continue",
    "continue reading",
    "go",
    "start",
    "details",
    "more details",
    "view more",
    "discover more",
    "read on",
  ]),
  de: [
    "mehr",
    "weiterlesen",
    "mehr erfahren",
    "mehr lesen",
    "mehr dazu",
    "mehr infos",
    "mehr informationen",
    "weiter",
  ].concat(["details", "lesen sie mehr", "erfahren sie mehr", "jetzt lesen"]),
  fr: [
    "en savoir plus",
    "lire la suite",
    "lire plus",
    "plus",
    "plus d'infos",
    "plus d’infos",
    "plus d'informations",
    "voir plus",
  ].concat(["suite", "détails", "découvrir"]),
  es: ["leer más", "más", "más información", "ver más", "saber más", "seguir leyendo", "detalles", "conoce más"],
  it: [
    "leggi tutto",
    "leggi di più",
    "scopri di più",
    "altro",
    "di più",
    "maggiori informazioni",
    "continua",
    "dettagli",
  ],
  nl: ["lees meer", "meer", "meer info", "meer informatie", "lees verder", "verder lezen", "details", "bekijk meer"],
  pt: ["saiba mais", "leia mais", "ler mais", "mais", "mais informações", "ver mais", "continuar", "detalhes"],
  pl: ["więcej", "czytaj więcej", "czytaj dalej", "dowiedz się więcej", "zobacz więcej", "szczegóły"],
  sv: ["läs mer", "mer", "mer information", "visa mer", "fortsätt läsa"],
  da: ["læs mere", "mere", "mere information", "vis mere"],
  no: ["les mer", "mer", "mer informasjon", "vis mer"],
  ja: ["続きを読む", "もっと見る", "詳細", "詳しく見る", "詳しくはこちら", "詳細はこちら", "もっと読む"],
  zh: ["更多", "阅读更多", "了解更多", "查看更多", "详情", "查看详情"],
  ru: ["подробнее", "далее", "ещё", "еще", "читать далее", "читать дальше", "узнать больше", "больше"],
} as const;

export const POINTING_LINK_TEXTS: ReadonlySet<string> = new Set(Object.values(POINTING).flat());
export const GENERIC_LINK_TEXTS: ReadonlySet<string> = new Set([
  ...POINTING_LINK_TEXTS,
  ...Object.values(VAGUE).flat(),
]);

export const isGenericLinkText = (text: string): boolean => GENERIC_LINK_TEXTS.has(normalLinkText(text));
